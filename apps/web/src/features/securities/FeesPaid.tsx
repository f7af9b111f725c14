import type { SecurityPage, SecuritySide } from '@em/contract/securities/security'
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

/** The totals of purchases and sales, with the six fees. Side by side, nothing is cut on a phone. */
export function FeesPaid({ page: { bought, sold, symbol } }: { page: SecurityPage }) {
  if (bought.trades + sold.trades === 0) return null
  const counts = [
    ['trades', 'Trades'],
    ['quantity', 'Shares'],
  ] as const
  const amounts = [['gross', 'Gross (LKR)'], ...FEES, ['fees', 'Fees (LKR)'], ['net', 'Net (LKR)']] as const
  return (
    <Section title="Turnover and fees">
      <SmallTable label={`Turnover and fees of ${symbol}`}>
        <thead>
          <tr>
            <th scope="col"> </th>
            <th scope="col" data-right>
              Bought
            </th>
            <th scope="col" data-right>
              Sold
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map(([name, label]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td data-right>
                <Quantity value={bought[name]} />
              </td>
              <td data-right>
                <Quantity value={sold[name]} />
              </td>
            </tr>
          ))}
          {amounts.map(([name, label]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td data-right>
                <Amount value={bought[name]} />
              </td>
              <td data-right>
                <Amount value={sold[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Section>
  )
}
