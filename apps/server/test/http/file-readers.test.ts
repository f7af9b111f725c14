/** The processes that read files: what they may not do, what ends them, and who comes next. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { FileReaders } from '../../src/platform/file-readers/pool.ts'
import { fileReaders } from '../../src/platform/file-readers/pool.ts'

const SCRIPT = new URL('../support/readers/probing.ts', import.meta.url)
const TEXT = Buffer.from('a text')
const ARCHIVE = Buffer.from('PK\u0003\u0004\u0000')
const open: FileReaders[] = []
afterAll(() => Promise.all(open.map((readers) => readers.close())))

function readersWith({
  idleMs = 60_000,
  ...limits
}: {
  timeMs?: number
  memoryMb?: number
  idleMs?: number
} = {}) {
  const readers = fileReaders({ limits: { timeMs: 60_000, memoryMb: 512, ...limits }, idleMs })
  open.push(readers)
  const ask = async (what: string, who = 1, more: object = {}, file: Buffer = ARCHIVE) => {
    const data = file.toString('base64')
    const parts = await readers.read({ script: SCRIPT, asked: { what, ...more }, data, who })
    return JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>
  }
  return { readers, ask }
}
const isThere = (pid: number) => existsSync(`/proc/${pid}`)
async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some(isThere)) await new Promise((done) => setTimeout(done, 50))
}

test('a reader can read no other file, write none, start nothing, and knows nothing of the server', async () => {
  const path = join(tmpdir(), `equity-manager-reader-${process.pid}`)
  const rights = await readersWith().ask('rights', 1, { path })
  expect(rights).toEqual({
    reads: 'ERR_ACCESS_DENIED',
    writes: 'ERR_ACCESS_DENIED',
    spawns: 'ERR_ACCESS_DENIED',
    threads: 'ERR_ACCESS_DENIED',
    evaluates: undefined,
    environment: [],
    folder: '/',
  })
  expect(existsSync(path)).toBe(false)
})

test('each file has a process of its own, which is gone afterwards', async () => {
  const { ask } = readersWith()
  const [first, second] = [await ask('echo'), await ask('echo')]
  expect([first['bytes'], second['bytes']]).toEqual([5, 5])
  expect(first['pid']).not.toBe(second['pid'])
  await gone([first['pid'], second['pid']] as number[])
})

test('small files of plain text that one person sends one after the other share a process', async () => {
  const { ask } = readersWith()
  const pid = async (who: number, file?: Buffer) => (await ask('echo', who, {}, file))['pid'] as number
  const first = await pid(1, TEXT)
  const other = await pid(2, TEXT)
  expect(other).not.toBe(first)
  expect([await pid(1, TEXT), await pid(2, TEXT)]).toEqual([first, other])
  const notPlain = [ARCHIVE, Buffer.from(`\n%PDF-1.7 ${'x'.repeat(200)}`), Buffer.alloc(256 * 1024 + 1, 'x')]
  for (const file of notPlain) expect(await pid(1, file)).not.toBe(first)
  expect(await pid(1, TEXT)).toBe(first)
  // A third person's: no more are kept than read at once, and the one that waited longest goes.
  await pid(3, TEXT)
  await gone([other])
  expect(isThere(first)).toBe(true)
})

test('one that is kept waits for the next file, and not for long', async () => {
  const idle = (await readersWith({ idleMs: 50 }).ask('echo', 1, {}, TEXT))['pid'] as number
  await gone([idle])
})

test('one that breaks down is not kept; what a person sends next is read by another', async () => {
  const { ask } = readersWith()
  const first = (await ask('echo', 1, {}, TEXT))['pid'] as number
  await expect(ask('crash', 1, {}, TEXT)).rejects.toMatchObject({ code: 'file.unreadable' })
  expect((await ask('echo', 1, {}, TEXT))['pid']).not.toBe(first)
})

test.each(['wait', 'loop'])('one that takes too long (%s) is ended and says so', async (what) => {
  await expect(readersWith({ timeMs: 2_000 }).ask(what)).rejects.toMatchObject({
    code: 'file.unreadable',
    message:
      'The file cannot be read: it takes longer than 2 seconds to read. Please split it into smaller files.',
  })
})

test.each(['buffers', 'heap'])('one that takes too much memory (%s) is ended and says so', async (what) => {
  await expect(readersWith({ memoryMb: 200 }).ask(what)).rejects.toMatchObject({
    code: 'file.too-many',
    message:
      'The file has more than fits into 200 MB of memory while it is read. Please split it into smaller files.',
  })
})

test('one that breaks down refuses its file and nothing else; one that says too much is refused', async () => {
  const { ask } = readersWith()
  await expect(ask('crash')).rejects.toMatchObject({ code: 'file.unreadable' })
  await expect(ask('answer')).rejects.toMatchObject({
    code: 'file.too-many',
    message: 'The file has more than can be answered at once (64 MB).',
  })
  expect(await ask('echo')).toMatchObject({ bytes: 5 })
})

test('two are read at once, eight wait, a further one is refused; closing ends them all', async () => {
  const { readers, ask } = readersWith()
  const reading = Array.from({ length: 10 }, () =>
    ask('wait').catch((error: { code?: string }) => error.code),
  )
  await expect(ask('echo')).rejects.toMatchObject({ code: 'server.busy', status: 503 })
  await readers.close()
  expect(await Promise.all(reading)).toHaveLength(10)
})

test('of those who wait, another person comes before a second file of one person', async () => {
  const { ask } = readersWith()
  void ask('wait', 1).catch(() => undefined)
  const order: number[] = []
  const echo = (who: number) => ask('echo', who).then(() => order.push(who))
  await Promise.all([echo(2), echo(1), echo(3), echo(1)])
  expect(order).toEqual([2, 3, 1, 1])
})

test('a server that is killed leaves no reader behind', async () => {
  const server: ChildProcess = spawn(
    process.execPath,
    [new URL('../support/readers/server.ts', import.meta.url).pathname],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const said = once(server.stdout as NodeJS.ReadableStream, 'data')
  const pids = JSON.parse(String((await said)[0])) as number[]
  expect(pids.filter(isThere)).toEqual(pids)
  server.kill('SIGKILL')
  await gone(pids)
})
