/**
 * What a correction leaves on an account whose balance a mapping had moved follows that balance: a reversal takes back the very
 * lines that it reverses, and the difference moves on the day of the mapping's move.
 */
import { MAPPED_FROM_START } from '@em/core/ledger/role-book'
import type { PostingRole } from '@em/core/ledger/roles'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import { MOVED } from '../ledger/entry-kind.queries.ts'
import { accountOfRole } from '../ledger/posting/accounts-of-roles.queries.ts'
import { type EntryToPost, postEntries } from '../ledger/posting/post-entries.commands.ts'
import { infoOf, moveEntry } from './gl-mappings.moves.ts'

const IN_FORCE = `h.reversal_of IS NULL AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)`
const MAPPED = accountOfRole('m.role', 'm.portfolio_id', 'm.bank', 'm.day')

// Entries caused by a trade other than their own, as the index of them has it.
const MOVED_BY_TRADE = "h.cause_kind = 'trade' AND h.cause_id IS DISTINCT FROM h.trade_id"
// moves: what mappings moved away from an account, on which day (the amounts that a correction moved are no such).
// family: the entries of the trades (`trades`) with what was moved for them, and the entries named (`entries`); `since` is the day each belongs to.
// pending: their lines that no move of the mapping took along, as they were recorded after it. A reversal goes with the move that
// took along what it reverses.
// flow: where each goes, from move to move; what was moved for a trade before counts against it.
const TO_MOVE = statement(
  'gl-mappings.to-move-along',
  `WITH RECURSIVE moves AS MATERIALIZED (
     SELECT h.id, h.entry_date AS day, l.account_id AS from_id, l.role, coalesce(l.portfolio_id, 0) AS portfolio_id,
            coalesce(l.settlement_account_id, 0) AS bank
       FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.line_no % 2 = 0
      WHERE h.trade_id IS NULL AND h.reference = '${MOVED}' AND h.kind = 'event' AND l.role <> 'suspense' AND ${IN_FORCE}
        AND EXISTS (SELECT FROM gl_mappings WHERE effective_from > '${MAPPED_FROM_START}' OR portfolio_id <> 0 OR settlement_account_id <> 0)),
   family AS MATERIALIZED (
     SELECT h.id, coalesce(o.moved_from, o.entry_date, h.moved_from, h.entry_date) AS since,
            o.id AS original, o.entry_date AS original_day, coalesce(h.trade_id, CASE WHEN h.cause_kind = 'trade' THEN h.cause_id END) AS trade_id
       FROM journal_entries h LEFT JOIN journal_entries o ON o.id = h.reversal_of
      WHERE EXISTS (SELECT FROM moves)
        AND (h.trade_id = ANY (:trades::bigint[]) OR h.id = ANY (:entries::bigint[])
             OR (${MOVED_BY_TRADE} AND h.cause_id = ANY (:trades) AND h.trade_id IS NULL AND h.kind = 'correction' AND h.reference = '${MOVED}'
                 AND ${IN_FORCE}))),
   pending AS (
     SELECT f.trade_id,
            coalesce((SELECT m.day FROM moves m
                       WHERE m.from_id = l.account_id AND m.portfolio_id = coalesce(l.portfolio_id, 0)
                         AND m.bank = coalesce(l.settlement_account_id, 0) AND m.day >= f.original_day AND m.id > f.original
                       ORDER BY m.id LIMIT 1), f.since) AS since, l.entry_date AS day, l.account_id, coalesce(l.portfolio_id, 0) AS portfolio_id,
            coalesce(l.settlement_account_id, 0) AS bank, sum(l.debit - l.credit) AS net
       FROM family f JOIN journal_lines l ON l.entry_id = f.id
      WHERE NOT EXISTS (SELECT FROM moves m
                         WHERE m.from_id = l.account_id AND m.portfolio_id = coalesce(l.portfolio_id, 0)
                           AND m.bank = coalesce(l.settlement_account_id, 0) AND m.day >= l.entry_date AND m.id > f.id)
      GROUP BY 1, 2, 3, 4, 5, 6),
   flow AS (
     SELECT p.*, p.since AS belongs_to, p.account_id AS from_id, ''::text AS role, false AS is_move FROM pending p WHERE p.net <> 0
     UNION ALL
     SELECT f.trade_id, f.since, greatest(f.day, next.day), next.to_id, f.portfolio_id, f.bank, f.net, next.day, f.account_id, next.role, true
       FROM flow f CROSS JOIN LATERAL (
         SELECT m.day, m.role, ${MAPPED} AS to_id FROM moves m
          WHERE m.from_id = f.account_id AND m.portfolio_id = f.portfolio_id AND m.bank = f.bank
            AND (m.day > f.belongs_to OR (NOT f.is_move AND m.day = f.belongs_to)) AND ${MAPPED} <> m.from_id
          ORDER BY m.day, m.id LIMIT 1) next)
   SELECT f.trade_id, t.deal_number, f.day, f.belongs_to, f.role, nullif(f.portfolio_id, 0) AS portfolio_id,
          nullif(f.bank, 0) AS bank, f.from_id, f.account_id AS to_id, a.account_code AS from_code, b.account_code AS to_code,
          sum(f.net) AS net
     FROM flow f LEFT JOIN trades t ON t.id = f.trade_id
     JOIN chart_of_accounts a ON a.id = f.from_id JOIN chart_of_accounts b ON b.id = f.account_id
    WHERE f.is_move
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 HAVING sum(f.net) <> 0
    ORDER BY f.trade_id, f.day, f.role, f.from_id, 6 NULLS FIRST, 7 NULLS FIRST`,
)

