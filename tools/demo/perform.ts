/**
 * Records what the demo's back office did. Its trades are imported month by month, as the sheet of the month; what is put right or
 * taken back later goes through the forms, and so do the trades that it concerns.
 */
import { monthInWords } from '@em/core/values/date-texts'
import type { DemoAct, DemoSell } from './acts.ts'
import { ACCOUNTS, COSTING_METHODS } from './book.ts'
import { type DemoBuy, rupees } from './buys.ts'
import type { Call } from './call.ts'

type Trade = DemoBuy | DemoSell
const isSell = (trade: Trade): trade is DemoSell => 'picks' in trade
const chainOf = ({ portfolio, company }: Trade) => `${portfolio} ${company.symbol}`

export interface Office {
  readonly call: Call
  /** Ids of the settlement accounts in the book's order. */
  readonly accounts: readonly number[]
  readonly log: (line: string) => void
  /** Sets the clock of the books to the end of a day's trading. */
  onDay(day: string): void
}

/** Performs the acts in order: what is imported, corrected and deleted of a month is recorded on its last day. */
export async function perform(acts: readonly DemoAct[], office: Office): Promise<void> {
  const recorder = new Recorder(office, acts)
  for (const act of acts) await recorder.take(act)
  await recorder.flush()
  office.log(`  ${acts.length} entries: buys, sales, corrections; ${recorder.imports} imports`)
}

class Recorder {
  imports = 0
  readonly #office: Office
  /** Deal numbers of trades that are corrected or deleted later. */
  readonly #touched: ReadonlySet<string>
  readonly #ids = new Map<string, number>()
  /** Contract numbers by deal number: a sheet names the buys that a sale takes from by them. */
  readonly #contracts = new Map<string, string>()
  #day = ''
  #rows: Trade[] = []
  #after: (() => Promise<unknown>)[] = []
  /** Chains with a correction that waits: sales from there need it. */
  #waiting = new Set<string>()

