/**
 * The model test's commands and its picture of one portfolio: what was recorded, and how a command becomes a trade.
 * The expected results of the trades come from naive-books.ts.
 */
import fc from 'fast-check'
import {
  divided,
  type Fact,
  feesOf,
  fundsCost,
  grossOf,
  type Holding,
  type Lot,
  type Method,
  netOf,
  replay,
  total,
} from './naive-books.ts'

// Market days of June 2026 up to the test's today; the 29th is Poson Poya.
export const DAYS = ['01', '02', '03', '04', '05', '08', '09', '10', '15', '16', '22', '30'].map(
  (day) => `2026-06-${day}`,
)
export const SYMBOLS = [
  ['JKH.N0000', 'John Keells Holdings PLC'],
  ['SAMP.N0000', 'Sampath Bank PLC'],
] as const

/** The random numbers that a trade is made from. */
export interface Drawn {
  /** Which trade, day, lot: taken modulo what there is. */
  readonly at: number
  readonly second: boolean
  readonly day: number
  readonly settle: number
  readonly quantity: bigint
  readonly price: bigint
  readonly rate: bigint
  readonly part: number
  readonly lots: number
  readonly fees: bigint | null
  /** A buy states its gross value, which is a cent more than quantity x price; a sale comes through the bulk form. */
  readonly bulk: boolean
}

export interface Command extends Drawn {
  readonly kind: 'buy' | 'sell' | 'change' | 'remove' | 'batch' | 'undo' | 'bad'
  /** Looked at and not done first, then done. */
  readonly dry: boolean
  /** Sent twice under one key. */
  readonly twice: boolean
  /** The rows of a batch. */
  readonly rows: readonly (Drawn & { readonly side: 'buy' | 'sell' })[]
  readonly wrong:
    | 'quantity'
    | 'holiday'
    | 'future'
    | 'settlement'
    | 'lot'
    | 'stale'
    | 'side'
    | 'gone'
    | 'price'
}

const anyDrawn = {
  at: fc.nat({ max: 60 }),
  second: fc.nat({ max: 4 }).map((n) => n === 0),
  day: fc.nat({ max: 11 }),
  settle: fc.nat({ max: 3 }),
  quantity: fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 100_000n, max: 9_000_000n })),
  // Up to 150.0000: with large quantities the gross is above the band limit of 100 million.
  price: fc.bigInt({ min: 9_000n, max: 1_500_000n }),
  rate: fc.constantFrom(0n, 86_500n, 100_000n),
  part: fc.constantFrom(1, 10, 33, 50, 99, 100, 101),
  lots: fc.integer({ min: 1, max: 4 }),
  fees: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 9_999n }) },
  ),
  bulk: fc.nat({ max: 3 }).map((n) => n === 0),
}
export const anyCommand: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(
    ...(['buy', 'buy', 'buy', 'buy', 'sell', 'sell', 'sell', 'sell', 'change', 'change', 'remove'] as const),
    ...(['batch', 'batch', 'undo', 'bad'] as const),
  ),
  dry: fc.boolean(),
  twice: fc.nat({ max: 9 }).map((n) => n === 0),
  ...anyDrawn,
  rows: fc.array(fc.record({ ...anyDrawn, side: fc.constantFrom('buy', 'buy', 'sell') }), {
    minLength: 1,
    maxLength: 4,
  }),
  wrong: fc.constantFrom(
    'quantity',
    'holiday',
    'future',
    'settlement',
    'lot',
    'stale',
    'side',
    'gone',
    'price',
  ),
})

export const rupees = (cents: bigint) => Number(cents) / 100
export type Body = Record<string, unknown>
export type Refused = { status: number; code: string }
export interface Call {
  readonly where: string
  readonly body?: Body
}

/** A trade with the further values that the server keeps of it. */
export interface Recorded extends Fact {
  readonly contract: string
  /** The price as it is shown: of a bulk buy gross / quantity. */
  readonly price: bigint
  readonly batch: number | null
}

