import { brokerReports } from '@em/contract/books/broker-reports'
import { useRoute } from '../../lib/query.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { ReportTab } from '../reports/ReportTab.tsx'
import { Compare } from './Compare.tsx'
import { askedFor, type BrokerFilters } from './filters.ts'
import { statementColumns, statementReport } from './statement.ts'

/** What stands open with one broker, day by day. */
export function StatementTab({ filters }: { filters: BrokerFilters }) {
  if (filters.broker === '') {
    return (
      <Section card>
        <EmptyState title="No broker chosen">Choose a broker: a statement is of one.</EmptyState>
      </Section>
    )
  }
  return (
    <>
      <OfBroker filters={filters} />
      <Compare key={Object.values(filters).join('/')} filters={filters} />
    </>
  )
}

function OfBroker({ filters }: { filters: BrokerFilters }) {
  const query = useRoute(
    brokerReports.statement,
    { query: { ...askedFor(filters), broker: filters.broker } },
    { keepPrevious: true },
  )
  return (
    <ReportTab
      title="Broker statement"
      note="Purchases and sales by trade date, payments by the day of their settlement, as they stand in payables (2100) and receivables (1200), netted per day."
      failed="Failed to load the broker statement"
      query={query}
      report={(data, by) => statementReport(data, filters, by)}
      hasRows={({ days, opening }) => days.length > 0 || opening !== 0}
    >
      {({ opening, closing, days }) => (
        <>
          <Stats>
            <StatCard
              label="Opening Balance (LKR)"
              value={<Amount value={opening} />}
              note="Below zero the broker owes us"
            />
            <StatCard
              label="Closing Balance (LKR)"
              value={<Amount value={closing} />}
              note="Below zero the broker owes us"
            />
          </Stats>
          <DataGrid
            id="broker-statement"
            title="Broker statement"
            noun="days"
            rows={days}
            columns={statementColumns}
            rowKey={(day) => day.date}
            search={false}
            exportable={false}
            totalsLabel="Total"
            totals={{ balance: <Amount value={closing} /> }}
            offset={360}
            empty={<EmptyState title="Nothing in these days">Choose other days.</EmptyState>}
          />
        </>
      )}
    </ReportTab>
  )
}
