import {
  COSTING_METHOD_LABELS,
  COSTING_METHODS,
  type CostingMethod,
} from '@em/contract/costing-methods/costing-methods'

/** The specification's words where a method could not be assigned. */
export const SAVE_FAILED = 'Failed to assign costing method. Please try again.'

export type Edition = 'standard' | 'premium'

/**
 * What choosing a method does: it is chosen, or (in the standard edition) the "Premium Feature" popup opens and
 * the choice stays as it was. While the edition is not known the server has the last word.
 */
export function choosing(method: CostingMethod, edition: Edition | undefined): 'chosen' | 'premium-popup' {
  return method !== 'WAP' && edition === 'standard' ? 'premium-popup' : 'chosen'
}

/** The e-mail that "Contact Sales" begins, to the address that the installation names (`SUPPORT_EMAIL`). */
export function salesMail(address: string, method: CostingMethod): string {
  const subject = `Equity Manager premium: ${COSTING_METHOD_LABELS[method]}`
  return `mailto:${address}?subject=${encodeURIComponent(subject)}`
}

/** How each method takes cost out of a sale. */
const EXPLANATIONS: Record<CostingMethod, string> = {
  WAP: 'One average price for the holding, recalculated after every acquisition.',
  FIFO: 'The shares bought first are sold first.',
  CHERRY: 'You allocate each sale to the buys it comes from.',
}

/** The radio buttons, in the specification's order, each with how it works and whether it needs the premium edition. */
export function methodChoices(edition: Edition | undefined) {
  const order: readonly CostingMethod[] = [...COSTING_METHODS].toSorted(
    (a, b) => SHOWN.indexOf(a) - SHOWN.indexOf(b),
  )
  return order.map((value) => ({
    value,
    label: COSTING_METHOD_LABELS[value],
    help:
      choosing(value, edition) === 'chosen' ? EXPLANATIONS[value] : `${EXPLANATIONS[value]} Premium edition.`,
  }))
}
const SHOWN: readonly CostingMethod[] = ['FIFO', 'CHERRY', 'WAP']
