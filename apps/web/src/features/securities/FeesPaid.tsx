import type { SecurityPage, SecuritySide } from '@em/contract/books/security'
import { Amount, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'

const FEES = [
  ['brokerage', 'Brokerage'],
  ['cse_fees', 'CSE Fees'],
  ['cds_fees', 'CDS Fees'],
  ['clearing_fees', 'Clearing Fees'],
  ['sec', 'SEC'],
  ['stl', 'STL'],
] as const satisfies readonly (readonly [keyof SecuritySide, string])[]

/** What was bought and sold in all, with the six fees. */
export function FeesPaid({ page: { bought, sold, symbol } }: { page: SecurityPage }) {
  if (bought.trades + sold.trades === 0) return null
  const rows = [
    ['Bought', bought],
    ['Sold', sold],
  ] as const
  return (
    <Section title="Turnover and fees">
      <SmallTable label={`Turnover and fees of ${symbol}`}>
        <thead>
          <tr>
            <th> </th>
            <th data-right>Trades</th>
            <th data-right data-optional>
              Shares
            </th>
            <th data-right>Gross (LKR)</th>
            {FEES.map(([name, label]) => (
              <th key={name} data-right data-optional>
                {label}
              </th>
            ))}
            <th data-right>Fees (LKR)</th>
            <th data-right data-optional>
              Net (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, side]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-right>
                <Quantity value={side.trades} />
              </td>
              <td data-right data-optional>
                <Quantity value={side.quantity} />
              </td>
              <td data-right>
                <Amount value={side.gross} />
              </td>
              {FEES.map(([name]) => (
                <td key={name} data-right data-optional>
                  <Amount value={side[name]} />
                </td>
              ))}
              <td data-right>
                <Amount value={side.fees} />
              </td>
              <td data-right data-optional>
                <Amount value={side.net} />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Section>
  )
}
