/** The rows of a submission checked together: read, names resolved, repeats and locked periods found; every fault is told. */
import { refusalMessage } from '@em/contract'
import type { BatchInput, DuplicateRow } from '@em/contract/books/batches'
import { type MarketCalendar, settlementDateFor } from '@em/core/calendar/market-calendar'
import { refuseDates } from '@em/core/trades/decide-buy'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { grossOf } from '@em/core/values/money'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadTariffs } from '../../fee-tariffs/tariffs.queries.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import type { Portfolio } from '../../portfolios/portfolios.queries.ts'
import { chargedFees, lockChainsOf, type NewTrade } from '../../trades/bulk/record-trades.commands.ts'
import { findDuplicates, lockImports } from './duplicates.queries.ts'
import { type LockedRow, lockedRows } from './locked-rows.queries.ts'
import { resolveNames } from './names.queries.ts'
import { Faults, type NumberedRow, type RowsRead, readRows } from './read-rows.ts'

export interface Checked {
  readonly trades: NewTrade[]
  readonly chains: Awaited<ReturnType<typeof lockChainsOf>>
  readonly faults: Faults
  readonly duplicates: DuplicateRow[]
  readonly skipped: number
  readonly locked: readonly LockedRow[]
  /** The first contract number. */
  readonly reference: string | null
}

/** Checks the rows, under the locks of their portfolios and chains. */
export async function checkRows(tx: Transaction, clock: Clock, input: BatchInput): Promise<Checked> {
  const faults = new Faults()
  const { rows, broken, sentOf } = readRows(input, faults)
  const names = await resolveNames(
    tx,
    [...rows, ...broken].map((one) => one.trade),
  )
  const [calendar, tariffOf] = [await loadCalendar(tx), await loadTariffs(tx)]
  const settlements = new Map<string, string>()
  const settlementOf = (tradeDate: string) => {
    const known = settlements.get(tradeDate) ?? settlementDateFor(calendar, tradeDate)
    settlements.set(tradeDate, known)
    return known
  }
  const today = clock.today()
  const world: World = { names, tariffOf, settlementOf, sentOf, portfolios: new Map(), today, calendar }
  for (const one of broken) tellWhatElse(one, world, faults)
  const resolved: { trade: NewTrade; row: NumberedRow }[] = []
  for (const one of rows) resolved.push(...resolve(one, world, faults))
  // The locks come before the look: of two people with the same file the second sees what the first has recorded.
  await lockImports(
    tx,
    resolved.map(({ trade }) => trade.context.portfolio.id),
  )
  const chains = await lockChainsOf(
    tx,
    resolved.map(({ trade }) => trade),
  )
  const duplicates = await findDuplicates(
    tx,
    resolved.map(({ trade, row }) => ({
      row: row.row,
      portfolioId: trade.context.portfolio.id,
      side: trade.side,
      tradeDate: trade.details.tradeDate,
      contractNumber: row.trade.contractNumber,
      duplicate: row.trade.duplicate,
    })),
    input.duplicates,
  )
  const skip = new Set(duplicates.filter((row) => row.decision === 'skip').map((row) => row.row))
  const trades = resolved.filter(({ row }) => !skip.has(row.row)).map(({ trade }) => trade)
  const first = input.rows.length > 0 ? sentOf(1)['contractNumber'] : null
  return {
    trades,
    chains,
    faults,
    duplicates,
    skipped: skip.size,
    locked: await lockedRows(tx, trades),
    reference: typeof first === 'string' ? first.slice(0, 60) : null,
  }
}

/** What rows are resolved by. */
interface World {
  readonly names: Awaited<ReturnType<typeof resolveNames>>
  readonly tariffOf: Awaited<ReturnType<typeof loadTariffs>>
  readonly settlementOf: (tradeDate: string) => string
  readonly sentOf: RowsRead['sentOf']
  /** Of those met so far: rows of one portfolio share it. */
  readonly portfolios: Map<number, NewTrade['context']['portfolio']>
  readonly today: string
  readonly calendar: MarketCalendar
}

/** What can be told of a row that could not be read whole: names that nobody knows, dates that cannot be. */
function tellWhatElse({ row, trade }: NumberedRow, world: World, faults: Faults): void {
  const { names, sentOf } = world
  const asked = [
    ...(trade.symbol === null && trade.companyName === null ? [] : [names.equityOf(trade)]),
    ...(trade.portfolio === null && trade.portfolioId === null ? [] : [names.portfolioOf(trade)]),
    ...(trade.settlementAccount === null ? [] : [names.accountOf(trade)]),
  ]
  for (const found of asked) {
    if ('message' in found) faults.add(row, found.field, found.message, sentOf(row)[found.field])
  }
  tellDates({ row, trade }, world, faults)
}

function tellDates({ row, trade }: NumberedRow, world: World, faults: Faults): void {
  const { tradeDate } = trade
  // A date that could not be read has its fault already.
  if (tradeDate === null) return
  const settlementDate = trade.settlementDate ?? world.settlementOf(tradeDate)
  const rejection = refuseDates({ tradeDate, settlementDate }, world)
  if (rejection !== null) {
    faults.add(row, rejection.field ?? 'tradeDate', refusalMessage(rejection.code, rejection.facts))
  }
}

function resolve(row: NumberedRow, world: World, faults: Faults): { trade: NewTrade; row: NumberedRow }[] {
  const { trade } = row
  const { names, tariffOf, settlementOf, sentOf } = world
  const equity = names.equityOf(trade)
  const portfolio = names.portfolioOf(trade)
  const account = names.accountOf(trade)
  const missing = [equity, portfolio, account].filter((found) => 'message' in found)
  for (const fault of missing) {
    faults.add(row.row, fault.field, fault.message, sentOf(row.row)[fault.field])
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
    tellDates(row, world, faults)
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
          ...(grossValue !== null && trade.side === 'buy' && { gross: grossValue }),
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

function portfolioOf(portfolio: Portfolio, known: World['portfolios']): NewTrade['context']['portfolio'] {
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
