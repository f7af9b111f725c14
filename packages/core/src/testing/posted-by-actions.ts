/** Sums of what corporate actions have posted in books in memory. */
import { sumOf } from '../values/money.ts'
import type { ActionWorld } from './action-world.ts'

/**
 * By portfolio, day, role and security, "0 2026-03-03 cash -", as the naive model has it. Throws for an entry
 * that does not balance.
 */
export function postedBy(world: ActionWorld): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { action, portfolio, plan } of world.plans()) {
    for (const entry of plan.entries) {
      if (sumOf(entry.postings.map(({ amount }) => amount)) !== 0n)
        throw new Error(`the entry ${entry.part} of ${action.key} does not balance`)
      for (const { role, security: of, amount } of entry.postings) {
        const security = of === null ? '-' : action.securities[of]
        const key = `${Number(entry.portfolioId ?? portfolio)} ${entry.date} ${role} ${security}`
        sums.set(key, (sums.get(key) ?? 0n) + amount)
      }
    }
  }
  return new Map([...sums].filter(([, amount]) => amount !== 0n))
}

/** The sum of a role in a portfolio and a security over all days. */
export const ofRole = (
  sums: ReadonlyMap<string, bigint>,
  portfolio: number,
  role: string,
  security: string,
): bigint =>
  sumOf(
    [...sums].flatMap(([key, amount]) => {
      const [of, , is, what] = key.split(' ')
      return Number(of) === portfolio && is === role && what === security ? [amount] : []
    }),
  )

/**
 * The entitlement of each plan, by action and portfolio; without the tax rate, which the tax itself shows.
 */
export const entitledBy = (world: ActionWorld): Map<string, object> =>
  new Map(
    world.plans().map(({ action, portfolio, plan }) => {
      const { taxRate: _taxRate, ...entitled } = plan.entitlement
      return [`${action.key} ${portfolio}`, entitled]
    }),
  )
