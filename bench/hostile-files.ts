/**
 * Hostile files of every kind, one after the other, to both readers of a server as `npm start` runs it: how long each
 * took, the most memory that its reader and the server had, and how long others waited for an answer meanwhile.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { HOSTILE_FILES } from '../apps/server/test/support/hostile-files/index.ts'
import { batches } from '../packages/contract/src/batches/batches.ts'
import { reconciliation } from '../packages/contract/src/reconciliation/reconciliation.ts'
import { healthWait } from './support/health-wait.ts'
import { openDisk, startServer } from './support/server.ts'

const READERS = { trades: batches.readFile.path, statement: reconciliation.readStatement.path } as const
const MEMORY_EVERY_MS = 20

const statusOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}
const megabytes = (status: string, which: string) =>
  Math.round(Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)

/** The most memory of the server itself, and of any process that it started, while something runs. */
function watchMemory(pid: number): () => { server: number; reader: number } {
  const most = { server: 0, reader: 0 }
  const timer = setInterval(() => {
    most.server = Math.max(most.server, megabytes(statusOf(String(pid)), 'VmRSS'))
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue
      const status = statusOf(entry)
      if (new RegExp(`PPid:\\s+${pid}\\n`).test(status)) {
        most.reader = Math.max(most.reader, megabytes(status, 'VmHWM'))
      }
    }
  }, MEMORY_EVERY_MS)
  return () => {
    clearInterval(timer)
    return most
  }
}

export async function benchHostileFiles(say: (line: string) => void): Promise<void> {
  const disk = await openDisk(() => undefined)
  const server = await startServer(disk.database)
  const health = healthWait(`http://127.0.0.1:${server.port}/api/health`)
  const worst = { seconds: 0, reader: 0, server: 0, health: 0 }
  const before = server.memory()
  say(
    `\nhostile files (server ${before} MB at rest): file | reader | answer | s | reader MB | server MB | health ms`,
  )
  try {
    for (const file of HOSTILE_FILES) {
      const data = Buffer.from(file.make()).toString('base64')
      for (const reader of ['trades', 'statement'] as const) {
        if (file[reader] === undefined) continue
        await health.longest()
        const memory = watchMemory(server.pid)
        const start = performance.now()
        const { status, text } = await server.post(READERS[reader], { fileName: 'a', data })
        const seconds = (performance.now() - start) / 1000
        const [most, waited] = [memory(), await health.longest()]
        const code = status === 200 ? '200' : `${status} ${(JSON.parse(text) as { code: string }).code}`
        say(
          `${file.name} | ${reader} | ${code} | ${seconds.toFixed(2)} | ${most.reader} | ${most.server} | ${waited.toFixed(0)}`,
        )
        worst.seconds = Math.max(worst.seconds, seconds)
        worst.reader = Math.max(worst.reader, most.reader)
        worst.server = Math.max(worst.server, most.server)
        worst.health = Math.max(worst.health, waited)
      }
    }
    say(
      `${HOSTILE_FILES.length} kinds: at most ${worst.seconds.toFixed(2)} s, reader ${worst.reader} MB, server ${worst.server} MB (now ${server.memory()}), health ${worst.health.toFixed(0)} ms`,
    )
  } finally {
    await health.stop()
    await server.stop()
    await disk.remove()
  }
}
