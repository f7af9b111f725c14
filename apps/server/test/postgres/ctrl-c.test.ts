import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isAlive } from '../../src/platform/postgres/postmaster-file.ts'
import { pressCtrlC, startKeeper } from './keeper-process.ts'
import { ask, openWorkshop } from './workshop.ts'

const workshop = openWorkshop()

test('Ctrl-C under load: the last requests are finished, PostgreSQL stops in order, nothing is left', async () => {
  const order = { dataDir: await workshop.usedDataDir(), systemFolder: workshop.systemFolder }
  const first = startKeeper(workshop.installation, { ...order, writers: 8 })
  const { pid, where } = await first.ready
  await pause(500)
  const ended = await pressCtrlC(first)
  expect(ended).toMatchObject({ status: 0, stopped: { failed: 0 } })
  const acknowledged = ended.stopped?.acknowledged ?? 0
  expect(acknowledged).toBeGreaterThan(0)
  expect(await isAlive(pid)).toBe(false)
  expect(existsSync(join(where.cluster, 'postmaster.pid'))).toBe(false)

  const second = startKeeper(workshop.installation, order)
  const { owner } = await second.ready
  expect(await ask(owner, 'SELECT count(*)::int FROM kept')).toEqual([[acknowledged]])
  await pressCtrlC(second)
  const log = await readFile(where.log, 'utf8')
  expect(log).toMatch(/database system is shut down/)
  expect(log).not.toMatch(
    /automatic recovery|not properly shut down|terminating connection due to administrator/,
  )
})

test('Ctrl-C while someone else is connected stops PostgreSQL too', async () => {
  const order = { dataDir: await workshop.usedDataDir(), systemFolder: workshop.systemFolder }
  const keeper = startKeeper(workshop.installation, order)
  const { pid, owner } = await keeper.ready
  const waiting = ask(owner, 'SELECT pg_sleep(60)').catch(
    (error: unknown) => (error as { code: string }).code,
  )
  await pause(150)
  expect(await pressCtrlC(keeper)).toMatchObject({ status: 0 })
  // It was ended; it did not sleep out its minute.
  expect(await waiting).toBe('57P01')
  expect(await isAlive(pid)).toBe(false)
})
