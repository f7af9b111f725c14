/** Withdrawing a change of the mapping before its effective date. */
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import { refuseField } from '../../platform/refusal.ts'
import { IS_MOVE } from '../ledger/entry-kind.queries.ts'
import { accountOfRole } from '../ledger/posting/accounts-of-roles.queries.ts'
import { reverseEntries } from '../ledger/posting/reversals.commands.ts'
import {
  type Asked,
  effectiveAt,
  holdMapping,
  keepMapping,
  keyOf,
  latestOf,
  refuseBefore,
  roleScopeOf,
} from './gl-mappings.commands.ts'
import { codeOf, infoOf, openItems, postMoves, type Who } from './gl-mappings.moves.ts'
import type { RoleScope } from './gl-mappings.queries.ts'

// The accounts that rows of exactly this scope and day named.
const NAMED = statement(
  'gl-mappings.named',
  `SELECT DISTINCT account_id FROM gl_mappings
    WHERE role = :role AND portfolio_id = :portfolioId AND settlement_account_id = :settlementAccountId AND effective_from = :from::date AND account_id IS NOT NULL`,
)
// Lines of the day and later on those accounts, where the role goes to another account now: of an exception that stays, none.
const MISPLACED = `journal_lines l JOIN journal_entries h ON h.id = l.entry_id
    CROSS JOIN LATERAL (SELECT ${accountOfRole('l.role', 'coalesce(l.portfolio_id, 0)', 'coalesce(l.settlement_account_id, 0)', 'coalesce(h.moved_from, l.entry_date)')} AS id) target
    WHERE l.account_id = ANY (:accounts::bigint[]) AND l.role = :role AND l.entry_date >= :from::date AND target.id <> l.account_id
      AND (:portfolioId::bigint = 0 OR l.portfolio_id = :portfolioId) AND (:settlementAccountId::bigint = 0 OR l.settlement_account_id = :settlementAccountId)`
const MOVES = statement(
  'gl-mappings.moves-to-reverse',
  `SELECT DISTINCT h.id FROM ${MISPLACED}
      AND ${IS_MOVE} AND h.reversal_of IS NULL
      AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id) ORDER BY h.id`,
)
const POSTED = statement(
  'gl-mappings.posted-ahead',
  `SELECT m.*, p.portfolio_id AS portfolio_code
     FROM (SELECT l.account_id AS from_id, target.id AS to_id, l.portfolio_id, l.settlement_account_id, l.entry_date AS day,
                  sum(l.debit - l.credit) AS net
             FROM ${MISPLACED} GROUP BY 1, 2, 3, 4, 5 HAVING sum(l.debit - l.credit) <> 0) m
     LEFT JOIN portfolios p ON p.id = m.portfolio_id
    ORDER BY m.day, m.portfolio_id NULLS FIRST, m.settlement_account_id NULLS FIRST`,
)

/**
 * Withdraws the last change of a scope while its effective date (named, as the list shows it) is to come: a row of that day puts
 * what held before in its place, the entries that moved balances for it are reversed on their days, and what was posted to its
 * account for later days moves back.
 * @throws Refusal `mapping.in-force` from its effective date on, `mapping.later-change` while another change follows it,
 *   `record.missing` where no change begins on the day, and for unknown portfolios and settlement accounts.
 */
export async function withdrawMapping(
  tx: Transaction,
  asked: Asked & { readonly effective_from: string },
  who: Who,
) {
  await holdMapping(tx)
  const mapped = await roleScopeOf(tx, asked)
  const from = asked.effective_from
  const latest = await latestOf(tx, mapped)
  refuseBefore(latest, mapped, from)
  if (latest?.effective_from !== from) {
    throw refuseField('record.missing', 'effective_from', { what: 'The planned mapping' })
  }
  if (from <= who.today) {
    throw refuseField('mapping.in-force', 'effective_from', { role: infoOf(mapped.role).label, date: from })
  }
  const named = await tx.query(NAMED, {
    role: mapped.role,
    portfolioId: mapped.portfolioId,
    settlementAccountId: mapped.settlementAccountId,
    from,
  })
  const accounts = new Set([...named.map((row) => row.account_id), await effectiveAt(tx, mapped, from)])
  await keepMapping(tx, mapped, { account: latest.account_before, from }, who.by.recordedBy)
  const { reversed, moved } = await takeBack(tx, mapped, [...accounts], from, who.by)
  return {
    answer: { success: true as const, reversed, moved },
    audit: {
      action: 'gl-mappings.withdraw',
      entity: 'gl-mapping',
      entityId: keyOf(mapped),
      before: { account_code: await codeOrNone(tx, latest.account_id), effective_from: from },
      after: { account_code: await codeOrNone(tx, latest.account_before), reversed, moved: moved.length },
    },
  }
}

const codeOrNone = async (tx: Transaction, id: number | null) => (id === null ? null : codeOf(tx, id))

async function takeBack(
  tx: Transaction,
  mapped: RoleScope,
  accounts: readonly number[],
  from: string,
  by: RecordedBy,
) {
  const { role, portfolioId, settlementAccountId } = mapped
  const values = { accounts, role, portfolioId, settlementAccountId, from }
  const moves = await tx.query(MOVES, values)
  await reverseEntries(
    tx,
    moves.map(({ id }) => id),
    { ...by, kind: 'event', cause: { kind: 'person', id: by.recordedBy } },
  )
  const posted = await tx.query(POSTED, values)
  const moved: Awaited<ReturnType<typeof postMoves>> = []
  for (const rows of Map.groupBy(posted, (row) => `${row.from_id} ${row.to_id}`).values()) {
    const [{ from_id, to_id }] = rows as [(typeof posted)[number]]
    const ahead = new Set(rows.map((row) => `${row.day} ${row.portfolio_id}`))
    const items = (await openItems(tx, mapped, from_id, from)).filter((item) =>
      ahead.has(`${item.day} ${item.portfolio_id}`),
    )
    moved.push(...(await postMoves(tx, mapped.role, { from: from_id, to: to_id }, { held: rows, items }, by)))
  }
  return { reversed: moves.length, moved }
}
