/** The lines of an entry as a person sent them: accounts, portfolios and bank accounts found, and the rules asked. */
import type { JournalEntryInput } from '@em/contract/journal/journal-entry'
import { checkManualLines, imbalances } from '@em/core/ledger/lines'
import { isRejection } from '@em/core/rejections'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { accountOfRole } from '../../ledger/posting/accounts-of-roles.queries.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import type { LineThatClears } from '../../suspense/suspense.commands.ts'
import type { ItemKey } from '../../suspense/suspense.queries.ts'
import { isReserved, RESERVED } from './reserved.queries.ts'

/** The fields that an entry takes of the request. */
export type EntrySent = Pick<
  JournalEntryInput,
  | 'date'
  | 'description'
  | 'account_code'
  | 'debit'
  | 'credit'
  | 'portfolioId'
  | 'settlementAccount'
  | 'clears'
  | 'lines'
>

interface LineSent {
  readonly account_code: string
  readonly debit: bigint | null
  readonly credit: bigint | null
  readonly description: string | null
  readonly portfolioId: string | null
  readonly settlementAccount: number | null
  readonly clears: ItemKey | null
}

export interface ManualLine extends LineThatClears {
  readonly accountCode: string
  readonly active: boolean
  /** Clearing between portfolios: of an entry its lines come to nothing. */
  readonly isClearing: boolean
  /** Follows from trades and events, so that no person may post to it. */
  readonly reserved: boolean
  /** The code; null for a line of no portfolio. */
  readonly portfolio: string | null
  readonly settlementAccountId: number | null
  readonly description: string | null
}

/**
 * The lines of an entry, the Suspense line of a one-line entry among them.
 * @throws Refusal naming the field: `journal.account-unknown`, `record.missing` for a portfolio or a settlement account.
 */
export async function resolveLines(db: Queryable, sent: EntrySent): Promise<ManualLine[]> {
  const oneLine = sent.lines === null
  const lines: readonly LineSent[] = sent.lines ?? [
    // The item is cleared by the other side.
    { ...sent, account_code: sent.account_code ?? '', description: null, clears: null },
  ]
  const fieldOf = (line: number, name: string) => (oneLine ? name : `lines.${line}.${name}`)
  const accounts = await findAccounts(db, lines, sent.date, fieldOf)
  const portfolios = await findPortfolios(db, lines)
  await refuseUnknownBanks(db, lines, fieldOf)
  const found = lines.map((line, index): ManualLine => {
    const account = accounts[index] as Account
    const portfolio = line.portfolioId === null ? undefined : portfolios.get(line.portfolioId)
    return {
      role: 'manual',
      accountId: account.id,
      accountCode: account.account_code,
      active: account.active_status === 'Yes',
      reserved: account.reserved,
      isClearing: account.is_clearing,
      portfolioId: portfolio?.id ?? null,
      portfolio: portfolio?.portfolioId ?? null,
      settlementAccountId: line.settlementAccount,
      debit: line.debit ?? 0n,
      credit: line.credit ?? 0n,
      description: line.description,
      clears: line.clears,
    }
  })
  const [own] = found
  if (!oneLine || own === undefined) return found
  const suspense = await suspenseAccount(db, own.portfolioId, sent.date)
  return [
    own,
    {
      ...own,
      role: 'suspense',
      accountId: suspense.id,
      accountCode: suspense.account_code,
      active: true,
      reserved: false,
      isClearing: false,
      settlementAccountId: null,
      debit: own.credit,
      credit: own.debit,
      clears: sent.clears,
    },
  ]
}

/**
 * What may enter the ledger.
 * @throws Refusal `journal.line-sides` or `journal.one-side`, `journal.account-inactive`, `journal.derived-account`,
 *   `journal.unbalanced` with the difference and, in its details, that of each portfolio, `journal.clearing-one-sided` where lines on the
 *   clearing between portfolios do not come to nothing.
 */
export function checkPostable(lines: readonly ManualLine[]): void {
  const suspended = lines.some((line) => line.role === 'suspense')
  const [own] = lines
  if (suspended && own !== undefined && (own.debit === 0n) === (own.credit === 0n)) {
    throw refuseField('journal.one-side', 'debit')
  }
  const inactive = lines.findIndex((line) => !line.active)
  if (inactive >= 0) {
    const field = suspended ? 'account_code' : `lines.${inactive}.account_code`
    const facts = { line: inactive + 1, account: lines[inactive]?.accountCode ?? '' }
    throw refuseField('journal.account-inactive', field, facts)
  }
  const reserved = new Set(lines.filter((line) => line.reserved).map((line) => line.accountCode))
  const rejection = checkManualLines(lines, reserved)
  if (isRejection(rejection) && rejection.code === 'journal.unbalanced') throw unbalanced(lines)
  orRefuse(rejection)
  const clearing = lines.reduce((sum, line) => (line.isClearing ? sum + line.debit - line.credit : sum), 0n)
  if (clearing !== 0n) {
    const index = lines.findIndex(({ isClearing }) => isClearing)
    throw refuseField(
      'journal.clearing-one-sided',
      suspended ? 'account_code' : `lines.${index}.account_code`,
      {
        account: lines[index]?.accountCode ?? '',
        difference: formatDecimal(clearing < 0n ? -clearing : clearing, MONEY_SCALE, { grouping: true }),
        side: clearing > 0n ? 'credit' : 'debit',
      },
    )
  }
}

