import { dashboard, notifications } from '@em/contract/books/positions'
import type { Reply } from '@em/contract/kit/route'
import { type GainRange, rangeStart } from '@em/core/calendar/gain-ranges'
import { addMarketDays, closedReason } from '@em/core/calendar/market-calendar'
import { positionTotals } from '@em/core/valuation/positions'
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type BackupState, backupState } from '../../backup/records.ts'
import { scheduleOf } from '../../backup/watch.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { sectorsOf } from '../positions/overview.ts'
import { valuedPositions } from '../positions/positions.queries.ts'
import { type SettlementsToAttend, settlementsToAttend } from '../settlements/flows.queries.ts'
import {
  type Attention,
  attention,
  firstActivePortfolio,
  mostTraded,
  type Realized,
  realized,
  recentTrades,
  setup,
  yearEndMonth,
} from './dashboard.queries.ts'

const rupees = (cents: bigint) => toJsonNumber(cents, MONEY_SCALE)

export function dashboardRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, dashboard, async ({ query }) => {
    const today = clock.today()
    const portfolio = (await portfolioOrAll(database, query)) ?? (await firstActivePortfolio(database))
    const id = portfolio?.id ?? null
    const from = await rangeFrom(database, query.range, { today, portfolioId: id })
    const [calendar, valued, recent, traded, sold, started] = await Promise.all([
      loadCalendar(database),
      id === null ? [] : valuedPositions(database, id, today),
      recentTrades(database, null, today),
      id === null ? [] : mostTraded(database, id),
      realized(database, id ?? 0, { from, to: today }),
      setup(database),
    ])
    const totals = positionTotals(valued.map((position) => position.figures))
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
      },
      recent,
      sectors: sectorsOf(valued),
      mostTraded: traded.map(({ equity_id, ...one }) => {
        const gain = gains.get(equity_id)
        return { ...one, gainLossPercentage: gain === undefined ? null : toJsonNumber(gain, RATE_SCALE) }
      }),
      unpriced: valued.filter(({ figures }) => !figures.priced).map(({ row }) => row.symbol),
      setup: started,
    }
  })

  serve(server, notifications, async () => {
    const today = clock.today()
    const [found, settling, calendar, backups] = await Promise.all([
      attention(database),
      settlementsToAttend(database, today),
      loadCalendar(database),
      backupState(database, scheduleOf(server.settings.backup)),
    ])
    return [
      ...(backups === undefined ? [] : backupNotes(backups)),
      ...settlementNotes(settling),
      ...(found === undefined ? [] : notesOf(found, addMarketDays(calendar, today, -3))),
    ]
  })
}

/** The first trade date of a range of sales that ends today. */
async function rangeFrom(
  database: Queryable,
  range: GainRange,
  { today, portfolioId }: { readonly today: string; readonly portfolioId: number | null },
): Promise<string> {
  const month = range === 'YTD' ? await yearEndMonth(database, portfolioId ?? 0) : 12
  return rangeStart(range, today, month)
}

/** Realized and unrealized on one basis (after fees and cost of funds), with the capital gains before them beside it. */
function profitAndLoss(sold: Realized, totals: ReturnType<typeof positionTotals>) {
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  const gain = cents(sold.gain)
  const charges = cents(sold.charges)
  const fees = cents(sold.fees)
  const financing = cents(sold.financing)
  const realizedPnL = gain - charges - fees - financing
  return {
    totalPnL: rupees(realizedPnL + totals.unrealizedProfitLoss),
    realizedPnL: rupees(realizedPnL),
    capitalGain: rupees(gain),
    realizedCharges: rupees(charges),
    realizedFees: rupees(fees),
    realizedCostOfFunds: rupees(financing),
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
function backupNotes({ ageHours, overdue, error }: BackupState): Note[] {
  if (!overdue && error === null) return []
  const title =
    overdue && ageHours !== null
      ? `The last backup is ${ageInWords(ageHours)} old`
      : ageHours === null
        ? 'No backup could be made yet'
        : 'The last backup failed'
  return [{ id: 'backup', severity: 'warning', title, detail: BACKUP_REMEDY, tab: null }]
}

/** What is due, overdue or failed. */
function settlementNotes({ due, overdue, failed }: SettlementsToAttend): Note[] {
  const notes: Note[] = []
  const add = (id: string, severity: Note['severity'], count: number, what: string, detail: string) => {
    if (count === 0) return
    const title = `${count.toLocaleString('en')} ${count === 1 ? 'settlement' : 'settlements'} ${what}`
    notes.push({ id, severity, title, detail, tab: 'Settlement Instructions' })
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

function notesOf(found: Attention, staleBefore: string) {
  const notes: Note[] = []
  const suspense = decimalOf(found.suspense, MONEY_SCALE)
  if (suspense !== 0n) {
    notes.push({
      id: 'suspense',
      severity: 'warning',
      title: 'Suspense is not zero',
      detail: `Account Suspense stands at LKR ${grouped(suspense)}.`,
      tab: 'Journal Entries',
    })
  }
  if (found.unpriced !== null && found.unpriced.length > 0) {
    const { unpriced } = found
    const more = unpriced.length - STALE_LIST
    notes.push({
      id: 'unpriced',
      severity: 'warning',
      title: unpriced.length === 1 ? '1 holding has no price' : `${unpriced.length} holdings have no price`,
      detail: `Valued at cost: ${unpriced.slice(0, STALE_LIST).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
      tab: 'Portfolio Overview',
    })
  }
  if (found.last_price !== null && found.last_price < staleBefore) {
    notes.push({
      id: 'stale-prices',
      severity: 'warning',
      title: 'Prices are old',
      detail: `The newest daily trade summary is of ${found.last_price}.`,
      tab: 'Portfolio Overview',
    })
  }
  if (found.without_method > 0) {
    notes.push({
      id: 'costing-method',
      severity: 'info',
      title: `${found.without_method} active ${found.without_method === 1 ? 'portfolio has' : 'portfolios have'} no costing method`,
      detail: 'A costing method is needed before the first sale.',
      tab: 'Valuation Method',
    })
  }
  return notes
}
