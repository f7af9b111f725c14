/** Records trades and opening lots again: many of them in one write where nothing else happened between. */

import { FEES } from '@em/contract/fee-tariffs/fees'
import { timeOfDay } from '@em/contract/kit/fields'
import { corrections } from '@em/contract/trades/corrections'
import type { Fees } from '@em/core/fee-tariffs/charge'
import { marketCalendar } from '@em/core/holidays/market-calendar'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { grossOf } from '@em/core/values/money'
import { throughTheDoor } from '../../../platform/door.ts'
import { type NewOpening, recordOpenings } from '../../openings/record-lots.commands.ts'
import { openLotsBatch } from '../../openings/submit-lots.commands.ts'
import { portfolioInPath } from '../../portfolios/portfolios.queries.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'
import { lockChainsOf, recordTrades } from '../../trades/bulk/record-trades.commands.ts'
import { correctTrade } from '../../trades/correct/corrections.commands.ts'
import { auditOfChange } from '../../trades/transactions/trade-audit.queries.ts'
import type { Row, Value } from '../format/section.ts'
import { faultAt, type RowAddress } from './book-fault.ts'
import { type LoadMeans, orFault } from './load-means.ts'
import { type Names, textIn } from './names.ts'

/** Trades that are recorded together; more would only hold more memory. Those of one import stay together. */
const TRADES_AT_ONCE = 10_000
/** Weekends and holidays of other books were theirs to know. */
const EVERY_DAY = marketCalendar([])
const RATE_SCALE = 4
const TRADES = 'trades'
const OPENINGS = 'openings'

const whole = (at: RowAddress, row: Row, name: string): bigint => {
  const value = row[name]
  if (typeof value !== 'number') throw faultAt(at, `${name} is missing.`)
  return BigInt(value)
}
const decimal = (at: RowAddress, row: Row, name: string, scale: number): bigint =>
  decimalOf(textIn(at, row, name), scale)
const text = (value: Value | undefined): string | null =>
  value == null || value === '' ? null : String(value)
const timeIn = (at: RowAddress, row: Row): string | null => {
  const said = text(row['trade_time'])
  const read = timeOfDay.safeParse(said)
  if (said !== null && !read.success) throw faultAt(at, 'trade_time must be a time like 09:30:15.')
  return read.data ?? null
}
const optionalDecimal = (row: Row, name: string, scale: number): bigint | null =>
  row[name] == null ? null : decimalOf(String(row[name]), scale)

/** The basis of the amount: the price, where quantity x price is the gross value, else the gross value. */
function amountOf(at: RowAddress, row: Row, grossName: string) {
  const [quantity, price, gross] = [
    whole(at, row, 'quantity'),
    decimal(at, row, 'price', PRICE_SCALE),
    decimal(at, row, grossName, MONEY_SCALE),
  ]
  return grossOf(quantity, price) === gross ? { quantity, price } : { quantity, gross }
}

export class TradeLoader {
  readonly #hand: LoadMeans
  readonly #names: Names
  readonly #waiting: NewTrade[] = []
  readonly #byNumber = new Map<string, NewTrade>()
  #lots: { readonly lot: NewOpening; readonly portfolio: string; readonly openingDate: string }[] = []
  #import: Value = null
  recorded = 0

  constructor(means: LoadMeans, names: Names) {
    this.#hand = means
    this.#names = names
  }

