/**
 * Changing which account a role goes to from a day on. What was mapped before stays for the days before; balances move by
 * entries of that day.
 */
import type { PostingRole } from '@em/core/ledger/roles'
import { addMonths } from '@em/core/values/dates'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { refuseField } from '../../platform/refusal.ts'
import { accountOfRole, CHANGES } from '../ledger/posting/accounts-of-roles.queries.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import {
  codeOf,
  heldBy,
  infoOf,
  moveBalance,
  OTHERS,
  refuseShared,
  TYPES_TOGETHER,
  type Who,
} from './gl-mappings.moves.ts'
import { mappingShown, type RoleScope } from './gl-mappings.queries.ts'

type Account = RowOf<typeof ACCOUNT>

export interface Asked {
  readonly role: PostingRole
  readonly portfolioId: string | null
  readonly settlementAccount?: number | null | undefined
}

const WAIT_AT_MOST = statement('gl-mappings.wait', "SELECT set_config('lock_timeout', :time, true)")
const HOLD = statement('gl-mappings.hold', 'SELECT hold_gl_mappings()')
/**
 * Waits for every write that has read the mapping and holds new ones, so that what they post by it is there and moves along.
 * Not for long: while an import is written, a change of the mapping is refused rather than all others kept waiting.
 */
export async function holdMapping(tx: Transaction): Promise<void> {
  await tx.query(WAIT_AT_MOST, { time: '3s' })
  await tx.query(HOLD)
  await tx.query(WAIT_AT_MOST, { time: '15s' })
}

const ACCOUNT = statement(
  'gl-mappings.account',
  'SELECT id, account_code, account_name, account_type, active_status FROM chart_of_accounts WHERE lower(account_code) = lower(:code)',
)
const SET = statement(
  'gl-mappings.set',
  `INSERT INTO gl_mappings (role, portfolio_id, settlement_account_id, account_id, effective_from, recorded_by)
   VALUES (:role, :portfolioId, :settlementAccountId, :account?, :from, :userId)`,
)
// Days that a change was withdrawn from change nothing, so they follow the one before them.
const FOLLOW = statement(
  'gl-mappings.follow',
  `INSERT INTO gl_mappings (role, portfolio_id, settlement_account_id, account_id, effective_from, recorded_by)
   SELECT DISTINCT role, portfolio_id, settlement_account_id, :account?::bigint, effective_from, :userId::bigint FROM gl_mappings
    WHERE role = :role AND portfolio_id = :portfolioId AND settlement_account_id = :settlementAccountId AND effective_from > :from::date`,
)
const LATEST = statement(
  'gl-mappings.latest',
  `SELECT effective_from, account_id, account_before FROM (${CHANGES}) c
    WHERE role = :role AND portfolio_id = :portfolioId AND settlement_account_id = :settlementAccountId ORDER BY effective_from DESC LIMIT 1`,
)
const KNOWN_BANK = statement(
  'gl-mappings.bank',
  'SELECT 1 FROM settlement_accounts WHERE id = :settlementAccount',
)
const MANUAL_LINES = statement(
  'gl-mappings.manual-lines',
  `SELECT 1 FROM journal_lines WHERE account_id = :accountId AND role = 'manual' LIMIT 1`,
)

