import { holdings } from '@em/contract/holdings/holdings'
import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { textIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { ALL_PORTFOLIOS } from '../../../lib/last-portfolio.ts'
import { counted } from '../../../lib/numerals.ts'
import { useAllPortfolios } from '../../../lib/portfolio-texts.ts'
import { useRoute } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { AtCostNote, useAtCost } from '../../../links/AtCost.tsx'
import { TabButton } from '../../../links/TabButton.tsx'
import { SecurityFilter } from '../../../registers/FilterChoices.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount, Percent } from '../../../ui/Numbers.tsx'
import { Page, Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { LotsModal } from '../LotsModal.tsx'
import { NoPortfolio, PortfolioAndDate, usePortfolioAndDate } from '../PortfolioAndDate.tsx'
import { isAveraged } from '../rows.ts'
import { useMethod } from '../useMethod.ts'
import { GainsByPosition } from './GainsByPosition.tsx'
import { Overview } from './Overview.tsx'
import { PriceAnalysis } from './PriceAnalysis.tsx'
import {
  type PositionRow,
  positionColumns,
  positionColumnsOfAll,
  positionRows,
  totalsOf,
} from './position-columns.tsx'
import { positionsReport } from './positions-report.ts'
import { TaxSummary } from './TaxSummary.tsx'

/** The tabs by their word in the address; the first has none. */
const TABS = [
  { value: '', label: 'Overview' },
  { value: 'performance', label: 'Performance Analysis' },
  { value: 'prices', label: 'Price Analysis' },
  { value: 'tax', label: 'Tax Summary' },
] as const

/** Mark-to-Market Valuation: what a portfolio is worth on any date, and what each position would come to. */
export default function MtmScreen() {
  const of = usePortfolioAndDate({ withAll: true })
  const { chosen, all, asOf } = of
  const allWords = useAllPortfolios()
  const address = useHashQuery()
  const symbol = textIn(address, 'symbol', 20)
  const { user } = useSession()
  const narrow = useNarrow()
  // Holding periods are of one portfolio.
  const tabs = TABS.filter(({ value }) => value !== 'tax' || chosen !== undefined)
  const tab = tabs.find(({ value }) => value === address.get('tab'))?.value ?? ''
  const [opened, open] = useState<PositionRow | null>(null)
  const lastOpened = useLast(opened)
  const lotsOf = lastOpened?.portfolioId ?? chosen?.portfolioId ?? ''
  const { method } = useMethod(lotsOf)
  const day = asOf === '' ? {} : { asOf }
  const one = useRoute(
    holdings.valued,
    { params: { id: chosen?.portfolioId ?? '' }, query: day },
    { enabled: chosen !== undefined, keepPrevious: true },
  )
  const every = useRoute(holdings.valuedOfAll, { query: day }, { enabled: all, keepPrevious: true })
  const held = all ? every : one
  const named = all ? ALL_PORTFOLIOS : chosen?.portfolioId
  const rows = useMemo(
    () =>
      held.data === undefined || held.isPlaceholderData
        ? undefined
        : positionRows(held.data).filter((row) => symbol === '' || row.symbol === symbol),
    [held.data, held.isPlaceholderData, symbol],
  )
  const refresh = () => void held.refetch()
  const date = asOf === '' ? today() : asOf
  const atCost = useAtCost()
  const report = () =>
    positionsReport(rows ?? [], {
      portfolioId: named ?? '',
      portfolioName: all ? allWords : (chosen?.portfolioName ?? ''),
      all,
      symbol,
      date,
      by: `${user.first_name} ${user.last_name}`.trim(),
      chosen: atCost,
    })
  return (
    <Page
      title="Mark-to-Market Valuation"
      lead="What a portfolio, or all of them, is worth at market on any date, and what selling each position would come to."
      actions={
        named !== undefined && (
          <>
            <ReportButtons report={report} disabled={rows === undefined || rows.length === 0} />
            <RefreshButton loading={held.isRefetching} onClick={refresh} />
          </>
        )
      }
    >
      <PortfolioAndDate of={of}>
        <SecurityFilter value={symbol} onChange={(to) => changeHashQuery({ symbol: to })} />
      </PortfolioAndDate>
      {named === undefined ? (
        <NoPortfolio of={of} shows="Its value, gains and positions are then shown." />
      ) : (
        <>
          <Summary rows={rows} />
          {rows !== undefined && <Unpriced rows={rows} date={date} />}
          {held.isError && held.data !== undefined && (
            <Banner tone="warning">
              Failed to load the positions: {messageOf(held.error, '')} What you see may be out of date.
            </Banner>
          )}
          {symbol === '' && rows !== undefined && rows.length > 0 && (
            <>
              <SegmentedControl
                aria-label="Analysis"
                data={tabs}
                value={tab}
                onChange={(value) => changeHashQuery({ tab: value })}
                orientation={narrow ? 'vertical' : 'horizontal'}
                style={narrow ? {} : { alignSelf: 'flex-start' }}
              />
              {tab === '' && <Overview portfolioId={chosen?.portfolioId ?? null} rows={rows} />}
              {tab === 'performance' && <GainsByPosition rows={rows} />}
              {tab === 'prices' && <PriceAnalysis rows={rows} date={date} />}
              {tab === 'tax' && chosen !== undefined && (
                <TaxSummary portfolioId={chosen.portfolioId} asOf={asOf} />
              )}
            </>
          )}
          <Section title="Position Details">
            <DataGrid
              id="mtm-positions"
              title={`Position Details ${named} ${date}`}
              noun="positions"
              rows={rows}
              columns={all ? positionColumnsOfAll : positionColumns}
              rowKey={(row) => `${row.portfolioId ?? ''} ${row.id}`}
              onOpen={open}
              totalsLabel={all ? 'Totals' : 'Portfolio Totals'}
              exportable={false}
              error={
                held.isError
                  ? {
                      title: 'Failed to load the positions',
                      message: messageOf(held.error, ''),
                      onRetry: refresh,
                    }
                  : null
              }
              empty={
                <EmptyState
                  title="No Holdings Data"
                  action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
                >
                  Nothing was held in {all ? 'any' : 'this'} portfolio on this date.
                  {symbol !== '' && ' Clear the company to see all positions.'}
                </EmptyState>
              }
            />
          </Section>
          <LotsModal
            holding={opened === null ? null : { symbol: opened.symbol, company: opened.companyName }}
            portfolioId={lotsOf}
            asOf={asOf}
            averaged={isAveraged(method)}
            onClose={() => open(null)}
          />
        </>
      )}
    </Page>
  )
}

function Summary({ rows }: { rows: readonly PositionRow[] | undefined }) {
  const loading = rows === undefined
  const totals = totalsOf(rows ?? [])
  return (
    <Stats>
      <StatCard
        label="Market Value (LKR)"
        loading={loading}
        value={<Amount value={totals.value} />}
        note={counted(rows?.length ?? 0, 'position')}
      />
      <StatCard
        label="Cost Value (LKR)"
        loading={loading}
        value={<Amount value={totals.cost} />}
        note={
          <>
            Charges on purchases <Amount value={totals.charges} />
          </>
        }
      />
      <StatCard
        label="Unrealized Capital Gain (LKR)"
        loading={loading}
        value={<Amount value={totals.gain} signed />}
        note={
          <>
            <Percent value={totals.gainPercent} signed /> of cost, before fees
          </>
        }
      />
      <StatCard
        label="Unrealized P&L (LKR)"
        loading={loading}
        value={<Amount value={totals.profitLoss} signed />}
        note={
          <>
            After charges, of them <Amount value={totals.chargesOnSales} /> on sales, and cost of funds of{' '}
            <Amount value={totals.costOfFunds} />
          </>
        }
      />
    </Stats>
  )
}

function Unpriced({ rows, date }: { rows: readonly PositionRow[]; date: string }) {
  const { unpriced } = totalsOf(rows)
  if (unpriced === 0) return null
  return (
    <Banner tone="warning">
      {unpriced === 1
        ? '1 position has no price and stands'
        : `${unpriced} positions have no price and stand`}{' '}
      at cost. <AtCostNote symbols={rows.filter((row) => row.unpriced).map(({ symbol }) => symbol)} />
      <TabButton
        size="compact-sm"
        variant="default"
        to={['Valuation and MTM', 'Market Price Feed']}
        query={{ date }}
      >
        Enter prices
      </TabButton>
    </Banner>
  )
}
