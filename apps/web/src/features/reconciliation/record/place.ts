import { goTo } from '../../../links/places.ts'

/** The tab of reconciliations. */
export const PLACE = ['Accounting Entries', 'Account Reconciliation'] as const
/** Opens one of them, by its id. */
export const openOne = (id: number) => goTo(...PLACE, { reconciliation: String(id) })
