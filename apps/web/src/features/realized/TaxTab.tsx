import { GAINS_TAX, periods } from '@em/contract/periods/periods'
import { type TaxRow, type TaxSchedule, type TaxYear, taxSchedule } from '@em/contract/realized/realized-tax'
import { columnsFrom } from '@em/paper/report'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { symbolColumn } from '../../links/symbol-column.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { moneyColumns } from '../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Section } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import { askedFor, type RealizedFilters } from './filters.ts'
import { GainModal } from './GainModal.tsx'
import { type Gain, gainOfDisposal } from './gain.ts'
import css from './Realized.module.css'
import { TaxTreatmentDialog } from './TaxTreatmentDialog.tsx'
import { TieOut } from './TieOut.tsx'
import { TAX_COLUMNS, taxReport, YEAR_COLUMNS } from './tax-report.ts'

const FAILED = 'Failed to load the tax schedule'
type Entity = TaxSchedule['entities'][number]

const money = { total: 'sum', width: 96, phone: false } as const

const ofYear = columnsFrom(YEAR_COLUMNS)
const ofYears = moneyColumns({ ...money, signed: true })
const yearColumns: readonly Column<TaxYear>[] = [
  ofYear('year', { width: 112, phone: true }),
  ofYear('entity', { width: 170, least: 92, phone: false }),
  ofYear('proceeds', money),
  ofYear('cost', money),
  ofYear('gain', { ...money, signed: true, phone: true, hint: 'Proceeds less cost, before fees' }),
  ofYear('fractions', {
    ...money,
    signed: true,
    hint: 'Paid for fractions of shares in corporate actions; part of proceeds and gain, without a holding period',
  }),
  ofYears('short', 'Short Term', (row) => row.shortTermGains + row.shortTermLosses, {
    hint: 'Gains and losses of disposals held up to 365 days',
  }),
  ofYears('long', 'Long Term', (row) => row.longTermGains + row.longTermLosses, {
    hint: 'Gains and losses of disposals held more than 365 days',
  }),
  ofYear('after', { ...money, signed: true, hint: 'Gain less buy charges and sale fees' }),
  ofYear('disposals', { ...money, width: 84 }),
]

/** Where no year has any: the amounts of the years are then in sight at 1440 pixels. */
const yearsWithoutFractions = yearColumns.map((column) =>
  column.id === 'fractions' ? { ...column, hidden: true } : column,
)

const of = columnsFrom(TAX_COLUMNS)
const rowColumns: readonly Column<TaxRow>[] = [
  { id: 'sold', header: 'Disposed', kind: 'date', value: (row) => row.disposed_on, phone: true },
  symbolColumn({ width: 114, whole: true, phone: true }),
  of('portfolio', { width: 130, hidden: true }),
  of('quantity', { width: 92, phone: false }),
  of('proceeds', money),
  of('cost', money),
  of('gain', { ...money, signed: true, phone: true }),
  of('charges', money),
  of('fees', money),
  of('after', { ...money, signed: true }),
  of('term', { width: 76, phone: false, hint: 'Long: more than 365 days' }),
  of('days', { header: 'Holding Period', unit: 'days', width: 80, phone: false }),
  {
    id: 'bought',
    header: 'Acquired',
    value: acquiredText,
    width: 190,
    phone: false,
    hint: 'The oldest and the newest of the lots that it took',
  },
  of('contract', { whole: true, width: 132, phone: false }),
]

