/**
 * Backup and restore by the commands that an operator runs, each a process of its own: of the demo book and of a generated
 * one. Prints seconds, the size of the file and the most memory that the process had. BENCH_TRADES: how many, 100,000.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { seed } from '../apps/server/src/first-start.ts'
import { clockOnDay } from '../apps/server/src/platform/clock.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { updateDatabase } from '../apps/server/src/platform/database/owner.ts'
import type { Embedded } from '../apps/server/src/platform/postgres/embedded.ts'
import { readSettings } from '../apps/server/src/platform/settings.ts'
import { demoToday, loadDemo } from '../tools/demo/load.ts'
import { generateBook } from './support/generate.ts'
import { openDisk } from './support/server.ts'

type Say = (line: string) => void
const TRADES = Number(process.env['BENCH_TRADES'] ?? '100000')
const PASSPHRASE = 'bench of the backup'
const SAMPLE_MS = 20

interface Measured {
  readonly seconds: number
  /** Of the process, in MB. */
  readonly peak: number
  readonly said: string
}

/** Runs a command to its end. @throws where it does not end with 0. */
function run(tool: string, args: string[], settings: Record<string, string>): Promise<Measured> {
  const file = fileURLToPath(new URL(`../tools/${tool}.ts`, import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const start = performance.now()
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  let peak = 0
  child.stdout.on('data', (part) => (said += part))
  const sampling = setInterval(() => {
    peak = Math.max(peak, mostMemory(child.pid ?? 0))
  }, SAMPLE_MS)
  return new Promise((done, fail) => {
    child.on('close', (status) => {
      clearInterval(sampling)
      if (status !== 0) fail(new Error(`${tool} ended with ${status}: ${said}`))
      else done({ seconds: (performance.now() - start) / 1000, peak, said })
    })
  })
}

/** The most that a process had resident so far, in MB; 0 where it has ended. */
function mostMemory(pid: number): number {
  try {
    return Math.round(+(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

const addressOf = ({ user, host, port, database }: Embedded['owner']) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
const settingsOf = ({ application, owner }: Embedded) => ({
  DATABASE_URL: addressOf(application),
  DATABASE_OWNER_URL: addressOf(owner),
})

async function measure(what: string, fill: (disk: Embedded) => Promise<void>, say: Say): Promise<void> {
  const from = await openDisk(() => undefined)
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'equity-manager-bench-'))
  try {
    await fill(from.database)
    for (const kind of ['plain', 'encrypted'] as const) {
      const secret: Record<string, string> = kind === 'encrypted' ? { BACKUP_PASSPHRASE: PASSPHRASE } : {}
      const file = join(folder, kind)
      const report = (name: string, { seconds, peak }: Measured, more = '') =>
        say(`${what}, ${kind}: ${name} ${seconds.toFixed(1)} s, at most ${peak} MB${more}`)
      const made = await run('backup', [file], { ...settingsOf(from.database), ...secret })
      const size = (await stat(file)).size / 1e6
      const rows = /([\d,]+) rows/.exec(made.said)?.[1] ?? '?'
      report('backup (written and read again)', made, `; ${rows} rows, file of ${size.toFixed(1)} MB`)
      report('check', await run('backup', ['--check', file], secret))
      const to = await openDisk(() => undefined)
      try {
        const restored = await run('restore', [file], { ...settingsOf(to.database), ...secret })
        const loaded = /Restored into .* in ([\d.]+) s/.exec(restored.said)?.[1] ?? '?'
        report('restore with verify', restored, `; without verify ${loaded} s`)
      } finally {
        await to.remove()
      }
    }
  } finally {
    await from.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fillDemo(disk: Embedded): Promise<void> {
  await updateDatabase(disk)
  const database = await openDatabase(disk.application)
  await seed(database)
  const clock = clockOnDay(demoToday)
  const settings = readSettings({ EQUITY_MANAGER_EDITION: 'premium', LOG_LEVEL: 'silent' })
  const app = await buildApp({ database, clock, settings })
  await loadDemo({ app, database, clock, settings, log: () => undefined })
  await app.close()
  await database.close()
}

async function fillLarge(disk: Embedded): Promise<void> {
  await updateDatabase(disk)
  const database = await openDatabase(disk.application)
  await seed(database)
  await database.close()
  const client = new pg.Client({ ...disk.owner, options: '-c search_path=em,public' })
  await client.connect()
  const book = {
    trades: TRADES,
    portfolios: 50,
    securities: 100,
    inFirst: Math.round(TRADES / 10),
    from: '2021-11-22',
    to: '2026-11-13',
  }
  await generateBook(client, book, () => undefined).finally(() => client.end())
}

/** Measures both books. */
export async function benchBackup(say: Say): Promise<void> {
  await measure('demo book', fillDemo, say)
  await measure(`book of ${TRADES.toLocaleString('en')} trades`, fillLarge, say)
}
