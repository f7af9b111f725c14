/** Figures of a reconciliation as they are answered and as they are kept when it is signed off. */
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import { differencesOf, type OpenSums, proofOf } from '@em/core/reconciliation/figures'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'

export interface Figures {
  readonly glOpening: bigint
  readonly sums: OpenSums
  readonly counts: ReconciliationRecord['counts']
}
/** The same with numerals in place of cents. */
export interface StoredFigures {
  readonly glOpening: string
  readonly sums: { readonly [K in keyof OpenSums]: string | null }
  readonly counts: ReconciliationRecord['counts']
}

export const cents = (numeral: string) => decimalOf(numeral, MONEY_SCALE)
export const numeral = (amount: bigint) => formatDecimal(amount, MONEY_SCALE)
const rupeesOrNull = (amount: bigint | null) => (amount === null ? null : rupees(amount))
export const centsOrNull = (text: string | null) => (text === null ? null : cents(text))

export function toStored({ glOpening, sums, counts }: Figures): StoredFigures {
  const stored = Object.entries(sums).map(([name, amount]) => [
    name,
    amount === null ? null : numeral(amount),
  ])
  return { glOpening: numeral(glOpening), sums: Object.fromEntries(stored) as StoredFigures['sums'], counts }
}

export function fromStored({ glOpening, sums, counts }: StoredFigures): Figures {
  const amounts = Object.entries(sums).map(([name, amount]) => [name, amount === null ? null : cents(amount)])
  return { glOpening: cents(glOpening), sums: Object.fromEntries(amounts) as unknown as OpenSums, counts }
}

/**
 * The sums that the proof compares. A statement of which only the balance was entered has no lines: where both balances agree,
 * the ledger's open lines are taken as being on it.
 */
export function comparedOf({ sums, counts }: Figures): OpenSums {
  const isBalanceOnly = counts.matched + counts.unmatchedExternal + counts.held + counts.skipped === 0
  if (!isBalanceOnly || sums.glClosing !== sums.externalClosing) return sums
  return { ...sums, openLedgerDebit: 0n, openLedgerCredit: 0n, acceptedBefore: 0n }
}

export function differencesForAnswer(sums: OpenSums): ReconciliationRecord['differences'] {
  const { unrecordedDeposits, outstandingCheques, bankCharges, otherDiscrepancies, netDifference } =
    differencesOf(sums)
  return {
    unrecordedDeposits: rupees(unrecordedDeposits),
    outstandingCheques: rupees(outstandingCheques),
    bankCharges: rupees(bankCharges),
    otherDiscrepancies: rupees(otherDiscrepancies),
    netDifference: rupeesOrNull(netDifference),
  }
}

export function proofForAnswer(figures: Figures): ReconciliationRecord['proof'] {
  const sums = comparedOf(figures)
  const { adjustedLedger, adjustedExternal, unexplained } = proofOf(sums)
  return {
    glBalance: rupees(sums.glClosing),
    addUnrecordedDebits: rupees(sums.openExternalDebit),
    lessUnrecordedCredits: rupees(sums.openExternalCredit),
    adjustedGl: rupees(adjustedLedger),
    externalBalance: rupeesOrNull(sums.externalClosing),
    addUnclearedDebits: rupees(sums.openLedgerDebit),
    lessUnclearedCredits: rupees(sums.openLedgerCredit),
    adjustedExternal: rupeesOrNull(adjustedExternal),
    explainedInMatches: rupees(sums.explainedInMatches),
    acceptedBefore: rupees(sums.acceptedBefore),
    unexplained: rupeesOrNull(unexplained),
  }
}
