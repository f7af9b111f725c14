/** The processes that a worker does its jobs with: two are kept ready, so that also the second of two jobs begins at once. */
import { type ChildProcess, fork } from 'node:child_process'
import type pg from 'pg'
import { builtOf } from '../platform/built.ts'
import type { Asked, Report, Work } from './messages.ts'

const script = new URL('../job-process.ts', import.meta.url)
/** The number of processes kept ready while nothing is done. */
const READY = 2
/**
 * What the ready processes may take together, resident: 60 of each are shared with all of our processes, so that it is what one of 300 took.
 * One that took much for its job gives its memory back by ending.
 */
const READY_MEGABYTES = 360
/** As the worker's: it keeps a ready process small. */
const FLAGS = ['--max-semi-space-size=2']

/** How work ended: done (with what it did, in words), by trouble that may pass, or with its process. */
export type Finish =
  | 'killed'
  | { readonly ended: string | null }
  | { readonly trouble: string; readonly counts: boolean }
  | { readonly crashed: string }

class JobProcess {
  readonly child: ChildProcess
  readonly ready: Promise<boolean>
  #finish: ((finish: Finish) => void) | undefined
  #killed = false
  /** Resident after it was opened, and after its last work. */
  megabytes = 0

  constructor(connection: pg.PoolConfig) {
    this.child = fork(builtOf(script), [], { execArgv: FLAGS, serialization: 'json' })
    let isReady: (ready: boolean) => void = () => undefined
    this.ready = new Promise((resolve) => {
      isReady = resolve
    })
    this.child.on('message', (message: Report) => {
      if ('ready' in message) {
        this.megabytes = message.megabytes
        isReady(true)
      } else if ('ended' in message) {
        this.megabytes = message.megabytes
        this.#end({ ended: message.did })
      } else this.#end(message)
    })
    const gone = (why: string) => {
      isReady(false)
      this.#end(this.#killed ? 'killed' : { crashed: why })
    }
    // A process that could not be started, as for want of memory, has no exit event.
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

export class JobProcesses {
  readonly #connection: pg.PoolConfig
  readonly #ready: JobProcess[] = []
  readonly #busy = new Set<JobProcess>()
  #closed = false

  constructor(connection: pg.PoolConfig) {
    this.#connection = connection
  }

  /**
   * Starts the processes that the next jobs will have, one after the other, so that the first is there soon. What is busy comes back, and
   * is not started twice.
   */
  prepare(): void {
    const isStarting = this.#ready.some(({ megabytes }) => megabytes === 0)
    if (!isStarting && this.#ready.length + this.#busy.size < READY) this.#start()
  }

  /**
   * Has work done; `kill` ends its process, and what it wrote is rolled back.
   * @param mayTakeLong starts a further process where none is left ready, for work that comes meanwhile.
   */
  async run(work: Work, kill: AbortSignal, mayTakeLong: boolean): Promise<Finish> {
    if (this.#ready.length === 0) this.#start()
    // One that has worked is the quicker one.
    const process = this.#ready.pop()
    if (process === undefined) return 'killed'
    this.#busy.add(process)
    if (mayTakeLong && this.#ready.length === 0) this.#start()
    const stop = () => process.kill()
    kill.addEventListener('abort', stop)
    if (kill.aborted) stop()
    try {
      if (!(await process.ready)) return kill.aborted ? 'killed' : { crashed: 'before it began' }
      return await process.run(work)
    } finally {
      kill.removeEventListener('abort', stop)
      this.#busy.delete(process)
      this.#giveBack(process)
    }
  }

  close(): void {
    this.#closed = true
    for (const process of [...this.#ready, ...this.#busy]) process.kill()
  }

  #start(): void {
    if (this.#closed) return
    const process = new JobProcess(this.#connection)
    this.#ready.unshift(process)
    const gone = () => {
      const at = this.#ready.indexOf(process)
      if (at >= 0) this.#ready.splice(at, 1)
    }
    process.child.on('exit', gone).on('error', gone)
    void process.ready.then((isReady) => isReady && this.prepare())
  }

  #giveBack(process: JobProcess): void {
    const isAlive = process.child.connected && !process.child.killed
    const together = this.#ready.reduce((sum, { megabytes }) => sum + megabytes, process.megabytes)
    if (isAlive && this.#ready.length < READY && together < READY_MEGABYTES && !this.#closed)
      this.#ready.push(process)
    else process.child.kill('SIGKILL')
    this.prepare()
  }
}
