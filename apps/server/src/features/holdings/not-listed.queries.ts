/** New shares of a holding that cannot be sold yet, by core's walk of its events. */
import type { NotListed } from '@em/contract/holdings/holdings'
import { LISTING_UNKNOWN } from '@em/core/chains/listing'
import { replayChain } from '@em/core/chains/replay'
import { isRejection } from '@em/core/rejections'
import type { Queryable } from '../../platform/database/database.ts'
import { loadEvents } from '../chains/events.queries.ts'
import { type ChainKey, peekChain } from '../chains/lock.queries.ts'

/** The unlisted parts of a holding at the end of a day, each with its origin. */
export async function notListedAt(db: Queryable, position: ChainKey, date: string): Promise<NotListed[]> {
  const chain = await peekChain(db, position.portfolioId, position.equityId)
  // Nearly always: all shares are listed, and no event is read.
  if (chain === undefined || chain.unlistedUntil === null || chain.unlistedUntil <= date) return []
  const events = (await loadEvents(db, position)).filter(({ tradeDate }) => tradeDate <= date)
  const replay = replayChain(chain.method, events)
  if (isRejection(replay)) throw new RangeError(`chain ${chain.id} cannot be walked: ${replay.code}`)
  return replay.unlisted
    .filter(({ on }) => on > date)
    .map(({ quantity, what, on }) => ({
      quantity: Number(quantity),
      event: what,
      from: on === LISTING_UNKNOWN ? null : on,
    }))
}
