import { LIMIT_TABS, limits, type LimitsReport as Report } from '@em/contract/limits/limits'
import type { LimitUnit } from '@em/core/limits/limit-codes'
import { monthStart } from '@em/core/values/dates'
import { BREACH_COLUMNS, CHANGE_COLUMNS, limitsPaper, UTILISATION_COLUMNS } from '@em/paper/limits-report'
import { columnsFrom, type NamedColumn } from '@em/paper/report'
import { today } from '../../lib/dates.ts'
import { dateIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { PortfolioFilter } from '../../registers/FilterChoices.tsx'
import { FilterSpan } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { SchedulesButton } from '../reports/schedules/SchedulesButton.tsx'
import css from './Limits.module.css'
import type { LimitTab } from './limit-texts.ts'
import { Measured } from './Measured.tsx'

const FAILED = 'Failed to load the limits report'
function columnsOf<Row>(
  described: readonly NamedColumn<Row>[],
  more: Readonly<Record<string, object>> = {},
): Column<Row>[] {
  const of = columnsFrom(described)
  return described.map(({ id }) => of(id, more[id]))
}
const inItsUnit = <Row extends { readonly unit: LimitUnit }>(value: (row: Row) => number | null) => ({
  cell: (row: Row) => <Measured value={value(row)} unit={row.unit} />,
})
type Used = Report['utilisation'][number]
type OfBreach = Report['breaches'][number]
type Change = Report['changes'][number]
const utilisationColumns = columnsOf(UTILISATION_COLUMNS, {
  limit: { width: 160 },
  code: { width: 120 },
  scope: { width: 210 },
  subject: { width: 230 },
  unit: { width: 72 },
  used: { width: 100 },
  state: { width: 100 },
  value: inItsUnit<Used>((row) => row.value),
  bound: inItsUnit<Used>((row) => row.bound),
})
const breachColumns = columnsOf(BREACH_COLUMNS, {
  limit: { width: 150 },
  scope: { width: 190 },
  subject: { width: 200 },
  kind: { width: 84 },
  cause: { width: 260 },
  unit: { width: 72 },
  state: { width: 100 },
  override: { width: 280 },
  worst: inItsUnit<OfBreach>((row) => row.worst),
  bound: inItsUnit<OfBreach>((row) => row.bound),
})
const changeColumns = columnsOf(CHANGE_COLUMNS, { bound: inItsUnit<Change>((row) => row.bound) })

/** The Limits Report of a tab: how far its limits are used on the last day of a span, breaches and changes of limits. */
export function LimitsReport({ tab }: { tab: LimitTab }) {
  const { user } = useSession()
  const address = useHashQuery()
  const to = dateIn(address, 'to') || today()
  const from = dateIn(address, 'from') || monthStart(to)
  const portfolio = address.get('portfolio') ?? ''
  const query = useRoute(
    limits.report,
    {
      query: {
        from,
        to,
        kind: LIMIT_TABS[tab].join(',') as never,
        ...(portfolio === '' ? {} : { portfolio }),
      },
    },
    { enabled: from <= to, keepPrevious: true },
  )
  const { data } = query
  const paper = async () => {
    const found: Report | undefined = data ?? (await query.refetch()).data
    if (found === undefined) throw new Error(FAILED)
    return limitsPaper(found, `${user.first_name} ${user.last_name}`.trim())
  }
  const error = loadFailure(query, FAILED)
  return (
    <>
      <FilterFrame
        label="Filter the report"
        count={portfolio === '' ? 0 : 1}
        onClear={() => changeHashQuery({ portfolio: '', from: '', to: '' })}
      >
        <PortfolioFilter value={portfolio} onChange={(code) => changeHashQuery({ portfolio: code })} />
        <FilterSpan
          labels={['From', 'To']}
          from={from}
          to={to}
          onChange={(change) => changeHashQuery({ from, to, ...change })}
        />
      </FilterFrame>
      <div className={css.tools}>
        <ReportButtons disabled={data === undefined} report={paper} />
        <PrintReportButton disabled={data === undefined} report={paper} />
        <SchedulesButton report="limits" portfolioId={portfolio} />
      </div>
      <Section title="Utilisation on the last day">
        <DataGrid
          id="limits-report-utilisation"
          title="Utilisation"
          noun="lines"
          rows={data?.utilisation}
          columns={utilisationColumns}
          rowKey={(row) =>
            `${row.limit.code} ${row.scope.id} ${row.subject.type} ${row.subject.id} ${row.subject.top}`
          }
          exportable={false}
          error={error}
          empty={<EmptyState title="No limit is in force on this day" />}
        />
      </Section>
      <Section title="Breaches">
        <DataGrid
          id="limits-report-breaches"
          title="Breaches"
          noun="breaches"
          rows={data?.breaches}
          columns={breachColumns}
          rowKey={(row) => row.id}
          exportable={false}
          search={false}
          error={error}
          empty={<EmptyState title="No breach in this span" />}
        />
      </Section>
      <Section title="Changes of limits">
        <DataGrid
          id="limits-report-changes"
          title="Changes of limits"
          noun="changes"
          rows={data?.changes}
          columns={changeColumns}
          rowKey={(row) => `${row.code} ${row.version}`}
          exportable={false}
          search={false}
          error={error}
          empty={<EmptyState title="No limit was changed in this span" />}
        />
      </Section>
    </>
  )
}
