import type { dashboard } from '@em/contract/dashboard/dashboard'
import type { Reply } from '@em/contract/kit/route'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Percent } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState, Skeletons } from '../../ui/States.tsx'
import css from './Dashboard.module.css'

type Traded = Reply<typeof dashboard>['mostTraded'][number]

/** The five securities bought most often, and the gain of each holding in percent. */
export function MostTraded({ traded }: { traded: readonly Traded[] | undefined }) {
  return (
    <Section title="Most Traded" card actions={<span className={css.quiet}>By number of buys</span>}>
      {traded === undefined && <Skeletons rows={5} height={16} />}
      {traded?.length === 0 && <EmptyState title="No buys recorded yet" />}
      {traded !== undefined && traded.length > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Security</th>
              <th scope="col" className={css.right}>
                Buys
              </th>
              <th scope="col" className={css.right}>
                Gain <span className={css.unit}>%</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {traded.map((one) => (
              <tr key={one.symbol}>
                <td className={css.grow} title={one.company_name}>
                  <SecurityLink symbol={one.symbol} /> <span className={css.quiet}>{one.company_name}</span>
                </td>
                <td className={css.right}>
                  <span className="em-number">{one.buys.toLocaleString('en-LK')}</span>
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
