/** A server of the product's own, as `npm start` runs it, on a database of the bench's. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Job, JobAccepted } from '@em/contract/jobs/jobs'
import { type Embedded, type Login, startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const loadFile = fileURLToPath(new URL('./load.ts', import.meta.url))
const loopWatch = new URL('./loop-watch.ts', import.meta.url).href

export interface BenchServer {
  readonly port: number
  readonly pid: number
  readonly token: string
  /** Milliseconds from the start of the process to the first answer. */
  readonly startTime: number
  /** Resident memory of the node process in MB. */
  memory(): number
  /** The most it had resident at any time since its start, in MB. */
  peak(): number
  /** Its processor time so far, in seconds. */
  cpu(): number
  /** The longest time its event loop stood still since this was last asked, in ms; 0 where it was not started with `watchLoop`. */
  stall(): Promise<number>
  get(path: string): Promise<{ status: number; text: string }>
  /** Reads a file to its end without keeping it; answers its bytes. */
  download(path: string): Promise<number>
  /** The database's address, of the application's login. */
  readonly database: string
  /** Resident memory of the worker and of the processes of its jobs, together and of the largest, in MB: the most since their start. */
  workers(): { readonly worker: number; readonly processes: number; readonly largest: number }
  /** With a key as the browser sends it where one is given; long work is watched until it is done, as the browser does. */
  post(path: string, body: unknown, key?: string): Promise<{ status: number; text: string }>
  put(path: string, body: unknown): Promise<{ status: number; text: string }>
  stop(): Promise<void>
}

/** A throw-away folder with an embedded PostgreSQL as the product runs it: durable, on this disk. */
export async function openDisk(
  say: (line: string) => void,
): Promise<{ folder: string; database: Embedded; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'equity-manager-bench-'))
  // PostgreSQL may run as another user than we: it must be able to reach the folder.
  await chmod(folder, 0o755)
  const database = await startEmbedded({ dataDir: folder, log: say })
  return {
    folder,
    database,
    remove: async () => {
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function addressOf({ host, port, user, database }: Login): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/**
 * Starts the server on the database, with both logins, and signs a user up. `watchLoop` names a file for the
 * times in which its event loop is blocked.
 */
export async function startServer(
  { application, owner }: Pick<Embedded, 'application' | 'owner'>,
  today?: string,
  watchLoop?: string,
): Promise<BenchServer> {
  const began = performance.now()
  const watch = watchLoop === undefined ? [] : ['--import', loopWatch]
  let seen = 0
  const child = spawn(process.execPath, [...process.execArgv, ...watch, '--max-semi-space-size=4', main], {
    env: {
      ...(watchLoop && { LOOP_FILE: watchLoop }),
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: addressOf(application),
      DATABASE_OWNER_URL: addressOf(owner),
      NODE_ENV: 'production',
      ...(today && { TODAY: today }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await listening(child)
  const base = `http://127.0.0.1:${address}/api`
  await fetch(`${base}/health`)
  const startTime = performance.now() - began
  const email = `bench-${Date.now()}@bench.invalid`
  const signup = await fetch(`${base}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Bench', last_name: 'User', email, password: 'bench-password' }),
  })
  const { token } = (await signup.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit, key?: string) => {
    const all = key === undefined ? headers : { ...headers, 'idempotency-key': key }
    const answer = await fetch(base + path, { ...init, headers: all })
    const text = await answer.text()
    return answer.status === 202
      ? endOf((JSON.parse(text) as JobAccepted).jobId)
      : { status: answer.status, text }
  }
  const endOf = async (id: number): Promise<{ status: number; text: string }> => {
    for (;;) {
      const job = (await (await fetch(`${base}/jobs/${id}`, { headers })).json()) as Job
      if (job.error !== null) return { status: job.error.status, text: JSON.stringify(job.error) }
      if (job.resultStatus !== null) return { status: job.resultStatus, text: JSON.stringify(job.result) }
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  return {
    port: address,
    pid: child.pid ?? 0,
    token,
    startTime,
    database: addressOf(application),
    workers: () => {
      const [worker = 0] = childrenOf(child.pid ?? 0)
      const processes = childrenOf(worker).map((pid) => residentMegabytes(pid, 'VmHWM'))
      const together = processes.reduce((sum, one) => sum + one, 0)
      return {
        worker: residentMegabytes(worker, 'VmHWM'),
        processes: together,
        largest: Math.max(0, ...processes),
      }
    },
    memory: () => residentMegabytes(child.pid ?? 0, 'VmRSS'),
    peak: () => residentMegabytes(child.pid ?? 0, 'VmHWM'),
    cpu: () => cpuSeconds(child.pid ?? 0),
    stall: async () => {
      if (watchLoop === undefined) return 0
      // The last window is written when it is over.
      await new Promise((over) => setTimeout(over, 200))
      const windows = read(watchLoop).split('\n').filter(Boolean)
      const since = windows.slice(seen).map(Number)
      seen = windows.length
      return Math.max(0, ...since)
    },
    get: (path) => ask(path, {}),
    download: async (path) => {
      const answer = await fetch(base + path, { headers })
      if (!answer.ok || answer.body === null) throw new Error(`${path} answered ${answer.status}`)
      let bytes = 0
      for await (const part of answer.body) bytes += part.length
      return bytes
    },
    post: (path, body, key) => ask(path, { method: 'POST', body: JSON.stringify(body) }, key),
    put: (path, body) => ask(path, { method: 'PUT', body: JSON.stringify(body) }),
    stop: () => stop(child),
  }
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const port = /http:\/\/[^\s:]+:(\d+)/.exec(said)?.[1]
      if (port !== undefined) done(+port)
    })
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${said}`)))
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}

function residentMegabytes(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`${which}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`))
  return Math.round(+(found?.[1] ?? 0) / 1024)
}

/** The processes that one has started; none where the system does not list them. */
const childrenOf = (pid: number) =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** A file of the system, blank where there is none or the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Processor time of a process in seconds; 0 where the system does not report it. */
export function cpuSeconds(pid: number): number {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  return (+(fields[11] ?? 0) + +(fields[12] ?? 0)) / 100
}

/** The processes of a PostgreSQL. */
function postgresProcesses(postmaster: number): number[] {
  const parent = (pid: string) => /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
  const all = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return all.filter((pid) => pid === String(postmaster) || parent(pid) === String(postmaster)).map(Number)
}

/**
 * The memory of PostgreSQL's processes now, in MB, with shared memory counted once, and their processor time
 * so far.
 */
export function postgresUse(postmaster: number): { megabytes: number; cpu: number } {
  let kilobytes = 0
  let cpu = 0
  for (const pid of postgresProcesses(postmaster)) {
    kilobytes += +(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
    cpu += cpuSeconds(pid)
  }
  return { megabytes: Math.round(kilobytes / 1024), cpu }
}

/** Runs the load client in its own process; see load.ts for the task. */
export async function load(task: object): Promise<{ seconds: number; durations: number[] }> {
  const { stdout } = await promisify(execFile)(process.execPath, [loadFile, JSON.stringify(task)], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as { seconds: number; durations: number[] }
}
