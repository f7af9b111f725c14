/** Which tags the senders of FIX messages use, as their FIX sessions say: also of files, whose session need never be started. */
import { type DropCopyTags, sessionKey, type TagsOfSenders, USUAL_TAGS } from '@em/core/documents/drop-copy'
import { type Queryable, statement } from '../../../platform/database/database.ts'

// Of two sessions between the same CompIDs the active and newer one counts.
const TAGS = statement(
  'documents.drop-copy-tags',
  `SELECT target, sender, account_tag, contract_tag, foreign_from FROM fix_sessions ORDER BY is_active, id`,
)

export async function tagsOfSenders(db: Queryable): Promise<TagsOfSenders> {
  const rows = await db.query(TAGS)
  return Object.fromEntries(
    rows.map(({ target, sender, account_tag, contract_tag, foreign_from }) => [
      sessionKey(target, sender),
      {
        account: account_tag ?? USUAL_TAGS.account,
        contractNumber: contract_tag ?? USUAL_TAGS.contractNumber,
        foreign: (foreign_from as DropCopyTags['foreign'] | null) ?? USUAL_TAGS.foreign,
      },
    ]),
  )
}
