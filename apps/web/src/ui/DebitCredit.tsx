import { sumOf } from './grid/columns.ts'
import { Amount } from './Numbers.tsx'

interface Sides {
  readonly debit: number
  readonly credit: number
}

/** The last two cells of a table's head, where its rows end with `DebitCredit`. */
export function DebitCreditHead() {
  return (
    <>
      <th scope="col" data-right>
        Debit (LKR)
      </th>
      <th scope="col" data-right>
        Credit (LKR)
      </th>
    </>
  )
}

/** The two sides of a ledger line as cells; the one that is zero stays empty. */
export function DebitCredit({ debit, credit }: Sides) {
  return (
    <>
      <td data-right>{debit === 0 ? null : <Amount value={debit} />}</td>
      <td data-right>{credit === 0 ? null : <Amount value={credit} />}</td>
    </>
  )
}

/** The totals of the lines, side by side, exactly. */
export function DebitCreditTotal({ lines }: { lines: readonly Sides[] }) {
  return (
    <>
      <td data-right>
        <Amount value={sumOf(lines.map((line) => line.debit))} />
      </td>
      <td data-right>
        <Amount value={sumOf(lines.map((line) => line.credit))} />
      </td>
    </>
  )
}
