/** Which accounts take no line of a journal entry that a person makes. */
import { DEFAULT_CHART, NO_MANUAL_LINES } from '@em/core/ledger/roles'
import { servesFrom } from '../../ledger/posting/accounts-of-roles.queries.ts'

/** SQL: whether account `a` takes no manual lines of a day; the arguments name the parameters of `RESERVED` and the day. */
export const isReserved = (roles: string, codes: string, day: string): string =>
  `(EXISTS (SELECT FROM (${servesFrom(day)}) m WHERE m.account_id = a.id AND m.role = ANY (${roles})) OR a.account_code = ANY (${codes}))`

/** The roles that follow from trades, events and valuations, and the accounts that they start with. */
export const RESERVED = {
  roles: NO_MANUAL_LINES,
  codes: DEFAULT_CHART.filter((account) => NO_MANUAL_LINES.includes(account.role)).map(
    (account) => account.code,
  ),
} as const
