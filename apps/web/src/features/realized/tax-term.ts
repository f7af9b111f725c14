import type { TaxRow } from '@em/contract/realized/realized-tax'

/** Long or short; cash for fractions has no holding period. */
export const termText = ({ kind, isLongTerm }: Partial<Pick<TaxRow, 'kind' | 'isLongTerm'>>): string =>
  kind === 'fraction' ? 'Fractions' : isLongTerm === true ? 'Long' : 'Short'
