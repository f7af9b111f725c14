/** Backups by schedule: one at a time, the number kept, and their state on /health and by the bell. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { health } from '@em/contract/identity/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { checkBackup } from '../../src/backup/backup.ts'
import { backupState } from '../../src/backup/records.ts'
import { makeScheduledBackup, settleBrokenOff, type Task } from '../../src/backup/schedule.ts'
import { openConnection } from '../../src/backup/snapshot.ts'
import { startBackups } from '../../src/backup/timer.ts'
import { holdForSession } from '../../src/platform/postgres/locks.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, startApi } from '../support/api.ts'
import { fillSmallBook } from '../support/small-book.ts'

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
/** Waits for the database's next second: the name of a backup file contains it, so two in one second would have the same name. */
const nextSecond = () =>
  api.database.query(
    'SELECT pg_sleep(1.01 - (extract(second FROM clock_timestamp()) - floor(extract(second FROM clock_timestamp()))))',
  )
/** Makes the records older, as if so many hours had passed. */
const pass = (hours: number) =>
  api.database.query(
    `UPDATE backups SET taken_at = taken_at - make_interval(hours => $1), finished_at = finished_at - make_interval(hours => $1)`,
    [hours],
  )
/** The state of the backups of a server with these settings: on /health, and by the bell. */
async function shown(settings: Record<string, string>) {
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
      await nextSecond()
      made.push((await makeScheduledBackup(task()))?.file ?? '')
    }
    const remaining = made.slice(-3).map((file) => file.slice(dir.length + 1))
    expect((await readdir(dir)).sort()).toEqual([...theirs, ...remaining].sort())
    expect(await readFile(join(dir, 'mine.backup'), 'utf8')).toBe('theirs')
  })

  test('that was killed is recorded and its half-written file removed; it is tried again after a pause', async () => {
    await makeScheduledBackup(task())
    const half = join(dir, 'equity-manager-20260101T000000Z.backup')
    for (const name of [`${half}.part-999999`, join(dir, 'mine.backup.part-999999')])
      await writeFile(name, '')
    const begun = "INSERT INTO backups (kind, scheduled, file) VALUES ('backup', $1, $2)"
    await api.database.query(begun, [true, half])
    // A backup that a user started may still be running.
    await api.database.query(begun, [false, join(dir, 'mine.backup')])
    await pass(25)
    await settleBrokenOff(task())
    expect((await readdir(dir)).filter((name) => name.includes('part'))).toEqual(['mine.backup.part-999999'])
    expect(await api.database.query('SELECT file, error FROM backups WHERE error IS NOT NULL')).toEqual([
      { file: half, error: expect.stringMatching(/interrupted because the server stopped/) },
    ])
    expect((await shown(scheduled())).bell).toEqual(['The last backup is 25 hours old'])
    expect(await makeScheduledBackup(task())).toBeUndefined()
    await pass(1)
    await nextSecond()
    expect(await makeScheduledBackup(task())).toBeDefined()
  })

  test('that another server makes is not treated as interrupted', async () => {
    await makeScheduledBackup(task())
    await api.database.query('UPDATE backups SET finished_at = NULL, taken_at = NULL')
    const holder = await openConnection(api.fresh.config)
    try {
      await holder.query(holdForSession('scheduled backup'))
      await settleBrokenOff(task())
      expect(await api.database.query('SELECT error FROM backups')).toEqual([{ error: null }])
    } finally {
      await holder.end()
    }
  })

  test('is sealed with the passphrase of the settings, and never made without one that cannot be read', async () => {
    const made = await makeScheduledBackup(task({ passphrase: PASSPHRASE }))
    const { header } = await checkBackup(made?.file ?? '', async () => PASSPHRASE, quiet)
    expect(header.encryption).not.toBeNull()
    await pass(25)
    const missing = task({ passphraseFile: join(root, 'nowhere') })
    await expect(makeScheduledBackup(missing)).rejects.toThrow(/passphrase file.*ENOENT/)
    expect(await readdir(dir)).toHaveLength(1)
    // It is tried again later, not at once and not only the next day.
    expect(await makeScheduledBackup(task())).toBeUndefined()
    await pass(1)
    await nextSecond()
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
    while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await timer.stop()
    expect(said).toEqual([expect.stringMatching(/^Backup: .*\.backup \([\d,]+ rows, [\d.]+ MB\)$/)])
  })
})

