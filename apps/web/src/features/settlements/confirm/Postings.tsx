import type { SettlementsActed } from '@em/contract/books/settlements'
import { DebitCredit, DebitCreditHead } from '../../../ui/DebitCredit.tsx'
import { DateText } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { Skeletons } from '../../../ui/States.tsx'
import css from './Confirm.module.css'

/** What the ledger will do, before it is saved. */
export function Postings({ preview }: { preview: SettlementsActed | null }) {
  if (preview === null) return <Skeletons rows={2} />
  if (preview.postings.length === 0) {
    return <p className={css.quiet}>The ledger already shows this: nothing is posted.</p>
  }
  return (
    <SmallTable label="Ledger lines to be posted" tall>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Account</th>
          <DebitCreditHead />
        </tr>
      </thead>
      <tbody>
        {preview.postings.map((line, place) => (
          <tr key={place}>
            <td>
              <DateText value={line.date} />
            </td>
            <td data-wrap>
              {line.account_code} {line.account_name}
            </td>
            <DebitCredit debit={line.debit} credit={line.credit} />
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
