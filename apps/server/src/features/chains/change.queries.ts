/** The result of a change of a chain: core's one rule, with the inputs that it needs of the chain loaded. Nothing is written. */
import {
  type ChainChange,
  type ChainOrder,
  type ChainTail,
  changeChain as change,
  goesOnFromEnd,
  type KnownOfChain,
  lotsNeeded,
} from '@em/core/chains/change'
import type { Rejection } from '@em/core/rejections'
import type { Queryable } from '../../platform/database/database.ts'
import { loadEvents } from './events.queries.ts'
import type { ChainKey } from './lock.queries.ts'
import { loadLotsOf, loadOldestLots } from './lots.queries.ts'

/** The end of a chain, and its portfolio and security. The caller that writes a change holds the chain's lock. */
export interface StandingChain extends ChainTail {
  readonly id: number
  readonly position: ChainKey
}

/**
 * Changes a chain: events come, go or move, and everything after them is walked again. Everyone who changes a chain does it
 * here: a buy, a sale, an opening lot, a correction, a deletion, an import. Answers what is to be written, or core's refusal.
 */
export async function changeChain(
  db: Queryable,
  chain: StandingChain,
  order: ChainOrder,
): Promise<ChainChange | Rejection> {
  return change(chain, await knownFor(db, chain, order), order)
}

/** The inputs that core needs for a change of a chain, and for any part of it. */
export async function knownFor(
  db: Queryable,
  chain: StandingChain,
  order: ChainOrder,
): Promise<KnownOfChain> {
  // Nothing was ever recorded in it.
  if (chain.last === null) return { lots: [] }
  if (!goesOnFromEnd(chain, order)) return { events: await loadEvents(db, chain.position) }
  const needed = lotsNeeded(chain, order)
  if ('oldest' in needed) return { lots: await loadOldestLots(db, chain.id, needed.oldest) }
  const opened = new Set(order.come.map((event) => event.id))
  const before = needed.named.filter((id) => !opened.has(id)).map(Number)
  return { lots: before.length === 0 ? [] : await loadLotsOf(db, chain.id, before) }
}