/** A new trade's identity until the server gives one: after all others, in the order of drawing. */
export const UNRECORDED = Number.MAX_SAFE_INTEGER - 100

/** One portfolio, what was done to it, and what should have come of it. */
export class Story {
  readonly method: Method
  readonly portfolioId: string
  readonly #account: number
  facts: Recorded[] = []
  readonly gone: Recorded[] = []
  /** Batches recorded, undone or not. */
  readonly batches: number[] = []
  readonly undone = new Set<number>()
  #drawn = 0

  constructor(method: Method, portfolioId: string, account: number) {
    this.method = method
    this.portfolioId = portfolioId
    this.#account = account
  }

  of(symbol: string, facts: readonly Recorded[] = this.facts): Recorded[] {
    return facts.filter((fact) => fact.symbol === symbol)
  }

  holding(symbol: string): Holding {
    const holding = replay(this.method, this.of(symbol))
    if ('refused' in holding)
      throw new Error(`the model holds an impossible book: ${holding.refused} on ${holding.date}`)
    return holding
  }

  /** A trade as the command draws it; `as` is the one that it replaces, `facts` the trades before it. */
  draw(
    command: Drawn,
    side: 'buy' | 'sell',
    as?: Recorded,
    facts: readonly Recorded[] = this.facts,
  ): Recorded {
    this.#drawn += 1
    const [symbol] = SYMBOLS[command.second ? 1 : 0]
    const writtenSymbol = as?.symbol ?? symbol
    const tradeDate = DAYS[side === 'sell' ? Math.min(11, 3 + command.day) : command.day] as string
    const settlementDate = `2026-07-0${1 + command.settle}`
    const settled = command.settle === 0 ? tradeDate : settlementDate
    const open = this.#open(writtenSymbol, facts)
    const quantity =
      side === 'buy' ? command.quantity : this.#part(command, this.of(writtenSymbol, facts), open)
    const gross = side === 'buy' ? grossOfBuy(command, quantity, as) : grossOf(quantity, command.price)
    const isExact = gross === grossOf(quantity, command.price)
    const fees =
      command.fees === null
        ? feesOf(gross)
        : Array.from({ length: 6 }, (_, n) => (command.fees ?? 0n) + BigInt(n))
    return {
      id: as?.id ?? UNRECORDED + facts.length - this.facts.length,
      version: (as?.version ?? 0) + 1,
      side,
      symbol: writtenSymbol,
      tradeDate,
      settlementDate: settled,
      quantity,
      gross,
      price: isExact ? command.price : divided(gross * 100n, quantity),
      fees,
      rate: command.rate,
      picks: side === 'sell' && this.method === 'CHERRY' ? spread(open, quantity, command) : [],
      contract: `M${this.#drawn}`,
      batch: as?.batch ?? null,
    }
  }

