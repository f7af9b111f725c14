/** Changing which account a role goes to. Postings use it from then on; what was posted stays where it is, or moves by entries. */
import { ROLE_BOOK } from '@em/core/postings/role-book'
import type { PostingRole } from '@em/core/postings/roles'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { refuseField } from '../../platform/refusal.ts'
import { type EntryToPost, postEntries } from '../ledger/ledger.posting.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { MOVED, mappedAt, mappingShown, type Place } from './gl-mappings.queries.ts'

interface Account {
  readonly id: number
  readonly account_code: string
  readonly account_name: string
  readonly account_type: string
  readonly active_status: 'Yes' | 'No'
}

interface Asked {
  readonly role: PostingRole
  readonly portfolioId: string | null
  readonly settlementAccount: number | null
}
interface Who {
  readonly today: string
  readonly userId: number
}

const WAIT_AT_MOST = statement('gl-mappings.wait', "SELECT set_config('lock_timeout', $1, true)")
const HOLD = statement('gl-mappings.hold', 'LOCK TABLE gl_mappings IN ACCESS EXCLUSIVE MODE')
/**
 * Waits for every write that has read the mapping and holds new ones, so that what they post by it is there and moves along.
 * Not for long: while an import is written, a change of the mapping is refused rather than all others kept waiting.
 */
async function holdMapping(tx: Transaction): Promise<void> {
  await tx.query(WAIT_AT_MOST, ['3s'])
  await tx.query(HOLD)
  await tx.query(WAIT_AT_MOST, ['15s'])
}

const ACCOUNT = statement(
  'gl-mappings.account',
  'SELECT id, account_code, account_name, account_type, active_status FROM chart_of_accounts WHERE lower(account_code) = lower($1)',
)
const BY_ID = statement(
  'gl-mappings.account-by-id',
  'SELECT account_code FROM chart_of_accounts WHERE id = $1',
)
const SET = statement(
  'gl-mappings.set',
  `INSERT INTO gl_mappings (role, portfolio_id, settlement_account_id, account_id) VALUES ($1, $2, $3, $4)
   ON CONFLICT (role, portfolio_id, settlement_account_id) DO UPDATE SET account_id = excluded.account_id`,
)
const REMOVE = statement(
  'gl-mappings.remove',
  'DELETE FROM gl_mappings WHERE role = $1 AND portfolio_id = $2 AND settlement_account_id = $3',
)
const KNOWN_BANK = statement('gl-mappings.bank', 'SELECT 1 FROM settlement_accounts WHERE id = $1')
const OTHERS = statement(
  'gl-mappings.others',
  'SELECT DISTINCT role FROM gl_mappings WHERE account_id = $1 AND role <> $2 ORDER BY role',
)
const MANUAL_LINES = statement(
  'gl-mappings.manual-lines',
  `SELECT 1 FROM journal_lines WHERE account_id = $1 AND role = 'manual' LIMIT 1`,
)

const infoOf = (role: PostingRole) => {
  const info = ROLE_BOOK.find((one) => one.role === role)
  if (info === undefined) throw new RangeError(`no role ${role}`)
  return info
}

async function placeOf(tx: Transaction, asked: Asked): Promise<Place> {
  if (asked.settlementAccount !== null) {
    if (asked.role !== 'cash') throw refuseField('mapping.cash-only', 'settlementAccount')
    if ((await tx.query(KNOWN_BANK, [asked.settlementAccount])).length === 0) {
      throw refuseField('record.missing', 'settlementAccount', { what: 'The settlement account' })
    }
  }
  const portfolio =
    asked.portfolioId === null
      ? null
      : await resolvePortfolio(tx, { portfolio: null, portfolioId: asked.portfolioId })
  return {
    role: asked.role,
    portfolioId: portfolio?.id ?? 0,
    settlementAccountId: asked.settlementAccount ?? 0,
  }
}

/** The account that a place may be mapped to. @throws Refusal for an unknown, inactive, wrong or taken account. */
async function accountFor(tx: Transaction, role: PostingRole, code: string): Promise<Account> {
  const field = 'account_code'
  const [account] = await tx.query<Account>(ACCOUNT, [code])
  if (account === undefined) throw refuseField('record.missing', field, { what: `Account ${code}` })
  const facts = { account: account.account_code }
  if (account.active_status === 'No') throw refuseField('mapping.inactive', field, facts)
  const { type, label, isControl } = infoOf(role)
  if (account.account_type !== type) throw refuseField('mapping.type', field, { ...facts, role: label, type })
  const others = await tx.query<{ role: PostingRole }>(OTHERS, [account.id, role])
  const control = others.find((other) => infoOf(other.role).isControl) ?? (isControl ? others[0] : undefined)
  if (control !== undefined)
    throw refuseField('mapping.taken', field, { ...facts, role: infoOf(control.role).label })
  if (isControl && (await tx.query(MANUAL_LINES, [account.id])).length > 0) {
    throw refuseField('mapping.manual-lines', field, { ...facts, role: label })
  }
  return account
}

