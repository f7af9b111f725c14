/** How a portfolio accounts for its shares. */
import { securityClassOf } from '../securities/symbol.ts'

export type Treatment = 'FVTPL' | 'FVOCI'

export interface AssumedTreatment {
  readonly treatment: Treatment
  /** True when the portfolio names none, or one that shares cannot have (Amortized Cost, HTM). */
  readonly assumed: boolean
}

/**
 * The treatment that the postings follow. FVTPL: fees are expensed, gains go to profit or loss. FVOCI: buy fees
 * are capitalised, gains go to the reserve and on to retained earnings. Everything else is treated as FVTPL, and
 * the caller warns: shares have no contractual cash flows to amortise (IFRS 9). Rights are derivatives: they go through profit or
 * loss in every portfolio.
 */
export function treatmentOf(accountingTreatment: string | null, symbol?: string): AssumedTreatment {
  if (symbol !== undefined && securityClassOf(symbol) === 'rights')
    return { treatment: 'FVTPL', assumed: false }
  const named = (accountingTreatment ?? '').trim().toUpperCase()
  if (named === 'FVOCI') return { treatment: 'FVOCI', assumed: false }
  return { treatment: 'FVTPL', assumed: named !== 'FVTPL' }
}
