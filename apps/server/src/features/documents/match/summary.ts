/** The summary of a document: the numbers of its contracts and lines, its client accounts, and the sums of its fee proofs. It is stored as JSON. */
import type { Contract } from '@em/core/documents/contracts'
import { type LineProof, type ProofSums, sumProofs } from '@em/core/documents/fee-proof'
import type { Fees } from '@em/core/fee-tariffs/charge'
import { FEE_COMPONENTS } from '@em/core/fee-tariffs/tariff'
import { feesFrom } from '@em/core/fee-tariffs/together'
import { type Cents, sumOf } from '@em/core/values/money'

/** The number of the first line of a contract; it identifies the contract within its document. */
export const firstLineOf = ({ lines }: Pick<Contract, 'lines'>): number => lines[0]?.line ?? 0

export interface ClientLines {
  readonly clientAccount: string | null
  readonly clientName: string | null
  readonly lines: number
}

/** Amounts in cents. */
export interface DocumentSummary extends ProofSums {
  readonly contracts: number
  /** The number of lines, including repeated ones. */
  readonly lines: number
  readonly foreignBrokerage: Cents
  /** The client accounts, in the order of the contracts. */
  readonly clients: readonly ClientLines[]
}

export function summaryOf(
  contracts: readonly Contract[],
  proofs: ReadonlyMap<number, LineProof>,
): DocumentSummary {
  const lines = contracts.flatMap((contract) => [...contract.lines, ...contract.repeated])
  // Repeated lines and cancelled contracts bear no fees.
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
  /** Amounts in cents, in the order of `FEE_COMPONENTS`. */
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

/** The sums of a summary as JSON, as the database stores them. */
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

/** The summary from the stored JSON of its sums and client accounts. */
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
