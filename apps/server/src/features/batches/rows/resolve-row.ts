/** One row of a submission with its names, dates, fees and amounts resolved: the trade that it becomes. */
import { refusalMessage } from '@em/contract'
import { type MarketCalendar, settlementDateFor } from '@em/core/holidays/market-calendar'
import { refuseDates } from '@em/core/trades/decide-buy'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { grossOf } from '@em/core/values/money'
import type { Transaction } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadTariffs } from '../../fee-tariffs/tariffs.queries.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import type { Portfolio } from '../../portfolios/portfolios.queries.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'
import { chargedFees } from '../../trades/terms/figures.ts'
import { resolveNames } from './names.queries.ts'
import type { Faults, NumberedRow, RowsRead } from './read-rows.ts'

/** The inputs by which rows are resolved. */
export interface RowWorld {
  readonly names: Awaited<ReturnType<typeof resolveNames>>
  readonly tariffOf: Awaited<ReturnType<typeof loadTariffs>>
  readonly settlementOf: (tradeDate: string) => string
  readonly sentOf: RowsRead['sentOf']
  /** Of those met so far: rows of one portfolio share it. */
  readonly portfolios: Map<number, NewTrade['context']['portfolio']>
  readonly today: string
  /** Sales go by their gross value, too: of several fills the price is an average. */
  readonly sellsByGross: boolean
  readonly calendar: MarketCalendar
}

/** The same, loaded once for all rows. */
export async function loadRowWorld(
  tx: Transaction,
  trades: readonly NumberedRow['trade'][],
  of: Pick<RowWorld, 'sentOf' | 'today' | 'sellsByGross'>,
): Promise<RowWorld> {
  const names = await resolveNames(tx, trades)
  const [calendar, tariffOf] = [await loadCalendar(tx), await loadTariffs(tx)]
  const settlements = new Map<string, string>()
  const settlementOf = (tradeDate: string) => {
    const known = settlements.get(tradeDate) ?? settlementDateFor(calendar, tradeDate)
    settlements.set(tradeDate, known)
    return known
  }
  return { ...of, names, tariffOf, settlementOf, portfolios: new Map(), calendar }
}

/** Adds impossible dates to the faults. */
export function addDateFaults({ row, trade }: NumberedRow, world: RowWorld, faults: Faults): void {
  const { tradeDate } = trade
  // A date that could not be read has its fault already.
  if (tradeDate === null) return
  const settlementDate = trade.settlementDate ?? world.settlementOf(tradeDate)
  const rejection = refuseDates({ tradeDate, settlementDate }, world)
  if (rejection !== null) {
    faults.add(row, rejection.field ?? 'tradeDate', refusalMessage(rejection.code, rejection.facts))
  }
}

/** A row as the trade that it becomes; undefined, with a fault, where it cannot become one. */
export function resolveRow(
  row: NumberedRow,
  world: RowWorld,
  faults: Faults,
): { trade: NewTrade; row: NumberedRow }[] {
  const { trade } = row
  const { names, tariffOf, settlementOf, sentOf } = world
  const equity = names.equityOf(trade)
  const portfolio = names.portfolioOf(trade)
  const account = names.accountOf(trade)
  const missing = [equity, portfolio, account].filter((found) => 'message' in found)
  for (const fault of missing) {
    faults.add(row.row, fault.field, fault.message, sentOf(row.row)[fault.field], fault.proposals)
  }
  const charged = feesOf(trade, row.row, faults)
  const { price, grossValue, quantity } = trade
  let isApart = false
  if (price !== null && grossValue !== null) {
    const product = grossOf(quantity, price)
    const apart = product > grossValue ? product - grossValue : grossValue - product
    // Prices in sheets are rounded; a hundredth apart is another trade.
    if (apart * 100n > grossValue) {
      const shown = formatDecimal(product, MONEY_SCALE, { grouping: true })
      faults.add(row.row, 'grossValue', `Quantity x price is ${shown}.`, sentOf(row.row)['grossValue'])
      isApart = true
    }
  }
  const isNamed = !('message' in equity || 'message' in portfolio || 'message' in account)
  const tariff = 'message' in equity ? null : tariffOf(equity.symbol, trade.tradeDate)
  const isPriced = 'message' in equity || tariff !== null || charged?.feesAsCharged !== undefined
  if (!isPriced) {
    const message = refusalMessage('tariff.missing', { date: trade.tradeDate })
    faults.add(row.row, 'tradeDate', message, trade.tradeDate)
  }
  if (!isNamed || charged === undefined || isApart || !isPriced) {
    addDateFaults(row, world, faults)
    return []
  }
  return [
    {
      row,
      trade: {
        row: row.row,
        side: trade.side,
        details: {
          tradeDate: trade.tradeDate,
          tradeTime: trade.tradeTime,
          settlementDate: trade.settlementDate ?? settlementOf(trade.tradeDate),
          costOfFunds: trade.costOfFunds,
          contractNumber: trade.contractNumber ?? '',
          description: trade.description,
          brokerName: trade.brokerName ?? '',
          cashFlowOnSettlement: trade.cashFlowOnSettlement,
          generatePayment: trade.generatePayment,
        },
        amounts: {
          quantity,
          // A buy that names its gross value, as in a bulk buy, is recorded by it; the price then only describes it.
          ...(price !== null && { price }),
          ...(grossValue !== null && (trade.side === 'buy' || world.sellsByGross) && { gross: grossValue }),
          ...charged,
        },
        context: {
          portfolio: portfolioOf(portfolio, world.portfolios),
          equity,
          settlementAccount: account,
          brokerId: names.brokerOf(trade.brokerName),
          tariff,
        },
        buyContract: trade.buyContract,
      },
    },
  ]
}

function portfolioOf(portfolio: Portfolio, known: RowWorld['portfolios']): NewTrade['context']['portfolio'] {
  const found = known.get(portfolio.id) ?? {
    id: portfolio.id,
    code: portfolio.portfolioId,
    name: portfolio.portfolioName,
    status: portfolio.status,
    accountingTreatment: portfolio.accountingTreatment,
  }
  known.set(portfolio.id, found)
  return found
}

function feesOf(trade: NumberedRow['trade'], row: number, faults: Faults) {
  try {
    return chargedFees(trade)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const { field, message } of error.details) faults.add(row, field, message)
    return undefined
  }
}
