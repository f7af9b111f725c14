/** The checklist of a lock: what is open in the books of an entity as at a day, each point by one query over its whole set. */
import type { LockCheck } from '@em/contract/periods/periods'
import { isYearEnd } from '@em/core/holidays/financial-year'
import { dayInWords } from '@em/core/values/date-texts'
import { addDays } from '@em/core/values/dates'
import { type Cents, decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { requestsDated } from '../approvals/attention.queries.ts'
import { unpricedHoldings } from '../holdings/holdings.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { reconciliationBreaks, unreconciledAccounts } from '../reconciliation/sign-off/breaks.queries.ts'
import { lateSettlements } from '../settlements/list/flows.queries.ts'
import { sumSuspense } from '../suspense/suspense.queries.ts'
import { type PortfolioDay, portfoliosOnDay } from '../valuation/state/day.queries.ts'
import { takenOver } from '../valuation/state/month-end.queries.ts'
import { staleDays } from '../valuation/state/stale.queries.ts'
import { noteOf } from '../valuation/state/valued.ts'
import { CHECK_DAYS, lastCheck, movedYears } from './attention.queries.ts'
import { ofEvents } from './checklist-events.queries.ts'
import { openBreaches } from './checklist-limits.queries.ts'
import { type Asked, clear, count, listed, lkr, open, size } from './checklist-texts.ts'
import { financialYears, findEntity, listEntities, portfolioIdsOf } from './periods.queries.ts'

async function settlements({ db, entity, through, today }: Asked): Promise<LockCheck[]> {
  const { failed, overdue } = await lateSettlements(db, entity.id, through, today)
  const by = dayInWords(through)
  return [
    failed.count === 0
      ? clear('settlements-failed', `No settlement due by ${by} has failed.`)
      : open(
          'settlements-failed',
          failed,
          `${count(failed.count, 'settlement', 'settlements')} due by ${by} failed: ${lkr(failed.amount)}.`,
        ),
    overdue.count === 0
      ? clear('settlements-overdue', `No settlement due by ${by} is overdue.`)
      : open(
          'settlements-overdue',
          overdue,
          `${count(overdue.count, 'settlement', 'settlements')} due by ${by} not confirmed: ${lkr(overdue.amount)}.`,
        ),
  ]
}

async function reconciliations(asked: Asked, banks: readonly Balance[]): Promise<LockCheck> {
  const { db, entity, portfolioIds, through, today } = asked
  const [accounts, breaks] = await Promise.all([
    unreconciledAccounts(db, through, portfolioIds),
    reconciliationBreaks(db, today, through),
  ])
  const own = new Set(banks.map((bank) => bank.settlement_account_id))
  const names = new Set(entity.portfolios.map((one) => one.portfolioName))
  const broken = breaks.filter(
    (one) =>
      one.startDate <= through &&
      (one.portfolio === null || names.has(one.portfolio)) &&
      (one.settlementAccountId === null || own.has(one.settlementAccountId)),
  )
  if (accounts.length + broken.length === 0) {
    return clear('reconciliation', `Every bank account is reconciled through ${dayInWords(through)}.`)
  }
  const unexplained = broken.filter((one) => one.unexplained !== 0n)
  const changed = broken.filter((one) => one.changedLines > 0)
  const parts = [
    accounts.length > 0 &&
      `${count(accounts.length, 'bank account is', 'bank accounts are')} not reconciled through ${dayInWords(through)}: ${listed(accounts.map((one) => `${one.accountName} ${one.accountNumber}`))}.`,
    unexplained.length > 0 &&
      `${count(unexplained.length, 'reconciliation has', 'reconciliations have')} an unexplained difference: ${listed(unexplained.map((one) => `${one.account} ${lkr(one.unexplained)}`))}.`,
    changed.length > 0 &&
      `${count(changed.length, 'reconciliation', 'reconciliations')} changed since the sign-off: ${listed(changed.map((one) => one.account))}.`,
  ]
  return open(
    'reconciliation',
    { count: accounts.length + broken.length },
    parts.filter((part) => part !== false).join(' '),
  )
}

const DRAFTS = statement(
  'periods.drafts',
  `SELECT count(*) AS count FROM journal_drafts d
    WHERE d.status = 'Draft' AND d.entry_date <= :through::date
      AND EXISTS (SELECT FROM journal_draft_lines l WHERE l.draft_id = d.id AND coalesce(l.portfolio_id, 0) = ANY (:portfolioIds::bigint[]))`,
)

async function drafts({ db, portfolioIds, through }: Asked): Promise<LockCheck> {
  const [found] = await db.query(DRAFTS, { through, portfolioIds })
  const number = found?.count ?? 0
  const by = `on or before ${dayInWords(through)}`
  return number === 0
    ? clear('drafts', `No draft is dated ${by}.`)
    : open('drafts', { count: number }, `${count(number, 'draft is', 'drafts are')} dated ${by}.`)
}

async function approvals({ db, portfolioIds, through, today }: Asked): Promise<LockCheck> {
  const waiting = await requestsDated(db, { portfolioIds, through, today })
  return waiting.length === 0
    ? clear('approvals', `No request for approval dated by ${dayInWords(through)} waits.`)
    : open(
        'approvals',
        { count: waiting.length },
        `${count(waiting.length, 'request for approval', 'requests for approval')} dated by ${dayInWords(through)} ${waiting.length === 1 ? 'waits' : 'wait'}: ${listed(waiting)}.`,
      )
}

async function suspense({ db, entity, through }: Asked): Promise<LockCheck> {
  const { open: sums } = await sumSuspense(db, { entityId: entity.id }, through)
  if (sums.count === 0) return clear('suspense', `No item of Suspense is open on ${dayInWords(through)}.`)
  const amount = (rupees: number) => lkr(decimalOf(String(rupees), MONEY_SCALE))
  return open(
    'suspense',
    { count: sums.count },
    `${count(sums.count, 'item is', 'items are')} open on ${dayInWords(through)}: debits ${amount(sums.debits)}, credits ${amount(sums.credits)}, the oldest ${count(sums.oldest_days ?? 0, 'day', 'days')} old.`,
  )
}

async function unpriced({ db, entity, through }: Asked): Promise<LockCheck> {
  const symbols = await unpricedHoldings(db, entity.id, through)
  return symbols.length === 0
    ? clear('unpriced', `Every holding has a price on or before ${dayInWords(through)}.`)
    : open(
        'unpriced',
        { count: symbols.length },
        `Not valued: ${count(symbols.length, 'holding has', 'holdings have')} no price on or before ${dayInWords(through)}: ${listed(symbols)}.`,
      )
}

/** The day itself, or the last market day before it where its run says the same (decision 070): a closing takes the day's own run. */
async function valuation({ db, entity, portfolioIds, through }: Asked): Promise<LockCheck> {
  const days = await portfoliosOnDay(db, portfolioIds, through)
  const on = dayInWords(through)
  if (days.length === 0) return clear('valuation', `No investments are in the books on ${on}.`)
  const before = isYearEnd(through, entity.year_end_month)
    ? null
    : await takenOver(db, portfolioIds, { date: through, calendar: await loadCalendar(db) })
  const isTaken = ({ id, state }: PortfolioDay) =>
    state === 'not-valued' && before?.portfolioIds.has(id) === true
  const rest = days.filter((one) => !isTaken(one))
  const { missing, message } = noteOf(rest, through)
  if (message !== null && missing.length > 0)
    return open('valuation', { count: missing.length }, `${message} (${on}).`)
  if (before === null || rest.length === days.length)
    return clear('valuation', `Investments are valued on ${on}.`)
  return clear(
    'valuation',
    `Valued by the run of ${dayInWords(before.day)}, the last market day: the same shares at the same prices. Its entries are taken back on ${dayInWords(addDays(before.day, 1))}, so statements of ${on} state investments at cost; run mark-to-market on ${on} before you lock, if they are to state fair value.`,
  )
}

/** Open days before the day of the lock. The day itself has its own point; a locked day changes only when it is opened. */
async function staleRuns({ db, portfolioIds, through }: Asked): Promise<LockCheck> {
  const found = await staleDays(db, portfolioIds)
  const stale = found.filter(({ date, locked }) => date < through && !locked)
  const on = dayInWords(through)
  return stale.length === 0
    ? clear('stale-runs', `No mark-to-market run of a day before ${on} is stale.`)
    : open(
        'stale-runs',
        { count: stale.length },
        `A trade or price changed after the mark-to-market runs of ${listed(stale.map(({ date }) => dayInWords(date)))}.`,
      )
}

// The balances kept by the write: months before, and the days of the month.
const BALANCES = statement(
  'periods.balances',
  `SELECT g.role, k.settlement_account_id, concat_ws(' ', s.account_name, s.account_number) AS name, sum(k.debit - k.credit) AS net
     FROM (SELECT DISTINCT role, account_id FROM gl_mappings
            WHERE role IN ('cash', 'inter-portfolio-clearing') AND account_id IS NOT NULL) g
     JOIN (
       SELECT account_id, portfolio_id, settlement_account_id, debit, credit FROM ledger_months
        WHERE month < date_trunc('month', :through::timestamp)::date
       UNION ALL
       SELECT account_id, portfolio_id, settlement_account_id, debit, credit FROM ledger_days
        WHERE day >= date_trunc('month', :through::timestamp)::date AND day <= :through::timestamp::date) k USING (account_id)
     LEFT JOIN settlement_accounts s ON s.id = k.settlement_account_id
    WHERE k.portfolio_id = ANY (:portfolioIds::bigint[])
    GROUP BY g.role, k.settlement_account_id, s.id
    ORDER BY lower(s.account_name), k.settlement_account_id`,
)
interface Balance {
  readonly role: 'cash' | 'inter-portfolio-clearing'
  /** 0: lines that name none. */
  readonly settlement_account_id: number
  readonly name: string
  /** Debits less credits, in cents. */
  readonly net: Cents
}

async function balancesAt({ db, portfolioIds, through }: Asked): Promise<Balance[]> {
  const rows = await db.query(BALANCES, { through, portfolioIds })
  return rows.map((row) => ({ ...row, net: decimalOf(row.net, MONEY_SCALE) }))
}

function overdrawn(banks: readonly Balance[], through: string): LockCheck {
  const below = banks.filter(({ net }) => net < 0n)
  const on = dayInWords(through)
  if (below.length === 0) return clear('overdrawn', `No bank account is overdrawn on ${on}.`)
  const amount = size(below.reduce((sum, { net }) => sum + net, 0n))
  const names = below.map(
    ({ name, net }) => `${name || 'lines without a settlement account'} ${lkr(size(net))}`,
  )
  return open(
    'overdrawn',
    { count: below.length, amount },
    `${count(below.length, 'bank account is', 'bank accounts are')} overdrawn on ${on}: ${listed(names)}.`,
  )
}

function interPortfolio(balances: readonly Balance[], through: string): LockCheck {
  const net = balances.reduce((sum, one) => sum + one.net, 0n)
  return net === 0n
    ? clear('inter-portfolio', `Inter-portfolio Clearing is zero on ${dayInWords(through)}.`)
    : open(
        'inter-portfolio',
        { amount: size(net) },
        `Inter-portfolio Clearing has a balance of ${lkr(size(net))} ${net > 0n ? 'DR' : 'CR'} on ${dayInWords(through)}.`,
      )
}

async function yearEnds({ db, entity, through, today }: Asked): Promise<LockCheck> {
  const [{ years }, changed] = await Promise.all([
    financialYears(db, entity.id, today),
    movedYears(db, entity.id),
  ])
  const notClosed = years.filter(
    (year) => year.year_end <= through && year.status !== 'moved' && year.unclosed !== 0,
  )
  const moved = changed.filter(({ yearEnd }) => yearEnd <= through)
  const posted = moved.filter(({ amount }) => amount !== 0n)
  const valued = moved.filter(({ isRunStale }) => isRunStale)
  const ends = (of: readonly { readonly yearEnd: string }[]) =>
    listed(of.map(({ yearEnd }) => dayInWords(yearEnd)))
  const parts = [
    notClosed.length > 0 &&
      `Not closed: the year to ${listed(notClosed.map((year) => dayInWords(year.year_end)))}. A closing is dated with the year-end, so close before locking.`,
    posted.length > 0 &&
      `Changed since it was closed: the year to ${listed(posted.map(({ yearEnd, amount }) => `${dayInWords(yearEnd)} by ${lkr(size(amount))}`))}. Close it again.`,
    valued.length > 0 && `The mark-to-market run of a closed year-end is stale: ${ends(valued)}.`,
  ].filter((part) => part !== false)
  return parts.length === 0
    ? clear('year-end', `Every financial year that ended by ${dayInWords(through)} is closed.`)
    : open('year-end', { count: notClosed.length + moved.length }, parts.join(' '))
}

async function booksCheck({ db, today }: Asked): Promise<LockCheck> {
  const last = await lastCheck(db, today)
  if (last === null) return open('books-check', {}, 'The books have not been checked yet.')
  const of = dayInWords(last.day)
  if (last.found > 0)
    return open(
      'books-check',
      { count: last.found },
      `The check of the books of ${of} found ${count(last.found, 'difference', 'differences')}.`,
    )
  return last.isOld
    ? open('books-check', {}, `The last check of the books is of ${of}, more than ${CHECK_DAYS} days ago.`)
    : clear('books-check', `The check of the books of ${of} found no difference.`)
}

async function general({ db, entity, through }: Asked): Promise<LockCheck[]> {
  if (entity.is_general) return []
  const built = (await listEntities(db)).find((one) => one.is_general)
  const until = built?.locked_through ?? null
  if (until !== null && until >= through) {
    return [clear('general', `General is locked through ${dayInWords(until)}.`)]
  }
  const locked = until === null ? 'is not locked' : `is locked only through ${dayInWords(until)}`
  return [open('general', {}, `General, to which entries without a portfolio belong, ${locked}.`)]
}

/**
 * The checklist before the books of an entity are locked through a day: each point clear, or open with how many and how
 * much. Settlements and reconciliations as they are today, of what was due by that day; all else as at that day.
 * @throws Refusal `record.missing` (404) for the entity.
 */
export async function lockChecks(
  db: Queryable,
  entityId: number,
  through: string,
  today: string,
): Promise<LockCheck[]> {
  const entity = await findEntity(db, entityId)
  const portfolioIds = await portfolioIdsOf(db, entityId)
  const asked: Asked = { db, entity, portfolioIds, through, today }
  const balances = await balancesAt(asked)
  const banks = balances.filter(({ role }) => role === 'cash')
  const between = balances.filter(({ role }) => role === 'inter-portfolio-clearing')
  const [
    settling,
    reconciled,
    drafted,
    requested,
    suspended,
    priced,
    valued,
    stale,
    events,
    exceeded,
    closed,
    checked,
    ofGeneral,
  ] = await Promise.all([
    settlements(asked),
    reconciliations(asked, banks),
    drafts(asked),
    approvals(asked),
    suspense(asked),
    unpriced(asked),
    valuation(asked),
    staleRuns(asked),
    ofEvents(asked),
    openBreaches(asked),
    yearEnds(asked),
    booksCheck(asked),
    general(asked),
  ])
  const held = [overdrawn(banks, through), interPortfolio(between, through)]
  return [
    ...settling,
    reconciled,
    drafted,
    requested,
    suspended,
    priced,
    valued,
    stale,
    ...events,
    exceeded,
    ...held,
    closed,
    checked,
    ...ofGeneral,
  ]
}