/**
 * Maps a role to an account and, where asked, moves what the old account holds there.
 * @throws Refusal as `accountFor`, `mapping.cash-only`, and for unknown portfolios and settlement accounts.
 */
export async function setMapping(
  tx: Transaction,
  asked: Asked & {
    readonly account_code: string
    readonly move_balance: boolean
    readonly from_account_code: string | null
    readonly date: string | null
  },
  who: Who,
) {
  await holdMapping(tx)
  const place = await placeOf(tx, asked)
  const account = await accountFor(tx, place.role, asked.account_code)
  const before = await effectiveAt(tx, place)
  const from =
    asked.from_account_code === null
      ? before
      : ((await tx.query<Account>(ACCOUNT, [asked.from_account_code]))[0]?.id ??
        (() => {
          throw refuseField('record.missing', 'from_account_code', {
            what: `Account ${asked.from_account_code}`,
          })
        })())
  const moved = asked.move_balance
    ? await moveBalance(tx, place, { from, to: account.id }, { ...who, date: asked.date })
    : []
  await tx.query(SET, [place.role, place.portfolioId, place.settlementAccountId, account.id])
  const data = await mappingShown(tx, place)
  if (data === undefined) throw new Error('the mapping was not stored')
  return {
    answer: { success: true as const, data, moved },
    audit: {
      action: 'gl-mappings.set',
      entity: 'gl-mapping',
      entityId: keyOf(place),
      before: { account_id: before },
      after: { ...data, moved: moved.length },
    },
  }
}

/** Takes an exception away. @throws Refusal `mapping.general` for the general mapping, `record.missing` for none. */
export async function removeMapping(
  tx: Transaction,
  asked: Asked & { readonly move_balance: boolean; readonly date: string | null },
  who: Who,
) {
  await holdMapping(tx)
  const place = await placeOf(tx, asked)
  if (place.portfolioId === 0 && place.settlementAccountId === 0) throw refuseField('mapping.general', 'role')
  const before = await mappedAt(tx, place)
  if (before === undefined) throw refuseField('record.missing', 'role', { what: 'The exception' })
  await tx.query(REMOVE, [place.role, place.portfolioId, place.settlementAccountId])
  const to = await effectiveAt(tx, place)
  const moved = asked.move_balance
    ? await moveBalance(tx, place, { from: before, to }, { ...who, date: asked.date })
    : []
  return {
    answer: { success: true as const, moved },
    audit: {
      action: 'gl-mappings.remove',
      entity: 'gl-mapping',
      entityId: keyOf(place),
      before: { account_id: before },
      after: { moved: moved.length },
    },
  }
}

/**
 * Moves what an account still holds of a role, in a place, to the account that the role goes to there now.
 * @throws Refusal for an unknown account or place, `mapping.shared`, `mapping.nothing-left`.
 */
export async function moveLeft(
  tx: Transaction,
  asked: Asked & { readonly from_account_code: string; readonly date: string | null },
  who: Who,
) {
  await holdMapping(tx)
  const place = await placeOf(tx, asked)
  const [from] = await tx.query<Account>(ACCOUNT, [asked.from_account_code])
  if (from === undefined) {
    throw refuseField('record.missing', 'from_account_code', { what: `Account ${asked.from_account_code}` })
  }
  const to = await effectiveAt(tx, place)
  const moved = await moveBalance(tx, place, { from: from.id, to }, { ...who, date: asked.date })
  if (moved.length === 0)
    throw refuseField('mapping.nothing-left', 'from_account_code', { account: from.account_code })
  return {
    answer: { success: true as const, moved },
    audit: {
      action: 'gl-mappings.move-left',
      entity: 'gl-mapping',
      entityId: keyOf(place),
      after: { moved },
    },
  }
}

const keyOf = (place: Place) => `${place.role}/${place.portfolioId}/${place.settlementAccountId}`

