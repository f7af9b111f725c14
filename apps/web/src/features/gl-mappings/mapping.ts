/** What the mapping screens show: rows of the table, and the account that a place's postings go to. */
import type { GlMapping, MappedRole } from '@em/contract/books/gl-mappings'

/** A row of GL Mapping: a role's general account, or one of its exceptions right below. */
export interface MappingRow {
  readonly key: string
  readonly role: MappedRole
  /** Null: the general mapping. */
  readonly exception: GlMapping | null
}

/** Roles with their exceptions below them. */
export function rowsOf(roles: readonly MappedRole[]): MappingRow[] {
  return roles.flatMap((role) => [
    { key: role.role, role, exception: null },
    ...role.exceptions.map((exception) => ({
      key: `${role.role}/${exception.portfolioId ?? ''}/${exception.settlement_account_id ?? ''}`,
      role,
      exception,
    })),
  ])
}

/** Where an exception holds, in words. */
export function placeOf({ portfolioName, settlement_account }: GlMapping): string {
  return [portfolioName, settlement_account].filter((part) => part !== null).join(', ')
}

/** A settlement account as it is named everywhere: "Custody Settlement 1000 4471 2208". */
export const nameOf = (bank: { account_name?: unknown; account_number?: unknown }) =>
  `${String(bank.account_name)} ${String(bank.account_number)}`

/** The account that postings of a role go to for a portfolio and a settlement account: the most particular mapping wins. */
export function accountOf(
  role: MappedRole,
  portfolioId: string | null,
  settlementAccount: number | null,
): { account_code: string; account_name: string; own: boolean } {
  const covers = (one: GlMapping) =>
    (one.portfolioId === null || one.portfolioId === portfolioId) &&
    (one.settlement_account_id === null || one.settlement_account_id === settlementAccount)
  const rank = (one: GlMapping) =>
    (one.settlement_account_id === null ? 0 : 2) + (one.portfolioId === null ? 0 : 1)
  const [best] = role.exceptions.filter(covers).toSorted((a, b) => rank(b) - rank(a))
  const { account_code, account_name } = best ?? role
  return { account_code, account_name, own: best !== undefined }
}