/** "05 Jan 2026", "05 Jan 2026 to 20 Jan 2026" */
export function acquiredText({ acquired_from: from, acquired_to: to }: TaxRow): string {
  if (from === null || to === null) return ''
  return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`
}

/** Disposals by financial year for the tax return, with what was said of each entity's taxes. */
export function TaxTab({ filters }: { filters: RealizedFilters }) {
  const query = useRoute(taxSchedule, { query: askedFor(filters) }, { keepPrevious: true })
  const data = query.data
  const { user } = useSession()
  const [gain, setGain] = useState<Gain | null>(null)
  if (data === undefined) {
    if (query.isError)
      return (
        <ErrorState
          title={FAILED}
          message={messageOf(query.error, '')}
          onRetry={() => void query.refetch()}
        />
      )
    return <Skeletons rows={14} />
  }
  const report = () => taxReport(data, filters, `${user.first_name} ${user.last_name}`)
  const usable = data.rows.length > 0 && !query.isPlaceholderData && !data.hasMore
  return (
    <>
      <Section
        title="Tax schedule"
        actions={
          <>
            <ReportButtons report={report} formats={['xlsx', 'csv', 'pdf']} disabled={!usable} />
            <PrintReportButton report={report} disabled={!usable} />
          </>
        }
      >
        <p className={css.note}>
          Disposals and cash for fractions by trade date and financial year of their entity. Long term is more
          than 365 days. Whether gains are exempt or business income is what was set for the entity; it
          changes no figure.
        </p>
        {query.isError && (
          <Banner tone="warning">{messageOf(query.error, FAILED)} What you see may be out of date.</Banner>
        )}
        <Treatments entities={data.entities} />
      </Section>
      <Section title="By financial year">
        <DataGrid
          id="realized-tax-years"
          title="By financial year"
          noun="years"
          rows={data.years}
          columns={data.years.some(({ fractions }) => fractions !== 0) ? yearColumns : yearsWithoutFractions}
          rowKey={(row) => `${row.entityId}-${row.yearEnd}`}
          search={false}
          exportable={false}
          totalsLabel="Total"
          offset={480}
          empty={
            <EmptyState title="No disposals in this time">
              Choose a longer time range, or a financial year with sales.
            </EmptyState>
          }
        />
      </Section>
      {data.hasMore && (
        <Banner tone="warning">
          The first {data.rows.length.toLocaleString('en-LK')} disposals are listed; the years count all of
          them. Choose a portfolio or one year to list and export all of them.
        </Banner>
      )}
      {data.rows.length > 0 && (
        <Section title="Disposals">
          <DataGrid
            id="realized-tax-rows"
            title="Disposals"
            noun="disposals"
            rows={data.rows}
            columns={rowColumns}
            rowKey={(row) => `${row.kind} ${row.trade_id} ${row.portfolioId}`}
            onOpen={(row) => row.kind === 'disposal' && setGain(gainOfDisposal(row))}
            exportable={false}
            totalsLabel={data.hasMore ? 'Total of the listed rows' : 'Total'}
            offset={220}
          />
        </Section>
      )}
      <Section>
        {data.tieOuts.map((tied) => (
          <TieOut key={tied.treatment} tied={tied} isNamed={data.tieOuts.length > 1} />
        ))}
      </Section>
      <GainModal gain={gain} onClose={() => setGain(null)} />
    </>
  )
}

/** The tax treatments chosen for each entity. */
function Treatments({ entities }: { entities: readonly Entity[] }) {
  const [setting, setSetting] = useState<Entity | null>(null)
  if (entities.length === 0) return null
  return (
    <>
      <SmallTable label="Tax on gains of shares by entity">
        <thead>
          <tr>
            <th scope="col">Entity</th>
            <th scope="col">Gains on shares</th>
            <th scope="col">
              <span className="em-visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entities.map((entity) => (
            <tr key={entity.id}>
              <td>{entity.name}</td>
              <td>{entity.share_gains_tax === null ? 'Not set' : GAINS_TAX[entity.share_gains_tax]}</td>
              <td data-right>
                <IfMay call={periods.update}>
                  <Button size="compact-sm" variant="subtle" onClick={() => setSetting(entity)}>
                    Change
                  </Button>
                </IfMay>
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {setting !== null && <TaxTreatmentDialog entity={setting} onClose={() => setSetting(null)} />}
    </>
  )
}
