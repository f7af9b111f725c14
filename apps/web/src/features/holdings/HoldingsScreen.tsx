import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import { holdings } from '@em/contract/holdings/holdings'
import { saleProposals } from '@em/contract/proposals/sale-proposals'
import { transactions } from '@em/contract/trades/transactions'
import { useMemo, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { TabButton } from '../../links/TabButton.tsx'
import { goTo } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { count, money, price } from '../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { AverageCostModal } from '../proposals/AverageCostModal.tsx'
import { SaleProposalModal } from '../proposals/SaleProposalModal.tsx'
import css from './Holdings.module.css'
import { LotsModal } from './LotsModal.tsx'
import { held } from './money-columns.ts'
import { NoPortfolio, PortfolioAndDate, usePortfolioAndDate } from './PortfolioAndDate.tsx'
import { type HoldingRow, holdingRows, isAveraged } from './rows.ts'
import { useMethod } from './useMethod.ts'

const columns: Column<HoldingRow>[] = [
  { id: 'company', phone: false, header: 'Company', value: (row) => row.company, width: 206 },
  {
    id: 'symbol',
    phone: true,
    header: 'Symbol',
    value: (row) => row.symbol,
    cell: (row) => <SecurityLink symbol={row.symbol} />,
    width: 116,
    whole: true,
  },
  count('quantity', 'Net Quantity', (row) => row.quantity, { phone: true, width: 108 }),
  price('average', 'Average Buy Price', (row) => row.averagePrice, {
    phone: false,
    width: 160,
    hint: 'Cost value, fees excluded, divided by the shares held',
  }),
  held('cost', (row) => row.costValue, { phone: false, width: 126 }),
  held('charges', (row) => row.charges, { phone: false, width: 108, hint: 'Buying fees of the shares held' }),
  money('net', 'Net Value', (row) => row.netValue, {
    phone: true,
    total: 'sum',
    width: 126,
    hint: 'Cost value and charges',
  }),
  price('each', 'Cost per Share', (row) => row.costPerShare, {
    width: 140,
    hint: 'Cost value and charges, divided by the shares held',
  }),
]

/** Portfolio Holdings: what one portfolio holds and what it cost, on any date. */
export default function HoldingsScreen() {
  const of = usePortfolioAndDate()
  const { chosen, asOf } = of
  const held = useRoute(
    holdings.valued,
    { params: { id: chosen?.portfolioId ?? '' }, query: asOf === '' ? {} : { asOf } },
    { enabled: chosen !== undefined, keepPrevious: true },
  )
  const rows = useMemo(
    () => (held.data === undefined || held.isPlaceholderData ? undefined : holdingRows(held.data)),
    [held.data, held.isPlaceholderData],
  )
  const { method } = useMethod(chosen?.portfolioId ?? '')
  const [opened, open] = useState<HoldingRow | null>(null)
  const [selling, propose] = useState<HoldingRow | null>(null)
  const [averaging, plan] = useState<HoldingRow | null>(null)
  const refresh = () => void held.refetch()
  return (
    <Page
      title="Portfolio Holdings"
      lead="The holdings of a portfolio at cost, with the lots of each holding."
      actions={
        chosen !== undefined && (
          <>
            <TabButton
              variant="default"
              to={['Portfolio Monitoring', 'Rebalancing']}
              query={{ portfolio: chosen.portfolioId }}
            >
              Rebalance
            </TabButton>
            <RefreshButton loading={held.isRefetching} onClick={refresh} />
          </>
        )
      }
    >
      <PortfolioAndDate of={of} />
      {chosen === undefined ? (
        <NoPortfolio of={of} shows="Its costing method and its holdings by company are then shown." />
      ) : (
        <>
          <MethodCard portfolioId={chosen.portfolioId} />
          {held.isError && held.data !== undefined && (
            <Banner tone="warning">
              Failed to load holdings: {messageOf(held.error, '')} What you see may be out of date.
            </Banner>
          )}
          <DataGrid
            id="portfolio-holdings"
            title={`Portfolio Holdings ${chosen.portfolioId}${asOf === '' ? '' : ` as of ${asOf}`}`}
            noun="holdings"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            onOpen={open}
            actions={(row) => [
              { label: 'Show lots', onClick: () => open(row) },
              { label: 'Propose a sale', call: saleProposals.sale, onClick: () => propose(row) },
              { label: 'Plan the average cost', call: saleProposals.average, onClick: () => plan(row) },
              {
                label: 'Show transactions',
                call: transactions.list,
                onClick: () =>
                  goTo('Trade Capture', 'Transactions', {
                    portfolio: chosen.portfolioId,
                    symbol: row.symbol,
                  }),
              },
            ]}
            totalsLabel="Portfolio Totals"
            error={
              held.isError
                ? { title: 'Failed to load holdings', message: messageOf(held.error, ''), onRetry: refresh }
                : null
            }
            empty={
              <EmptyState
                title="No Holdings Data"
                action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
              >
                No holdings found for this portfolio. Make sure you have transactions recorded for this
                portfolio.
              </EmptyState>
            }
          />
          <SaleProposalModal
            of={selling && { portfolioId: chosen.portfolioId, symbol: selling.symbol }}
            onClose={() => propose(null)}
          />
          <AverageCostModal
            of={averaging && { portfolioId: chosen.portfolioId, symbol: averaging.symbol }}
            onClose={() => plan(null)}
          />
          <LotsModal
            holding={opened}
            portfolioId={chosen.portfolioId}
            asOf={asOf}
            averaged={isAveraged(method)}
            onClose={() => open(null)}
          />
        </>
      )}
    </Page>
  )
}

function MethodCard({ portfolioId }: { portfolioId: string }) {
  const { query, method } = useMethod(portfolioId)
  return (
    <Stats>
      <StatCard
        label="Portfolio Costing Method"
        loading={query.isPending}
        value={
          <span className={css.method}>
            {query.isError
              ? 'Failed to load the costing method'
              : method === undefined
                ? 'No costing method assigned to this portfolio'
                : COSTING_METHOD_LABELS[method]}
          </span>
        }
        {...(method === undefined && query.isSuccess
          ? { note: 'Assign one in Valuation Method before the first sale' }
          : {})}
      />
    </Stats>
  )
}
