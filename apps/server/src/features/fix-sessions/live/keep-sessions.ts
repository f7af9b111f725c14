/**
 * Keeps the FIX sessions that were started: of several servers one holds each, by a lock of the database that ends with its connection.
 * A server that is killed or loses that connection loses its sessions, and another one takes them over.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { letGo, tryForSession } from '../../../platform/postgres/locks.ts'
import type { Settings } from '../../../platform/settings.ts'
import { FIX_CHANNEL } from '../start-stop.commands.ts'
import { type AllowedHosts, allowedHosts } from './allowed-hosts.ts'
import { LiveSession, PACE, type Pace } from './live-session.ts'
import type { Secrets } from './password.ts'
import { type RunningSession, runningSessions } from './register.queries.ts'

const CHECK_EVERY_MS = 5_000

export interface KeeperParts {
  readonly connection: pg.ClientConfig
  readonly database: Database
  readonly hosts: AllowedHosts
  readonly secrets: Secrets
  readonly clock?: Clock
  readonly pace?: Pace
  report(line: string): void
}

/** The settings of FIX sessions. */
export const fixSettings = ({ fixHosts, fixKeysDir }: Settings, environment: NodeJS.ProcessEnv) => ({
  hosts: allowedHosts(fixHosts),
  secrets: { environment, folder: fixKeysDir },
})

export interface FixKeeper {
  /** Each session is ended with a logout. */
  stop(): Promise<void>
}

interface Held {
  readonly session: RunningSession
  readonly live: LiveSession
}

export function keepFixSessions(parts: KeeperParts): FixKeeper {
  const keeper = new Keeper(parts)
  const check = () => keeper.check()
  const listening = parts.database.listen(FIX_CHANNEL, { onNotice: check, onBegin: check })
  const timer = setInterval(check, CHECK_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await listening.close()
      await keeper.stop()
    },
  }
}

class Keeper {
  private readonly parts: KeeperParts
  private readonly held = new Map<number, Held>()
  private locks: pg.Client | undefined
  private checking: Promise<void> | undefined
  private isAskedAgain = false
  private isStopped = false
  private wrong = ''

  constructor(parts: KeeperParts) {
    this.parts = parts
  }

  check(): void {
    if (this.isStopped) return
    if (this.checking !== undefined) {
      this.isAskedAgain = true
      return
    }
    this.checking = this.checkOnce()
      .then(
        () => {
          this.wrong = ''
        },
        (error: Error) => {
          // A reason is said once.
          if (error.message !== this.wrong) this.parts.report(`FIX sessions: ${error.message}`)
          this.wrong = error.message
        },
      )
      .finally(() => {
        this.checking = undefined
        if (this.isAskedAgain) {
          this.isAskedAgain = false
          this.check()
        }
      })
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await this.checking
    await Promise.all([...this.held.values()].map(({ live }) => live.stop('The server was stopped.')))
    this.held.clear()
    const { locks } = this
    this.locks = undefined
    await locks?.end().catch(() => undefined)
  }

  private async checkOnce(): Promise<void> {
    const running = await runningSessions(this.parts.database)
    for (const [id, { session, live }] of this.held) {
      const now = running.find((one) => one.id === id)
      if (now !== undefined && !live.isOver && isSame(now, session)) continue
      this.held.delete(id)
      await live.stop(null)
      await this.locks?.query(letGo('FIX session', id))
    }
    const free = running.filter(({ id }) => !this.held.has(id))
    if (running.length === 0 || this.isStopped) return
    const locks = await this.openLocks()
    // Also shows that the connection with the locks is alive.
    await locks.query('SELECT')
    for (const session of free) {
      const { rows } = await locks.query<{ held: boolean }>(tryForSession('FIX session', session.id))
      if (rows[0]?.held === true) this.start(session)
    }
  }

  private start(session: RunningSession): void {
    const { database, hosts, secrets, report, clock = systemClock, pace = PACE } = this.parts
    const held = { database, id: session.id, holder: randomUUID() }
    const live = new LiveSession({ session, held, clock, hosts, secrets, pace, report })
    this.held.set(session.id, { session, live })
  }

  private async openLocks(): Promise<pg.Client> {
    if (this.locks !== undefined) return this.locks
    const client = new pg.Client({
      ...this.parts.connection,
      keepAlive: true,
      application_name: 'equity-manager FIX',
    })
    const lost = () => {
      if (this.locks !== client) return
      this.locks = undefined
      for (const { live } of this.held.values()) live.drop()
      this.held.clear()
    }
    client.on('error', lost)
    client.on('end', lost)
    await client.connect()
    this.locks = client
    return client
  }
}

const isSame = (one: RunningSession, other: RunningSession): boolean =>
  one.version === other.version && one.turned_at === other.turned_at
