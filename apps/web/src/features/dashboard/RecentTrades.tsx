import type { dashboard } from '@em/contract/dashboard/dashboard'
import type { Reply } from '@em/contract/kit/route'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Amount, DateText, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SettlementStatus } from '../../ui/SettlementStatus.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import css from './Dashboard.module.css'

type Trade = Reply<typeof dashboard>['recent'][number]

interface RecentTradesProps {
  /** Undefined while loading. */
  trades: readonly Trade[] | undefined
  failed: boolean
  onRetry: () => void
}

/** The ten most recent buys and sells of all portfolios that the person sees, newest trade date first. */
export function RecentTrades({ trades, failed, onRetry }: RecentTradesProps) {
  return (
    <Section
      title="Recent Transactions"
      card
      actions={<span className={css.quiet}>{useAllPortfolios()}, newest trade date first</span>}
    >
      {trades === undefined && failed && (
        <ErrorState title="Failed to load transaction data" onRetry={onRetry} />
      )}
      {trades === undefined && !failed && <Skeletons rows={10} height={16} />}
      {trades?.length === 0 && <EmptyState title="No transactions recorded yet" />}
      {trades !== undefined && trades.length > 0 && (
        <div className={css.scroll} tabIndex={0} role="region" aria-label="Recent transactions">
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Trade Date</th>
                <th scope="col">Type</th>
                <th scope="col">Security</th>
                <th scope="col" className={css.wide}>
                  Portfolio
                </th>
                <th scope="col" className={`${css.right} ${css.wide}`}>
                  Quantity
                </th>
                <th scope="col" className={`${css.right} ${css.wide}`}>
                  Price <span className={css.unit}>LKR</span>
                </th>
                <th scope="col" className={css.right}>
                  Net Value <span className={css.unit}>LKR</span>
                </th>
                <th scope="col" className={css.wide}>
                  Status
                </th>
              </tr>
            </thead>
            <tbody>
              {trades.map((trade) => (
                <tr key={trade.id}>
                  <td>
                    <DateText value={trade.trade_date} />
                  </td>
                  <td>
                    <span className={css.side} data-side={trade.side}>
                      {trade.side === 'buy' ? 'Buy' : 'Sell'}
                    </span>
                  </td>
                  <td title={trade.company_name}>
                    <SecurityLink symbol={trade.symbol} />
                  </td>
                  <td className={`${css.ellipsis} ${css.wide}`} title={trade.portfolio}>
                    {trade.portfolio}
                  </td>
                  <td className={`${css.right} ${css.wide}`}>
                    <Quantity value={trade.quantity} />
                  </td>
                  <td className={`${css.right} ${css.wide}`}>
                    <Price value={trade.price} />
                  </td>
                  <td className={css.right}>
                    <Amount value={trade.net_value} decimals={0} />
                  </td>
                  <td className={css.wide}>
                    <SettlementStatus word={trade.status} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
