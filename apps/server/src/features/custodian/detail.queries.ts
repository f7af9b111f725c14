/** A file line by line, held against the books as they are now. */
import type { CustodianMessageDetail } from '@em/contract/custodian/custodian'
import type { Queryable } from '../../platform/database/database.ts'
import { confirmationsOf } from './confirmations.queries.ts'
import { cancelledStatements, factsOf, notesOf } from './facts.queries.ts'
import { fileById } from './files.queries.ts'
import { holdingsOf } from './holdings.queries.ts'

/** @throws Refusal `record.missing` (404). */
export async function detailOf(db: Queryable, id: number): Promise<CustodianMessageDetail> {
  const file = await fileById(db, id)
  const facts = await factsOf(db, id)
  const holdings = await holdingsOf(db, facts, await notesOf(db, id))
  const confirmations = await confirmationsOf(db, facts)
  return {
    ...file,
    lines: [...holdings.lines, ...confirmations],
    incomplete: [...holdings.incomplete],
    changed_accounts: [...holdings.changed],
    cancelled: await cancelledStatements(db, id),
  }
}
