import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { brokerNames } from '@em/contract/brokers/broker-names'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { ReportTab } from '../reports/ReportTab.tsx'
import css from './BrokerReports.module.css'
import { Compare } from './Compare.tsx'
import { askedFor, type BrokerFilters } from './filters.ts'
import { brokerInWords, statementColumns, statementReport } from './statement.ts'

/** The account with one broker, day by day. */
export function StatementTab({ filters }: { filters: BrokerFilters }) {
  if (filters.broker === '') {
    return (
      <>
        <NotInBrokers />
        <Section card>
          <EmptyState title="No broker chosen">Choose a broker to see the statement.</EmptyState>
        </Section>
      </>
    )
  }
  return (
    <>
      <NotInBrokers />
      <OfBroker filters={filters} />
      <Compare key={Object.values(filters).join('/')} filters={filters} />
    </>
  )
}

/** Trades in no broker's statement: under names that are not in Brokers, and those that name none. */
function NotInBrokers() {
  const query = useRoute(brokerNames.open, {}, { enabled: useMay()(brokerNames.open) })
  if (query.data === undefined) return null
  const { names, trades, bought, sold, nameless } = query.data
  if (trades === 0 && nameless.trades === 0) return null
  return (
    <Banner tone="info">
      {trades > 0 && (
        <>
          {counted(trades, 'trade')} under {counted(names.length, 'name')} that{' '}
          {names.length === 1 ? 'is' : 'are'} not in Brokers: <Amount value={bought} /> bought,{' '}
          <Amount value={sold} /> sold. They are in no broker’s statement until the name is registered or
          adopted; under Broker each name can be chosen by itself.{' '}
        </>
      )}
      {nameless.trades > 0 && (
        <>
          {counted(nameless.trades, 'trade')} without a broker: <Amount value={nameless.bought} /> bought,{' '}
          <Amount value={nameless.sold} /> sold (None under Broker).{' '}
        </>
      )}
      {trades > 0 && (
        <TabButton to={['Master Data Management', 'Brokers']} size="compact-sm" variant="default">
          Register or adopt
        </TabButton>
      )}
    </Banner>
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
      note="Purchases and sales by trade date, payments by the day of their settlement, as posted to payables (2100) and receivables (1200), netted per day."
      failed="Failed to load the broker statement"
      query={query}
      report={(data, by) => statementReport(data, filters, by)}
      hasRows={({ days, opening }) => days.length > 0 || opening !== 0}
    >
      {({ broker, opening, closing, days }) => (
        <>
          {broker.id === null && <p className={css.whose}>{brokerInWords(broker)}</p>}
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
