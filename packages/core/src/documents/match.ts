/**
 * Finds the trades of the books that a document's contracts speak of, and says of each contract what would become of it.
 *
 * A contract is known by the trades that were recorded from its lines, else by its number, side, security and day (a few days apart where
 * it was amended), else, where the trade has no number, by quantity and gross. Several trades may share it: a contract split over
 * portfolios must add up to it. Where all of this fits a trade of another broker's name, a person decides whether it is the same.
 */
import { addFees, type Fees, NO_FEES } from '../fee-tariffs/charge.ts'
import { FEE_COMPONENTS } from '../fee-tariffs/tariff.ts'
import { daysBetween } from '../values/dates.ts'
import type { Cents, PriceUnits, Shares } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import type { Contract } from './contracts.ts'

export const LINE_STATES = ['new', 'recorded', 'differs', 'undecided', 'missing'] as const
export type LineState = (typeof LINE_STATES)[number]

/** A trade of the books. Amounts in cents. */
export interface BookTrade {
  readonly id: number
  readonly dealNumber: string
  readonly portfolioId: number
  readonly side: 'buy' | 'sell'
  readonly tradeDate: string
  readonly settlementDate: string
  readonly symbol: string
  readonly quantity: Shares
  readonly price: PriceUnits
  readonly gross: Cents
  readonly fees: Fees
  readonly net: Cents
  readonly contractNumber: string | null
  readonly brokerName: string | null
  /** It was formed of a drop copy and has no contract number yet. */
  readonly isFormed: boolean
}

export const COMPARED_FIELDS = [
  'tradeDate',
  'settlementDate',
  'quantity',
  'gross',
  ...FEE_COMPONENTS,
  'contractNumber',
  'cancelled',
] as const
export type ComparedField = (typeof COMPARED_FIELDS)[number]
/**
 * The values of a field in the document and in the books: dates as they are, shares whole, amounts in cents.
 */
export interface FieldDifference {
  readonly field: ComparedField
  readonly document: string | bigint
  readonly books: string | bigint
}

export interface Match<Trade extends BookTrade = BookTrade> {
  readonly state: Exclude<LineState, 'missing'>
  readonly trades: readonly Trade[]
  readonly differences: readonly FieldDifference[]
}

export interface KnownOfDocument {
  /**
   * Names of the document's broker: from the document, from who records it, and from trades of its
   * clients; empty if unknown.
   */
  readonly brokerNames: readonly string[]
  /** The trades that were recorded from a line, deleted ones left out. */
  readonly recordedFrom: ReadonlyMap<number, readonly number[]>
  /** The trades that other documents recorded from a fill with the execution id of a line, where either of the two is a drop copy. */
  readonly executedAs: ReadonlyMap<number, readonly number[]>
  /** The portfolio of a client account; null if unknown. */
  portfolioOf(clientAccount: string | null): number | null
}

/** An amended contract may have another date: its number is looked for so many days around. */
export const AMENDED_WITHIN_DAYS = 10

/** The match of each contract, by its key. A trade belongs to one contract. */
export function matchContracts<Trade extends BookTrade>(
  contracts: readonly Contract[],
  trades: readonly Trade[],
  known: KnownOfDocument,
): Map<string, Match<Trade>> {
  const free = new Finder(trades, known)
  const found = new Map<string, Match<Trade>>()
  // The surest first: what one contract takes, another cannot be.
  const waiting = new Set(contracts)
  for (const find of [free.recorded, free.executed, free.numbered, free.amended, free.unnumbered]) {
    for (const contract of waiting) {
      const own = find.call(free, contract)
      if (own.length === 0) continue
      free.take(own)
      waiting.delete(contract)
      found.set(contract.key, judge(contract, own))
    }
  }
  for (const contract of waiting) {
    const alike = contract.isConsolidated ? free.ofClientDay(contract) : free.elsewhere(contract)
    found.set(
      contract.key,
      alike.length > 0 && !contract.cancelled
        ? { state: 'undecided', trades: alike, differences: [] }
        : judge(contract, []),
    )
  }
  return found
}

class Finder<Trade extends BookTrade> {
  readonly #known: KnownOfDocument
  readonly #byId: ReadonlyMap<number, Trade>
  readonly #numbered: ReadonlyMap<string, readonly Trade[]>
  readonly #unnumbered: ReadonlyMap<string, readonly Trade[]>
  readonly #ofDay: ReadonlyMap<string, readonly Trade[]>
  readonly #taken = new Set<number>()

