/**
 * Proves the fees of a document: what each line would bear by the schedule, against what the broker charged.
 *
 * The lower rates above the step-up limit hold for everything that a client trades of one security on one side of one day. Up to the
 * limit a line bears its own schedule; above it, its share of the fees of the whole by gross, by largest remainder: two of 60,000,000.00
 * bear 621,250.00 each, 1,242,500.00 together, not 1,344,000.00. Foreign brokerage stands beside the schedule and is not proved.
 *
 * With a rule of intraday relief in force, where a client buys and sells a security on one day, the side with the smaller gross bears
 * only the share transaction levy: 1,000,000.00 bought and 400,000.00 sold bear 11,200.00 + 1,200.00 = 12,400.00.
 */
import { addFees, chargeFees, type Fees, NO_FEES, totalFees } from '../fees/charge.ts'
import { FEE_COMPONENTS, type FeeComponent, type Tariff } from '../fees/tariff.ts'
import type { Cents } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import { spread } from '../values/spread.ts'
import type { Contract } from './contracts.ts'
import type { DocumentLine } from './line.ts'

export interface FeeRules {
  /** The tariff of a security on a day; null where none reaches back so far. */
  tariffOf(symbol: string, date: string): Tariff | null
  /** Whether a rule of intraday relief is in force on a day. */
  hasRelief(date: string): boolean
}

export interface LineProof {
  /** Null where there is no tariff. */
  readonly schedule: Fees | null
  /** Charged less schedule by component, without rounding; null where there is no tariff. */
  readonly difference: Fees | null
}

/**
 * The proof of each line by its number in the file. Of each component, up to half a cent a fill of its contract is rounding
 * and no difference. Cancelled lines and repetitions have none.
 */
export function proveFees(contracts: readonly Contract[], rules: FeeRules): Map<number, LineProof> {
  const standing = contracts.filter(({ cancelled }) => !cancelled)
  const lines = standing.flatMap((contract) => contract.lines)
  const days = Map.groupBy(lines, (line) =>
    [line.clientAccount ?? '', line.symbol, line.tradeDate].join('\n'),
  )
  const schedules = new Map<number, Fees | null>()
  for (const ofDay of days.values()) {
    const buys = ofDay.filter(({ side }) => side === 'buy')
    const sells = ofDay.filter(({ side }) => side === 'sell')
    const relieved = relievedSide(buys, sells, rules)
    for (const side of [buys, sells]) scheduleSide(side, rules, side === relieved, schedules)
  }
  const proofs = new Map<number, LineProof>()
  for (const contract of standing) proveContract(contract, schedules, proofs)
  return proofs
}

const grossOfAll = (lines: readonly DocumentLine[]): Cents => sumOf(lines.map(({ gross }) => gross))

/** The side that bears the levy alone: the smaller one, of equal ones the sale. */
function relievedSide(
  buys: readonly DocumentLine[],
  sells: readonly DocumentLine[],
  rules: FeeRules,
): readonly DocumentLine[] | null {
  const [day] = buys
  if (day === undefined || sells.length === 0 || !rules.hasRelief(day.tradeDate)) return null
  return grossOfAll(buys) < grossOfAll(sells) ? buys : sells
}

function scheduleSide(
  lines: readonly DocumentLine[],
  rules: FeeRules,
  isRelieved: boolean,
  schedules: Map<number, Fees | null>,
): void {
  const [first] = lines
  if (first === undefined) return
  const tariff = rules.tariffOf(first.symbol, first.tradeDate)
  const put = (line: DocumentLine, fees: Fees | null) =>
    schedules.set(line.line, fees !== null && isRelieved ? { ...NO_FEES, stl: fees.stl } : fees)
  if (tariff === null) {
    for (const line of lines) put(line, null)
    return
  }
  const whole = grossOfAll(lines)
  if (whole <= tariff.bandLimit) {
    for (const line of lines) put(line, chargeFees(tariff, line.gross).fees)
    return
  }
  const together = chargeFees(tariff, whole).fees
  const weights = lines.map(({ gross }) => gross)
  const shares = FEE_COMPONENTS.map((component) => [component, spread(together[component], weights)] as const)
  for (const [at, line] of lines.entries())
    put(line, feesFrom(shares.map(([c, parts]) => [c, parts[at] ?? 0n])))
}

function proveContract(
  contract: Contract,
  schedules: ReadonlyMap<number, Fees | null>,
  proofs: Map<number, LineProof>,
): void {
  const own = contract.lines.map((line) => ({ line, schedule: schedules.get(line.line) ?? null }))
  const rounding = new Set<FeeComponent>(
    FEE_COMPONENTS.filter((component) => {
      const apart = sumOf(
        own.map(({ line, schedule }) => line.fees[component] - (schedule ?? NO_FEES)[component]),
      )
      // Half a cent a fill, in whole cents.
      return 2n * (apart < 0n ? -apart : apart) <= BigInt(own.length)
    }),
  )
  for (const { line, schedule } of own) {
    const difference =
      schedule === null
        ? null
        : feesFrom(
            FEE_COMPONENTS.map((component) => [
              component,
              rounding.has(component) ? 0n : line.fees[component] - schedule[component],
            ]),
          )
    proofs.set(line.line, { schedule, difference })
  }
}

function feesFrom(parts: readonly (readonly [FeeComponent, Cents])[]): Fees {
  return { ...NO_FEES, ...(Object.fromEntries(parts) as Partial<Fees>) }
}

/** What a document's fees come to. Amounts in cents. */
export interface ProofSums {
  readonly charged: Fees
  readonly schedule: Fees
  readonly difference: Cents
  /** Lines with a difference, and lines without a tariff. */
  readonly different: number
  readonly unproved: number
}

/** The proofs of a document's lines, added up. */
export function sumProofs(contracts: readonly Contract[], proofs: ReadonlyMap<number, LineProof>): ProofSums {
  let [charged, schedule, difference, different, unproved] = [NO_FEES, NO_FEES, 0n, 0, 0]
  for (const line of contracts.filter(({ cancelled }) => !cancelled).flatMap(({ lines }) => lines)) {
    const proof = proofs.get(line.line)
    charged = addFees(charged, line.fees)
    if (proof?.schedule == null || proof.difference === null) {
      unproved += 1
      continue
    }
    schedule = addFees(schedule, proof.schedule)
    difference += totalFees(proof.difference)
    if (FEE_COMPONENTS.some((component) => proof.difference?.[component] !== 0n)) different += 1
  }
  return { charged, schedule, difference, different, unproved }
}
