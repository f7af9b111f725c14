/** Moving balances between accounts when the mapping of a role changes. */
import { ROLE_BOOK } from '@em/core/ledger/role-book'
import type { PostingRole } from '@em/core/ledger/roles'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import { refuseField } from '../../platform/refusal.ts'
import { MOVED } from '../ledger/entry-kind.queries.ts'
import { servesFrom } from '../ledger/posting/accounts-of-roles.queries.ts'
import { type EntryToPost, postEntries } from '../ledger/posting/post-entries.commands.ts'
import { clearMoved, lockItemsAlone } from '../suspense/suspense.commands.ts'
import type { RoleScope } from './gl-mappings.queries.ts'

export interface Who {
  readonly today: string
  readonly by: RecordedBy
}

export const infoOf = (role: PostingRole) => {
  const info = ROLE_BOOK.find((one) => one.role === role)
  if (info === undefined) throw new RangeError(`no role ${role}`)
  return info
}

// The other roles of an account on a day or later.
export const OTHERS = statement(
  'gl-mappings.others',
  `SELECT DISTINCT role FROM (${servesFrom(':day::date')}) s WHERE account_id = :account AND role <> :role ORDER BY role`,
)

const BY_ID = statement(
  'gl-mappings.account-by-id',
  'SELECT account_code FROM chart_of_accounts WHERE id = :id',
)
export async function codeOf(tx: Transaction, id: number): Promise<string> {
  return (await tx.query(BY_ID, { id }))[0]?.account_code ?? ''
}

/** What settles against an earlier balance has to find it. */
export const TYPES_TOGETHER = ['Asset', 'Liability']

// Portfolios and settlement accounts with an exception of their own on the day are left out: their postings go elsewhere.
const noneOfItsOwn = (portfolio: string, bank: string, day: string): string =>
  `NOT EXISTS (
        SELECT FROM (
          SELECT DISTINCT ON (m.portfolio_id, m.settlement_account_id) m.account_id FROM gl_mappings m
           WHERE m.role = :role AND (m.portfolio_id, m.settlement_account_id) <> (:portfolioId::bigint, :settlementAccountId::bigint)
             AND m.portfolio_id IN (0, ${portfolio}) AND m.settlement_account_id IN (0, ${bank})
             AND (m.settlement_account_id, m.portfolio_id) > (:settlementAccountId::bigint, :portfolioId::bigint)
             AND m.effective_from <= greatest(${day}, :day::date)
           ORDER BY m.portfolio_id, m.settlement_account_id, m.effective_from DESC, m.id DESC) own
         WHERE own.account_id IS NOT NULL)`

// What an account holds in a scope: per portfolio and settlement account, up to the day in one sum and then day by day.
const HELD = statement(
  'gl-mappings.held',
  `SELECT nullif(l.portfolio_id, 0) AS portfolio_id, p.portfolio_id AS portfolio_code, nullif(l.settlement_account_id, 0) AS settlement_account_id,
          greatest(l.day, :day::date) AS day, sum(l.debit - l.credit) AS net
     FROM ledger_days l LEFT JOIN portfolios p ON p.id = l.portfolio_id
    WHERE l.account_id = :account AND (:portfolioId::bigint = 0 OR l.portfolio_id = :portfolioId) AND (:settlementAccountId::bigint = 0 OR l.settlement_account_id = :settlementAccountId)
      AND ${noneOfItsOwn('l.portfolio_id', 'l.settlement_account_id', 'l.day')}
    GROUP BY 1, 2, 3, 4 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 4, 1 NULLS FIRST, 3 NULLS FIRST`,
)

