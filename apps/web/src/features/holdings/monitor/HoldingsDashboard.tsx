import { type Exposure, holdings } from '@em/contract/holdings/holdings'
import { messageOf } from '../../../lib/api.ts'
import { useAllPortfolios } from '../../../lib/portfolio-texts.ts'
import { useRoute } from '../../../lib/query.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { goTo } from '../../../links/tabs.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { count, moneyColumns, percent } from '../../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount, DateText, Percent } from '../../../ui/Numbers.tsx'
import { Page, Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { OpenBreaches } from '../../limits/OpenBreaches.tsx'
import { held } from '../money-columns.ts'
import { ValueHistory } from '../overview/ValueHistory.tsx'
import { Largest } from './Largest.tsx'

type Row = Exposure['portfolios'][number]

const money = moneyColumns({ total: 'sum' })

const columns: Column<Row>[] = [
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 200, phone: true },
  { id: 'code', header: 'Portfolio ID', value: (row) => row.portfolioId, width: 120, phone: false },
  count('securities', 'Securities', (row) => row.securities, { width: 100, phone: false }),
  held('value', (row) => row.value, { width: 150, phone: true }),
  percent('weight', 'Share', (row) => row.weight, { width: 90, phone: false }),
  held('cost', (row) => row.cost, { width: 150, phone: false }),
  held('gain', (row) => row.gain, {
    width: 160,
    phone: false,
    hint: 'Market value less cost, before fees and financing',
  }),
  percent('percent', 'Gain', (row) => row.gainPercent, { signed: true, width: 90, phone: true }),
  held('profit', (row) => row.profitLoss, {
    width: 150,
    phone: false,
    hint: 'After charges on purchases and sales and cost of funds',
  }),
  money('day', "Day's Change", (row) => row.dayChange, {
    signed: true,
    total: 'sum',
    width: 140,
    phone: false,
    hint: 'What the newest day with prices changed of the value',
  }),
]

/** Holdings Dashboard: all portfolios side by side. */
export default function HoldingsDashboardScreen() {
  const all = useAllPortfolios()
  const query = useRoute(holdings.exposure, { query: {} }, { refetchInterval: 60_000 })
  const { data } = query
  const refresh = () => void query.refetch()
  const total = data?.total
  const loading = data === undefined
  return (
    <Page
      title="Holdings Dashboard"
      lead={
        data === undefined ? (
          `What ${all.toLowerCase()} hold, side by side.`
        ) : (
          <>
            What {all.toLowerCase()} hold on <DateText value={data.asOf} />, side by side.
          </>
        )
      }
      actions={<RefreshButton loading={query.isRefetching} onClick={refresh} />}
    >
      <OpenBreaches />
      <Stats>
        <StatCard
          label="Market Value (LKR)"
          loading={loading}
          value={<Amount value={total?.value} />}
          note={all}
        />
        <StatCard
          label="Unrealized Capital Gain (LKR)"
          loading={loading}
          value={<Amount value={total?.gain} signed />}
          note={<Percent value={total?.gainPercent} signed />}
        />
        <StatCard
          label="Unrealized P&L (LKR)"
          loading={loading}
          value={<Amount value={total?.profitLoss} signed />}
          note="After fees and cost of funds"
        />
        <StatCard
          label="Day's Change (LKR)"
          loading={loading}
          value={<Amount value={total?.dayChange} signed />}
          note={
            data?.dayOf == null ? (
              'No prices are known'
            ) : total?.dayChange == null ? (
              <>
                No earlier price to compare with <DateText value={data.dayOf} />
              </>
            ) : (
              <DateText value={data.dayOf} />
            )
          }
        />
        <StatCard
          label="Portfolios with Holdings"
          loading={loading}
          value={data?.portfolios.length ?? 0}
          note={`${total?.securities ?? 0} securities`}
        />
      </Stats>
      <DataGrid
        id="holdings-dashboard"
        title="Holdings by portfolio"
        noun="portfolios"
        rows={data?.portfolios}
        columns={columns}
        rowKey={(row) => row.portfolioId}
        search={false}
        totalsLabel="Total"
        onOpen={(row) =>
          goTo('Valuation and MTM', 'Mark-to-Market Valuation', { portfolio: row.portfolioId })
        }
        error={
          query.isError
            ? { title: 'Failed to load the holdings', message: messageOf(query.error, ''), onRetry: refresh }
            : null
        }
        empty={
          <EmptyState
            title="No Holdings Data"
            action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
          >
            Nothing is held in any portfolio.
          </EmptyState>
        }
      />
      {data !== undefined && data.portfolios.length > 0 && (
        <>
          <Section card>
            <ValueHistory portfolio={null} height={280} />
          </Section>
          <Section card>
            <Chart
              title="Market value by portfolio (LKR)"
              kind="bar"
              horizontal
              categories={data.portfolios.map((row) => row.portfolioName)}
              series={[
                { name: 'Market value', values: data.portfolios.map((row) => row.value) },
                { name: 'Cost value', values: data.portfolios.map((row) => row.cost) },
              ]}
              xName="Portfolio"
              yName="LKR"
              height={Math.max(200, data.portfolios.length * 52 + 70)}
            />
          </Section>
          <Largest rows={data.largest} />
        </>
      )}
    </Page>
  )
}
