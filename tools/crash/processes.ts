/** Processes of the crash harness: a server as a user starts it, and the blows that end it without a warning. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { builtOf } from '../../apps/server/src/platform/built.ts'
import { isAlive, runningPostmaster } from '../../apps/server/src/platform/postgres/postmaster-file.ts'

const server = new URL('../../apps/server/src/main.ts', import.meta.url)
const verify = fileURLToPath(new URL('../verify.ts', import.meta.url))

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/**
 * The processes that are killed: the server alone, its PostgreSQL alone, or every process of the data folder
 * at once.
 */
export const blows = ['server', 'postgres', 'everything'] as const
export type Blow = (typeof blows)[number]

export interface Program {
  readonly child: ChildProcess
  /** Everything it has said so far. */
  said(): string
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Waits until it says what the pattern finds. @throws with everything it said when it ends before. */
  says(pattern: RegExp): Promise<string>
}

/** Starts a program as a process with these settings and none of our own. */
export function startProgram(
  file: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
): Program {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '', BUILT_SERVER = '' } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, BUILT_SERVER, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part))
  let over = false
  const ended = once(child, 'close').then(([status, signal]: (number | string | null)[]) => {
    over = true
    return status ?? signal ?? ''
  })
  const says = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(text)?.[0]
      if (found !== undefined) return found
      if (over) throw new Error(`the process ended:\n${text.trim()}`)
      await pause(5)
    }
  }
  return { child, said: () => text, ended, says }
}

export const failureOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

/** Starts the server on a data folder. `says(ADDRESS)` answers its address once it serves. */
export function startServer(dataDir: string, settings: Record<string, string> = {}): Program {
  return startProgram(fileURLToPath(builtOf(server)), { PORT: '0', DATA_DIR: dataDir, ...settings })
}
export const ADDRESS = /http:\/\/[\w.:]+/

/** Every process that works inside the folder; on a system without /proc the PostgreSQL of the data folder. */
async function processesIn(dataDir: string): Promise<number[]> {
  const running = await runningPostmaster(join(dataDir, 'postgres'))
  const found = running ? [running.pid] : []
  for (const name of await readdir('/proc').catch(() => [])) {
    const folder = /^\d+$/.test(name) ? await readlink(`/proc/${name}/cwd`).catch(() => '') : ''
    if (folder.startsWith(`${dataDir}/`)) found.push(Number(name))
  }
  return found
}

const killHard = (pid: number | undefined) => {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Kills without a warning. With `everything` nothing of the folder is left running, as after a power cut. */
export async function strike(blow: Blow, program: Program, dataDir: string): Promise<void> {
  if (blow !== 'postgres') killHard(program.child.pid)
  if (blow === 'server') return
  if (blow === 'postgres') {
    killHard((await runningPostmaster(join(dataDir, 'postgres')))?.pid)
    return
  }
  // Again until none is left: a process that was being started is not in the first list.
  for (let left = await processesIn(dataDir); left.length > 0; left = await processesIn(dataDir)) {
    for (const pid of left) killHard(pid)
    for (const pid of left) while (await isAlive(pid)) await pause(5)
  }
}

/** Runs `npm run verify` on the folder. @throws with what it said when it finds a difference or cannot look. */
export async function verifyBooks(dataDir: string): Promise<void> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [verify], { env }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`verify: ${error.stdout ?? ''}${error.stderr ?? String(error)}`)
    },
  )
}
