import type { RealizedData } from '@em/contract/realized/realized'
import { sumOf } from '../../ui/grid/columns.ts'
import { Amount } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import css from './Realized.module.css'

/** Capital gains by holding period. Nothing is said of what is taxed. */
export function TaxFigures({ summary }: { summary: RealizedData['taxSummary'] }) {
  const rows = [
    ['Up to 365 days (short term)', summary.shortTermGains, summary.shortTermLosses],
    ['More than 365 days (long term)', summary.longTermGains, summary.longTermLosses],
  ] as const
  const gains = sumOf([summary.shortTermGains, summary.longTermGains])
  const losses = sumOf([summary.shortTermLosses, summary.longTermLosses])
  return (
    <Section title="By holding period">
      <SmallTable label="Capital gains by holding period">
        <thead>
          <tr>
            <th scope="col">Holding period</th>
            <th scope="col" data-right>
              Gains (LKR)
            </th>
            <th scope="col" data-right>
              Losses (LKR)
            </th>
            <th scope="col" data-right>
              Net (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, gain, loss]) => (
            <tr key={label}>
              <td>{label}</td>
              <td data-right>
                <Amount value={gain} signed />
              </td>
              <td data-right>
                <Amount value={loss} signed />
              </td>
              <td data-right>
                <Amount value={sumOf([gain, loss])} signed />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Net realized capital gain</td>
            <td data-right>
              <Amount value={gains} signed />
            </td>
            <td data-right>
              <Amount value={losses} signed />
            </td>
            <td data-right>
              <Amount value={sumOf([gains, losses])} signed />
            </td>
          </tr>
        </tfoot>
      </SmallTable>
      <p className={css.note}>
        Before fees and cost of funds. The holding period of a sale is that of its lots, weighted by their
        shares.
      </p>
    </Section>
  )
}
