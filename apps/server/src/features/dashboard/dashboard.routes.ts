import { batches } from '@em/contract/books/batches'
import { corporateActions } from '@em/contract/books/corporate-actions'
import { dashboard } from '@em/contract/books/dashboard'
import { holdings } from '@em/contract/books/holdings'
import { notifications } from '@em/contract/books/notifications'
import { reconciliation } from '@em/contract/books/reconciliation'
import { settlements } from '@em/contract/books/settlements'
import { type OpenSuspense, suspenseItems } from '@em/contract/books/suspense'
import { transactions } from '@em/contract/books/transactions'
import type { Reply, Route } from '@em/contract/kit/route'
import { costingMethods } from '@em/contract/registers/costing-methods'
import { addMarketDays, closedReason } from '@em/core/calendar/market-calendar'
import { type GainRange, rangeSpan } from '@em/core/calendar/ranges'
import { holdingTotals } from '@em/core/valuation/holdings'
import { dayInWords } from '@em/core/values/date-words'
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type BackupState, backupState } from '../../backup/records.ts'
import { scheduleOf } from '../../backup/watch.ts'
import { may } from '../../platform/authorize.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { type ActionsToAttend, actionsToAttend } from '../actions/reports/attention.queries.ts'
import { type FailedImport, failedImports } from '../batches/history/batches.queries.ts'
import { dayMoves } from '../holdings/day-change.queries.ts'
import { sectorsOf } from '../holdings/overview.ts'
import { type ExactHolding, valuedHoldings } from '../holdings/valued.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { yearEndMonth } from '../periods/periods.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import {
  capitalGainOf,
  type RealizedSums,
  realizedPnLOf,
  realizedSums,
} from '../realized/realized.queries.ts'
import { type ReconciliationBreak, reconciliationBreaks } from '../reconciliation/sign-off/breaks.queries.ts'
import { type SettlementsToAttend, settlementsToAttend } from '../settlements/list/flows.queries.ts'
import { sumSuspense } from '../suspense/suspense.queries.ts'
import { announcementNotes } from './announcement-notes.ts'
import {
  dividendsIn,
  firstActivePortfolio,
  mostTraded,
  type PricesToAttend,
  pricesToAttend,
  recentTrades,
  setup,
  withoutMethod,
} from './dashboard.queries.ts'

export function dashboardRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, dashboard, async ({ query, user }) => {
    const today = clock.today()
    const portfolio = (await portfolioOrAll(database, query)) ?? (await firstActivePortfolio(database))
    const id = portfolio?.id ?? null
    const from = await rangeFrom(database, query.range, { today, portfolioId: id })
    const [calendar, valued, recent, traded, sold, started, dividends] = await Promise.all([
      loadCalendar(database),
      id === null ? [] : valuedHoldings(database, id, today),
      may(transactions.list, user) ? recentTrades(database, null, today) : [],
      id === null ? [] : mostTraded(database, id),
      realizedSums(database, { portfolioIds: [id ?? 0], from, to: today }),
      setup(database),
      dividendsIn(database, { portfolioId: id, from, to: today }),
    ])
    const totals = holdingTotals(valued.map((position) => position.figures))
    const reason = closedReason(calendar, today)
    const gains = new Map(valued.map(({ row, figures }) => [row.equity_id, figures.gainLossPercentage]))
    return {
      today,
      portfolio: portfolio && {
        id: portfolio.id,
        portfolioId: portfolio.portfolioId,
        portfolioName: portfolio.portfolioName,
      },
      marketDay: { isMarketDay: reason === null, reason, next: addMarketDays(calendar, today, 1) },
      profitAndLoss: {
        range: query.range,
        from: query.range === 'All' ? null : from,
        ...profitAndLoss(sold, totals),
        dividendIncome: rupees(dividends),
      },
      recent,
      sectors: sectorsOf(valued),
      mostTraded: traded.map(({ equity_id, ...one }) => {
        const gain = gains.get(equity_id)
        return { ...one, gainLossPercentage: gain === undefined ? null : toJsonNumber(gain, RATE_SCALE) }
      }),
      topPerformers: topPerformers(valued),
      dayChange: await dayMoves(database, valued, today),
      unpriced: valued.filter(({ figures }) => !figures.priced).map(({ row }) => row.symbol),
      setup: started,
    }
  })

  serve(server, notifications, async ({ user }) => {
    const today = clock.today()
    // Whoever may not call what a note leads to is not told what it says.
    const notes = (of: Route, found: () => Promise<Note[]>) => (may(of, user) ? found() : [])
    const told = await Promise.all([
      backupState(database, scheduleOf(server.settings.backup)).then(backupNotes),
      notes(settlements.list, async () => settlementNotes(await settlementsToAttend(database, today))),
      notes(batches.list, async () => importNotes(await failedImports(database))),
      notes(reconciliation.list, async () => breakNotes(await reconciliationBreaks(database, today))),
      notes(suspenseItems.list, async () => suspenseNotes((await sumSuspense(database, {}, today)).open)),
      notes(holdings.overview, async () => {
        const [prices, calendar] = await Promise.all([
          pricesToAttend(database, today),
          loadCalendar(database),
        ])
        return priceNotes(prices, addMarketDays(calendar, today, -3))
      }),
      notes(costingMethods.list, async () => methodNotes(await withoutMethod(database))),
      notes(corporateActions.list, async () => actionNotes(await actionsToAttend(database, today))),
      announcementNotes(database, user, today),
    ])
    return told.flat()
  })
}

