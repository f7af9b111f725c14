import { TREATMENTS } from '@em/contract/reports/report-ties'
import {
  type StatementOfInvestments,
  statementOfInvestments,
} from '@em/contract/reports/statement-of-investments'
import { useMemo } from 'react'
import { useRoute } from '../../lib/query.ts'
import { AtCostBanner, useAtCost } from '../../links/AtCost.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount, DateText, Percent } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { TREATMENT_TITLES } from '../realized/schedule.ts'
import { ValuationBanner } from '../valuation/note/ValuationBanner.tsx'
import css from './Reports.module.css'
import { ReportTab } from './ReportTab.tsx'
import { investmentColumns } from './statement-columns.tsx'
import { NO_SECTOR, statementReport } from './statement-report.ts'
import { agrees, Ties, Verdict } from './Ties.tsx'
import { booksAsked, type DateFilters } from './tabs.ts'

/** The statement of investments at a date. */
export function StatementTab({ filters }: { filters: DateFilters }) {
  const chosen = useAtCost()
  const query = useRoute(
    statementOfInvestments,
    { query: { ...booksAsked(filters), asOf: filters.date } },
    { keepPrevious: true },
  )
  return (
    <ReportTab
      title="Statement of investments"
      note="Investments at the end of the day by posting date, at cost and at fair value, by treatment and sector. The price is the one that a mark-to-market run takes; without one an investment stands at cost."
      failed="Failed to load the statement of investments"
      query={query}
      report={(data, by) => statementReport(data, filters, { by, chosen })}
      hasRows={({ rows }) => rows.length > 0}
    >
      {(data) => <Body data={data} filters={filters} />}
    </ReportTab>
  )
}

function Body({ data, filters }: { data: StatementOfInvestments; filters: DateFilters }) {
  const { total, ties, netAssets } = data
  const parts = useMemo(
    () =>
      TREATMENTS.flatMap((treatment) => {
        const rows = data.rows.filter((row) => row.treatment === treatment)
        return rows.length === 0 ? [] : [{ treatment, rows }]
      }),
    [data.rows],
  )
  return (
    <>
      <ValuationBanner note={data.valuation} books={filters} />
      <AtCostBanner rows={data.rows} />
      <Stats>
        <StatCard
          label="Fair Value (LKR)"
          value={<Amount value={total.fair_value} />}
          note={<AsOf day={data.asOf} />}
        />
        <StatCard
          label="Cost (LKR)"
          value={<Amount value={total.cost} />}
          note={
            <>
              Capitalised fees <Amount value={total.capitalised} />
            </>
          }
        />
        <StatCard
          label="Unrealized (LKR)"
          value={<Amount value={total.unrealized} signed />}
          note="Fair value less cost and capitalised fees"
        />
        <StatCard
          label="Net Assets (LKR)"
          value={<Amount value={netAssets} />}
          note={
            total.share === null ? (
              'With investments at fair value'
            ) : (
              <>
                Investments are <Percent value={total.share} /> of them
              </>
            )
          }
        />
        <StatCard
          label="Difference (LKR)"
          value={<Amount value={ties.reduce((sum, { difference }) => sum + difference, 0)} />}
          note={<Verdict ok={agrees(ties)} />}
        />
      </Stats>
      {parts.length > 0 && <Sectors data={data} />}
      <Ties ties={ties} what="Statement" ledger="Balance of the ledger" />
      {parts.length === 0 && (
        <Section card>
          <EmptyState title="No investments on this date">
            Shares appear here from the day on which their purchase is posted.
          </EmptyState>
        </Section>
      )}
      {parts.map(({ treatment, rows }) => (
        <Section key={treatment} title={TREATMENT_TITLES[treatment]}>
          <DataGrid
            id={`statement-of-investments-${treatment}`}
            title={TREATMENT_TITLES[treatment]}
            noun="securities"
            rows={rows}
            columns={investmentColumns(treatment)}
            rowKey={(row) => row.id}
            exportable={false}
            totalsLabel="Total"
            offset={260}
          />
        </Section>
      ))}
    </>
  )
}

function AsOf({ day }: { day: string }) {
  return (
    <>
      At the end of <DateText value={day} />
    </>
  )
}

function Sectors({ data }: { data: StatementOfInvestments }) {
  return (
    <Section title="By sector">
      <div className={css.sums}>
        <SmallTable label="Sums by sector">
          <thead>
            <tr>
              <th scope="col">Sector</th>
              <th scope="col">Treatment</th>
              <th scope="col" data-right data-optional>
                Securities
              </th>
              <th scope="col" data-right data-optional>
                Cost with Fees (LKR)
              </th>
              <th scope="col" data-right>
                Fair Value (LKR)
              </th>
              <th scope="col" data-right data-optional>
                Unrealized (LKR)
              </th>
              <th scope="col" data-right>
                Net Assets (%)
              </th>
            </tr>
          </thead>
          <tbody>
            {data.sectors.map((sum) => (
              <SumRow key={`${sum.treatment} ${sum.sector}`} label={sum.sector ?? NO_SECTOR} sum={sum} />
            ))}
          </tbody>
          <tfoot>
            <SumRow label="Total" sum={data.total} />
          </tfoot>
        </SmallTable>
      </div>
    </Section>
  )
}

type Sum = StatementOfInvestments['total'] & { readonly treatment?: string }

function SumRow({ label, sum }: { label: string; sum: Sum }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{sum.treatment}</td>
      <td data-right data-optional>
        {sum.rows.toLocaleString('en-LK')}
      </td>
      <td data-right data-optional>
        <Amount value={sum.cost + sum.capitalised} />
      </td>
      <td data-right>
        <Amount value={sum.fair_value} />
      </td>
      <td data-right data-optional>
        <Amount value={sum.unrealized} signed />
      </td>
      <td data-right>
        <Percent value={sum.share} />
      </td>
    </tr>
  )
}
