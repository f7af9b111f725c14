import type { SettlementsActed } from '@em/contract/books/settlements'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Skeletons } from '../../ui/States.tsx'
import css from './Settlements.module.css'

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
          <th scope="col" data-right>
            Debit (LKR)
          </th>
          <th scope="col" data-right>
            Credit (LKR)
          </th>
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
            <td data-right>{line.debit === 0 ? '' : <Amount value={line.debit} />}</td>
            <td data-right>{line.credit === 0 ? '' : <Amount value={line.credit} />}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