  /** One row of `trades`. */
  async trade(row: Row, number: number): Promise<void> {
    const at = { section: TRADES, row: number }
    if (this.#lots.length > 0) await this.flush()
    if (row['version'] !== 1) {
      await this.flush()
      return this.#change(at, row)
    }
    const isOfLast = row['import'] != null && row['import'] === this.#import
    if (this.#waiting.length >= TRADES_AT_ONCE && !isOfLast) await this.flush()
    this.#import = row['import'] ?? null
    const trade = await this.#tradeOf(at, row)
    this.#waiting.push(trade)
    this.#byNumber.set(textIn(at, row, 'deal_number'), trade)
  }

  /** One row of `openings`. */
  async opening(row: Row, number: number): Promise<void> {
    const at = { section: OPENINGS, row: number }
    if (this.#waiting.length > 0) await this.flush()
    if (row['version'] !== 1) {
      await this.flush()
      return this.#changeOpening(at, row)
    }
    const [first] = this.#lots
    const [portfolio, openingDate] = [textIn(at, row, 'portfolio'), textIn(at, row, 'opening_date')]
    if (first !== undefined && (first.portfolio !== portfolio || first.openingDate !== openingDate))
      await this.flush()
    this.#lots.push({ lot: this.#lotOf(at, row), portfolio, openingDate })
  }

  /** Records what waits. @throws BookFault naming the row that is refused. */
  async flush(): Promise<void> {
    if (this.#lots.length > 0) await this.#recordLots()
    if (this.#waiting.length === 0) return
    const { tx, clock } = this.#hand
    const trades = this.#waiting.splice(0)
    const faults: { readonly row: number; readonly said: string }[] = []
    await orFault({ section: TRADES, row: trades[0]?.row ?? 1 }, async () => {
      await recordTrades(tx, clock, trades, {
        chains: await lockChainsOf(tx, trades),
        ...this.#hand.by,
        batchId: 0,
        world: { today: clock.today(), calendar: EVERY_DAY },
        onFault: (row, field, message) => void faults.push({ row, said: `${field}: ${message}` }),
        onProgress: () => undefined,
      })
    })
    const [first] = faults.toSorted((a, b) => a.row - b.row)
    if (first !== undefined) throw faultAt({ section: TRADES, row: first.row }, first.said)
    this.#byNumber.clear()
    this.recorded += trades.length
    this.#hand.say(`${this.recorded.toLocaleString('en')} trades`)
  }

  async #tradeOf(at: RowAddress, row: Row): Promise<NewTrade> {
    const names = this.#names
    const side = row['side'] === 'sell' ? 'sell' : 'buy'
    if (row['side'] !== side) throw faultAt(at, 'side must be buy or sell.')
    const [equity, tradeDate] = [names.equity(at, row['symbol']), textIn(at, row, 'trade_date')]
    const amount = amountOf(at, row, 'gross')
    return {
      row: at.row,
      side,
      details: {
        tradeDate,
        tradeTime: timeIn(at, row),
        settlementDate: textIn(at, row, 'settlement_date'),
        costOfFunds: optionalDecimal(row, 'cost_of_funds', RATE_SCALE),
        contractNumber: text(row['contract_number']) ?? '',
        description: text(row['description']),
        brokerName: text(row['broker']) ?? '',
        cashFlowOnSettlement: text(row['cash_flow_on_settlement']),
        generatePayment: row['generate_payment'] === 'Yes' ? 'Yes' : 'No',
      },
      amounts: { ...amount, feesAsCharged: { source: sourceOf(at, row), fees: feesOf(at, row) } },
      context: {
        portfolio: names.portfolio(at, row['portfolio']),
        equity,
        settlementAccount: names.account(at, row['settlement_account']),
        brokerId: names.broker(row['broker']),
        tariff: names.tariffOf(equity.symbol, tradeDate),
      },
      buyContract: null,
      known: { dealNumber: textIn(at, row, 'deal_number'), takes: await this.#takes(at, row) },
    }
  }

  async #takes(at: RowAddress, row: Row) {
    const takes: { lot: number | NewTrade; quantity: bigint }[] = []
    for (const one of takesIn(at, row)) {
      takes.push({
        lot: this.#byNumber.get(one.lot) ?? (await this.#names.lot(at, one.lot)),
        quantity: BigInt(one.quantity),
      })
    }
    return takes
  }

  /** A correction or a deletion, by the command that people use. */
  async #change(at: RowAddress, row: Row): Promise<void> {
    const { tx, database, clock, actor } = this.#hand
    const id = await this.#names.lot(at, row['deal_number'])
    const side = row['side'] === 'sell' ? 'sell' : 'buy'
    const isDeleted = row['deleted'] === true
    const reason = text(row['reason'])
    const body = isDeleted ? null : await this.#inputOf(at, row)
    const amount = isDeleted ? null : amountOf(at, row, 'gross')
    await orFault(at, () =>
      throughTheDoor(database, { route: 'book.load', actor, status: 201 }, async () => {
        const input =
          body === null
            ? null
            : (side === 'buy' ? corrections.changeBuy : corrections.changeSell).body.parse(body)
        await correctTrade(tx, clock, {
          id,
          side,
          input,
          version: undefined,
          reason,
          ...this.#hand.by,
          dryRun: false,
          feesFixed: true,
          ...(amount !== null && 'gross' in amount && { gross: amount.gross }),
        })
        return { answer: id, audit: await auditOfChange(tx, isDeleted ? 'delete' : 'correct', id, reason) }
      }),
    )
  }

  async #inputOf(at: RowAddress, row: Row): Promise<Record<string, unknown>> {
    const names = this.#names
    const { symbol, companyName } = names.equity(at, row['symbol'])
    const takes = takesIn(at, row)
    const allocations = []
    for (const { lot, quantity } of takes)
      allocations.push({ buyTransactionId: await names.lot(at, lot), allocatedQuantity: quantity })
    const isSale = row['side'] === 'sell'
    return {
      companyName,
      symbol,
      portfolioId: row['portfolio'],
      quantity: row['quantity'],
      ...(isSale ? { soldPrice: row['price'] } : { price: row['price'] }),
      contractNumber: row['contract_number'] ?? '',
      description: row['description'] ?? null,
      brokerName: row['broker'] ?? '',
      tradeDate: row['trade_date'],
      tradeTime: row['trade_time'] ?? null,
      settlementDate: row['settlement_date'],
      settlementAccount: names.account(at, row['settlement_account']).id,
      cashFlowOnSettlement: row['cash_flow_on_settlement'] ?? null,
      costOfFunds: row['cost_of_funds'] ?? null,
      generatePayment: row['generate_payment'] ?? null,
      feeSource: sourceOf(at, row),
      ...Object.fromEntries(FEES.map(({ field, column }) => [field, row[column]])),
      ...(isSale && allocations.length > 0 && { allocations }),
    }
  }

  #lotOf(at: RowAddress, row: Row): NewOpening {
    const amount = amountOf(at, row, 'cost')
    const brokerId = this.#names.broker(row['broker'])
    return {
      row: at.row,
      request: {
        quantity: amount.quantity,
        ...('price' in amount ? { price: amount.price } : { cost: amount.gross }),
        charges: optionalDecimal(row, 'charges', MONEY_SCALE) ?? 0n,
        fairValue: optionalDecimal(row, 'fair_value', MONEY_SCALE),
        boughtOn: textIn(at, row, 'bought_on'),
        settlementDate: textIn(at, row, 'settlement_date'),
        costOfFundsRate: optionalDecimal(row, 'cost_of_funds', RATE_SCALE),
        brokerId,
      },
      equity: this.#names.equity(at, row['symbol']),
      reference: text(row['reference']),
      brokerName: text(row['broker']),
      brokerId,
      dealNumber: textIn(at, row, 'deal_number'),
    }
  }

  async #recordLots(): Promise<void> {
    const { tx, database, clock, actor } = this.#hand
    const waiting = this.#lots
    this.#lots = []
    const [first] = waiting
    if (first === undefined) return
    const lots = waiting.map(({ lot }) => lot)
    const at = { section: OPENINGS, row: first.lot.row }
    await orFault(at, () =>
      throughTheDoor(database, { route: 'book.load', actor, status: 201 }, async () => {
        const portfolio = await portfolioInPath(tx, first.portfolio)
        const opened = await recordOpenings(tx, clock, lots, {
          portfolio,
          ...this.#hand.by,
          openingDate: first.openingDate,
          openBatch: () =>
            openLotsBatch(tx, {
              fileName: null,
              portfolio: portfolio.portfolioName,
              lots: lots.length,
              recordedBy: actor.id,
              at: clock.now(),
            }),
          onFault: ({ row, field, error }) => {
            throw faultAt({ section: OPENINGS, row }, `${field}: ${error}`)
          },
          onProgress: () => undefined,
        })
        const after = { portfolio: first.portfolio, openingDate: first.openingDate, lots: lots.length }
        return {
          answer: null,
          audit: { action: 'openings.record', entity: 'batch', entityId: opened?.batchId ?? 0, after },
        }
      }),
    )
  }