const PERFORMERS = 5

/** The positions with a price by their unrealized capital gain in per cent, the best first. */
function topPerformers(valued: readonly ExactHolding[]): Reply<typeof dashboard>['topPerformers'] {
  const percent = ({ figures }: ExactHolding) => figures.gainLossPercentage
  return valued
    .filter(({ figures }) => figures.priced)
    .toSorted((a, b) => (percent(a) < percent(b) ? 1 : percent(a) > percent(b) ? -1 : 0))
    .slice(0, PERFORMERS)
    .map(({ row, figures }) => ({
      symbol: row.symbol,
      company_name: row.name,
      gainLossPercentage: toJsonNumber(figures.gainLossPercentage, RATE_SCALE),
      unrealizedGainLoss: rupees(figures.unrealizedGainLoss),
    }))
}

/** Earlier than any trade. */
const BEGINNING = '1900-01-01'

/** The first trade date of a range of sales that ends today. */
async function rangeFrom(
  database: Queryable,
  range: GainRange,
  { today, portfolioId }: { readonly today: string; readonly portfolioId: number | null },
): Promise<string> {
  const month = range === 'YTD' ? await yearEndMonth(database, portfolioId) : 12
  return rangeSpan(range, today, month).from ?? BEGINNING
}

/** Realized and unrealized on one basis (after fees and cost of funds), with the capital gains before them beside it. */
function profitAndLoss(sold: RealizedSums, totals: ReturnType<typeof holdingTotals>) {
  const realizedPnL = realizedPnLOf(sold)
  return {
    totalPnL: rupees(realizedPnL + totals.unrealizedProfitLoss),
    realizedPnL: rupees(realizedPnL),
    capitalGain: rupees(capitalGainOf(sold)),
    realizedCharges: rupees(sold.charges),
    realizedFees: rupees(sold.fees),
    realizedCostOfFunds: rupees(sold.financing),
    unrealizedGain: rupees(totals.unrealizedGainLoss),
    unrealizedPnL: rupees(totals.unrealizedProfitLoss),
    projectedSalesWithCOF: rupees(totals.projectedSalesWithCOF),
    totalCost: rupees(totals.costValue),
    totalCharges: rupees(totals.charges),
    totalValue: rupees(totals.grossSales),
  }
}

const STALE_LIST = 5

type Note = Reply<typeof notifications>[number]
const grouped = (cents: bigint) => formatDecimal(cents, MONEY_SCALE, { grouping: true })

