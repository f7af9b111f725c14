import { goTo } from '../../../links/tabs.ts'

/** The tab of reconciliations. */
export const RECONCILIATIONS = ['Accounting Entries', 'Account Reconciliation'] as const
/** Opens one of them, by its id. */
export const openReconciliation = (id: number) => goTo(...RECONCILIATIONS, { reconciliation: String(id) })
