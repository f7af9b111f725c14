import type { SettlementsActed } from '@em/contract/settlements/settlements'
import { PostingLines } from '../../../ui/PostingLines.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { Skeletons } from '../../../ui/States.tsx'
import css from './Confirm.module.css'

/** The ledger's postings, before the save. */
export function Postings({ preview }: { preview: SettlementsActed | null }) {
  if (preview === null) return <Skeletons rows={2} />
  if (preview.postings.length === 0) {
    return <p className={css.quiet}>The ledger already shows this: nothing is posted.</p>
  }
  return (
    <SmallTable label="Ledger lines to be posted" tall>
      <PostingLines lines={preview.postings} />
    </SmallTable>
  )
}
