/** What the contracts of a document come to: numbers of them and their lines, their clients, and the proofs added up. It is kept as JSON. */
import type { Contract } from '@em/core/documents/contracts'
import { type LineProof, type ProofSums, sumProofs } from '@em/core/documents/fee-proof'
import type { Fees } from '@em/core/fees/charge'
import { FEE_COMPONENTS } from '@em/core/fees/tariff'
import { feesFrom } from '@em/core/fees/together'
import { type Cents, sumOf } from '@em/core/values/money'

/** The line that a contract is known by. */
export const firstLineOf = ({ lines }: Pick<Contract, 'lines'>): number => lines[0]?.line ?? 0

export interface ClientLines {
  readonly clientAccount: string | null
  readonly clientName: string | null
  readonly lines: number
}

/** Amounts in cents. */
export interface DocumentSummary extends ProofSums {
  readonly contracts: number
  /** Of the contracts, repetitions included. */
  readonly lines: number
  readonly foreignBrokerage: Cents
  /** In the order of the contracts. */
  readonly clients: readonly ClientLines[]
}

export function summaryOf(
  contracts: readonly Contract[],
  proofs: ReadonlyMap<number, LineProof>,
): DocumentSummary {
  const lines = contracts.flatMap((contract) => [...contract.lines, ...contract.repeated])
  // A repetition and a cancelled fill are charged nothing.
  const counted = contracts.filter(({ cancelled }) => !cancelled).flatMap((contract) => contract.lines)
  const byClient = Map.groupBy(lines, ({ clientAccount }) => clientAccount)
  return {
    ...sumProofs(contracts, proofs),
    contracts: contracts.length,
    lines: lines.length,
    foreignBrokerage: sumOf(counted.map((line) => line.foreignBrokerage)),
    clients: [...byClient].map(([clientAccount, own]) => ({
      clientAccount,
      clientName: own.find(({ clientName }) => clientName !== null)?.clientName ?? null,
      lines: own.length,
    })),
  }
}

interface StoredSums {
  readonly contracts: number
  readonly lines: number
  /** In the order of the components. */
  readonly charged: readonly string[]
  readonly schedule: readonly string[]
  readonly difference: string
  readonly different: number
  readonly unproved: number
  readonly foreignBrokerage: string
}

const texts = (fees: Fees) => FEE_COMPONENTS.map((component) => String(fees[component]))
const feesOf = (cents: readonly string[]) =>
  feesFrom(FEE_COMPONENTS.map((component, at) => [component, BigInt(cents[at] ?? '0')]))

/** The sums as JSON. */
export function storedSums(summary: DocumentSummary): string {
  const { contracts, lines, different, unproved } = summary
  return JSON.stringify({
    contracts,
    lines,
    charged: texts(summary.charged),
    schedule: texts(summary.schedule),
    difference: String(summary.difference),
    different,
    unproved,
    foreignBrokerage: String(summary.foreignBrokerage),
  } satisfies StoredSums)
}

/** Out of the JSON of the sums and of the clients. */
export function summaryFrom(sums: unknown, clients: unknown): DocumentSummary {
  const { charged, schedule, difference, foreignBrokerage, ...numbers } = sums as StoredSums
  return {
    ...numbers,
    charged: feesOf(charged),
    schedule: feesOf(schedule),
    difference: BigInt(difference),
    foreignBrokerage: BigInt(foreignBrokerage),
    clients: clients as ClientLines[],
  }
}
