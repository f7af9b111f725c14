/** A holding whose portfolio belongs to an entity of its own, so that no lock of another test covers it; and its locks. */
import { type Entity, periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import type { CostingMethod } from '@em/core/chains/chain-event'
import type { Answer, Api } from './api.ts'
import { ask, type Books, type Refused } from './books.ts'
import { counter } from './counters.ts'
import { type OneHolding, oneHolding } from './one-holding.ts'

const nextEntity = counter()

/** Makes the portfolio and its entity. */
export async function apart(
  books: Books,
  method: CostingMethod = 'WAP',
  accountingTreatment = 'FVTPL',
): Promise<{ of: OneHolding; entity: Entity }> {
  const { api } = books
  const of = await oneHolding(books, method, accountingTreatment)
  const name = `Entity ${nextEntity()}`
  const [portfolio] = await api.database.query<{ id: number; version: number }>(
    'SELECT id, version FROM portfolios WHERE id = $1',
    [of.id],
  )
  await ask(api, portfolios.routes.update, {
    params: { id: portfolio?.id },
    body: { entity: name, version: portfolio?.version },
  })
  const entity = (await api.ask(periods.list)).find((one) => one.name === name)
  if (entity === undefined) throw new Error('no entity was made')
  return { of, entity }
}

/**
 * Locks the books of an entity (by its id), moves the lock or opens them, by the entity's version as it is now. Points of the
 * checklist are open in most test books: a reason.
 */
export async function lockBooks(
  api: Api,
  id: number | undefined,
  through: string | null,
  reason: string | null = 'Month-end',
): Promise<Answer<{ data: Entity } & Refused>> {
  const entity = (await api.ask(periods.list)).find((one) => one.id === id)
  if (entity === undefined) throw new Error(`there is no entity ${id}`)
  const body = { locked_through: through, reason, version: entity.version }
  return api.call(periods.lock, { params: { id: entity.id }, body })
}

/** The same for an entity that was read. */
export const lock = (
  api: Api,
  entity: Entity,
  through: string | null,
  reason?: string | null,
): Promise<Answer<{ data: Entity } & Refused>> => lockBooks(api, entity.id, through, reason)
