/** A FIX session that this server holds: connects it within its hours, again after each end, and ends it at the new day. */
import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { endsFixDay, type FixHours, fixDay, isFixOpen, unfinishedFixDays } from '@em/core/fix-sessions/hours'
import { FixSession } from '@em/core/fix-sessions/session'
import type { FixParty } from '@em/core/fix-sessions/session-events'
import { isMarketDay } from '@em/core/holidays/market-calendar'
import { type Clock, dayInColombo, timeInColombo } from '../../../platform/clock.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { applicationGaps } from '../application.queries.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { ApplicationRequests } from './application-requests.ts'
import { Connection } from './connection.ts'
import { passwordOf, type Secrets } from './password.ts'
import { REASONS } from './reasons.ts'
import type { RunningSession } from './register.queries.ts'
import {
  endFormerDays,
  type HeldSession,
  holdSession,
  keep,
  NotHeld,
  nextNumbering,
  type Standing,
  standingOfHeld,
} from './store.ts'

export interface Pace {
  /** Milliseconds until the first try after an end; each further one waits twice as long, up to the longest. */
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  /** A connection that lasted so long was well. */
  readonly wellMs: number
}
export const PACE: Pace = { firstWaitMs: 1_000, longestWaitMs: 60_000, wellMs: 30_000 }

const CONNECT_MS = 10_000
/** How long a logout may take before the connection is cut. */
const LEAVE_MS = 6_000
/** How often the hours are looked at. */
const HOURS_MS = 5_000

export interface LiveParts {
  readonly session: RunningSession
  readonly held: HeldSession
  /** Of real time, whatever day the books are set to: the other side compares it. */
  readonly clock: Clock
  readonly hosts: AllowedHosts
  readonly secrets: Secrets
  readonly pace: Pace
  report(line: string): void
}

export class LiveSession {
  private readonly parts: LiveParts
  private readonly stopping = new AbortController()
  private connection: Connection | undefined
  private said: string | null | undefined
  private readonly running: Promise<void>
  isOver = false

  constructor(parts: LiveParts) {
    this.parts = parts
    this.running = this.run().finally(() => {
      this.isOver = true
    })
  }

  /** Ends it with a logout. */
  async stop(reason: string | null): Promise<void> {
    this.stopping.abort()
    this.connection?.leave(REASONS.stopped)
    const late = setTimeout(() => this.connection?.over(REASONS.stopped), LEAVE_MS)
    await this.running
    clearTimeout(late)
    await this.say(reason).catch(() => undefined)
  }

  /** Ends it without a word: another server may hold it by now. */
  drop(): void {
    this.stopping.abort()
    this.connection?.over(REASONS.lost)
  }

  private async run(): Promise<void> {
    const { held, pace, clock, report, session } = this.parts
    let wait = pace.firstWaitMs
    try {
      await holdSession(held)
    } catch (error) {
      return report(`FIX session ${session.name}: ${sentence(error)}`)
    }
    while (!this.stopping.signal.aborted) {
      const began = clock.now().getTime()
      try {
        await this.endFormerDays()
        if (this.isOpen()) await this.say(await this.connectOnce())
        else await this.say(this.closedInWords())
      } catch (error) {
        if (error instanceof NotHeld || this.stopping.signal.aborted) return
        await this.say(sentence(error)).catch(() => undefined)
      }
      if (clock.now().getTime() - began > pace.wellMs) wait = pace.firstWaitMs
      await this.pause(this.isOpen() ? wait : HOURS_MS)
      wait = this.isOpen() ? Math.min(2 * wait, pace.longestWaitMs) : pace.firstWaitMs
    }
  }

  /** A new day begins its numbers at 1: what of the days before it is not known is named. */
  private async endFormerDays(): Promise<void> {
    const { held, session } = this.parts
    const standing = await standingOfHeld(held)
    const today = this.today()
    if (standing.day === null || standing.day >= today) return
    const startedOn = fixDay(hoursOf(session), momentOf(new Date(session.turned_at)))
    const last = { day: standing.day, isEnded: standing.isDayEnded, startedOn }
    const calendar = await loadCalendar(held.database)
    const days = unfinishedFixDays(hoursOf(session), last, today, (day) => isMarketDay(calendar, day))
    if (days.length > 0) await endFormerDays(held, standing, days)
  }