  /** Lots that hold shares; of an impossible book those before it. */
  #open(symbol: string, facts: readonly Recorded[]): Lot[] {
    const holding = replay(this.method, this.of(symbol, facts))
    return ('refused' in holding ? this.holding(symbol) : holding).lots.filter((lot) => lot.quantity > 0n)
  }

  /** So many percent of what is held; more than that at times, for it must be refused. */
  #part(command: Drawn, before: readonly Recorded[], open: readonly Lot[]): bigint {
    const held = total(open.map((lot) => lot.quantity))
    if (command.part === 101 || before.length === 0) return held + 1n
    return (held * BigInt(command.part)) / 100n || 1n
  }

  /** The values of a trade that a save or a row of a batch sends, without the names of portfolio, broker and account. */
  values(fact: Recorded, command: Drawn): Body {
    const [brokerage, cseFees, cdsFees, clearingFees, sec, stl] = fact.fees.map(rupees)
    const price = Number(command.price) / 10_000
    return {
      contractNumber: fact.contract,
      symbol: fact.symbol,
      tradeDate: fact.tradeDate,
      settlementDate: fact.settlementDate,
      quantity: Number(fact.quantity),
      ...(fact.side === 'sell'
        ? { soldPrice: price }
        : command.bulk
          ? { grossValue: rupees(fact.gross) }
          : { price }),
      costOfFunds: fact.rate === 0n ? null : Number(fact.rate) / 10_000,
      ...(command.fees !== null && {
        feeSource: 'manual',
        brokerage,
        cseFees,
        cdsFees,
        clearingFees,
        sec,
        stl,
      }),
    }
  }

  body(fact: Recorded, command: Drawn): Body {
    const named = SYMBOLS.find(([known]) => known === fact.symbol)
    return {
      ...this.values(fact, command),
      companyName: named?.[1],
      ...this.defaults(),
      ...(fact.picks.length > 0 && {
        allocations: fact.picks.map(([id, quantity]) => ({
          buyTransactionId: id,
          allocatedQuantity: Number(quantity),
        })),
      }),
    }
  }

  defaults(): Body {
    return { portfolioId: this.portfolioId, brokerName: 'Some broker', settlementAccount: this.#account }
  }

  /** The buys that a cherry-picked sale takes from, by their contract numbers. */
  buyContract(fact: Recorded, facts: readonly Recorded[]): string {
    const contractOf = (id: number) => facts.find((one) => one.id === id)?.contract
    return fact.picks.map(([id, quantity]) => `${contractOf(id)}: ${quantity}`).join('; ')
  }
}

/**
 * Gross value of a buy: quantity x price, in bulk a cent more. A bulk buy whose price comes back as it was shown keeps
 * its gross value.
 */
function grossOfBuy(command: Drawn, quantity: bigint, as: Recorded | undefined): bigint {
  const product = grossOf(quantity, command.price)
  if (command.bulk) return product + 1n
  const isByGross = as !== undefined && as.gross !== grossOf(as.quantity, as.price)
  return isByGross && command.price === as.price ? as.gross : product
}

/** Allocations over so many open lots, beginning at a lot of the test's choice; the last takes what is missing. */
function spread(open: readonly Lot[], quantity: bigint, { at, lots }: Drawn): [number, bigint][] {
  if (open.length === 0) return []
  const rotated = open.map((_, index) => open[(index + at) % open.length] as Lot)
  const picks: [number, bigint][] = []
  let left = quantity
  for (const [index, lot] of rotated.entries()) {
    const share = index < lots - 1 ? quantity / BigInt(lots) : left
    const taken = [share, lot.quantity, left].reduce((least, one) => (one < least ? one : least))
    if (taken > 0n) picks.push([lot.id, taken])
    left -= taken
  }
  return picks
}

/** The expected answer of the trade. */
export function expectedAnswer(story: Story, fact: Recorded): Body {
  const common = {
    version: fact.version,
    quantity: Number(fact.quantity),
    trade_date: fact.tradeDate,
    gross_value: rupees(fact.gross),
    net_value: rupees(netOf(fact)),
  }
  const price = Number(fact.price) / 10_000
  if (fact.side === 'buy') {
    const cost = fundsCost(netOf(fact), fact.rate, 1)
    return { ...common, price, money_generation_cost: rupees(cost) }
  }
  return { ...common, sold_price: price, ...expectedSale(story, fact) }
}

export function expectedSale(story: Story, fact: Recorded): Body {
  const sale = story.holding(fact.symbol).sales.get(fact.id)
  if (!sale) throw new Error('the model lost a sale')
  return {
    holding_cost: rupees(sale.costOut),
    capital_gain: rupees(sale.gain),
    hdays: sale.days,
    money_generation_cost: rupees(sale.fundsCost),
    profit_loss: rupees(sale.profit),
  }
}

/** Does what the server must do; answers the refusal, where it must refuse. */
export function decide(story: Story, next: readonly Recorded[], symbol: string): Refused | Holding {
  const holding = replay(story.method, story.of(symbol, next))
  return 'refused' in holding ? { status: 422, code: holding.refused } : holding
}

export const isRefused = (outcome: Refused | Holding): outcome is Refused => 'code' in outcome
