/**
 * The contracts of a document: fills of one contract (its number, side, day, security and client account) are one trade, with quantities,
 * gross and fees added up.
 *
 *   333 @ 10.10, 333 @ 10.20 and 334 @ 10.30 under one number: 1,000 shares, gross 10,200.10, price 10.2001.
 */
import { addFees, type Fees, NO_FEES, totalFees } from '../fee-tariffs/charge.ts'
import type { Cents, PriceUnits, Shares } from '../values/decimal.ts'
import { perShare, sumOf } from '../values/money.ts'
import { spread } from '../values/spread.ts'
import { type DocumentLine, isExecution, type SideTotals, type StatedTotals, statesFees } from './line.ts'
import { brokerOf, consolidatedKey, isInForce } from './session-day.ts'

/** The fills that become one trade. */
export interface Contract {
  readonly key: string
  /** Its fills, each counted once. */
  readonly lines: readonly DocumentLine[]
  /**
   * Lines that count nothing: fills that the document says twice (they have the execution id of another line), and in a cancelled
   * contract the fills that it takes back.
   */
  readonly repeated: readonly DocumentLine[]
  readonly side: 'buy' | 'sell'
  readonly tradeDate: string
  /** Of its first fill, HH:MM:SS; null where one of them has none. */
  readonly tradeTime: string | null
  readonly settlementDate: string | null
  readonly symbol: string
  readonly contractNumber: string | null
  readonly clientAccount: string | null
  readonly quantity: Shares
  readonly gross: Cents
  /** Gross / quantity, at 4 decimals. */
  readonly price: PriceUnits
  /** As they are posted: foreign brokerage is part of brokerage. */
  readonly fees: Fees
  readonly net: Cents
  /** The fill says neither contract nor execution, and another line is the same: one fill said twice, or two. */
  readonly undecided: boolean
  readonly cancelled: boolean
  /** `schedule`: the document states no fees. */
  readonly feeSource: 'contract' | 'schedule'
  /** It is all that a client account dealt of a security on one side of one day with one broker. */
  readonly isConsolidated: boolean
  /** The code of the executing firm of a consolidated contract; null where it is not stated. */
  readonly brokerCode: string | null
}

const SEPARATOR = '\n'

/** Fees of a line as they are posted. */
export const postedFees = ({ fees, foreignBrokerage }: DocumentLine): Fees =>
  foreignBrokerage === 0n ? fees : { ...fees, brokerage: fees.brokerage + foreignBrokerage }

interface Group {
  readonly fills: DocumentLine[]
  repeated: DocumentLine[]
  /** How many of the fills are not cancelled. */
  remaining: number
}

/**
 * The contracts of a document's lines, in the order of their first lines. Without a contract number a fill is a contract of its
 * own. A line whose execution id occurred before, for the same side and client, is a repetition and counts
 * nothing. A cancelled line takes an earlier fill back: that of its execution, else the last of its contract
 * with its quantity and price.
 */
export function contractsOf(lines: readonly DocumentLine[]): Contract[] {
  if (lines[0] !== undefined && isExecution(lines[0])) return consolidated(lines)
  const groups = new Map<string, Group>()
  const executions = new Map<string, DocumentLine>()
  const numbered = new Map<string, DocumentLine[]>()
  const takenBack = new Set<DocumentLine>()
  // Only a cancellation asks for fills by number, quantity and price.
  const takesBack = lines.some(({ cancelled }) => cancelled)
  const groupOf = (line: DocumentLine): Group => {
    const key = contractKey(line)
    const known = groups.get(key)
    if (known !== undefined) return known
    const group: Group = { fills: [], repeated: [], remaining: 0 }
    groups.set(key, group)
    return group
  }
  for (const line of lines) {
    const execution = executionKey(line)
    const before = execution === null ? undefined : executions.get(execution)
    if (before !== undefined) {
      groupOf(before).repeated.push(line)
      continue
    }
    const group = groupOf(line)
    group.fills.push(line)
    group.remaining += 1
    if (execution !== null) executions.set(execution, line)
    if (!line.cancelled) {
      if (!takesBack) continue
      const key = numberedKey(line)
      const alike = numbered.get(key)
      if (alike === undefined) numbered.set(key, [line])
      else alike.push(line)
      continue
    }
    const spoken = { ...line, cancelled: false }
    const executed = executions.get(executionKey(spoken) ?? '')
    const alike = line.contractNumber === null ? [] : (numbered.get(numberedKey(spoken)) ?? [])
    while (executed === undefined && takenBack.has(alike.at(-1) ?? line)) alike.pop()
    const taken = executed ?? alike.pop()
    if (taken === undefined) continue
    takenBack.add(taken)
    // A fill repeated after its cancellation is a fill of its own.
    executions.delete(executionKey(taken) ?? '')
    group.repeated.push(taken)
    const whole = groupOf(taken)
    whole.remaining -= 1
    if (whole.remaining > 0) continue
    for (const one of whole.repeated) group.repeated.push(one)
    whole.repeated = []
  }
  const left = [...groups].filter(([, { remaining }]) => remaining > 0)
  const fillsOf = ({ fills, remaining }: Group) =>
    remaining === fills.length ? fills : fills.filter((line) => !takenBack.has(line))
  const alike = new Map<string, number>()
  for (const line of left.flatMap(([, group]) => fillsOf(group)))
    if (isBare(line)) alike.set(likeness(line), (alike.get(likeness(line)) ?? 0) + 1)
  return left.map(([key, group]) => contractOf(key, fillsOf(group), group.repeated, alike))
}

