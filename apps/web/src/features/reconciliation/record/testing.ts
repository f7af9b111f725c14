/** Reconciliations for tests. The tests' today is 20 November 2026. */
import type { ExternalTransaction, GlTransaction } from '@em/contract/reconciliation/reconciliation-records'
import type { OneReconciliation } from './useReconciliation.ts'

export function reconciliationOf(changes: Partial<OneReconciliation> = {}): OneReconciliation {
  return {
    id: 4,
    version: 3,
    accountCode: '1010',
    accountName: 'Cash at Bank',
    settlementAccount: null,
    portfolio: null,
    portfolioId: null,
    period: '2026-10',
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    coveredUntil: '2026-10-31',
    referenceType: 'bank',
    referenceNumber: 'S-10',
    notes: null,
    status: 'pending',
    reconciledAt: null,
    reconciledBy: null,
    explanation: null,
    glOpening: 0,
    glBalance: 900,
    externalOpening: 0,
    externalBalance: 900,
    differences: {
      unrecordedDeposits: 0,
      outstandingCheques: 0,
      bankCharges: 0,
      otherDiscrepancies: 0,
      netDifference: 0,
    },
    proof: {
      glBalance: 900,
      addUnrecordedDebits: 0,
      lessUnrecordedCredits: 0,
      adjustedGl: 900,
      externalBalance: 900,
      addUnclearedDebits: 0,
      lessUnclearedCredits: 0,
      adjustedExternal: 900,
      explainedInMatches: 0,
      acceptedBefore: 0,
      unexplained: 0,
    },
    counts: { matched: 0, unmatchedGl: 2, unmatchedExternal: 2, held: 0, skipped: 0, proposals: 0 },
    canSave: true,
    blockers: [],
    needsExplanation: false,
    warnings: [],
    changedSince: null,
    createdAt: '2026-11-02T04:00:00.000Z',
    createdBy: 'Nadeesha Perera',
    statements: [],
    history: [],
    ...changes,
  }
}

export function ledgerLine(id: string, amount: number, changes: Partial<GlTransaction> = {}): GlTransaction {
  const [entry, line] = id.split('-')
  return {
    id,
    entry_id: Number(entry),
    line_no: Number(line),
    date: '2026-10-05',
    description: `Ledger ${id}`,
    reference: null,
    debit: Math.max(amount, 0),
    credit: Math.max(-amount, 0),
    transaction_type: 'Manual',
    kind: 'manual',
    portfolio: null,
    portfolioId: null,
    trade_id: null,
    carried: false,
    matchedIn: null,
    ...changes,
  }
}

export function statementLine(
  id: number,
  amount: number,
  changes: Partial<ExternalTransaction> = {},
): ExternalTransaction {
  return {
    id,
    date: '2026-10-06',
    description: `Statement ${id}`,
    reference: null,
    debit: Math.max(amount, 0),
    credit: Math.max(-amount, 0),
    balance: null,
    bankId: null,
    statementId: 1,
    line: id,
    state: 'unmatched',
    hold: null,
    carried: false,
    matchedIn: null,
    ...changes,
  }
}