const EFFECTIVE = statement(
  'gl-mappings.effective',
  `SELECT account_id FROM gl_mappings
    WHERE role = $1 AND portfolio_id IN (0, $2) AND settlement_account_id IN (0, $3)
    ORDER BY settlement_account_id DESC, portfolio_id DESC LIMIT 1`,
)

/** The account that postings of a place go to. */
async function effectiveAt(tx: Transaction, place: Place): Promise<number> {
  const [found] = await tx.query<{ account_id: number }>(EFFECTIVE, [
    place.role,
    place.portfolioId,
    place.settlementAccountId,
  ])
  if (found === undefined) throw new Error(`role ${place.role} is not mapped`)
  return found.account_id
}

// What an account holds in a place: per portfolio and settlement account, up to the day in one sum and then day by day.
// Portfolios and settlement accounts with an exception of their own are left out: their postings go elsewhere.
const HELD = statement(
  'gl-mappings.held',
  `SELECT nullif(l.portfolio_id, 0) AS portfolio_id, p.portfolio_id AS portfolio_code, nullif(l.settlement_account_id, 0) AS settlement_account_id,
          greatest(l.day, $5::date) AS day, sum(l.debit - l.credit) AS net
     FROM ledger_days l LEFT JOIN portfolios p ON p.id = l.portfolio_id
    WHERE l.account_id = $1 AND ($2::bigint = 0 OR l.portfolio_id = $2) AND ($3::bigint = 0 OR l.settlement_account_id = $3)
      AND NOT EXISTS (
        SELECT FROM gl_mappings m
         WHERE m.role = $4 AND (m.portfolio_id, m.settlement_account_id) <> ($2::bigint, $3::bigint)
           AND m.portfolio_id IN (0, l.portfolio_id) AND m.settlement_account_id IN (0, l.settlement_account_id)
           AND (m.settlement_account_id, m.portfolio_id) > ($3::bigint, $2::bigint))
    GROUP BY 1, 2, 3, 4 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 4, 1 NULLS FIRST, 3 NULLS FIRST`,
)

/** Moves balances by one entry per portfolio and day, the role kept, so that every check by role still agrees. */
async function moveBalance(
  tx: Transaction,
  place: Place,
  accounts: { readonly from: number; readonly to: number },
  { date, today, userId }: Who & { readonly date: string | null },
) {
  if (accounts.from === accounts.to) return []
  const [other] = await tx.query<{ role: PostingRole }>(OTHERS, [accounts.from, place.role])
  const [fromCode, toCode] = await Promise.all(
    [accounts.from, accounts.to].map(
      async (id) => (await tx.query<{ account_code: string }>(BY_ID, [id]))[0]?.account_code ?? '',
    ),
  )
  const [from, to] = [fromCode ?? '', toCode ?? '']
  if (other !== undefined) {
    throw refuseField('mapping.shared', 'move_balance', { account: from, role: infoOf(other.role).label })
  }
  const day = date ?? today
  const held = await tx.query<{
    portfolio_id: number | null
    portfolio_code: string | null
    settlement_account_id: number | null
    day: string
    net: string
  }>(HELD, [accounts.from, place.portfolioId, place.settlementAccountId, place.role, day])
  const description = `${infoOf(place.role).label}: balance moved from ${from} to ${to}`
  const groups = [...Map.groupBy(held, (row) => `${row.day} ${row.portfolio_id}`).values()]
  const entries = groups.map((rows): EntryToPost => {
    const lines = rows.flatMap((row) => {
      const net = decimalOf(row.net, MONEY_SCALE)
      const line = (accountId: number, amount: bigint) => ({
        role: place.role,
        accountId,
        portfolioId: row.portfolio_id,
        equityId: null,
        brokerId: null,
        settlementAccountId: row.settlement_account_id,
        debit: amount > 0n ? amount : 0n,
        credit: amount < 0n ? -amount : 0n,
        transactionType: 'Journal Entry',
        description,
      })
      return [line(accounts.to, net), line(accounts.from, -net)]
    })
    return {
      kind: 'event',
      entryDate: rows[0]?.day ?? day,
      transactionType: 'Journal Entry',
      description,
      reference: MOVED,
      lines,
    }
  })
  const ids = await postEntries(tx, entries, {}, userId)
  return groups.map((rows, index) => ({
    entry_id: ids[index] as number,
    date: rows[0]?.day ?? day,
    portfolioId: rows[0]?.portfolio_code ?? null,
    from_account: from,
    to_account: to,
    amount: toJsonNumber(
      rows.reduce((sum, row) => sum + decimalOf(row.net, MONEY_SCALE), 0n),
      MONEY_SCALE,
    ),
  }))
}
