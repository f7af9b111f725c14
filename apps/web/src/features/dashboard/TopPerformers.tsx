import type { dashboard } from '@em/contract/dashboard/dashboard'
import type { Reply } from '@em/contract/kit/route'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Amount, Percent } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState, Skeletons } from '../../ui/States.tsx'
import css from './Dashboard.module.css'

type Performer = Reply<typeof dashboard>['topPerformers'][number]

/** The positions with the greatest unrealized capital gain in per cent. */
export function TopPerformers({ performers }: { performers: readonly Performer[] | undefined }) {
  return (
    <Section
      title="Top Performers"
      card
      actions={<span className={css.quiet}>Unrealized capital gain of cost</span>}
    >
      {performers === undefined && <Skeletons rows={5} height={16} />}
      {performers?.length === 0 && <EmptyState title="Nothing that is held has a price" />}
      {performers !== undefined && performers.length > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Security</th>
              <th scope="col" className={css.right}>
                Gain <span className={css.unit}>LKR</span>
              </th>
              <th scope="col" className={css.right}>
                Gain <span className={css.unit}>%</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {performers.map((one) => (
              <tr key={one.symbol}>
                <td className={css.grow} title={one.company_name}>
                  <SecurityLink symbol={one.symbol} /> <span className={css.quiet}>{one.company_name}</span>
                </td>
                <td className={css.right}>
                  <Amount value={one.unrealizedGainLoss} decimals={0} signed />
                </td>
                <td className={css.right}>
                  <Percent value={one.gainLossPercentage} decimals={1} signed />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
