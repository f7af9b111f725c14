/** Certificates of tax withheld: which are asked for, and what of them is missing. */
import type { TaxCertificate } from '@em/contract/corporate-actions/action-reports'
import { askedOf, choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../../lib/filters.ts'

export const CERTIFICATE_STATES = ['missing', 'received'] as const
export type CertificateState = (typeof CERTIFICATE_STATES)[number]
export const STATE_WORDS: Readonly<Record<CertificateState, string>> = {
  missing: 'Missing',
  received: 'Received',
}

export interface CertificateFilters {
  readonly portfolio: string
  readonly state: CertificateState | ''
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: CertificateFilters = { portfolio: '', state: '', from: '', to: '' }

export const filtersOf = (query: URLSearchParams): CertificateFilters => ({
  portfolio: textIn(query, 'portfolio'),
  state: choiceIn(query, 'state', CERTIFICATE_STATES),
  from: dateIn(query, 'from'),
  to: dateIn(query, 'to'),
})

/** The query to the server: the tie to the ledger is of all certificates of the days and portfolios. */
export const askedFor = ({ portfolio, from, to }: CertificateFilters) => askedOf({ portfolio, from, to })

export const factsOfFilters = (filters: CertificateFilters): FilterFact[] =>
  factsOf({ ...filters }, { portfolio: 'Portfolio', state: 'Certificate', from: 'From', to: 'To' }, (name) =>
    name === 'state' && filters.state !== '' ? STATE_WORDS[filters.state] : filters[name],
  )

/** A certificate has come once its number is known. */
export const stateOf = ({ number }: Pick<TaxCertificate, 'number'>): CertificateState =>
  number === null ? 'missing' : 'received'

export const keyOf = ({ action, portfolioId }: TaxCertificate): string => `${action}/${portfolioId}`

/** Those of tax in 6200, of tax outside the books, and of dividends of before the books began, in the chosen state. */
export function partsOf(rows: readonly TaxCertificate[], state: CertificateState | '') {
  const shown = rows.filter((row) => state === '' || stateOf(row) === state)
  return {
    posted: shown.filter((row) => !row.is_memo && !row.is_taken_on),
    memo: shown.filter((row) => row.is_memo),
    takenOn: shown.filter((row) => row.is_taken_on),
  }
}
