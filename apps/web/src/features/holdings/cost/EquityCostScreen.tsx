import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import { holdings } from '@em/contract/holdings/holdings'
import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { counted } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { symbolColumn } from '../../../links/symbol-column.tsx'
import { TabButton } from '../../../links/TabButton.tsx'
import { goTo } from '../../../links/tabs.ts'
import { count, date, money, price } from '../../../ui/grid/amount-column.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { held } from '../money-columns.ts'
import { NoPortfolio, PortfolioAndDate, usePortfolioAndDate } from '../PortfolioAndDate.tsx'
import { type HoldingCost, holdingCosts, type LotRow, lotRows } from './lot-rows.ts'

const lotColumns: Column<LotRow>[] = [
  { id: 'company', header: 'Company', value: (row) => row.company, width: 200, phone: false },
  symbolColumn({ width: 114, whole: true, phone: true }),
  date('date', 'Trade Date', (row) => row.tradeDate, { width: 106, phone: true }),
  date('settles', 'Settlement Date', (row) => row.settlementDate, { width: 130, hidden: true }),
  count('days', 'Days Held', (row) => row.days, {
    width: 72,
    phone: false,
    hint: 'From the trade date to the date shown',
  }),
  price('price', 'Price', (row) => row.price, { width: 100, phone: false }),
  count('left', 'Left', (row) => row.left, { total: 'sum', width: 96, phone: true }),
  held('cost', (row) => row.cost, {
    width: 112,
    phone: true,
    hint: 'What the shares that are left of the lot cost, without fees',
  }),
  held('charges', (row) => row.charges, { width: 96, phone: false }),
  price('each', 'Cost per Share', (row) => row.costPerShare, {
    width: 100,
    phone: false,
    hint: '(Cost value + charges) / shares left',
  }),
  price('market', 'Market Price', (row) => row.marketPrice, { width: 100, phone: false }),
  count('bought', 'Bought', (row) => row.bought, { width: 96, phone: false }),
  { id: 'deal', header: 'Deal Number', value: (row) => row.deal, width: 190, whole: true, phone: false },
  { id: 'contract', header: 'Contract Number', value: (row) => row.contract, width: 130, phone: false },
]

const holdingColumns: Column<HoldingCost>[] = [
  { id: 'company', header: 'Company', value: (row) => row.company, width: 220, phone: false },
  symbolColumn({ width: 116, whole: true, phone: true }),
  count('quantity', 'Quantity', (row) => row.quantity, { width: 110, phone: true }),
  count('lots', 'Lots', (row) => row.lots, { total: 'sum', width: 76, phone: false }),
  money('cost', 'Cost in the Books', (row) => row.cost, {
    total: 'sum',
    width: 160,
    phone: true,
    hint: 'By the costing method of the portfolio, without fees',
  }),
  held('charges', (row) => row.charges, { width: 130, phone: false }),
  money('lot-cost', 'Cost of the Lots', (row) => row.lotCost, {
    total: 'sum',
    width: 160,
    phone: false,
    hint: 'What is left of each lot at its own price',
  }),
  money('difference', 'Difference', (row) => row.difference, {
    total: 'sum',
    width: 140,
    phone: false,
    hint: 'Not zero where sales take the average cost: the lots keep their own prices',
  }),
]

const BY = [
  { value: 'lot', label: 'By lot' },
  { value: 'security', label: 'By security' },
]

/** Equity Cost: what a portfolio's shares cost, by lot and by security, on any date. */
export default function EquityCostScreen() {
  const of = usePortfolioAndDate()
  const { chosen, asOf } = of
  const [by, setBy] = useState('lot')
  const query = useRoute(
    holdings.costByLot,
    { params: { id: chosen?.portfolioId ?? '' }, query: asOf === '' ? {} : { asOf } },
    { enabled: chosen !== undefined, keepPrevious: true },
  )
  const answer = query.isPlaceholderData ? undefined : query.data
  const lots = useMemo(() => (answer === undefined ? undefined : lotRows(answer)), [answer])
  const costs = useMemo(() => (answer === undefined ? undefined : holdingCosts(answer)), [answer])
  const refresh = () => void query.refetch()
  const title = `Equity Cost ${chosen?.portfolioId ?? ''} ${asOf === '' ? today() : asOf}`
  const common = {
    totalsLabel: 'Portfolio Totals',
    error: query.isError
      ? { title: 'Failed to load the cost', message: messageOf(query.error, ''), onRetry: refresh }
      : null,
    empty: (
      <EmptyState
        title="No Holdings Data"
        action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
      >
        Nothing was held in this portfolio on this date.
      </EmptyState>
    ),
  }
  return (
    <Page
      title="Equity Cost"
      lead="What a portfolio's shares cost on any date: by lot, and by security as the books carry it."
      actions={chosen !== undefined && <RefreshButton loading={query.isRefetching} onClick={refresh} />}
    >
      <PortfolioAndDate of={of} />
      {chosen === undefined ? (
        <NoPortfolio of={of} shows="The cost of its holdings is then shown, lot by lot." />
      ) : (
        <>
          <Stats>
            <StatCard
              label="Portfolio Costing Method"
              loading={answer === undefined}
              value={
                answer?.costing_method == null
                  ? 'None assigned'
                  : COSTING_METHOD_LABELS[answer.costing_method]
              }
              note={
                answer?.costing_method === 'WAP' || answer?.costing_method == null
                  ? 'Sales take the average cost'
                  : 'Sales take the cost of lots'
              }
            />
            <StatCard
              label="Cost in the Books (LKR)"
              loading={costs === undefined}
              value={<Amount value={sumOf((costs ?? []).map((one) => one.cost))} />}
              note="Without fees"
            />
            <StatCard
              label="Charges (LKR)"
              loading={costs === undefined}
              value={<Amount value={sumOf((costs ?? []).map((one) => one.charges))} />}
              note="Fees of the shares held"
            />
            <StatCard
              label="Open Lots"
              loading={lots === undefined}
              value={lots?.length ?? 0}
              note={`of ${counted(costs?.length ?? 0, 'security', 'securities')}`}
            />
          </Stats>
          <SegmentedControl
            aria-label="Cost"
            data={BY}
            value={by}
            onChange={setBy}
            style={{ alignSelf: 'flex-start' }}
          />
          {by === 'lot' ? (
            <DataGrid
              id="equity-cost-lots"
              title={`${title} by lot`}
              noun="lots"
              rows={lots}
              columns={lotColumns}
              rowKey={(row) => row.id}
              onOpen={(row) =>
                row.isOpening
                  ? goTo('Accounting Entries', 'Opening Balances', { portfolio: chosen.portfolioId })
                  : goTo('Trade Capture', 'Transactions', { trade: String(row.id) })
              }
              {...common}
            />
          ) : (
            <DataGrid
              id="equity-cost-securities"
              title={`${title} by security`}
              noun="securities"
              rows={costs}
              columns={holdingColumns}
              rowKey={(row) => row.symbol}
              {...common}
            />
          )}
        </>
      )}
    </Page>
  )
}
