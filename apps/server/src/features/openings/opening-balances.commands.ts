/** Opening balances of a portfolio: one entry, replaced or taken back as a whole by its reversal. */
import type {
  OpeningBalancesInput,
  OpeningBalancesReport,
  OpeningDetail,
} from '@em/contract/openings/openings'
import { capitalSides, decideOpeningBalances } from '@em/core/ledger/opening-balances'
import { DEFAULT_CHART, type PostingRole, SYSTEM_ONLY_ROLES } from '@em/core/ledger/roles'
import { MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { Clock } from '../../platform/clock.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { isReserved } from '../journal/entry/reserved.queries.ts'
import { postedLines } from '../ledger/ledger.queries.ts'
import { accountOfRole } from '../ledger/posting/accounts-of-roles.queries.ts'
import { type PostedLine, postEntries } from '../ledger/posting/post-entries.commands.ts'
import { reverseEntries } from '../ledger/posting/reversals.commands.ts'
import { type Portfolio, portfolioInPath } from '../portfolios/portfolios.queries.ts'
import { forgetOpeningDate, hasOpenings, lockOpening, setOpeningDate } from './opening-date.commands.ts'
import { findOpening } from './openings.queries.ts'

type Line = OpeningBalancesInput['lines'][number]

interface Account {
  id: number
  account_code: string
  active_status: 'Yes' | 'No'
  reserved: boolean
  /** Reserved because what is open on it is an open item. */
  is_open_item: boolean
}

const ACCOUNTS = statement(
  'openings.accounts',
  `SELECT a.id, a.account_code, a.active_status,
          ${isReserved(':systemOnlyRoles', ':reservedCodes', ':openingDate::date')} AS reserved,
          ${isReserved(':openItemRoles', ':openItemCodes', ':openingDate::date')} AS is_open_item
     FROM chart_of_accounts a WHERE lower(a.account_code) = ANY (:codes)`,
)
/** What is open on these is recorded item by item, so that it is received and settled. */
const OPEN_ITEM_ROLES: readonly PostingRole[] = [
  'receivable',
  'dividend-receivable',
  'ipo-application',
  'rights-entitlement',
  'payable',
]
const codesOf = (roles: readonly PostingRole[]) =>
  DEFAULT_CHART.filter(({ role }) => roles.includes(role)).map(({ code }) => code)
const RESERVED_CODES = codesOf(SYSTEM_ONLY_ROLES)
const OPEN_ITEM_CODES = codesOf(OPEN_ITEM_ROLES)
const OPEN_ITEMS_INSTEAD =
  ' Record what was open on it under Open items: dividends to come, trades to settle, money applied with.'
// The cash account of a settlement account, as an entry of the portfolio on that day would post to it.
const CASH = statement(
  'openings.cash-accounts',
  `SELECT s.id AS settlement_account_id, c.id, c.account_code, c.active_status, false AS reserved, false AS is_open_item
     FROM settlement_accounts s
     JOIN chart_of_accounts c ON c.id = ${accountOfRole("'cash'", ':portfolioId', 's.id', ':openingDate::date')}
    WHERE s.id = ANY (:settlementIds::bigint[])`,
)
const KNOWN = statement(
  'openings.settlement-accounts',
  'SELECT id FROM settlement_accounts WHERE id = ANY (:settlementIds::bigint[])',
)
const POINT = statement(
  'openings.point-at-balances',
  'UPDATE portfolios SET opening_balances_entry_id = :entryId? WHERE id = :portfolioId',
)
const HEAD = statement(
  'openings.balances-head',
  'SELECT reference, description FROM journal_entries WHERE id = :entryId',
)
const FREE_DATE = statement(
  'openings.free-date',
  'UPDATE portfolios SET opening_date = NULL, opening_balances_entry_id = NULL WHERE id = :portfolioId',
)

export interface BalancesOrder extends RecordedBy {
  readonly portfolio: string
  readonly dryRun: boolean
}

/**
 * Records or replaces the balances; a preview answers the difference without asking for its confirmation.
 * @throws Refusal naming the line for an unknown, inactive or derived account, `opening.difference` while the difference is
 *   not confirmed, `opening.date-fixed`, `opening.sold-before`, `trade.date-in-future`, and `record.stale` where the
 *   current entry is not the one to be replaced.
 */
export async function saveBalances(
  tx: Transaction,
  clock: Clock,
  order: BalancesOrder & { readonly input: OpeningBalancesInput },
): Promise<Outcome<OpeningDetail | OpeningBalancesReport>> {
  const { input } = order
  const { openingDate } = input
  if (openingDate > clock.today()) {
    throw refuseField('trade.date-in-future', 'openingDate', { date: openingDate, today: clock.today() })
  }
  const portfolio = await portfolioInPath(tx, order.portfolio)
  const standing = await lockOpening(tx, portfolio.id)
  if (standing.balancesEntryId !== input.replaces) {
    throw new Refusal('record.stale', { what: `The opening of ${portfolio.portfolioName}` })
  }
  const accounts = await accountsOf(tx, input.lines, portfolio, openingDate)
  const linesSent = input.lines.map((line, index) => ({
    account: accounts[index] as Account,
    accountCode: (accounts[index] as Account).account_code,
    portfolioId: portfolio.id,
    debit: line.debit ?? 0n,
    credit: line.credit ?? 0n,
    line,
  }))
  const reserved = new Set(
    linesSent.filter(({ account }) => account.reserved).map((line) => line.accountCode),
  )
  const { difference } = orRefuse(
    decideOpeningBalances(linesSent, reserved, input.differenceToCapital || order.dryRun),
  )
  const before = standing.balancesEntryId
  const reversed = before === null ? [] : await takeBack(tx, portfolio.id, before, order)
  // Without the entry, and without lots and open items, the opening date may change.
  const { lots, openItems } = await hasOpenings(tx, portfolio.id)
  const isHeld = lots || openItems
  if (!isHeld) await tx.query(FREE_DATE, { portfolioId: portfolio.id })
  await setOpeningDate(tx, portfolio, isHeld ? standing.openingDate : null, openingDate)
  const [replaced] = before === null ? [] : await tx.query(HEAD, { entryId: before })
  const { reference = replaced?.reference ?? null } = input
  const described = input.description === undefined ? replaced?.description : input.description
  const description = described ?? `Opening balances of ${portfolio.portfolioName}`
  const lineOf = (line: Pick<PostedLine, 'role' | 'debit' | 'credit'> & Partial<PostedLine>): PostedLine => ({
    portfolioId: portfolio.id,
    equityId: null,
    brokerId: null,
    settlementAccountId: null,
    transactionType: 'Opening',
    description,
    ...line,
  })
  const capital = capitalSides(difference)
  const lines = [
    ...linesSent.map(({ account, debit, credit, line }) =>
      lineOf({
        role: 'manual',
        accountId: account.id,
        debit,
        credit,
        settlementAccountId: line.settlementAccount,
        description: line.description ?? description,
      }),
    ),
    ...(capital === null ? [] : [lineOf({ role: 'capital', ...capital })]),
  ]
  if (lines.length < 2)
    throw new Refusal('journal.no-lines', {}, [
      { field: 'lines', message: 'An entry needs at least two lines.' },
    ])
  const [id] = await postEntries(
    tx,
    [
      {
        kind: 'opening',
        entryDate: openingDate,
        transactionType: 'Opening',
        description,
        reference,
        lines,
      },
    ],
    { kind: 'portfolio', id: portfolio.id },
    order,
  )
  const entryId = id as number
  await tx.query(POINT, { portfolioId: portfolio.id, entryId })
  const audit = {
    action: before === null ? 'openings.balances' : 'openings.replace-balances',
    entity: 'portfolios',
    entityId: portfolio.id,
    ...(before !== null && { before: { entryId: before } }),
    after: { entryId, openingDate },
  }
  const answer = order.dryRun
    ? {
        dryRun: true as const,
        difference: toJsonNumber(difference, MONEY_SCALE),
        confirmed: input.differenceToCapital || difference === 0n,
        postings: await postedLines(tx, [...reversed, entryId]),
      }
    : await findOpening(tx, portfolio.id)
  return { answer, audit }
}

/**
 * Takes the balances back by a reversal.
 * @throws Refusal `opening.no-balances`, `record.stale` where the current entry is not the one named.
 */
export async function removeBalances(
  tx: Transaction,
  order: BalancesOrder & { readonly entry: number | undefined },
): Promise<Outcome<OpeningDetail | OpeningBalancesReport>> {
  const portfolio = await portfolioInPath(tx, order.portfolio)
  const { balancesEntryId: entryId } = await lockOpening(tx, portfolio.id)
  if (entryId === null) throw new Refusal('opening.no-balances', { portfolio: portfolio.portfolioName })
  if (order.entry !== undefined && order.entry !== entryId) {
    throw new Refusal('record.stale', { what: `The opening of ${portfolio.portfolioName}` })
  }
  const reversed = await takeBack(tx, portfolio.id, entryId, order)
  await tx.query(POINT, { portfolioId: portfolio.id, entryId: null })
  await forgetOpeningDate(tx, [portfolio.id])
  const audit = {
    action: 'openings.remove-balances',
    entity: 'portfolios',
    entityId: portfolio.id,
    before: { entryId },
    after: { reversals: reversed },
  }
  const answer = order.dryRun
    ? {
        dryRun: true as const,
        difference: 0,
        confirmed: true,
        postings: await postedLines(tx, reversed),
      }
    : await findOpening(tx, portfolio.id)
  return { answer, audit }
}

function takeBack(tx: Transaction, portfolioId: number, entryId: number, by: RecordedBy): Promise<number[]> {
  const cause = { kind: 'portfolio', id: portfolioId } as const
  return reverseEntries(tx, [entryId], { ...recorder(by), kind: 'opening', cause })
}

/** The account of each line: the one it names, or the cash account of the settlement account that it names. */
async function accountsOf(
  tx: Transaction,
  lines: readonly Line[],
  portfolio: Portfolio,
  openingDate: string,
): Promise<Account[]> {
  const settlementIds = [...new Set(lines.flatMap((line) => line.settlementAccount ?? []))]
  const [named, cash, known] = await Promise.all([
    tx.query(ACCOUNTS, {
      codes: lines.flatMap((line) => line.account?.toLowerCase() ?? []),
      systemOnlyRoles: SYSTEM_ONLY_ROLES,
      reservedCodes: RESERVED_CODES,
      openItemRoles: OPEN_ITEM_ROLES,
      openItemCodes: OPEN_ITEM_CODES,
      openingDate,
    }),
    tx.query(CASH, { settlementIds, portfolioId: portfolio.id, openingDate }),
    tx.query(KNOWN, { settlementIds }),
  ])
  const byCode = new Map(named.map((account) => [account.account_code.toLowerCase(), account]))
  const cashOf = new Map(cash.map((account) => [account.settlement_account_id, account]))
  const settlements = new Set(known.map((account) => account.id))
  return lines.map((line, index) => {
    if (line.settlementAccount !== null && !settlements.has(line.settlementAccount)) {
      throw refuseField('record.missing', `lines.${index}.settlementAccount`, {
        what: 'The settlement account',
      })
    }
    const field = `lines.${index}.account`
    const account =
      line.account === null ? cashOf.get(line.settlementAccount ?? 0) : byCode.get(line.account.toLowerCase())
    const facts = { line: index + 1, account: line.account ?? 'for cash' }
    if (account === undefined) throw refuseField('journal.account-unknown', field, facts)
    if (account.active_status === 'No') throw refuseField('journal.account-inactive', field, facts)
    if (account.is_open_item)
      throw refuseField('journal.derived-account', field, { ...facts, remedy: OPEN_ITEMS_INSTEAD })
    return account
  })
}
