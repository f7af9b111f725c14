import { DebitCredit, DebitCreditHead } from './DebitCredit.tsx'
import { DateText } from './Numbers.tsx'

interface PostingLinesProps {
  lines: readonly {
    readonly date: string
    readonly account_code: string
    readonly account_name: string
    readonly debit: number
    readonly credit: number
    readonly transaction_type?: string
  }[]
  /** Shows their transaction types, where there is room. */
  typed?: boolean
}

/** The head and the rows of a table of ledger lines that a write would post. */
export function PostingLines({ lines, typed = false }: PostingLinesProps) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Account</th>
          {typed && (
            <th scope="col" data-optional>
              Type
            </th>
          )}
          <DebitCreditHead />
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>
              <DateText value={line.date} />
            </td>
            <td data-wrap>
              {line.account_code} {line.account_name}
            </td>
            {typed && <td data-optional>{line.transaction_type}</td>}
            <DebitCredit debit={line.debit} credit={line.credit} />
          </tr>
        ))}
      </tbody>
    </>
  )
}
