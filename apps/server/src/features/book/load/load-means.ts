/** The means of every part of a load: the transaction, the writes that people use, the user who loads, and the clock of the acts. */

import type { SignedIn } from '../../../platform/authorize.ts'
import { type Clock, dayInColombo } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { runOutside } from '../../../platform/database/inside.ts'
import type { Sent } from '../../../platform/http/sent.ts'
import type { HeldWrites } from '../../../platform/http/writes.ts'
import { acceptsNothing, type RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { BookFault, faultAt, type RowAddress } from './book-fault.ts'

/** A clock that shows the time of the act that is done again. */
export interface ActsClock extends Clock {
  set(moment: Date): void
}

export function actsClock(): ActsClock {
  let at = new Date(0)
  return {
    now: () => at,
    today: () => dayInColombo(at),
    set: (moment) => {
      at = moment
    },
  }
}

export interface LoadParts {
  readonly tx: Transaction
  /** The transaction as a database: writes through it are part of it. */
  readonly database: Database
  readonly writes: HeldWrites
  readonly actor: SignedIn
  readonly clock: ActsClock
  /** Receives the progress of the load. */
  say(words: string): void
}

export interface LoadMeans extends LoadParts {
  /** The user who loads: what is dated in a locked period goes to the first open day. */
  readonly by: RecordedBy
  /**
   * Does a write as its route does, by the route's name; what is dated in a locked period goes to the first open day.
   * @throws BookFault naming the row where it is refused.
   */
  write(at: RowAddress, route: string, sent: Sent): Promise<unknown>
}

export function loadMeansOf(parts: LoadParts): LoadMeans {
  const { writes, actor } = parts
  const write: LoadMeans['write'] = (at, route, sent) => {
    const held = writes.get(route)
    if (held === undefined) throw new Error(`there is no write ${route}`)
    // As a person's own request; all of them share the one transaction of the load.
    return orFault(at, () =>
      runOutside(
        async () =>
          (await held.run(actor, { ...sent, query: { ...(sent.query as object), openPeriod: '1' } }, {}))
            .answer,
      ),
    )
  }
  return { ...parts, by: { ...acceptsNothing(actor.id), openPeriod: true }, write }
}

/** @throws BookFault where the work is refused, with its sentence. */
export async function orFault<T>(at: RowAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BookFault) throw error
    if (!(error instanceof Refusal)) throw error
    const details = error.details
      .map(({ field, message }) => `${field}: ${message}`)
      .filter((text) => !text.endsWith(`: ${error.message}`))
    throw faultAt(at, [error.message, ...details].join(' '), { cause: error })
  }
}

/** An answer's id. */
export const idIn = (answer: unknown): number => (answer as { readonly id: number }).id
export const dataIdIn = (answer: unknown): number =>
  (answer as { readonly data: { readonly id: number } }).data.id
