/**
 * The embedded PostgreSQL for as long as a server runs: it holds the one server's lock, and when PostgreSQL ends it is
 * started again on the same data and the lock is taken again. Bounded: one that ends again and again is given up.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Embedded, reopenEmbedded, startEmbedded } from './embedded.ts'
import { EmbeddedError, errorText } from './embedded-error.ts'
import { holdServerLock } from './server-lock.ts'

/** Starts within the time before it is given up, and how long each waits: the first one not at all. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000]
const WITHIN_MS = 10 * 60 * 1_000

export interface SuperviseOrder {
  /** The installation's data folder (DATA_DIR). */
  readonly dataDir: string
  /** One line for the person at the console. */
  readonly log: (line: string) => void
  /** PostgreSQL has ended; nothing can be asked of it. */
  readonly onGone: () => void
  /** It answers again, at the same address. */
  readonly onBack: () => void
  /** It could not be started again; the sentence says why. The server should end. */
  readonly onLost: (sentence: string) => void
}

export interface Supervised {
  readonly embedded: Embedded
  /** Lets go of the lock and stops PostgreSQL. */
  stop(): Promise<void>
}

/**
 * Starts or adopts the PostgreSQL of a data folder, takes the server's lock and watches over both.
 * @throws EmbeddedError with a message for the console, also where another server runs on these data; PostgreSQL is
 *   then left to that one.
 */
export async function startSupervised(order: SuperviseOrder): Promise<Supervised> {
  const first = await startEmbedded(order)
  let embedded = first
  let stopping = false
  let recovering: Promise<void> = Promise.resolve()
  const starts: number[] = []

  const onEnd = () => {
    if (stopping) return
    order.onGone()
    recovering = recover().catch((error: unknown) => order.onLost(errorText(error)))
  }
  let holder = await hold(first, onEnd)

  /** One attempt. False when PostgreSQL went away again meanwhile. */
  const again = async (): Promise<boolean> => {
    embedded = await reopenEmbedded(order, first.where.socketDir)
    if (stopping) return true
    const held = await hold(embedded, onEnd).catch((error: unknown) => {
      if (error instanceof EmbeddedError) throw new Lost(error.message)
      return undefined
    })
    if (held === undefined) return false
    holder = held
    // It came back without us: that is no start of ours.
    if (embedded.adopted) starts.pop()
    order.log(
      `PostgreSQL: ${embedded.adopted ? 'it answers' : 'it was started'} again; the server continues.`,
    )
    order.onBack()
    return true
  }

  const recover = async () => {
    order.log('PostgreSQL stopped. Restarting it.')
    let reason = 'it ended again and again'
    while (!stopping) {
      const now = Date.now()
      while (starts[0] !== undefined && starts[0] < now - WITHIN_MS) starts.shift()
      const wait = PAUSES_MS[starts.length]
      if (wait === undefined) break
      starts.push(now)
      await pause(wait)
      if (stopping) return
      try {
        if (await again()) return
      } catch (error) {
        if (error instanceof Lost) throw error
        reason = errorText(error)
        order.log(reason)
      }
    }
    if (stopping) return
    throw new Lost(`PostgreSQL could not be kept running, so the server stops: ${reason}`)
  }

  return {
    embedded: first,
    stop: async () => {
      stopping = true
      await recovering
      await holder.end().catch(() => undefined)
      await embedded.stop()
    },
  }
}

/** Nothing that another attempt could change. */
class Lost extends Error {}

/** Takes the server's lock on a connection that stays open. `onEnd` is called when that connection ends later. */
async function hold(embedded: Embedded, onEnd: () => void): Promise<pg.Client> {
  const client = new pg.Client(embedded.application)
  let held = false
  client.on('error', () => undefined)
  client.on('end', () => {
    if (held) onEnd()
  })
  await client.connect()
  try {
    await holdServerLock(client)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  held = true
  return client
}