  async #changeOpening(at: RowAddress, row: Row): Promise<void> {
    const id = await this.#names.lot(at, row['deal_number'])
    if (row['deleted'] === true) {
      await this.#hand.write(at, 'openings.remove-lot', {
        params: { id },
        query: row['reason'] == null ? {} : { reason: row['reason'] },
      })
      return
    }
    const amount = amountOf(at, row, 'cost')
    const body = {
      quantity: row['quantity'],
      ...('price' in amount ? { price: row['price'] } : { cost: row['cost'] }),
      charges: row['charges'],
      fairValue: row['fair_value'],
      tradeDate: row['bought_on'],
      settlementDate: row['settlement_date'],
      costOfFunds: row['cost_of_funds'],
      reference: row['reference'],
      brokerName: row['broker'],
      reason: row['reason'],
    }
    await this.#hand.write(at, 'openings.change-lot', { params: { id }, body })
  }
}

function sourceOf(at: RowAddress, row: Row): 'schedule' | 'contract' | 'manual' {
  const source = row['fee_source'] ?? 'manual'
  if (source === 'schedule' || source === 'contract' || source === 'manual') return source
  throw faultAt(at, 'fee_source must be schedule, contract or manual.')
}

function feesOf(at: RowAddress, row: Row): Fees {
  return Object.fromEntries(
    FEES.map(({ component, column }) => [component, decimal(at, row, column, MONEY_SCALE)]),
  ) as unknown as Fees
}

function takesIn(at: RowAddress, row: Row): readonly { readonly lot: string; readonly quantity: number }[] {
  const takes = row['takes'] ?? []
  if (!Array.isArray(takes)) throw faultAt(at, 'takes must be a list.')
  return takes.map((one: unknown) => {
    const { lot, quantity } = (one ?? {}) as { lot?: unknown; quantity?: unknown }
    if (typeof lot !== 'string' || !Number.isSafeInteger(quantity))
      throw faultAt(at, 'takes must be a list of lots and quantities.')
    return { lot, quantity: quantity as number }
  })
}