// Templates: a document has a hundred thousand lines, and each of them has these keys.
const fillOf = ({ side, tradeDate, symbol, clientAccount }: DocumentLine) =>
  `${side}${SEPARATOR}${tradeDate}${SEPARATOR}${symbol}${SEPARATOR}${clientAccount ?? ''}`
const cancelledIn = ({ cancelled }: DocumentLine) => (cancelled ? 'cancelled' : '')

/** Lines of one execution; a cancellation is not the repetition of its fill. */
const executionKey = (line: DocumentLine) =>
  line.executionId === null
    ? null
    : `${fillOf(line)}${SEPARATOR}${line.executionId}${SEPARATOR}${cancelledIn(line)}`

const contractKey = (line: DocumentLine) => {
  const { contractNumber } = line
  return `${fillOf(line)}${SEPARATOR}${contractNumber ?? ''}${SEPARATOR}${cancelledIn(line)}${SEPARATOR}${contractNumber === null ? line.line : ''}`
}

/** Fills of one contract that a cancellation without an execution may speak of. */
const numberedKey = (line: DocumentLine) => [contractKey(line), line.quantity, line.price].join(SEPARATOR)

/** Whether nothing distinguishes a fill from another of the same quantity and price. */
const isBare = ({ contractNumber, executionId }: DocumentLine) =>
  contractNumber === null && executionId === null

const likeness = (line: DocumentLine) =>
  [line.side, line.tradeDate, line.symbol, line.clientAccount ?? '', line.quantity, line.price].join(
    SEPARATOR,
  )

function contractOf(
  key: string,
  fills: readonly DocumentLine[],
  repeated: readonly DocumentLine[],
  alike: ReadonlyMap<string, number>,
): Contract {
  const [first] = fills as [DocumentLine, ...DocumentLine[]]
  const quantity = sumOf(fills.map((line) => line.quantity))
  const gross = sumOf(fills.map((line) => line.gross))
  const fees = fills.reduce((sum, line) => addFees(sum, postedFees(line)), NO_FEES)
  return {
    key,
    lines: fills,
    repeated,
    side: first.side,
    tradeDate: first.tradeDate,
    tradeTime: firstTime(fills),
    settlementDate: fills.find((line) => line.settlementDate !== null)?.settlementDate ?? null,
    symbol: first.symbol,
    contractNumber: first.contractNumber,
    clientAccount: first.clientAccount,
    quantity,
    gross,
    price: fills.length === 1 ? first.price : perShare(gross, quantity),
    fees,
    net: first.side === 'buy' ? gross + totalFees(fees) : gross - totalFees(fees),
    undecided: isBare(first) && (alike.get(likeness(first)) ?? 0) > 1,
    cancelled: first.cancelled,
    feeSource: fills.every(statesFees) ? 'contract' : 'schedule',
    isConsolidated: false,
    brokerCode: null,
  }
}

/** The contracts of a drop copy: its fills in force are one for each client account, security, side, day and broker. */
function consolidated(lines: readonly DocumentLine[]): Contract[] {
  return [...Map.groupBy(lines, consolidatedKey)].map(([key, own]) => {
    const fills = own.filter(isInForce)
    const counted = fills.length === 0 ? own : fills
    const contract = contractOf(
      key,
      counted,
      fills.length === 0 ? [] : own.filter((line) => !isInForce(line)),
      new Map(),
    )
    const numbers = new Set(counted.map(({ contractNumber }) => contractNumber))
    return {
      ...contract,
      contractNumber: numbers.size === 1 ? contract.contractNumber : null,
      undecided: false,
      cancelled: fills.length === 0,
      isConsolidated: true,
      brokerCode: counted.map(brokerOf).find((code) => code !== '') ?? null,
    }
  })
}

