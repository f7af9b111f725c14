import { DebitCredit, DebitCreditHead, DebitCreditTotal } from '../../../ui/DebitCredit.tsx'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { averageOf } from '../form/figures.ts'
import type { TradePreview } from './useAuthorization.ts'

/** The ledger lines a trade will post, with their totals. */
export function PostingsTable({ postings }: { postings: TradePreview['postings'] }) {
  return (
    <SmallTable label="Ledger lines">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Account</th>
          <th scope="col" data-optional>
            Type
          </th>
          <DebitCreditHead />
        </tr>
      </thead>
      <tbody>
        {postings.map((line, index) => (
          <tr key={index}>
            <td>
              <DateText value={line.date} />
            </td>
            <td data-wrap>
              {line.account_code} {line.account_name}
            </td>
            <td data-optional>{line.transaction_type}</td>
            <DebitCredit debit={line.debit} credit={line.credit} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <td data-optional />
          <DebitCreditTotal lines={postings} />
        </tr>
      </tfoot>
    </SmallTable>
  )
}

/** The holding before and after the trade. */
export function PositionChange({ position }: { position: TradePreview['position'] }) {
  const { before, after } = position
  const average = (held: typeof before) => averageOf(held.cost, held.quantity)
  const rows = [
    [
      'Shares held',
      <Quantity key="b" value={before.quantity} />,
      <Quantity key="a" value={after.quantity} />,
    ],
    ['Cost (LKR)', <Amount key="b" value={before.cost} />, <Amount key="a" value={after.cost} />],
    [
      'Average price (LKR)',
      <Price key="b" value={average(before)} />,
      <Price key="a" value={average(after)} />,
    ],
    [
      'Charges carried (LKR)',
      <Amount key="b" value={before.charges} />,
      <Amount key="a" value={after.charges} />,
    ],
  ] as const
  return (
    <SmallTable label="Holding">
      <thead>
        <tr>
          <th scope="col">Holding</th>
          <th scope="col" data-right>
            Before
          </th>
          <th scope="col" data-right>
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, old, next]) => (
          <tr key={label}>
            <td>{label}</td>
            <td data-right>{old}</td>
            <td data-right>{next}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
