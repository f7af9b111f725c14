/**
 * Proves the fees of a document: what each line would bear by the schedule (`fee-tariffs/together.ts`), against what the broker charged.
 * Foreign brokerage is outside the schedule and is not proved.
 */
import { addFees, type Fees, NO_FEES, totalFees } from '../fee-tariffs/charge.ts'
import { FEE_COMPONENTS, type FeeComponent } from '../fee-tariffs/tariff.ts'
import { chargedTogether, type FeeRules, feesFrom } from '../fee-tariffs/together.ts'
import type { Cents } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import { spread } from '../values/spread.ts'
import type { Contract } from './contracts.ts'
import type { DocumentLine } from './line.ts'

export interface LineProof {
  /** Null where there is no tariff. */
  readonly schedule: Fees | null
  /** Charged less schedule by component, without rounding; null where there is no tariff, or the document states no fees. */
  readonly difference: Fees | null
}

/**
 * The proof of each line by its number in the file. Of each component, up to half a cent a fill of its contract is rounding
 * and no difference. Cancelled lines and repetitions have none.
 */
export function proveFees(contracts: readonly Contract[], rules: FeeRules): Map<number, LineProof> {
  const uncancelled = contracts.filter(({ cancelled }) => !cancelled)
  // Where no fees are stated the schedule is that of the contract, which is what will be recorded.
  const items = uncancelled.flatMap((contract): readonly (Contract | DocumentLine)[] =>
    contract.feeSource === 'schedule' ? [contract] : contract.lines,
  )
  const schedules = chargedTogether<Contract | DocumentLine>(items, rules)
  const proofs = new Map<number, LineProof>()
  for (const contract of uncancelled) {
    if (contract.feeSource === 'schedule') shareSchedule(contract, schedules.get(contract) ?? null, proofs)
    else proveContract(contract, schedules, proofs)
  }
  return proofs
}

/** The schedule of a contract over its fills, by gross. */
function shareSchedule({ lines }: Contract, fees: Fees | null, proofs: Map<number, LineProof>): void {
  const weights = lines.map(({ gross }) => gross)
  const shares = FEE_COMPONENTS.map(
    (component) => [component, spread((fees ?? NO_FEES)[component], weights)] as const,
  )
  for (const [at, { line }] of lines.entries()) {
    const schedule = fees && feesFrom(shares.map(([component, parts]) => [component, parts[at] ?? 0n]))
    proofs.set(line, { schedule, difference: null })
  }
}

function proveContract(
  contract: Contract,
  schedules: ReadonlyMap<Contract | DocumentLine, Fees | null>,
  proofs: Map<number, LineProof>,
): void {
  const own = contract.lines.map((line) => ({ line, schedule: schedules.get(line) ?? null }))
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

/** The sums of a document's fees. Amounts in cents. */
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
    if (proof?.schedule == null) {
      unproved += 1
      continue
    }
    schedule = addFees(schedule, proof.schedule)
    if (proof.difference === null) continue
    difference += totalFees(proof.difference)
    if (FEE_COMPONENTS.some((component) => proof.difference?.[component] !== 0n)) different += 1
  }
  return { charged, schedule, difference, different, unproved }
}