describe('the timer of a server', () => {
  const quietTimer = (more: Partial<Task['settings']> = {}) =>
    startBackups(api.database, task(more), quiet, quiet)
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  test('records at its start what was broken off, and waits before it tries again', async () => {
    await api.database.query("INSERT INTO backups (kind, scheduled, file) VALUES ('backup', true, 'x')")
    const timer = quietTimer()
    const query = 'SELECT 1 FROM backups WHERE error IS NOT NULL'
    await until(async () => (await api.database.query(query)).length > 0)
    await timer.stop()
    expect(await api.database.query('SELECT count(*)::int AS rows FROM backups')).toEqual([{ rows: 1 }])
  })

  test('stopped in the middle of a backup leaves no file, and a record that the next start completes', async () => {
    // The key is derived twice from the passphrase while the file is unfinished, which takes its time.
    const timer = quietTimer({ passphrase: PASSPHRASE })
    await until(async () => (await readdir(dir).catch(() => [])).some((name) => name.includes('.part-')))
    await timer.stop()
    expect(await readdir(dir)).toEqual([])
    expect(await api.database.query('SELECT error, finished_at FROM backups')).toEqual([
      { error: null, finished_at: null },
    ])
    // The database may still be ending what the thread had under way.
    await until(async () => {
      await settleBrokenOff(task())
      const [row] = await api.database.query<{ error: string | null }>('SELECT error FROM backups')
      return row?.error?.includes('interrupted') ?? false
    })
  })
})

describe('/health and the bell', () => {
  test('say nothing where there is neither a schedule nor a backup', async () => {
    expect(await shown({ LOG_LEVEL: 'silent' })).toEqual({ backup: null, bell: [] })
  })

  test('show the age of the last good one, and when it is overdue', async () => {
    expect(await shown(scheduled())).toEqual({
      backup: { lastGoodAt: null, ageHours: null, overdue: false },
      bell: [],
    })
    const made = await makeScheduledBackup(task())
    expect(await shown(scheduled())).toEqual({
      backup: { lastGoodAt: made?.takenAt, ageHours: 0, overdue: false },
      bell: [],
    })
    await pass(24)
    expect((await shown(scheduled())).backup).toMatchObject({ ageHours: 24, overdue: false })
    await pass(3 * 24)
    expect(await shown(scheduled())).toMatchObject({
      backup: { ageHours: 96, overdue: true },
      bell: ['The last backup is 4 days old'],
    })
    // Without a schedule nothing is late.
    expect(await shown({ LOG_LEVEL: 'silent' })).toMatchObject({
      backup: { ageHours: 96, overdue: false },
      bell: [],
    })
  })

  test('show that no backup ever ends, also after starts that were cut off one after the other', async () => {
    const overdue = async (everyHours?: number, runningHours = 0) =>
      (await backupState(api.database, everyHours, runningHours))?.overdue
    expect([await overdue(24), await overdue(24, 0.9), await overdue(24, 1.1)]).toEqual([false, false, true])
    await api.database.query("INSERT INTO backups (kind, scheduled, file) VALUES ('backup', true, 'x')")
    expect(await overdue(24)).toBe(false)
    await api.database.query("UPDATE backups SET started_at = started_at - interval '61 minutes'")
    expect([await overdue(24), await overdue(undefined, 2)]).toEqual([true, undefined])
    expect((await shown(scheduled())).bell).toEqual(['No backup could be made yet'])
  })

  test('show one that failed, until there is a good one', async () => {
    const missing = task({ passphraseFile: join(root, 'nowhere') })
    await expect(makeScheduledBackup(missing)).rejects.toThrow()
    expect(await shown(scheduled())).toEqual({
      backup: { lastGoodAt: null, ageHours: null, overdue: true },
      bell: ['No backup could be made yet'],
    })
    await pass(1)
    await makeScheduledBackup(task())
    expect((await shown(scheduled())).bell).toEqual([])
    await pass(25)
    await expect(makeScheduledBackup(missing)).rejects.toThrow()
    expect((await shown({ ...scheduled(), BACKUP_EVERY_HOURS: '48' })).bell).toEqual([
      'The last backup failed',
    ])
  })
})
