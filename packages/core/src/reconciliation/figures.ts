/** The differences as specified, and the statement by which both balances are led to the same amount. */
import type { Cents } from '../values/decimal.ts'

/** Sums of what is open, in cents, each not below zero; balances may be. */
export interface OpenSums {
  readonly glClosing: Cents
  /** Null while it is not entered. */
  readonly externalClosing: Cents | null
  readonly openLedgerDebit: Cents
  readonly openLedgerCredit: Cents
  readonly openExternalDebit: Cents
  readonly openExternalCredit: Cents
  /** Credits of open statement lines whose description names a charge (`isBankCharge`). */
  readonly openExternalFees: Cents
  /** Ledger less statement of matches made with an explained difference. */
  readonly explainedInMatches: Cents
  /** The difference left unexplained when the previous reconciliation was signed off. */
  readonly acceptedBefore: Cents
}

export interface Differences {
  readonly unrecordedDeposits: Cents
  readonly outstandingCheques: Cents
  readonly bankCharges: Cents
  readonly otherDiscrepancies: Cents
  readonly netDifference: Cents | null
}

/**
 * The specification's figures: unrecorded deposits = debits of unmatched statement lines; outstanding cheques = credits
 * of unmatched ledger lines; bank charges = credits of unmatched statement lines whose description names a fee or another charge;
 * net difference = (ledger closing + unrecorded deposits - outstanding cheques) - statement closing.
 */
export function differencesOf(sums: OpenSums): Differences {
  const { glClosing, externalClosing, openExternalDebit, openLedgerCredit } = sums
  return {
    unrecordedDeposits: openExternalDebit,
    outstandingCheques: openLedgerCredit,
    bankCharges: sums.openExternalFees,
    otherDiscrepancies: 0n,
    netDifference:
      externalClosing === null ? null : glClosing + openExternalDebit - openLedgerCredit - externalClosing,
  }
}

export interface Proof {
  readonly adjustedLedger: Cents
  readonly adjustedExternal: Cents | null
  /** Adjusted ledger less adjusted statement. */
  readonly residual: Cents | null
  /** The residual less what is explained. 0: the open items account for the whole difference of the balances. */
  readonly unexplained: Cents | null
}

/**
 * Adjusted ledger = ledger closing + what is only on the statement; adjusted statement = statement closing + what is
 * only in the ledger. They agree when every line is either matched or listed as open.
 */
export function proofOf(sums: OpenSums): Proof {
  const adjustedLedger = sums.glClosing + sums.openExternalDebit - sums.openExternalCredit
  if (sums.externalClosing === null) {
    return { adjustedLedger, adjustedExternal: null, residual: null, unexplained: null }
  }
  const adjustedExternal = sums.externalClosing + sums.openLedgerDebit - sums.openLedgerCredit
  const residual = adjustedLedger - adjustedExternal
  return {
    adjustedLedger,
    adjustedExternal,
    residual,
    unexplained: residual - sums.explainedInMatches - sums.acceptedBefore,
  }
}

/**
 * Whether it can be signed off without an explanation: the open items account for the whole difference, or both balances
 * and the net difference agree (a statement of which only the balance is entered). A net difference of zero alone is not
 * enough: the formula takes outstanding cheques from the ledger, so it can come to zero while money is missing.
 */
export function needsExplanation(sums: OpenSums): boolean {
  const agree = sums.glClosing === sums.externalClosing && differencesOf(sums).netDifference === 0n
  return !agree && proofOf(sums).unexplained !== 0n
}