  /** Answers why it ended. */
  private async connectOnce(): Promise<string> {
    const { held, session, secrets, clock, hosts } = this.parts
    const { host, port, name } = session
    const address = `${host}:${port}`
    if (!hosts.allows(address)) return `The setting FIX_HOSTS of the server does not name ${address}.`
    const from = session.password_from
    if (from !== null && !session.tls) return REASONS.plain
    if (from !== null && !hosts.sends(address, from)) {
      return `The setting FIX_HOSTS of the server does not let ${from} be sent to ${address}.`
    }
    const password = await passwordOf(from, secrets)
    const day = this.today()
    const stored = await standingOfHeld(held)
    const resets = stored.resetDue || stored.day !== day
    const next = resets ? await nextNumbering(held, stored.numbering) : stored.numbering
    const socket = await openSocket(session, this.stopping.signal)
    const standing: Standing = { ...stored, day, isDayEnded: stored.isDayEnded && stored.day === day }
    const machine = new FixSession(partyOf(session, password), stored)
    const connection = new Connection({
      socket,
      machine,
      held: held,
      standing,
      nextNumbering: next,
      now: () => clock.now().getTime(),
      isDayDone: () => endsFixDay(hoursOf(session), this.moment()),
    })
    this.connection = connection
    const requests = new ApplicationRequests()
    // The hours end, or the day does: it is ended in order.
    const hours = setInterval(() => {
      if (!this.isOpen() || this.today() !== day) connection.leave(REASONS.newDay, true)
      else void this.askMissing(connection, requests, day)
    }, HOURS_MS)
    try {
      this.said = undefined
      if (this.stopping.signal.aborted) return REASONS.stopped
      this.parts.report(`FIX session ${name}: connected to ${address}`)
      return await connection.run(resets)
    } finally {
      clearInterval(hours)
      this.connection = undefined
      // One that ran is ended already, behind what is still to be sent.
      if (!socket.writableEnded) socket.destroy()
    }
  }

  private async askMissing(
    connection: Connection,
    requests: ApplicationRequests,
    day: string,
  ): Promise<void> {
    const { held, session, clock } = this.parts
    if (!session.application_resend) return
    // A database that is away for a moment: the next check asks.
    const gaps = await applicationGaps(held.database, held.id, [day]).catch(() => [])
    requests.ask(gaps, clock.now().getTime(), (fields) => connection.request(fields))
  }

  /** Stores why it is not connected, once. */
  private async say(reason: string | null): Promise<void> {
    if (this.said === reason) return
    const { held, report, session } = this.parts
    const standing = await standingOfHeld(held)
    const nothing = { gap: null, gapsClosed: 0, received: false, sent: false, messages: [] }
    await keep(held, { ...nothing, standing, isConnected: false, reason })
    this.said = reason
    if (reason !== null) report(`FIX session ${session.name}: ${reason}`)
  }

  private isOpen(): boolean {
    return isFixOpen(hoursOf(this.parts.session), this.moment())
  }

  private today(): string {
    return fixDay(hoursOf(this.parts.session), this.moment())
  }

  private moment() {
    return momentOf(this.parts.clock.now())
  }

  private closedInWords(): string {
    const { days, from_time, to_time } = this.parts.session
    const hours =
      from_time === null && to_time === null ? '' : `, ${from_time ?? '00:00'} to ${to_time ?? '24:00'}`
    return `Outside its hours (${days}${hours}).`
  }

  private async pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined)
  }
}

const momentOf = (at: Date) => ({ date: dayInColombo(at), time: timeInColombo(at) })
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

const hoursOf = ({ reset_time, days, from_time, to_time }: RunningSession): FixHours => ({
  resetTime: reset_time,
  onWeekdays: days !== 'Every day',
  fromTime: from_time,
  toTime: to_time,
})

const partyOf = (session: RunningSession, password: string | undefined): FixParty => ({
  role: 'initiator',
  begin: session.begin_string === 'FIX.4.4' ? 'FIX.4.4' : 'FIXT.1.1',
  sender: session.sender,
  target: session.target,
  heartbeat: session.heartbeat,
  username: session.username ?? undefined,
  password,
})

/** @throws Error that says why there is no connection; also where the session is stopped meanwhile. */
async function openSocket(
  { host, port, tls, certificate }: RunningSession,
  stopping: AbortSignal,
): Promise<Socket> {
  const socket = tls
    ? connectTls({
        host,
        port,
        minVersion: 'TLSv1.2',
        ...(isIP(host) === 0 && { servername: host }),
        ...(certificate !== null && { ca: certificate }),
      })
    : connectPlain({ host, port })
  // The code that waits for the socket gets the error; an error without a listener would end the process.
  socket.on('error', () => undefined)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 30_000)
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(CONNECT_MS)])
    await once(socket, tls ? 'secureConnect' : 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    const why = error instanceof Error && error.name === 'AbortError' ? 'no answer' : sentence(error)
    throw new Error(`No connection to ${host}:${port}: ${why}`, { cause: error })
  }
}