  constructor(trades: readonly Trade[], known: KnownOfDocument) {
    this.#known = known
    this.#byId = new Map(trades.map((trade) => [trade.id, trade]))
    this.#numbered = Map.groupBy(
      trades.filter(({ contractNumber }) => contractNumber !== null),
      (trade) => numberKey(trade, trade.contractNumber),
    )
    this.#unnumbered = Map.groupBy(
      trades.filter(({ contractNumber }) => contractNumber === null),
      dayKey,
    )
    this.#ofDay = Map.groupBy(trades, dayKey)
  }

  take(trades: readonly Trade[]): void {
    for (const { id } of trades) this.#taken.add(id)
  }

  recorded(contract: Contract): Trade[] {
    return this.#ofLines(contract, this.#known.recordedFrom).filter(({ id }) => !this.#taken.has(id))
  }

  executed(contract: Contract): Trade[] {
    return this.#ofLines(contract, this.#known.executedAs).filter(({ id }) => !this.#taken.has(id))
  }

  #ofLines({ lines, repeated }: Contract, from: ReadonlyMap<number, readonly number[]>): Trade[] {
    const ids = new Set([...lines, ...repeated].flatMap(({ line }) => from.get(line) ?? []))
    return [...ids].flatMap((id) => this.#byId.get(id) ?? [])
  }

  numbered(contract: Contract): Trade[] {
    return this.#ofNumber(contract).filter(({ tradeDate }) => tradeDate === contract.tradeDate)
  }

  amended(contract: Contract): Trade[] {
    return this.#ofNumber(contract).filter(
      ({ tradeDate }) => Math.abs(daysBetween(tradeDate, contract.tradeDate)) <= AMENDED_WITHIN_DAYS,
    )
  }

  /** Trades with its number on its day that another broker's name was recorded with. */
  elsewhere(contract: Contract): Trade[] {
    // Its fills are part of a trade that another contract of the document is: a person says what of it is left.
    const executed = this.#ofLines(contract, this.#known.executedAs)
    if (executed.length > 0) return executed
    if (contract.contractNumber === null) return []
    const portfolioId = this.#known.portfolioOf(contract.clientAccount)
    const all = this.#numbered.get(numberKey(contract, contract.contractNumber)) ?? []
    return all.filter(
      (trade) =>
        !this.#taken.has(trade.id) &&
        trade.tradeDate === contract.tradeDate &&
        (portfolioId === null || trade.portfolioId === portfolioId),
    )
  }

  /**
   * The trades of a client account's portfolio in its security, side and day: what a consolidated contract is, whole or in part. Where they
   * are not the contract, a person says whether it is further shares.
   */
  ofClientDay(contract: Contract): Trade[] {
    const executed = this.#ofLines(contract, this.#known.executedAs)
    const portfolioId = this.#known.portfolioOf(contract.clientAccount)
    if (executed.length > 0 || portfolioId === null || contract.cancelled) return executed
    return (this.#ofDay.get(dayKey(contract)) ?? []).filter(
      (trade) => trade.portfolioId === portfolioId && this.#isFree(trade, contract),
    )
  }

  unnumbered(contract: Contract): Trade[] {
    if (contract.isConsolidated) return this.#consolidated(contract)
    const portfolioId = this.#known.portfolioOf(contract.clientAccount)
    const alike = (this.#unnumbered.get(dayKey(contract)) ?? []).filter(
      (trade) =>
        this.#isFree(trade, contract) &&
        (portfolioId === null || trade.portfolioId === portfolioId) &&
        trade.quantity === contract.quantity &&
        isSameGross(contract, trade.gross),
    )
    // If the contract's portfolio is unknown, trades of several portfolios are ambiguous.
    return portfolioId === null && new Set(alike.map((trade) => trade.portfolioId)).size > 1
      ? []
      : alike.slice(0, 1)
  }

  /** The one trade that it is, else all trades of its client's day where they come to it. */
  #consolidated(contract: Contract): Trade[] {
    const all = this.ofClientDay(contract).filter(({ id }) => !this.#taken.has(id))
    const isContract = (trades: readonly Trade[]) =>
      sumOf(trades.map(({ quantity }) => quantity)) === contract.quantity &&
      isSameGross(contract, sumOf(trades.map(({ gross }) => gross)))
    const one = all.find((trade) => isContract([trade]))
    if (one !== undefined) return [one]
    return all.length > 1 && isContract(all) ? all : []
  }

  #ofNumber(contract: Contract): Trade[] {
    if (contract.contractNumber === null) return []
    const all = this.#numbered.get(numberKey(contract, contract.contractNumber)) ?? []
    return all.filter((trade) => this.#isFree(trade, contract))
  }

  #isFree(trade: Trade, contract: Contract): boolean {
    return (
      !this.#taken.has(trade.id) &&
      isSameBroker(trade, this.#known.brokerNames) &&
      trade.side === contract.side
    )
  }
}