// Items of Suspense that may be cleared still, the oldest first. A line holds what is open of one; so many lines fit an entry.
const ITEMS = statement(
  'gl-mappings.open-items',
  `SELECT i.entry_id, i.line_no, nullif(l.portfolio_id, 0) AS portfolio_id, p.portfolio_id AS portfolio_code,
          nullif(l.settlement_account_id, 0) AS settlement_account_id, greatest(l.day, :day::date) AS day,
          i.amount - sign(i.amount) * coalesce(k.amount, 0) AS net
     FROM suspense_items i JOIN journal_entries h ON h.id = i.entry_id
     JOIN (SELECT entry_id, line_no, coalesce(portfolio_id, 0) AS portfolio_id, coalesce(settlement_account_id, 0) AS settlement_account_id,
                  entry_date AS day FROM journal_lines) l USING (entry_id, line_no)
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
    CROSS JOIN LATERAL (
      SELECT sum(x.amount) AS amount FROM suspense_live_links() x
       WHERE x.until IS NULL AND ((x.debit_entry_id = i.entry_id AND x.debit_line_no = i.line_no)
                               OR (x.credit_entry_id = i.entry_id AND x.credit_line_no = i.line_no))) k
    WHERE i.account_id = :account AND i.cleared_on IS NULL AND abs(i.amount) > coalesce(k.amount, 0)
      AND (:portfolioId::bigint = 0 OR l.portfolio_id = :portfolioId) AND (:settlementAccountId::bigint = 0 OR l.settlement_account_id = :settlementAccountId)
      AND h.reversal_of IS NULL AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = i.entry_id)
      AND ${noneOfItsOwn('l.portfolio_id', 'l.settlement_account_id', 'l.day')}
    ORDER BY i.since, i.entry_id, i.line_no LIMIT 10000`,
)

const keyOf = ({ portfolioId, settlementAccountId, role }: RoleScope) => ({
  portfolioId,
  settlementAccountId,
  role,
})

/** An open item of Suspense, what is open of it (debits less credits) and the day that it moves on. */
export type OpenItem = RowOf<typeof ITEMS>

/** The open items that an account holds in a scope, to move from a day on; of other roles than Suspense none. */
export async function openItems(
  tx: Transaction,
  mapped: RoleScope,
  account: number,
  day: string,
): Promise<OpenItem[]> {
  if (mapped.role !== 'suspense') return []
  await lockItemsAlone(tx)
  return tx.query(ITEMS, { ...keyOf(mapped), account, day })
}

export type Held = RowOf<typeof HELD>

export function heldBy(tx: Transaction, mapped: RoleScope, account: number, day: string): Promise<Held[]> {
  return tx.query(HELD, { ...keyOf(mapped), account, day })
}

/**
 * Refuses an account that serves two roles: its balance cannot be divided between them.
 * @throws Refusal `mapping.shared` where it may stay, `mapping.shared-balance` where it must not be divided.
 */
export async function refuseShared(
  tx: Transaction,
  role: PostingRole,
  account: number,
  day: string,
): Promise<void> {
  const [other] = await tx.query(OTHERS, { account, role, day })
  if (other === undefined) return
  const facts = { account: await codeOf(tx, account), role: infoOf(other.role).label }
  const code = TYPES_TOGETHER.includes(infoOf(role).type) ? 'mapping.shared-balance' : 'mapping.shared'
  throw refuseField(code, 'move_balance', facts)
}

/** Moves balances by one entry per portfolio and day, the role kept, so that every check by role still agrees. */
export async function moveBalance(
  tx: Transaction,
  mapped: RoleScope,
  accounts: { readonly from: number; readonly to: number },
  { date: day, by }: Who & { readonly date: string },
) {
  if (accounts.from === accounts.to) return []
  const held = await heldBy(tx, mapped, accounts.from, day)
  if (held.length > 0) await refuseShared(tx, mapped.role, accounts.from, day)
  const items = await openItems(tx, mapped, accounts.from, day)
  return postMoves(tx, mapped.role, accounts, { held, items }, by)
}

/** An amount that moves from one account to the other by two lines, and the open item that it is, where it is one. */
interface Part {
  readonly net: bigint
  readonly bank: number | null
  readonly item: OpenItem | null
}

