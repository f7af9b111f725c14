import { DebitCreditTotal } from '../../../ui/DebitCredit.tsx'
import { PostingLines } from '../../../ui/PostingLines.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import type { TradePreview } from './useAuthorization.ts'

/** The ledger lines a trade will post, with their totals. */
export function PostingsTable({ postings }: { postings: TradePreview['postings'] }) {
  return (
    <SmallTable label="Ledger lines">
      <PostingLines typed lines={postings} />
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
