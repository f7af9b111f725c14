import { GAINS_TAX, periods } from '@em/contract/books/periods'
import { type TaxRow, type TaxSchedule, type TaxYear, taxSchedule } from '@em/contract/books/realized-tax'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { SecurityLink } from '../../places/SecurityLink.tsx'
import { Banner } from '../../ui/Banner.tsx'
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
import { taxReport } from './tax-report.ts'
import { termText } from './tax-term.ts'

const FAILED = 'Failed to load the tax schedule'
type Entity = TaxSchedule['entities'][number]

const money = <Row,>(
  id: string,
  header: string,
  value: (row: Row) => number,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value,
  total: 'sum',
  width: 96,
  phone: false,
  ...more,
})

const yearColumns: readonly Column<TaxYear>[] = [
  { id: 'year', header: 'Year Ending', kind: 'date', value: (row) => row.yearEnd, width: 112, phone: true },
  { id: 'entity', header: 'Entity', value: (row) => row.entity, width: 170, least: 92, phone: false },
  money('proceeds', 'Proceeds', (row) => row.proceeds),
  money('cost', 'Cost', (row) => row.cost),
  money('gain', 'Gain', (row) => row.gain, {
    signed: true,
    phone: true,
    hint: 'Proceeds less cost, before fees',
  }),
  money('fractions', 'Cash for Fractions', (row) => row.fractions, {
    signed: true,
    hint: 'Paid for fractions of shares in corporate actions; part of proceeds and gain, without a holding period',
  }),
  money('short', 'Short Term', (row) => row.shortTermGains + row.shortTermLosses, {
    signed: true,
    hint: 'Gains and losses of disposals held up to 365 days',
  }),
  money('long', 'Long Term', (row) => row.longTermGains + row.longTermLosses, {
    signed: true,
    hint: 'Gains and losses of disposals held more than 365 days',
  }),
  money('after', 'After Fees', (row) => row.afterFees, {
    signed: true,
    hint: 'Gain less buy charges and sale fees',
  }),
  {
    id: 'disposals',
    header: 'Disposals',
    kind: 'number',
    decimals: 0,
    value: (row) => row.disposals,
    total: 'sum',
    width: 84,
    phone: false,
  },
]

/** Where no year has any: the amounts of the years are then in sight at 1440 pixels. */
const yearsWithoutFractions = yearColumns.map((column) =>
  column.id === 'fractions' ? { ...column, hidden: true } : column,
)

const rowColumns: readonly Column<TaxRow>[] = [
  { id: 'sold', header: 'Disposed', kind: 'date', value: (row) => row.disposed_on, phone: true },
  {
    id: 'symbol',
    header: 'Symbol',
    value: (row) => row.symbol,
    cell: (row) => <SecurityLink symbol={row.symbol} />,
    width: 114,
    whole: true,
    phone: true,
  },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 130, hidden: true },
  {
    id: 'quantity',
    header: 'Shares',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 92,
    phone: false,
  },
  money('proceeds', 'Proceeds', (row) => row.proceeds),
  money('cost', 'Cost', (row) => row.cost),
  money('gain', 'Gain', (row) => row.gain, { signed: true, phone: true }),
  money('charges', 'Buy Charges', (row) => row.buyCharges),
  money('fees', 'Fees', (row) => row.sellFees),
  money('after', 'After Fees', (row) => row.afterFees, { signed: true }),
  {
    id: 'term',
    header: 'Term',
    value: termText,
    width: 76,
    phone: false,
    hint: 'Long: more than 365 days',
  },
  {
    id: 'days',
    header: 'Holding Period',
    unit: 'days',
    kind: 'number',
    decimals: 0,
    value: (row) => row.days,
    width: 80,
    phone: false,
  },
  {
    id: 'bought',
    header: 'Acquired',
    value: acquiredText,
    width: 190,
    phone: false,
    hint: 'The oldest and the newest of the lots that it took',
  },
  {
    id: 'contract',
    header: 'Contract',
    value: (row) => row.contract_number,
    whole: true,
    width: 132,
    phone: false,
  },
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

/** What was said of the taxes of each entity. */
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