/** What of a group moves as items, and by bank account what else is in the balance. */
function partsOf(held: readonly Held[], items: readonly OpenItem[]): Part[] {
  const parts = items.map(
    (item): Part => ({ net: decimalOf(item.net, MONEY_SCALE), bank: item.settlement_account_id, item }),
  )
  const banks = [...new Set([...held, ...items].map((row) => row.settlement_account_id))]
  const rest = banks.map((bank): Part => {
    const whole = held.find((row) => row.settlement_account_id === bank)?.net ?? '0'
    const asItems = parts.filter((part) => part.bank === bank).reduce((sum, part) => sum + part.net, 0n)
    return { net: decimalOf(whole, MONEY_SCALE) - asItems, bank, item: null }
  })
  return [...parts, ...rest.filter((part) => part.net !== 0n)]
}

/** The entry that moves amounts from one account to another: for each, its line on the new account and then that on the old. */
export function moveEntry(move: {
  readonly role: PostingRole
  readonly day: string
  readonly portfolioId: number | null
  readonly accounts: { readonly from: number; readonly to: number }
  readonly description: string
  readonly parts: readonly Pick<Part, 'net' | 'bank'>[]
}): EntryToPost {
  const { role, accounts, description } = move
  const lines = move.parts.flatMap(({ net, bank }) => {
    const line = (accountId: number, amount: bigint) => ({
      role,
      accountId,
      portfolioId: move.portfolioId,
      equityId: null,
      brokerId: null,
      settlementAccountId: bank,
      debit: amount > 0n ? amount : 0n,
      credit: amount < 0n ? -amount : 0n,
      transactionType: 'Reclassification',
      description,
    })
    return [line(accounts.to, net), line(accounts.from, -net)]
  })
  return {
    kind: 'event',
    entryDate: move.day,
    transactionType: 'Journal Entry',
    description,
    reference: MOVED,
    lines,
  }
}

/** Posts the moves of what an account holds to another: an entry per portfolio and day. Items of Suspense move one by one. */
export async function postMoves(
  tx: Transaction,
  role: PostingRole,
  accounts: { readonly from: number; readonly to: number },
  { held, items }: { readonly held: readonly Held[]; readonly items: readonly OpenItem[] },
  by: RecordedBy,
) {
  const [from, to] = await Promise.all([codeOf(tx, accounts.from), codeOf(tx, accounts.to)])
  const description = `${infoOf(role).label}: balance moved from ${from} to ${to}`
  const keyOfGroup = (row: Held) => `${row.day} ${row.portfolio_id}`
  const itemsOf = Map.groupBy(items, keyOfGroup)
  const groups = [...Map.groupBy<string, Held>([...held, ...items], keyOfGroup)].map(([key, [first]]) => {
    const { day, portfolio_id, portfolio_code } = first as Held
    const whole = held.filter((row) => keyOfGroup(row) === key)
    return { day, portfolio_id, portfolio_code, parts: partsOf(whole, itemsOf.get(key) ?? []) }
  })
  const entries = groups.map(({ day, portfolio_id, parts }) =>
    moveEntry({ role, day, portfolioId: portfolio_id, accounts, description, parts }),
  )
  const ids = await postEntries(tx, entries, { kind: 'person', id: by.recordedBy }, by)
  for (const [position, { parts }] of groups.entries()) {
    const moves = parts.flatMap(({ item, net }, index) =>
      item === null ? [] : [{ item, amount: net, toLine: 2 * index + 1, fromLine: 2 * index + 2 }],
    )
    await clearMoved(tx, ids[position] as number, moves, by.recordedBy)
  }
  return groups.map(({ day, portfolio_code, parts }, index) => ({
    entry_id: ids[index] as number,
    date: day,
    portfolioId: portfolio_code,
    from_account: from,
    to_account: to,
    amount: toJsonNumber(
      parts.reduce((sum, part) => sum + part.net, 0n),
      MONEY_SCALE,
    ),
  }))
}