// `belongs_to`: the day of the mapping's move; earlier than `day` where that was in a locked period.
type ToMove = Omit<RowOf<typeof TO_MOVE>, 'role'> & { readonly role: PostingRole }

const AT_ONCE = 2_000

/**
 * Moves along what corrections of trades left on accounts whose balances were moved since the trades were recorded; answers the
 * ids of the entries. Comes after all that a correction posts.
 */
export function moveAlong(tx: Transaction, tradeIds: readonly number[], by: RecordedBy): Promise<number[]> {
  return moveAfter(tx, { trades: tradeIds, entries: [] }, by)
}

/** The same for entries of no trade and their reversals, by their ids: those of people, of valuations and of corporate actions. */
export function moveReversalAlong(
  tx: Transaction,
  entryIds: readonly number[],
  by: RecordedBy,
): Promise<number[]> {
  return moveAfter(tx, { trades: [], entries: entryIds }, by)
}

async function moveAfter(
  tx: Transaction,
  of: { readonly trades: readonly number[]; readonly entries: readonly number[] },
  by: RecordedBy,
): Promise<number[]> {
  const rows = (await tx.query(TO_MOVE, { trades: of.trades, entries: of.entries })) as ToMove[]
  const entries = [
    ...Map.groupBy(rows, (row) =>
      [row.trade_id, row.day, row.belongs_to, row.role, row.portfolio_id, row.from_id, row.to_id].join(' '),
    ).values(),
  ].map(entryOf)
  const ids: number[] = []
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    ids.push(
      ...(await postEntries(
        tx,
        entries.slice(from, from + AT_ONCE),
        { kind: 'person', id: by.recordedBy },
        by,
      )),
    )
  }
  return ids
}

function entryOf(rows: readonly ToMove[]): EntryToPost {
  const [row] = rows as [ToMove, ...ToMove[]]
  const what = row.deal_number === null ? 'correction' : `correction of ${row.deal_number}`
  return {
    ...moveEntry({
      role: row.role,
      day: row.day,
      portfolioId: row.portfolio_id,
      accounts: { from: row.from_id, to: row.to_id },
      description: `${infoOf(row.role).label}: ${what} moved from ${row.from_code} to ${row.to_code}`,
      parts: rows.map((part) => ({ net: decimalOf(part.net, MONEY_SCALE), bank: part.bank })),
    }),
    kind: 'correction',
    ...(row.trade_id !== null && { cause: { kind: 'trade' as const, id: row.trade_id } }),
    ...(row.belongs_to !== row.day && { belongsTo: row.belongs_to }),
  }
}
