import { holdings } from '@em/contract/holdings/holdings'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { VALUE_RANGES } from '@em/contract/value-history/value-history'
import { messageOf } from '../../../lib/api.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { ALL_PORTFOLIOS, useShownPortfolio } from '../../../lib/last-portfolio.ts'
import { useAllPortfolios } from '../../../lib/portfolio-texts.ts'
import { useRoute } from '../../../lib/query.ts'
import { AtCostNote } from '../../../links/AtCost.tsx'
import { TabButton } from '../../../links/TabButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { SectorPie } from '../../../ui/chart/SectorPie.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { Amount, DateText, Percent } from '../../../ui/Numbers.tsx'
import { Page, Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/States.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { OpenBreaches } from '../../limits/OpenBreaches.tsx'
import { DayChangeCard } from '../moves/DayChange.tsx'
import { DayMovers } from '../moves/DayMovers.tsx'
import { TotalReturnCard } from '../returns/TotalReturn.tsx'
import { AssetAllocation } from './AssetAllocation.tsx'
import { GainChart } from './GainChart.tsx'
import { HoldingsTable } from './HoldingsTable.tsx'
import css from './Overview.module.css'
import type { Holding, Overview } from './overview.ts'
import { gainOn } from './overview.ts'
import { ValueHistory } from './ValueHistory.tsx'

interface Shown {
  /** Undefined while loading. */
  data: Overview | undefined
  /** Null: all of them. */
  portfolioId: string | null
}

/** The holdings and value of one portfolio, or of all. */
export default function PortfolioOverviewScreen() {
  const list = useRoute(portfolios.routes.list, { query: {} })
  const asked = useHashQuery().get('portfolio') ?? ''
  const ids = list.isError ? [] : list.data?.map((one) => one.portfolioId)
  const shown = useShownPortfolio({ asked, ids, withAll: true })
  // One that is not there is asked for all the same: the answer says so.
  const portfolio = shown === '' ? asked : shown
  const portfolioId = portfolio === undefined || portfolio === ALL_PORTFOLIOS ? null : portfolio
  const query = useRoute(
    holdings.overview,
    { query: portfolioId === null ? {} : { portfolioId } },
    { enabled: portfolio !== undefined },
  )
  const all = useAllPortfolios()
  const choices = (list.data ?? []).map((one) => ({
    value: one.portfolioId,
    label: one.status === 'Active' ? one.portfolioName : `${one.portfolioName} (${one.status})`,
  }))
  const data = query.data?.data
  const nothing = data !== undefined && data.holdings.length === 0
  const narrow = useNarrow()
  const table = <HoldingsTable holdings={data?.holdings} portfolioId={portfolioId} />
  return (
    <Page
      title="Portfolio Overview"
      lead={
        data === undefined ? (
          'Holdings with their cost and market value.'
        ) : (
          <>
            Holdings with their cost and market value on <DateText value={data.asOf} />.
          </>
        )
      }
      actions={
        <div className={css.picker}>
          <SelectField
            label="Portfolio"
            value={portfolio ?? ''}
            onChange={(value) => changeHashQuery({ portfolio: value })}
            clearable={false}
            options={[{ value: ALL_PORTFOLIOS, label: all }, ...choices]}
            {...(list.isError ? { error: 'Failed to fetch portfolios' } : {})}
          />
        </div>
      }
    >
      {query.isError && data === undefined ? (
        <Section card>
          <ErrorState
            title="Failed to load portfolio overview"
            message={messageOf(query.error, '')}
            onRetry={() => void query.refetch()}
          />
        </Section>
      ) : (
        <>
          <OpenBreaches {...(portfolioId === null ? {} : { portfolio: portfolioId })} />
          <Stats>
            <FirstCards data={data} portfolioId={portfolioId} />
            {!narrow && <OtherCards data={data} />}
          </Stats>
          {data !== undefined && <Unpriced holdings={data.holdings} />}
          {nothing ? (
            <Section card>
              <EmptyState
                title="No Holdings Data"
                action={<TabButton to={['Trade Capture', 'Buy']}>Add Transactions</TabButton>}
              >
                Nothing is held {portfolioId === null ? 'in any portfolio' : 'in this portfolio'}. Its value,
                allocation and holdings appear here with the first buy.
              </EmptyState>
            </Section>
          ) : (
            <>
              {narrow && table}
              {narrow && (
                <Stats>
                  <OtherCards data={data} />
                </Stats>
              )}
              <Charts data={data} portfolioId={portfolioId} />
              {!narrow && table}
            </>
          )}
        </>
      )}
    </Page>
  )
}

/** How the value came about and where it lies. */
function Charts({ data, portfolioId }: Shown) {
  return (
    <>
      <div className={css.charts}>
        <Section card>
          {data === undefined ? (
            <Skeletons rows={8} />
          ) : (
            <ValueHistory portfolio={portfolioId} ranges={VALUE_RANGES} />
          )}
        </Section>
        <div className={css.aside}>
          <Section title="Asset Allocation" card>
            {data === undefined ? (
              <Skeletons rows={3} />
            ) : (
              <AssetAllocation equity={data.assetAllocation.equity} cash={data.assetAllocation.cash} />
            )}
          </Section>
          <Section card>
            {data === undefined ? (
              <Skeletons rows={6} />
            ) : (
              <SectorPie title="Sectors" sectors={data.sectors} empty="Nothing is held" />
            )}
          </Section>
        </div>
      </div>
      {data !== undefined && (
        <Section card>
          <GainChart by="security" rows={data.holdings.map(({ symbol, pnl }) => ({ symbol, gain: pnl }))} />
        </Section>
      )}
      <DayMovers moves={data === undefined ? undefined : data.dayChange} />
    </>
  )
}

/** The cards that a phone shows first. */
function FirstCards({ data, portfolioId }: Shown) {
  return (
    <>
      <StatCard
        label="Total Value (LKR)"
        loading={data === undefined}
        value={<Amount value={data?.summary.totalValue} />}
        note="Holdings at market"
      />
      <DayChangeCard moves={data === undefined ? undefined : data.dayChange} />
      <TotalReturnCard shown={data?.summary.totalReturn} of={{ portfolioId }} />
    </>
  )
}

function OtherCards({ data }: Pick<Shown, 'data'>) {
  const loading = data === undefined
  const summary = data?.summary
  return (
    <>
      <StatCard
        label="Total Cost (LKR)"
        loading={loading}
        value={<Amount value={summary?.totalCost} />}
        note={
          summary === undefined ? (
            'Without fees'
          ) : (
            <>
              Without fees of <Amount value={summary.totalCharges} />
            </>
          )
        }
      />
      <StatCard
        label="Unrealized Capital Gain (LKR)"
        loading={loading}
        value={<Amount value={summary?.unrealizedGain} signed />}
        note={
          summary === undefined || summary.totalCost === 0 ? (
            'Before fees and cost of funds'
          ) : (
            <>
              Before fees and cost of funds,{' '}
              <Percent value={gainOn(summary.unrealizedGain, summary.totalCost)} decimals={1} signed />.
              Unrealized P&L, after them: <Amount value={summary.unrealizedPnL} signed />
            </>
          )
        }
      />
      <StatCard
        label="Cash Balance (LKR)"
        loading={loading}
        value={<Amount value={summary?.cashBalance} />}
        note="Cash at bank, by the books"
      />
      <StatCard
        label="Holdings"
        loading={loading}
        value={(summary?.numberOfPositions ?? 0).toLocaleString('en-LK')}
        note="Securities held"
      />
    </>
  )
}

function Unpriced({ holdings }: { holdings: readonly Holding[] }) {
  const symbols = holdings.filter(({ unpriced }) => unpriced).map(({ symbol }) => symbol)
  const count = symbols.length
  if (count === 0) return null
  return (
    <Banner tone="warning">
      {count === 1 ? '1 holding has no price and is' : `${count} holdings have no price and are`} valued at
      cost. <AtCostNote symbols={symbols} />
      <TabButton size="compact-sm" variant="default" to={['Valuation and MTM', 'Market Price Feed']}>
        Enter prices
      </TabButton>
    </Banner>
  )
}
