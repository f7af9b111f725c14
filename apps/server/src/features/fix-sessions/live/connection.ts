/**
 * One connection of a FIX session. What arrives is read, decided by the state machine and stored in one transaction; only then bytes leave.
 * The socket is paused meanwhile, so that a flood waits on the side of who sends it.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type FixField, readFixMessages } from '@em/core/fix-sessions/message'
import type { FixSession } from '@em/core/fix-sessions/session'
import type { FixAction, FixEvent } from '@em/core/fix-sessions/session-events'
import { REASONS, reasonOf } from './reasons.ts'
import { type HeldSession, keep, messageOf, type Standing } from './store.ts'

/** Events of one transaction. */
const BATCH_MOST = 2_000
/** Faulty bytes of one connection, beyond which it is closed. */
const FAULTS_MOST = 200
const DRAIN_MS = 30_000
const TICK_MS = 1_000

export interface Opened {
  readonly socket: Socket
  readonly machine: FixSession
  readonly held: HeldSession
  readonly standing: Standing
  /** The number of the numbering that a reset begins. */
  readonly nextNumbering: number
  /** Milliseconds since 1970. */
  now(): number
  /** Whether a logout now ends the day. */
  isDayDone(): boolean
}

export class Connection {
  private readonly opened: Opened
  private standing: Standing
  private readonly waiting: FixEvent[] = []
  private rest: Uint8Array = new Uint8Array()
  private isBusy = false
  private pumping: Promise<void> = Promise.resolve()
  private isOver = false
  private faults = 0
  private wasGap = false
  private endsDay = false
  private readonly ended: Promise<string>
  private end: (reason: string) => void = () => undefined
  private fail: (error: unknown) => void = () => undefined
  /** Whether the other side answered the logon. */
  wasOn = false

  constructor(opened: Opened) {
    this.opened = opened
    this.standing = opened.standing
    this.ended = new Promise((done, fail) => {
      this.end = done
      this.fail = fail
    })
  }

  /** Until the connection ends; answers why. @throws NotHeld, or where the database could not be asked. */
  async run(resets: boolean): Promise<string> {
    const { socket } = this.opened
    const tick = setInterval(() => {
      if (this.waiting.length === 0) this.happens({ kind: 'time', at: this.opened.now() })
    }, TICK_MS)
    socket.on('data', (bytes: Buffer) => this.arrives(bytes))
    socket.on('error', () => this.over(REASONS.lost))
    // What arrived before the end counts: it may say why.
    socket.on('close', () => void this.pumping.then(() => this.over(REASONS.lost)))
    this.happens({ kind: 'connected', at: this.opened.now(), resets })
    try {
      return await this.ended
    } finally {
      this.isOver = true
      clearInterval(tick)
      // What is being stored belongs to this connection: the next one goes on from it.
      await this.pumping
      socket.destroySoon()
    }
  }

  /** Sends a request of the application, while nothing of the session itself is missing. Answers whether it was sent. */
  request(fields: readonly FixField[]): boolean {
    const { machine, now } = this.opened
    if (this.isOver || machine.phase !== 'on' || machine.gap !== null) return false
    this.happens({ kind: 'send', at: now(), fields })
    return true
  }

  /** Ends it in order, with a logout; `endsDay`: nothing of the day is awaited after it. */
  leave(text: string, endsDay = false): void {
    this.endsDay ||= endsDay && this.opened.machine.phase === 'on'
    this.happens({ kind: 'end', at: this.opened.now(), text })
  }

  /** Ends it at once. */
  over(reason: string): void {
    if (this.isOver) return
    this.isOver = true
    this.end(reason)
  }

  private arrives(bytes: Buffer): void {
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    const { found, rest } = readFixMessages(all)
    this.rest = rest
    const at = this.opened.now()
    for (const one of found) this.waiting.push({ kind: 'received', at, found: one })
    this.pump()
  }

  private happens(event: FixEvent): void {
    this.waiting.push(event)
    this.pump()
  }

  private pump(): void {
    if (this.isBusy) return
    this.isBusy = true
    this.pumping = this.workOff()
  }

  private async workOff(): Promise<void> {
    this.opened.socket.pause()
    try {
      while (this.waiting.length > 0 && !this.isOver) await this.work(this.waiting.splice(0, BATCH_MOST))
      this.opened.socket.resume()
    } catch (error) {
      this.isOver = true
      this.fail(error)
    } finally {
      this.isBusy = false
    }
  }

  private async work(events: readonly FixEvent[]): Promise<void> {
    const { machine } = this.opened
    const actions: FixAction[] = []
    for (const event of events) {
      for (const action of machine.on(event)) actions.push(action)
      if (actions.at(-1)?.kind === 'close') break
    }
    if (actions.length > 0) await this.store(actions, events)
    for (const action of actions) {
      if (action.kind === 'send') await this.write(action.bytes)
      if (action.kind === 'leave') this.faults += 1
      if (action.kind === 'close') return this.closed(reasonOf(action.why, action.text))
    }
    if (this.faults > FAULTS_MOST) this.closed(REASONS.noise)
  }

  private async store(actions: readonly FixAction[], events: readonly FixEvent[]): Promise<void> {
    const { machine, held, nextNumbering } = this.opened
    const isOn = machine.phase === 'on' || machine.phase === 'logging-out'
    this.wasOn ||= isOn
    let { numbering, resetDue } = this.standing
    const messages = actions.flatMap((action) => {
      if (action.kind === 'reset') {
        numbering = nextNumbering
        resetDue = false
      }
      // A side that refuses the first logon has not begun its numbers at 1.
      if (action.kind === 'close' && action.why === 'refused') resetDue = machine.numbers.nextIn === 1
      return messageOf(action, numbering) ?? []
    })
    const hasGap = machine.gap !== null
    const closes = actions.find((action) => action.kind === 'close')
    const isDayEnded = this.isDayEnded(actions)
    this.standing = { ...this.standing, ...machine.numbers, numbering, resetDue, isDayEnded }
    await keep(held, {
      standing: this.standing,
      isConnected: isOn,
      reason: closes === undefined ? null : reasonOf(closes.why, closes.text),
      gap: machine.gap,
      gapsClosed: this.wasGap && !hasGap && closes === undefined ? 1 : 0,
      received: events.some(({ kind }) => kind === 'received'),
      sent: actions.some(({ kind }) => kind === 'send'),
      messages,
    })
    this.wasGap = hasGap
  }

  /** By a logout that was taken in order, at the end of the day: until then everything was received. */
  private isDayEnded(actions: readonly FixAction[]): boolean {
    const { standing, wasOn, opened } = this
    if (!actions.some((action) => action.kind === 'take' && action.type === '5'))
      return standing.isDayEnded && !wasOn
    return this.endsDay || opened.isDayDone()
  }

  private async write(bytes: Uint8Array): Promise<void> {
    const { socket } = this.opened
    if (socket.destroyed || socket.write(bytes)) return
    const done = new AbortController()
    const { signal } = done
    const first = await Promise.race([
      once(socket, 'drain', { signal }).catch(() => 'gone'),
      once(socket, 'close', { signal }).catch(() => 'gone'),
      pause(DRAIN_MS, 'late', { signal }).catch(() => 'gone'),
    ])
    done.abort()
    if (first === 'late') this.over(REASONS.stuck)
  }

  /** The other side may still read what was sent last. */
  private closed(reason: string): void {
    this.opened.socket.end()
    this.over(reason)
  }
}
