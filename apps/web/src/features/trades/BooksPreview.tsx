import { sumOf } from '../../ui/grid/columns.ts'
import { Amount, DateText, Price, Quantity } from '../../ui/Numbers.tsx'
import { averageOf } from './figures.ts'
import css from './trades.module.css'
import type { TradePreview } from './useAuthorization.ts'

/** The ledger lines a trade will post, with their totals. */
export function PostingsTable({ postings }: { postings: TradePreview['postings'] }) {
  return (
    <div className={css.tableFrame} tabIndex={0} role="region" aria-label="Ledger lines">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Account</th>
            <th scope="col" className={css.optional}>
              Type
            </th>
            <th scope="col" className={css.right}>
              Debit (LKR)
            </th>
            <th scope="col" className={css.right}>
              Credit (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {postings.map((line, index) => (
            <tr key={index}>
              <td>
                <DateText value={line.date} />
              </td>
              <td className={css.wrap}>
                {line.account_code} {line.account_name}
              </td>
              <td className={css.optional}>{line.transaction_type}</td>
              <td className={css.right}>{line.debit === 0 ? null : <Amount value={line.debit} />}</td>
              <td className={css.right}>{line.credit === 0 ? null : <Amount value={line.credit} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td className={css.optional} />
            <td className={css.right}>
              <Amount value={sumOf(postings.map((line) => line.debit))} />
            </td>
            <td className={css.right}>
              <Amount value={sumOf(postings.map((line) => line.credit))} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
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
    <div className={css.tableFrame}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Position</th>
            <th scope="col" className={css.right}>
              Before
            </th>
            <th scope="col" className={css.right}>
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, old, next]) => (
            <tr key={label}>
              <td>{label}</td>
              <td className={css.right}>{old}</td>
              <td className={css.right}>{next}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
