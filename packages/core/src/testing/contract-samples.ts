/** A line of a document, a trade of the books, and what is known of both, to vary: 1,000 JKH at 20.00, net 20,224.00. */
import { type Contract, contractsOf } from '../documents/contracts.ts'
import type { DocumentLine } from '../documents/line.ts'
import {
  type BookTrade,
  type KnownOfDocument,
  type Match,
  matchContracts,
  missingFrom,
} from '../documents/match.ts'
import { chargeFees, totalFees } from '../fee-tariffs/charge.ts'
import { DEFAULT_TARIFFS, type Tariff } from '../fee-tariffs/tariff.ts'
import type { FeeRules } from '../fee-tariffs/together.ts'
import { grossOf } from '../values/money.ts'

/** The tariff of ordinary shares. */
export const ORDINARY = DEFAULT_TARIFFS[0] as Tariff
export const RULES: FeeRules = { tariffOf: () => ORDINARY, hasRelief: () => false }

/** Net and fees follow from the schedule unless they are given. */
export function lineOf(of: Partial<DocumentLine>): DocumentLine {
  const quantity = of.quantity ?? 1_000n
  const price = of.price ?? 200_000n
  const gross = of.gross ?? grossOf(quantity, price)
  const side = of.side ?? 'buy'
  const fees = of.fees ?? chargeFees(ORDINARY, gross).fees
  const all = totalFees(fees) + (of.foreignBrokerage ?? 0n)
  return {
    line: 1,
    tradeDate: '2026-01-05',
    tradeTime: null,
    executionId: null,
    symbol: 'JKH.N0000',
    isin: null,
    companyName: null,
    foreignBrokerage: 0n,
    contractNumber: '70001',
    clientAccount: '100001LI',
    clientName: null,
    settlementDate: '2026-01-07',
    orderId: null,
    cancelled: false,
    rest: {},
    quantity,
    price,
    gross,
    side,
    fees,
    net: side === 'buy' ? gross + all : gross - all,
    ...of,
  }
}

export const tradeOf = (of: Partial<BookTrade> = {}): BookTrade => ({
  id: 1,
  dealNumber: 'BUY-1',
  portfolioId: 7,
  side: 'buy',
  tradeDate: '2026-01-05',
  settlementDate: '2026-01-07',
  symbol: 'JKH.N0000',
  quantity: 1_000n,
  price: 200_000n,
  gross: 2_000_000n,
  fees: { brokerage: 12_800n, cse: 1_680n, cds: 240n, clearing: 240n, sec: 1_440n, stl: 6_000n },
  net: 2_022_400n,
  contractNumber: '70001',
  brokerName: null,
  isFormed: false,
  ...of,
})
/** Every client account is of portfolio 7. */
export const KNOWN: KnownOfDocument = {
  brokerNames: [],
  recordedFrom: new Map(),
  executedAs: new Map(),
  portfolioOf: () => 7,
}

interface Matched {
  readonly contracts: readonly Contract[]
  readonly matches: ReadonlyMap<string, Match>
  /** Of each contract, in their order. */
  readonly states: readonly (Match['state'] | undefined)[]
  /** Deal numbers of trades that the document lacks. */
  readonly missing: readonly string[]
}

/** The result of matching the lines with these trades. */
export function match(
  lines: readonly DocumentLine[],
  trades: readonly BookTrade[],
  known: KnownOfDocument = KNOWN,
): Matched {
  const contracts = contractsOf(lines)
  const matches = matchContracts(contracts, trades, known)
  return {
    contracts,
    matches,
    states: contracts.map(({ key }) => matches.get(key)?.state),
    missing: missingFrom(contracts, matches, trades, known).map(({ dealNumber }) => dealNumber),
  }
}
