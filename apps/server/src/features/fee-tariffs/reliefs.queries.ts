/** On which days intraday relief is in force. */
import { type Queryable, statement } from '../../platform/database/database.ts'

const RELIEFS = statement(
  'fee-reliefs.all',
  'SELECT effective_from, effective_to FROM fee_reliefs ORDER BY effective_from',
)

/** Whether a rule of intraday relief holds on a trade date. */
export async function loadReliefs(db: Queryable): Promise<(date: string) => boolean> {
  const all = await db.query(RELIEFS)
  return (date) =>
    all.some(
      (rule) => rule.effective_from <= date && (rule.effective_to === null || date <= rule.effective_to),
    )
}