/** The earliest time, where every fill has one. */
function firstTime(fills: readonly Pick<DocumentLine, 'tradeTime'>[]): string | null {
  let earliest: string | null = null
  for (const { tradeTime } of fills) {
    if (tradeTime === null) return null
    if (earliest === null || tradeTime < earliest) earliest = tradeTime
  }
  return earliest
}

/** A part of a contract that goes to a portfolio. Amounts in cents. */
export interface ContractPart {
  readonly portfolioId: number
  readonly quantity: Shares
  readonly gross: Cents
  readonly fees: Fees
}

/**
 * Splits a contract over portfolios by their shares: gross and each fee by largest remainder, so that the parts add up to the
 * contract. The quantities must add up to its own: a RangeError otherwise.
 */
export function splitContract(
  contract: Pick<Contract, 'quantity' | 'gross' | 'fees'>,
  parts: readonly { readonly portfolioId: number; readonly quantity: Shares }[],
): ContractPart[] {
  const weights = parts.map(({ quantity }) => quantity)
  if (sumOf(weights) !== contract.quantity) throw new RangeError('the parts are not the contract')
  const gross = spread(contract.gross, weights)
  const { brokerage, cse, cds, clearing, sec, stl } = contract.fees
  const [b, x, d, c, s, l] = [brokerage, cse, cds, clearing, sec, stl].map((fee) => spread(fee, weights))
  return parts.map(({ portfolioId, quantity }, at) => ({
    portfolioId,
    quantity,
    gross: gross[at] ?? 0n,
    fees: {
      brokerage: b?.[at] ?? 0n,
      cse: x?.[at] ?? 0n,
      cds: d?.[at] ?? 0n,
      clearing: c?.[at] ?? 0n,
      sec: s?.[at] ?? 0n,
      stl: l?.[at] ?? 0n,
    },
  }))
}

/** The sums of the lines of a side; a cancelled line and a repetition count nothing. */
export interface AddedUp {
  readonly count: number
  readonly quantity: Shares
  readonly gross: Cents
  /** All fees, foreign brokerage included. */
  readonly fees: Cents
  readonly net: Cents
}
export interface DocumentTotals {
  readonly purchases: AddedUp
  readonly sales: AddedUp
  /** Sales less purchases. */
  readonly net: Cents
}

export function totalsOf(contracts: readonly Contract[]): DocumentTotals {
  const purchases = addUp(contracts.filter(({ side, cancelled }) => side === 'buy' && !cancelled))
  const sales = addUp(contracts.filter(({ side, cancelled }) => side === 'sell' && !cancelled))
  return { purchases, sales, net: sales.net - purchases.net }
}

function addUp(contracts: readonly Contract[]): AddedUp {
  return {
    count: contracts.reduce((sum, { lines }) => sum + lines.length, 0),
    quantity: sumOf(contracts.map(({ quantity }) => quantity)),
    gross: sumOf(contracts.map(({ gross }) => gross)),
    fees: sumOf(contracts.map(({ fees }) => totalFees(fees))),
    net: sumOf(contracts.map(({ net }) => net)),
  }
}

/** A control total that the lines do not come to. Counts as whole numbers, amounts in cents. */
export interface ControlDifference {
  readonly side: 'purchases' | 'sales' | 'document'
  readonly total: 'count' | 'gross' | 'fees' | 'net'
  readonly stated: bigint
  readonly found: bigint
}

/**
 * The differences between control totals (of the document, or typed by a person) and the lines; totals that
 * are not stated are not compared.
 */
export function controlDifferences(stated: StatedTotals, found: DocumentTotals): ControlDifference[] {
  const differences: ControlDifference[] = []
  const compare = (
    side: ControlDifference['side'],
    total: ControlDifference['total'],
    says: bigint | null,
    is: bigint,
  ) => {
    if (says !== null && says !== is) differences.push({ side, total, stated: says, found: is })
  }
  for (const side of ['purchases', 'sales'] as const) {
    const says: SideTotals | null = stated[side]
    if (says === null) continue
    compare(side, 'count', says.count === null ? null : BigInt(says.count), BigInt(found[side].count))
    for (const total of ['gross', 'fees', 'net'] as const)
      compare(side, total, says[total], found[side][total])
  }
  const { purchases, sales } = found
  compare(
    'document',
    'count',
    stated.count === null ? null : BigInt(stated.count),
    BigInt(purchases.count + sales.count),
  )
  compare('document', 'net', stated.net, found.net)
  return differences
}