const ageInWords = (hours: number) => {
  const [count, unit] = hours < 48 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const BACKUP_REMEDY = "The cause is in the server's log. To back up now, run npm run backup."

/** A backup that is too old, or that failed. */
function backupNotes(state: BackupState | undefined): Note[] {
  if (state === undefined) return []
  const { ageHours, overdue, error } = state
  if (!overdue && error === null) return []
  const title =
    overdue && ageHours !== null
      ? `The last backup is ${ageInWords(ageHours)} old`
      : ageHours === null
        ? 'No backup could be made yet'
        : 'The last backup failed'
  return [{ id: 'backup', severity: 'warning', title, detail: BACKUP_REMEDY, tab: null, record: null }]
}

/** What is due, overdue or failed. */
function settlementNotes({ due, overdue, failed }: SettlementsToAttend): Note[] {
  const notes: Note[] = []
  const add = (id: string, severity: Note['severity'], count: number, what: string, detail: string) => {
    if (count === 0) return
    const title = `${count.toLocaleString('en')} ${count === 1 ? 'settlement' : 'settlements'} ${what}`
    notes.push({ id, severity, title, detail, tab: 'Settlement Instructions', record: null })
  }
  const rupeesOf = (amount: number) => grouped(decimalOf(String(amount), MONEY_SCALE))
  add(
    'settlements-due',
    'info',
    due.count,
    'due',
    `LKR ${rupeesOf(due.pay.amount)} to pay and ${rupeesOf(due.receive.amount)} to receive within three days.`,
  )
  add('settlements-overdue', 'warning', overdue.count, 'overdue', 'Expected before today and not confirmed.')
  add('settlements-failed', 'warning', failed.count, 'failed', 'Set a new date, or confirm what was paid.')
  return notes
}

/** Imports that failed, that nobody looked at and that were not tried again. */
function importNotes(failed: readonly FailedImport[]): Note[] {
  const [last] = failed
  if (last === undefined) return []
  const of = last.failed === 0 ? 'its rows repeat contract numbers' : rowsOf(last)
  return [
    {
      id: 'imports-failed',
      severity: 'warning',
      title: failed.length === 1 ? '1 import failed' : `${failed.length} imports failed`,
      detail: `${failed.length === 1 ? '' : 'The latest: '}${last.file_name ?? `Import ${last.id}`}, ${of}. Nothing of it was recorded.`,
      tab: 'Import History',
      record: failed.length === 1 ? last.id : null,
    },
  ]
}

const rowsOf = ({ failed, total }: FailedImport) =>
  `${failed} of ${total} ${total === 1 ? 'row' : 'rows'} could not be recorded`

/** Reconciliations with an unexplained difference, and signed-off ones into whose days something was recorded since. */
function breakNotes(breaks: readonly ReconciliationBreak[]): Note[] {
  const noteOf = (
    id: string,
    found: readonly ReconciliationBreak[],
    title: string,
    detail: (one: ReconciliationBreak) => string,
  ): Note[] => {
    const [first] = found
    if (first === undefined) return []
    const place = `${first.account} until ${dayInWords(first.endDate)}: ${detail(first)}`
    return [
      {
        id,
        severity: 'warning',
        title: `${found.length} ${title}`,
        detail: found.length === 1 ? place : `The latest: ${place}`,
        tab: 'Account Reconciliation',
        record: found.length === 1 ? first.reconciliationId : null,
      },
    ]
  }
  const open = breaks.filter((one) => one.status === 'pending')
  const changed = breaks.filter((one) => one.status === 'reconciled')
  return [
    ...noteOf(
      'reconciliation-unexplained',
      open,
      open.length === 1
        ? 'reconciliation has an unexplained difference'
        : 'reconciliations have an unexplained difference',
      (one) => `LKR ${grouped(one.unexplained)}.`,
    ),
    ...noteOf(
      'reconciliation-changed',
      changed,
      changed.length === 1
        ? 'signed-off reconciliation has changed since'
        : 'signed-off reconciliations have changed since',
      (one) => `${one.changedLines} ${one.changedLines === 1 ? 'line was' : 'lines were'} recorded.`,
    ),
  ]
}

/** Items of Suspense that nothing clears yet. */
function suspenseNotes({ count, debits, credits, oldest_days }: OpenSuspense): Note[] {
  const days = oldest_days ?? 0
  if (count === 0) return []
  const rupeesOf = (amount: number) => grouped(decimalOf(String(amount), MONEY_SCALE))
  return [
    {
      id: 'suspense',
      severity: 'warning',
      title: `${count.toLocaleString('en')} ${count === 1 ? 'item is' : 'items are'} open on Suspense`,
      detail: `Debits LKR ${rupeesOf(debits)}, credits LKR ${rupeesOf(credits)}, the oldest ${days} ${days === 1 ? 'day' : 'days'} old.`,
      tab: 'Journal Entries',
      record: null,
    },
  ]
}

/** Securities held without a price, and prices from before a day. */
function priceNotes({ unpriced, lastPrice }: PricesToAttend, staleBefore: string): Note[] {
  const notes: Note[] = []
  if (unpriced.length > 0) {
    const more = unpriced.length - STALE_LIST
    notes.push({
      id: 'unpriced',
      severity: 'warning',
      title: unpriced.length === 1 ? '1 holding has no price' : `${unpriced.length} holdings have no price`,
      detail: `Valued at cost: ${unpriced.slice(0, STALE_LIST).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
      tab: 'Portfolio Overview',
      record: null,
    })
  }
  if (lastPrice !== null && lastPrice < staleBefore) {
    notes.push({
      id: 'stale-prices',
      severity: 'warning',
      title: 'Prices are old',
      detail: `The newest daily trade summary is of ${lastPrice}.`,
      tab: 'Portfolio Overview',
      record: null,
    })
  }
  return notes
}

/** Corporate actions to process, last days that come near, and money that is late. */
function actionNotes({ due, first, closing, last, late }: ActionsToAttend): Note[] {
  const more = (count: number) => (count > 1 ? ` and ${count - 1} more` : '')
  const notes: Note[] = []
  if (due > 0) {
    const title = `${due} corporate ${due === 1 ? 'action is' : 'actions are'} to be processed`
    const detail = `Its day has come: ${first ?? ''}${more(due)}.`
    notes.push({ id: 'actions-due', severity: 'warning', title, detail, tab: 'Calendar', record: null })
  }
  if (closing > 0) {
    const title = `${closing} ${closing === 1 ? 'election ends' : 'elections end'} within a week`
    const detail = `What is not elected lapses: ${last ?? ''}${more(closing)}.`
    notes.push({ id: 'actions-closing', severity: 'warning', title, detail, tab: 'Calendar', record: null })
  }
  if (late > 0) {
    const title = `Money of ${late} corporate ${late === 1 ? 'action is' : 'actions are'} outstanding for over 30 days`
    const detail = 'Confirm what came in, or write it off.'
    notes.push({ id: 'actions-late', severity: 'warning', title, detail, tab: 'Receivables', record: null })
  }
  return notes
}

function methodNotes(count: number): Note[] {
  if (count === 0) return []
  return [
    {
      id: 'costing-method',
      severity: 'info',
      title: `${count} active ${count === 1 ? 'portfolio has' : 'portfolios have'} no costing method`,
      detail: 'A costing method is needed before the first sale.',
      tab: 'Valuation Method',
      record: null,
    },
  ]
}
