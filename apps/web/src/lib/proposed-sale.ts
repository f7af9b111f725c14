import { recall, remember } from './remember.ts'

/** A sale that was proposed, on its way to the form that records it. */
export interface ProposedSale {
  readonly portfolioId: string
  readonly portfolio: string
  readonly companyName: string
  readonly symbol: string
  readonly quantity: string
  readonly soldPrice: string
  readonly allocations: readonly { readonly buyTransactionId: number; readonly allocatedQuantity: number }[]
}

const KEPT = 'proposed-sale'

export const keepProposedSale = (sale: ProposedSale): void => remember(KEPT, sale)

/** The sale that was kept last, once; null where none is. */
export function takeProposedSale(): ProposedSale | null {
  const kept = recall<ProposedSale | null>(KEPT, null)
  if (kept !== null) remember(KEPT, null)
  return kept
}
