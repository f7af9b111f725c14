/** The data of the mapping screens: rows of the table, and the account that postings go to. */
import type { GlMapping, MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import { MAPPED_FROM_START } from '@em/core/ledger/role-book'
import { addDays } from '@em/core/values/dates'

/** A row of GL Mapping: a role's general account, one of its exceptions right below, or what held before or will hold. */
export interface MappingRow {
  readonly key: string
  readonly role: MappedRole
  /** Null: the general mapping in force today. */
  readonly exception: GlMapping | null
  /** When it holds. */
  readonly state: 'Current' | 'Earlier' | 'Later'
}

/**
 * The day of a change to come that can be withdrawn at this row: the last one of its subject, which begins the row or, where an
 * exception ends without another after it, ends the row. Null: none.
 */
export function plannedDay({ role, exception, state }: MappingRow): string | null {
  if (exception === null || state === 'Earlier') return null
  const { effective_from, effective_until } = exception
  if (effective_until === null) return state === 'Later' ? effective_from : null
  const next = addDays(effective_until, 1)
  const follows = role.others.some(
    (one) => subjectKey(one) === subjectKey(exception) && one.effective_from === next,
  )
  return follows ? null : next
}

/** Roles with their exceptions below them; below each, latest first, the accounts of other days. */
export function rowsOf(roles: readonly MappedRole[], today: string): MappingRow[] {
  return roles.flatMap((role) => {
    const of = (one: GlMapping): MappingRow => ({
      key: `${subjectKey(one)}/${one.effective_from}`,
      role,
      exception: one,
      state:
        one.effective_from > today
          ? 'Later'
          : one.effective_until !== null && one.effective_until < today
            ? 'Earlier'
            : 'Current',
    })
    const general = (one: GlMapping) => one.portfolioId === null && one.settlement_account_id === null
    const othersAt = (subject: string) => role.others.filter((one) => subjectKey(one) === subject).map(of)
    const shown = new Set(role.exceptions.map(subjectKey))
    return [
      { key: role.role, role, exception: null, state: 'Current' as const },
      ...role.others.filter(general).map(of),
      ...role.exceptions.flatMap((one) => [of(one), ...othersAt(subjectKey(one))]),
      ...role.others.filter((one) => !general(one) && !shown.has(subjectKey(one))).map(of),
    ]
  })
}

const subjectKey = (one: GlMapping) =>
  `${one.role}/${one.portfolioId ?? ''}/${one.settlement_account_id ?? ''}`

/** The day that a mapping begins on; null where it always held. */
export const dayOf = (from: string): string | null => (from === MAPPED_FROM_START ? null : from)

/** The portfolio and settlement account that a mapping holds for, in words. */
export function subjectOf({ portfolioName, settlement_account }: GlMapping): string {
  const parts = [portfolioName, settlement_account].filter((part) => part !== null)
  return parts.length === 0 ? 'in general' : parts.join(', ')
}

/** A settlement account as it is named everywhere: "Custody Settlement 1000 4471 2208". */
export const nameOf = (bank: { account_name?: unknown; account_number?: unknown }) =>
  `${String(bank.account_name)} ${String(bank.account_number)}`

/** The account that postings of a role go to for a portfolio and a settlement account: the most particular mapping wins. */
export function accountOf(
  role: MappedRole,
  portfolioId: string | null,
  settlementAccount: number | null,
): { account_code: string; account_name: string; effective_from: string; own: boolean } {
  const covers = (one: GlMapping) =>
    (one.portfolioId === null || one.portfolioId === portfolioId) &&
    (one.settlement_account_id === null || one.settlement_account_id === settlementAccount)
  const rank = (one: GlMapping) =>
    (one.settlement_account_id === null ? 0 : 2) + (one.portfolioId === null ? 0 : 1)
  const [best] = role.exceptions.filter(covers).toSorted((a, b) => rank(b) - rank(a))
  const { account_code, account_name, effective_from } = best ?? role
  return { account_code, account_name, effective_from, own: best !== undefined }
}
