/** Backups by schedule: one at a time, the number kept, what is told of them. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { health } from '@em/contract/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { checkBackup } from '../src/backup/backup.ts'
import { makeScheduledBackup, type Task } from '../src/backup/schedule.ts'
import { startBackups } from '../src/backup/timer.ts'
import { readSettings } from '../src/platform/settings.ts'
import { type Api, startApi } from './support/api.ts'
import { fillSmallBook } from './support/small-book.ts'

const PASSPHRASE = 'correct horse battery'
const quiet = () => undefined
let api: Api
let root: string
let dir: string
let folders = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'equity-manager-backup-test-'))
  api = await startApi()
  await fillSmallBook(api)
})
beforeEach(async () => {
  folders += 1
  dir = join(root, `backups-${folders}`)
  await api.database.query('DELETE FROM backups')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const task = (more: Partial<Task['settings']> = {}): Task => ({
  connection: api.fresh.config,
  product: '0.1.0',
  settings: { dir, everyHours: 24, keep: 3, passphrase: undefined, passphraseFile: undefined, ...more },
})
/** Makes the records older, as if so many hours had passed. */
const pass = (hours: number) =>
  api.database.query(
    `UPDATE backups SET taken_at = taken_at - make_interval(hours => $1), finished_at = finished_at - make_interval(hours => $1)`,
    [hours],
  )
/** What a server with these settings says of its backups: on /health, and by the bell. */
async function told(settings: Record<string, string>) {
  const app = await buildApp({ database: api.database, clock: api.clock, settings: readSettings(settings) })
  const headers = { authorization: `Bearer ${api.token}` }
  const { backup } = health.reply.parse((await app.inject({ url: '/api/health' })).json())
  const notes = (await app.inject({ url: '/api/notifications', headers })).json<
    { id: string; title: string }[]
  >()
  await app.close()
  return { backup, bell: notes.filter(({ id }) => id === 'backup').map(({ title }) => title) }
}
const scheduled = () => ({ BACKUP_DIR: dir, LOG_LEVEL: 'silent' })

describe('a backup by schedule', () => {
  test('is made when it is due, and not before', async () => {
    const made = await makeScheduledBackup(task())
    expect(made?.file).toMatch(/equity-manager-\d{8}T\d{6}Z\.backup$/)
    expect((await checkBackup(made?.file ?? '', async () => undefined, quiet)).rows).toBe(made?.rows)
    expect(await makeScheduledBackup(task())).toBeUndefined()
    await pass(23)
    expect(await makeScheduledBackup(task())).toBeUndefined()
    await pass(2)
    await writeFile(made?.file ?? '', 'moved on')
    await rm(made?.file ?? '')
    expect(await makeScheduledBackup(task())).toBeDefined()
  })

  test('is made by one of several servers', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => makeScheduledBackup(task())))
    expect(made.filter((one) => one !== undefined)).toHaveLength(1)
    expect(await readdir(dir)).toHaveLength(1)
  })

  test('leaves the number that is kept, and every file that it did not make', async () => {
    await makeScheduledBackup(task())
    const theirs = ['equity-manager-20200101T000000Z.backup', 'mine.backup', 'notes.txt']
    for (const name of theirs) await writeFile(join(dir, name), 'theirs')
    const made: string[] = []
    for (let day = 0; day < 5; day += 1) {
      await pass(25)
      // The names tell the second.
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      made.push((await makeScheduledBackup(task()))?.file ?? '')
    }
    const kept = made.slice(-3).map((file) => file.slice(dir.length + 1))
    expect((await readdir(dir)).sort()).toEqual([...theirs, ...kept].sort())
    expect(await readFile(join(dir, 'mine.backup'), 'utf8')).toBe('theirs')
  })

  test('removes what a killed server left half-written', async () => {
    await makeScheduledBackup(task())
    const half = join(dir, 'equity-manager-20260101T000000Z.backup')
    await writeFile(`${half}.part-999999`, 'half')
    await api.database.query("INSERT INTO backups (kind, scheduled, file) VALUES ('backup', true, $1)", [
      half,
    ])
    await pass(25)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await makeScheduledBackup(task())
    expect((await readdir(dir)).filter((name) => name.includes('part'))).toEqual([])
  })

  test('is sealed with the passphrase of the settings, and never made without one that cannot be read', async () => {
    const made = await makeScheduledBackup(task({ passphrase: PASSPHRASE }))
    const { header } = await checkBackup(made?.file ?? '', async () => PASSPHRASE, quiet)
    expect(header.encryption).not.toBeNull()
    await pass(25)
    const missing = task({ passphraseFile: join(root, 'nowhere') })
    await expect(makeScheduledBackup(missing)).rejects.toThrow(/file of the passphrase.*ENOENT/)
    expect(await readdir(dir)).toHaveLength(1)
    // It is tried again later, not at once and not only the next day.
    expect(await makeScheduledBackup(task())).toBeUndefined()
    await pass(1)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(await makeScheduledBackup(task())).toBeDefined()
  })

  test('is made by the timer of a server, in a thread of its own', async () => {
    const said: string[] = []
    const timer = startBackups(
      api.database,
      task(),
      (line) => said.push(line),
      (line) => said.push(line),
    )
    while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    await timer.stop()
    expect(said).toEqual([expect.stringMatching(/^Backup: .*\.backup \([\d,]+ rows, [\d.]+ MB\)$/)])
  })
})

describe('/health and the bell', () => {
  test('say nothing where there is neither a schedule nor a backup', async () => {
    expect(await told({ LOG_LEVEL: 'silent' })).toEqual({ backup: null, bell: [] })
  })

  test('tell the age of the last good one, and when it is overdue', async () => {
    expect(await told(scheduled())).toEqual({
      backup: { lastGoodAt: null, ageHours: null, overdue: false },
      bell: [],
    })
    const made = await makeScheduledBackup(task())
    expect(await told(scheduled())).toEqual({
      backup: { lastGoodAt: made?.takenAt, ageHours: 0, overdue: false },
      bell: [],
    })
    await pass(24)
    expect((await told(scheduled())).backup).toMatchObject({ ageHours: 24, overdue: false })
    await pass(3 * 24)
    expect(await told(scheduled())).toMatchObject({
      backup: { ageHours: 96, overdue: true },
      bell: ['The last backup is 4 days old'],
    })
    // Without a schedule nothing is late.
    expect(await told({ LOG_LEVEL: 'silent' })).toMatchObject({
      backup: { ageHours: 96, overdue: false },
      bell: [],
    })
  })

  test('tell of one that failed, until there is a good one', async () => {
    const missing = task({ passphraseFile: join(root, 'nowhere') })
    await expect(makeScheduledBackup(missing)).rejects.toThrow()
    expect(await told(scheduled())).toEqual({
      backup: { lastGoodAt: null, ageHours: null, overdue: true },
      bell: ['No backup could be made yet'],
    })
    await pass(1)
    await makeScheduledBackup(task())
    expect((await told(scheduled())).bell).toEqual([])
    await pass(25)
    await expect(makeScheduledBackup(missing)).rejects.toThrow()
    expect((await told({ ...scheduled(), BACKUP_EVERY_HOURS: '48' })).bell).toEqual([
      'The last backup failed',
    ])
  })
})
