/** The processes that a worker does its jobs with: one stands ready, so that a job begins at once. */
import { type ChildProcess, fork } from 'node:child_process'
import type pg from 'pg'
import type { Asked, Told, Work } from './messages.ts'

const script = new URL('../job-process.ts', import.meta.url)
/** A process that took more for a job is not kept: it gives its memory back by ending. */
const KEPT_MEGABYTES = 300

/** How work came to its end: by itself (with what it did, in words), by trouble that may pass, or with its process. */
export type Finish =
  | 'killed'
  | { readonly ended: string | null }
  | { readonly trouble: string; readonly counts: boolean }
  | { readonly crashed: string }

class Hand {
  readonly child: ChildProcess
  readonly ready: Promise<boolean>
  #finish: ((finish: Finish) => void) | undefined
  #killed = false
  megabytes = 0

  constructor(connection: pg.PoolConfig) {
    this.child = fork(script, [], { execArgv: [], serialization: 'json' })
    let isReady: (ready: boolean) => void = () => undefined
    this.ready = new Promise((resolve) => {
      isReady = resolve
    })
    this.child.on('message', (told: Told) => {
      if ('ready' in told) isReady(true)
      else if ('ended' in told) {
        this.megabytes = told.megabytes
        this.#end({ ended: told.did })
      } else this.#end(told)
    })
    const gone = (why: string) => {
      isReady(false)
      this.#end(this.#killed ? 'killed' : { crashed: why })
    }
    // One that could not be started, as for want of memory, tells of no exit.
    this.child.on('error', (error) => {
      if (this.child.pid === undefined) gone(error.message)
    })
    this.child.on('exit', (code, signal) => gone(String(signal ?? code)))
    this.say({ open: connection })
  }

  say(asked: Asked): void {
    this.child.send(asked, () => undefined)
  }

  async run(work: Work): Promise<Finish> {
    return new Promise((finish) => {
      this.#finish = finish
      if (this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null)
        this.#end({ crashed: 'before it began' })
      else this.say(work)
    })
  }

  kill(): void {
    this.#killed = true
    this.child.kill('SIGKILL')
  }

  #end(finish: Finish): void {
    this.#finish?.(finish)
    this.#finish = undefined
  }
}

export class Hands {
  readonly #connection: pg.PoolConfig
  #spare: Hand | undefined
  readonly #busy = new Set<Hand>()
  #closed = false

  constructor(connection: pg.PoolConfig) {
    this.#connection = connection
  }

  /** Starts the process that the next job will have. */
  prepare(): void {
    if (this.#closed || this.#spare !== undefined) return
    const hand = new Hand(this.#connection)
    this.#spare = hand
    const gone = () => {
      if (this.#spare === hand) this.#spare = undefined
    }
    hand.child.on('exit', gone).on('error', gone)
  }

  /** Has work done; `kill` ends its process, and what it wrote is rolled back. */
  async run(work: Work, kill: AbortSignal): Promise<Finish> {
    this.prepare()
    const hand = this.#spare
    if (hand === undefined) return 'killed'
    this.#spare = undefined
    this.#busy.add(hand)
    const stop = () => hand.kill()
    kill.addEventListener('abort', stop)
    if (kill.aborted) stop()
    try {
      if (!(await hand.ready)) return kill.aborted ? 'killed' : { crashed: 'before it began' }
      return await hand.run(work)
    } finally {
      kill.removeEventListener('abort', stop)
      this.#busy.delete(hand)
      this.#giveBack(hand)
    }
  }

  close(): void {
    this.#closed = true
    this.#spare?.kill()
    for (const hand of this.#busy) hand.kill()
  }

  #giveBack(hand: Hand): void {
    const isAlive = hand.child.connected && !hand.child.killed
    if (isAlive && hand.megabytes < KEPT_MEGABYTES && this.#spare === undefined && !this.#closed)
      this.#spare = hand
    else hand.child.kill('SIGKILL')
    this.prepare()
  }
}
