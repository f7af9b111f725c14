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

const MEMORY = 'proposed-sale'

export const storeProposedSale = (sale: ProposedSale): void => remember(MEMORY, sale)

/** The sale that was kept last, once; null where none is. */
export function takeProposedSale(): ProposedSale | null {
  const stored = recall<ProposedSale | null>(MEMORY, null)
  if (stored !== null) remember(MEMORY, null)
  return stored
}