/** The rules for a draft: no line with both sides, no account that follows from trades. */
export function checkDraftable(lines: readonly ManualLine[]): void {
  for (const [index, line] of lines.entries()) {
    if (line.debit > 0n && line.credit > 0n) {
      const field = lines.some((one) => one.role === 'suspense') ? 'debit' : `lines.${index}.debit`
      throw refuseField('journal.line-sides', field, { line: index + 1 })
    }
    if (line.reserved) {
      throw refuseField('journal.derived-account', 'lines', { line: index + 1, account: line.accountCode })
    }
  }
}

function unbalanced(lines: readonly ManualLine[]): Refusal {
  const plain = (cents: bigint) => formatDecimal(cents < 0n ? -cents : cents, MONEY_SCALE, { grouping: true })
  const byPortfolio = [...imbalances(lines)]
  const codes = new Map(lines.map((line) => [line.portfolioId, line.portfolio]))
  const inAll = byPortfolio.reduce((sum, [, difference]) => sum + difference, 0n)
  const difference = inAll === 0n ? (byPortfolio[0]?.[1] ?? 0n) : inAll
  return new Refusal(
    'journal.unbalanced',
    { difference: plain(difference) },
    byPortfolio.map(([id, by]) => ({
      field: 'lines',
      message: `${codes.get(id as number | null) ?? 'Lines of no portfolio'}: ${by > 0n ? 'debits' : 'credits'} are ${plain(by)} more.`,
    })),
  )
}

type Account = RowOf<typeof ACCOUNTS>

/** Accounts by code, with whether a person may post to them on the day. */
const ACCOUNTS = statement(
  'journal.accounts',
  `SELECT a.id, a.account_code, a.active_status, ${isReserved(':roles', ':codes', ':date::date')} AS reserved,
          EXISTS (SELECT FROM gl_mappings g WHERE g.account_id = a.id AND g.role = 'inter-portfolio-clearing') AS is_clearing! FROM chart_of_accounts a
    WHERE lower(a.account_code) = ANY (:wanted)`,
)

type FieldOf = (line: number, name: string) => string

async function findAccounts(
  db: Queryable,
  lines: readonly LineSent[],
  date: string,
  fieldOf: FieldOf,
): Promise<Account[]> {
  const found = await db.query(ACCOUNTS, {
    wanted: lines.map((line) => line.account_code.toLowerCase()),
    ...RESERVED,
    date,
  })
  const byCode = new Map(found.map((account) => [account.account_code.toLowerCase(), account]))
  return lines.map((line, index) => {
    const account = byCode.get(line.account_code.toLowerCase())
    if (account) return account
    const facts = { line: index + 1, account: line.account_code }
    throw refuseField('journal.account-unknown', fieldOf(index, 'account_code'), facts)
  })
}

const SUSPENSE = statement(
  'journal.suspense-account',
  `SELECT id, account_code, active_status, false AS reserved, false AS is_clearing! FROM chart_of_accounts
    WHERE id = ${accountOfRole("'suspense'", ':portfolioId', '0', ':date::date')}`,
)

/** The account that Suspense is mapped to on a day, for a portfolio or in general. */
async function suspenseAccount(db: Queryable, portfolioId: number | null, date: string): Promise<Account> {
  const [account] = await db.query(SUSPENSE, { portfolioId: portfolioId ?? 0, date })
  if (!account) throw new Refusal('record.missing', { what: 'The account Suspense' })
  return account
}

async function findPortfolios(db: Queryable, lines: readonly LineSent[]) {
  const found = new Map<string, { id: number; portfolioId: string }>()
  for (const { portfolioId } of lines) {
    if (portfolioId !== null && !found.has(portfolioId)) {
      found.set(portfolioId, await resolvePortfolio(db, { portfolio: null, portfolioId }))
    }
  }
  return found
}

async function refuseUnknownBanks(
  db: Queryable,
  lines: readonly LineSent[],
  fieldOf: FieldOf,
): Promise<void> {
  const asked = [...new Set(lines.map((line) => line.settlementAccount).filter((id) => id !== null))]
  if (asked.length === 0) return
  const found = await db.query<{ id: number }>(
    'SELECT id FROM settlement_accounts WHERE id = ANY ($1::bigint[])',
    [asked],
  )
  const known = new Set(found.map((account) => account.id))
  const missing = lines.findIndex(
    (line) => line.settlementAccount !== null && !known.has(line.settlementAccount),
  )
  if (missing >= 0) {
    throw refuseField('record.missing', fieldOf(missing, 'settlementAccount'), {
      what: 'The settlement account',
    })
  }
}