const numberKey = ({ side, symbol }: { side: string; symbol: string }, number: string | null) =>
  [side, symbol, (number ?? '').replace(/^0+(?=\d)/, '')].join('\n')
const dayKey = ({ side, symbol, tradeDate }: { side: string; symbol: string; tradeDate: string }) =>
  [side, symbol, tradeDate].join('\n')

/** Whether a trade may be of the document's broker: it is unless both are named and differ. */
function isSameBroker({ brokerName }: BookTrade, names: readonly string[]): boolean {
  if (brokerName === null || names.length === 0) return true
  const words = inWords(brokerName)
  return names.some((name) => inWords(name) === words)
}

/** A broker's name by its letters and digits, without the words that every company has. */
const inWords = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .replace(/\b(private|pvt|limited|ltd|plc)\b/g, '')
    .replace(/\s+/g, '')

/** The price of several fills was typed as an average of 4 decimals: its gross may be half a unit a share apart. */
function isSameGross({ gross, quantity, lines }: Contract, other: Cents): boolean {
  const apart = gross > other ? gross - other : other - gross
  return lines.length === 1 ? apart === 0n : 200n * apart <= quantity + 200n
}

function judge<Trade extends BookTrade>(contract: Contract, trades: readonly Trade[]): Match<Trade> {
  if (trades.length === 0) {
    // Nothing is there to take back.
    const state = contract.cancelled ? 'recorded' : contract.undecided ? 'undecided' : 'new'
    return { state, trades, differences: [] }
  }
  const differences = contract.cancelled ? CANCELLED : differencesOf(contract, trades)
  return { state: differences.length === 0 ? 'recorded' : 'differs', trades, differences }
}

const CANCELLED: readonly FieldDifference[] = [
  { field: 'cancelled', document: 'cancelled', books: 'recorded' },
]

function differencesOf(contract: Contract, trades: readonly BookTrade[]): FieldDifference[] {
  const differences: FieldDifference[] = []
  const compare = (field: ComparedField, document: string | bigint, books: string | bigint) => {
    if (document !== books) differences.push({ field, document, books })
  }
  const [first] = trades as [BookTrade, ...BookTrade[]]
  compare('tradeDate', contract.tradeDate, first.tradeDate)
  if (contract.settlementDate !== null) {
    const other = trades.find(({ settlementDate }) => settlementDate !== contract.settlementDate)
    compare('settlementDate', contract.settlementDate, other?.settlementDate ?? contract.settlementDate)
  }
  compare('quantity', contract.quantity, sumOf(trades.map(({ quantity }) => quantity)))
  const gross = sumOf(trades.map((trade) => trade.gross))
  compare('gross', contract.gross, isSameGross(contract, gross) ? contract.gross : gross)
  const [only, ...others] = trades
  if (contract.contractNumber !== null && only?.isFormed === true && others.length === 0) {
    compare('contractNumber', contract.contractNumber, '')
  }
  if (contract.feeSource === 'schedule') return differences
  const fees = trades.reduce((sum, trade) => addFees(sum, trade.fees), NO_FEES)
  for (const component of FEE_COMPONENTS) {
    const apart = contract.fees[component] - fees[component]
    // Half a cent a fill is rounding.
    const isRounding = 2n * (apart < 0n ? -apart : apart) <= BigInt(contract.lines.length)
    compare(component, contract.fees[component], isRounding ? contract.fees[component] : fees[component])
  }
  return differences
}

/**
 * Trades that the books have and the document has not, though it covers their day: of the portfolios that its client accounts
 * belong to, and of its broker.
 */
export function missingFrom<Trade extends BookTrade>(
  contracts: readonly Pick<Contract, 'clientAccount' | 'tradeDate'>[],
  matches: ReadonlyMap<string, Match>,
  trades: readonly Trade[],
  known: KnownOfDocument,
): Trade[] {
  const taken = new Set([...matches.values()].flatMap((match) => match.trades.map(({ id }) => id)))
  const covered = new Set(
    contracts.flatMap(({ clientAccount, tradeDate }) => {
      const portfolioId = known.portfolioOf(clientAccount)
      return portfolioId === null ? [] : [`${portfolioId} ${tradeDate}`]
    }),
  )
  return trades.filter(
    (trade) =>
      !taken.has(trade.id) &&
      covered.has(`${trade.portfolioId} ${trade.tradeDate}`) &&
      isSameBroker(trade, known.brokerNames),
  )
}