  constructor(office: Office, acts: readonly DemoAct[]) {
    this.#office = office
    this.#touched = new Set(
      acts.flatMap((act) =>
        act.kind === 'delete'
          ? [act.dealNumber]
          : act.kind === 'buy' || act.kind === 'sell'
            ? []
            : [act.trade.dealNumber],
      ),
    )
  }

  async take(act: DemoAct): Promise<void> {
    if (act.day.slice(0, 7) !== this.#day.slice(0, 7)) await this.flush()
    this.#day = act.day
    if (act.kind === 'delete') {
      await this.#remove(act)
      return
    }
    const { trade } = act
    if (act.kind === 'correct-buy' || act.kind === 'correct-sell') {
      this.#waiting.add(chainOf(trade))
      this.#after.push(() => this.#correct(trade, act.reason))
      return
    }
    if (isSell(trade) && this.#waiting.has(chainOf(trade))) await this.flush()
    this.#contracts.set(trade.dealNumber, trade.contractNumber)
    if (this.#touched.has(trade.dealNumber)) {
      // A sale needs the buys before it, and one that is cancelled is gone before the next.
      if (isSell(trade) && this.#rows.some((row) => chainOf(row) === chainOf(trade))) await this.flush()
      await this.#save(trade)
    } else this.#rows.push(trade)
  }

  /** Imports what was collected, then does what waits for it. */
  async flush(): Promise<void> {
    if (this.#day !== '') this.#office.onDay(this.#day)
    if (this.#rows.length > 0) await this.#import()
    this.#rows = []
    for (const work of this.#after) await work()
    this.#after = []
    this.#waiting.clear()
  }

  async #import(): Promise<void> {
    this.imports += 1
    await this.#office.call('POST', '/trade-batches', {
      source: 'import',
      fileName: `Trades ${monthInWords(this.#day.slice(0, 7))}.xlsx`,
      duplicates: 'keep',
      rows: this.#rows.map((trade) => this.#rowOf(trade)),
    })
  }

  #rowOf(trade: Trade): object {
    const common = {
      side: isSell(trade) ? 'sell' : 'buy',
      symbol: trade.company.symbol,
      portfolio: trade.portfolio,
      quantity: trade.quantity,
      price: rupees(trade.price),
      contractNumber: trade.contractNumber,
      brokerName: trade.broker,
      tradeDate: trade.tradeDate,
      settlementDate: trade.settlementDate,
      settlementAccount: this.#office.accounts[trade.account],
      costOfFunds: trade.costOfFunds,
    }
    if (!isSell(trade)) return { ...common, ...charged(trade), generatePayment: trade.generatePayment }
    const named = trade.picks.map(
      ({ dealNumber, quantity }) => `${this.#contracts.get(dealNumber)}: ${quantity}`,
    )
    return { ...common, ...(named.length > 0 && { buyContract: named.join('; ') }) }
  }

  async #save(trade: Trade): Promise<void> {
    this.#office.onDay(this.#day)
    const side = isSell(trade) ? 'sell' : 'buy'
    const { id } = await this.#office.call(
      'POST',
      `/trade-summary/save-${side}-transaction`,
      await this.#formOf(trade),
    )
    this.#ids.set(trade.dealNumber, id)
  }

  async #correct(trade: Trade, reason: string): Promise<void> {
    const body = { ...(await this.#formOf(trade)), reason, version: 1 }
    const side = isSell(trade) ? 'sell' : 'buy'
    await this.#office.call('PUT', `/transaction-entries/${side}/${await this.#idOf(trade.dealNumber)}`, body)
  }

  async #remove({ side, dealNumber, reason }: DemoAct & { kind: 'delete' }): Promise<void> {
    const path = `/transaction-entries/${side}/${await this.#idOf(dealNumber)}`
    await this.#office.call('DELETE', `${path}?reason=${encodeURIComponent(reason)}`)
  }

  /** The id of a trade: of an imported one by its contract number, which no other trade of its side has. */
  async #idOf(dealNumber: string): Promise<number> {
    const known = this.#ids.get(dealNumber)
    if (known !== undefined) return known
    const contract = this.#contracts.get(dealNumber) ?? ''
    const found = (await this.#office.call(
      'GET',
      `/trades?search=${encodeURIComponent(contract)}`,
    )) as unknown as readonly { readonly id: number; readonly contract_number: string | null }[]
    const one = found.find(({ contract_number }) => contract_number === contract)
    if (one === undefined) throw new Error(`The demo names ${dealNumber}, which was not recorded`)
    this.#ids.set(dealNumber, one.id)
    return one.id
  }

  /** The fields that both forms send. */
  async #formOf(trade: Trade): Promise<object> {
    const common = {
      companyName: trade.company.name,
      symbol: trade.company.symbol,
      portfolioId: trade.portfolio,
      quantity: trade.quantity,
      contractNumber: trade.contractNumber,
      dealNumber: trade.dealNumber,
      brokerName: trade.broker,
      tradeDate: trade.tradeDate,
      settlementDate: trade.settlementDate,
      paymentMethod: ACCOUNTS[trade.account]?.payment_method,
      costOfFunds: trade.costOfFunds,
      settlementAccount: this.#office.accounts[trade.account],
    }
    if (!isSell(trade))
      return {
        ...common,
        ...charged(trade),
        price: rupees(trade.price),
        generatePayment: trade.generatePayment,
      }
    const allocations = []
    for (const { dealNumber, quantity } of trade.picks)
      allocations.push({ buyTransactionId: await this.#idOf(dealNumber), allocatedQuantity: quantity })
    return {
      ...common,
      soldPrice: rupees(trade.price),
      valuationMethod: COSTING_METHODS[trade.portfolio],
      ...(allocations.length > 0 && { allocations }),
    }
  }
}

/** The fees of a contract note whose brokerage was negotiated. */
function charged({ charged: fees }: DemoBuy): object {
  if (fees === null) return {}
  return {
    feeSource: 'contract',
    brokerage: rupees(fees.brokerage),
    cseFees: rupees(fees.cse),
    cdsFees: rupees(fees.cds),
    clearingFees: rupees(fees.clearing),
    sec: rupees(fees.sec),
    stl: rupees(fees.stl),
  }
}