export async function roleScopeOf(tx: Transaction, asked: Asked): Promise<RoleScope> {
  if (asked.settlementAccount != null) {
    if (asked.role !== 'cash') throw refuseField('mapping.cash-only', 'settlementAccount')
    if ((await tx.query(KNOWN_BANK, { settlementAccount: asked.settlementAccount })).length === 0) {
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

/** The account that a role may be mapped to in a scope from a day on. @throws Refusal for an unknown, inactive, wrong or taken account. */
async function accountFor(tx: Transaction, role: PostingRole, code: string, from: string): Promise<Account> {
  const field = 'account_code'
  const [account] = await tx.query(ACCOUNT, { code })
  if (account === undefined) throw refuseField('record.missing', field, { what: `Account ${code}` })
  const facts = { account: account.account_code }
  if (account.active_status === 'No') throw refuseField('mapping.inactive', field, facts)
  const { type, label, isControl } = infoOf(role)
  if (account.account_type !== type) throw refuseField('mapping.type', field, { ...facts, role: label, type })
  const others = await tx.query(OTHERS, { account: account.id, role, day: from })
  const control = others.find((other) => infoOf(other.role).isControl) ?? (isControl ? others[0] : undefined)
  if (control !== undefined)
    throw refuseField('mapping.taken', field, { ...facts, role: infoOf(control.role).label })
  if (isControl && (await tx.query(MANUAL_LINES, { accountId: account.id })).length > 0) {
    throw refuseField('mapping.manual-lines', field, { ...facts, role: label })
  }
  return account
}

/** `account_id` null: the scope has no account of its own from that day on; `account_before`: what held until then. */
type Latest = RowOf<typeof LATEST>

/** The last change of exactly this scope; undefined where none was made, or each was withdrawn. */
export async function latestOf(tx: Transaction, mapped: RoleScope): Promise<Latest | undefined> {
  const [latest] = await tx.query(LATEST, {
    role: mapped.role,
    portfolioId: mapped.portfolioId,
    settlementAccountId: mapped.settlementAccountId,
  })
  return latest
}

/** Puts a mapping in force from a day on; null: the scope has no account of its own from then on. */
export async function keepMapping(
  tx: Transaction,
  mapped: RoleScope,
  mapping: { readonly account: number | null; readonly from: string },
  userId: number,
): Promise<void> {
  const { role, portfolioId, settlementAccountId } = mapped
  const row = { role, portfolioId, settlementAccountId, account: mapping.account, from: mapping.from, userId }
  await tx.query(SET, row)
  await tx.query(FOLLOW, row)
}

/** A year mistyped would block the scope until then. @throws Refusal `mapping.too-far`. */
function refuseTooFar(from: string, today: string, field = 'effective_from'): void {
  const last = addMonths(today, 12)
  if (from > last) throw refuseField('mapping.too-far', field, { date: last })
}

/** Changes follow one another by their days. @throws Refusal `mapping.later-change`. */
export function refuseBefore(latest: Latest | undefined, mapped: RoleScope, from: string): void {
  if (latest === undefined || latest.effective_from <= from) return
  const facts = { role: infoOf(mapped.role).label, date: latest.effective_from }
  throw refuseField('mapping.later-change', 'effective_from', facts)
}

/**
 * Maps a role to an account from a day on (today where none is named) and, where asked, moves what the old account holds
 * there.
 * @throws Refusal as `accountFor` and `refuseShared`, `mapping.cash-only`, `mapping.too-far`, `mapping.later-change`, `mapping.balance-stays` and
 *   `mapping.entries-stay` where what does not move would be divided, and for unknown portfolios and settlement accounts.
 */
export async function setMapping(
  tx: Transaction,
  asked: Asked & {
    readonly account_code: string
    readonly move_balance: boolean
    readonly from_account_code: string | null
    readonly effective_from: string | null
  },
  who: Who,
) {
  await holdMapping(tx)
  const mapped = await roleScopeOf(tx, asked)
  const from = asked.effective_from ?? who.today
  refuseTooFar(from, who.today)
  refuseBefore(await latestOf(tx, mapped), mapped, from)
  const account = await accountFor(tx, mapped.role, asked.account_code, from)
  const before = await effectiveAt(tx, mapped, from)
  const source =
    asked.from_account_code === null ? before : (await accountNamed(tx, asked.from_account_code)).id
  const moved = await moveOrStay(tx, mapped, { from: source, to: account.id }, asked.move_balance, from, who)
  await keepMapping(tx, mapped, { account: account.id, from }, who.by.recordedBy)
  const others = await tx.query(OTHERS, { account: account.id, role: mapped.role, day: from })
  const warnings = others.map(({ role }) => `${account.account_code} also serves ${infoOf(role).label}.`)
  const data = await mappingShown(tx, mapped, from)
  if (data === undefined) throw new Error('the mapping was not stored')
  return {
    answer: { success: true as const, data, moved, warnings },
    audit: {
      action: 'gl-mappings.set',
      entity: 'gl-mapping',
      entityId: keyOf(mapped),
      before: { account_code: await codeOf(tx, before) },
      after: { ...data, moved: moved.length },
    },
  }
}

/**
 * Takes an exception away from a day on: today where none is named, or the day that it begins where that is later.
 * @throws Refusal `mapping.general` for the general mapping, `record.missing` for none, else as `setMapping`.
 */
export async function removeMapping(
  tx: Transaction,
  asked: Asked & { readonly move_balance: boolean; readonly effective_from: string | null },
  who: Who,
) {
  await holdMapping(tx)
  const mapped = await roleScopeOf(tx, asked)
  if (mapped.portfolioId === 0 && mapped.settlementAccountId === 0)
    throw refuseField('mapping.general', 'role')
  const latest = await latestOf(tx, mapped)
  if (latest?.account_id == null) throw refuseField('record.missing', 'role', { what: 'The exception' })
  const from = asked.effective_from ?? later(who.today, latest.effective_from)
  refuseTooFar(from, who.today)
  refuseBefore(latest, mapped, from)
  const before = latest.account_id
  await keepMapping(tx, mapped, { account: null, from }, who.by.recordedBy)
  const to = await effectiveAt(tx, mapped, from)
  const moved = await moveOrStay(tx, mapped, { from: before, to }, asked.move_balance, from, who)
  return {
    answer: { success: true as const, moved },
    audit: {
      action: 'gl-mappings.remove',
      entity: 'gl-mapping',
      entityId: keyOf(mapped),
      before: { account_code: await codeOf(tx, before) },
      after: { account_code: await codeOf(tx, to), effective_from: from, moved: moved.length },
    },
  }
}

const later = (one: string, other: string) => (one > other ? one : other)

const LAST_ENTRY = statement(
  'gl-mappings.last-entry',
  `SELECT max(entry_date) AS day FROM journal_lines
    WHERE account_id = :accountId AND role = :role AND entry_date >= :from::date
      AND (:portfolioId::bigint = 0 OR portfolio_id = :portfolioId) AND (:settlementAccountId::bigint = 0 OR settlement_account_id = :settlementAccountId)`,
)

/**
 * Moves what the old account holds from the day on, or sees to it that nothing is divided where it stays: a balance of
 * an asset or liability has to move; others stay where the account has no entry of the day or later.
 */
async function moveOrStay(
  tx: Transaction,
  mapped: RoleScope,
  accounts: { readonly from: number; readonly to: number },
  moves: boolean,
  from: string,
  who: Who,
) {
  if (accounts.from === accounts.to) return []
  if (moves) return moveBalance(tx, mapped, accounts, { ...who, date: from })
  const { label, type } = infoOf(mapped.role)
  const facts = { account: await codeOf(tx, accounts.from), role: label }
  if (!TYPES_TOGETHER.includes(type)) {
    const [last] = await tx.query(LAST_ENTRY, {
      accountId: accounts.from,
      role: mapped.role,
      from,
      portfolioId: mapped.portfolioId,
      settlementAccountId: mapped.settlementAccountId,
    })
    if (last?.day == null) return []
    throw refuseField('mapping.entries-stay', 'effective_from', { ...facts, date: last.day })
  }
  if ((await heldBy(tx, mapped, accounts.from, from)).length === 0) return []
  await refuseShared(tx, mapped.role, accounts.from, from)
  throw refuseField('mapping.balance-stays', 'move_balance', facts)
}

/**
 * Moves what an account still holds of a role, in a scope, to the account that the role goes to there now.
 * @throws Refusal for an unknown account or scope, `mapping.shared`, `mapping.nothing-left`.
 */
export async function moveLeft(
  tx: Transaction,
  asked: Asked & { readonly from_account_code: string; readonly date: string | null },
  who: Who,
) {
  await holdMapping(tx)
  const mapped = await roleScopeOf(tx, asked)
  const from = await accountNamed(tx, asked.from_account_code)
  const [begun] = await tx.query(BEGUN, {
    role: mapped.role,
    portfolioId: mapped.portfolioId,
    settlementAccountId: mapped.settlementAccountId,
  })
  const date = asked.date ?? later(who.today, begun?.day ?? who.today)
  refuseTooFar(date, who.today, 'date')
  const to = await effectiveAt(tx, mapped, date)
  const moved = await moveBalance(tx, mapped, { from: from.id, to }, { ...who, date })
  if (moved.length === 0)
    throw refuseField('mapping.nothing-left', 'from_account_code', { account: from.account_code })
  return {
    answer: { success: true as const, moved },
    audit: {
      action: 'gl-mappings.move-left',
      entity: 'gl-mapping',
      entityId: keyOf(mapped),
      before: { account_code: from.account_code },
      after: { account_code: await codeOf(tx, to), moved: moved.length },
    },
  }
}

export const keyOf = (mapped: RoleScope) =>
  `${mapped.role}/${mapped.portfolioId}/${mapped.settlementAccountId}`

async function accountNamed(tx: Transaction, code: string): Promise<Account> {
  const [found] = await tx.query(ACCOUNT, { code })
  if (found === undefined)
    throw refuseField('record.missing', 'from_account_code', { what: `Account ${code}` })
  return found
}

const EFFECTIVE = statement(
  'gl-mappings.effective',
  `SELECT ${accountOfRole(':role', ':portfolioId', ':settlementAccountId', ':day::date')} AS account_id`,
)
// The day from which the last change of a scope, or of its fallback, holds.
const BEGUN = statement(
  'gl-mappings.begun',
  `SELECT max(effective_from) AS day FROM (${CHANGES}) c
    WHERE role = :role AND portfolio_id IN (0, :portfolioId) AND settlement_account_id IN (0, :settlementAccountId)`,
)

/** The account that entries of a scope go to on a day. */
export async function effectiveAt(tx: Transaction, mapped: RoleScope, day: string): Promise<number> {
  const [found] = await tx.query(EFFECTIVE, {
    role: mapped.role,
    portfolioId: mapped.portfolioId,
    settlementAccountId: mapped.settlementAccountId,
    day,
  })
  if (found?.account_id == null) throw new Error(`role ${mapped.role} is not mapped`)
  return found.account_id
}
