/** Starts `keeper.ts` as a process and listens to its events. */
import { type ChildProcess, spawn } from 'node:child_process'
import type pg from 'pg'
import type { Installation } from './installation.ts'
import type { KeeperOrder } from './keeper.ts'

export interface Ready {
  readonly owner: pg.ClientConfig & { host: string }
  readonly admin: pg.ClientConfig & { host: string }
  readonly adopted: boolean
  readonly pid: number
  readonly where: { cluster: string; log: string; socketDir: string; program: string; uid?: number }
}

export interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  /** Its lines before it ended. */
  readonly said: readonly string[]
  readonly refused: string | undefined
  readonly stopped: { acknowledged: number; failed: number } | undefined
}

export interface Keeper {
  readonly process: ChildProcess
  /** Rejects, with everything it said, when the keeper ends without ever being ready. */
  readonly ready: Promise<Ready>
  readonly ended: Promise<Ended>
  /** Lines for the person at the console, so far. */
  readonly said: string[]
}

/** The user to run as; `undefined`: as ourselves. */
export type User = { uid: number; gid: number } | undefined

const everyone = new Set<ChildProcess>()

/** Ends every keeper a failed test left running, and the group it leads. */
export function killKeepers(): void {
  for (const child of everyone) child.kill('SIGKILL')
}

export function startKeeper(
  installation: Installation,
  order: KeeperOrder,
  { user, path }: { user?: User; path?: string } = {},
): Keeper {
  const child = spawn(installation.node, [installation.keeper, JSON.stringify(order)], {
    ...user,
    cwd: '/',
    env: { PATH: path ?? process.env['PATH'] ?? '' },
    // A group of its own, as a shell gives each command: Ctrl-C goes to the whole group.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  everyone.add(child)
  const said: string[] = []
  let refused: string | undefined
  let stopped: Ended['stopped']
  let errors = ''
  let rest = ''
  const ready = Promise.withResolvers<Ready>()
  const ended = Promise.withResolvers<Ended>()
  const hear = (line: string) => {
    const event = JSON.parse(line) as { event: string; line: string } & Ready & NonNullable<Ended['stopped']>
    if (event.event === 'said') said.push(event.line)
    else if (event.event === 'refused') refused = event.line
    else if (event.event === 'ready') ready.resolve(event)
    else if (event.event === 'stopped') stopped = event
  }
  child.stdout.on('data', (part: Buffer) => {
    const lines = (rest + part.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
  child.stderr.on('data', (part: Buffer) => (errors += part))
  child.on('error', (error) => ready.reject(error))
  child.on('close', (status, signal) => {
    everyone.delete(child)
    ended.resolve({ status, signal, said, refused, stopped })
    ready.reject(new Error(`the keeper ended first: ${refused ?? ''} ${said.join(' ')} ${errors}`))
  })
  // Tests that expect a refusal never ask for `ready`.
  ready.promise.catch(() => undefined)
  return { process: child, ready: ready.promise, ended: ended.promise, said }
}

/** Ctrl-C: the signal goes to the whole process group. */
export async function pressCtrlC(keeper: Keeper): Promise<Ended> {
  process.kill(-(keeper.process.pid ?? 0), 'SIGINT')
  return keeper.ended
}

export async function killHard(keeper: Keeper): Promise<Ended> {
  keeper.process.kill('SIGKILL')
  return keeper.ended
}
