import { DebitCredit, DebitCreditHead, DebitCreditTotal } from '../../../ui/DebitCredit.tsx'
import { DateText } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
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
