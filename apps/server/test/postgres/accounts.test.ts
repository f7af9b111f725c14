import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pressCtrlC, startKeeper } from './keeper-process.ts'
import { ask, asRoot, openWorkshop, ordinaryUid, ordinaryUser } from './workshop.ts'

const workshop = openWorkshop()

/** The user number a process really runs under. */
async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid
}

const why = asRoot ? '' : ' (this run is not root: PostgreSQL runs as ourselves)'

test(`started as root, PostgreSQL runs as another account that owns the data${why}`, async () => {
  const dataDir = await workshop.dataDir()
  const keeper = startKeeper(workshop.installation, { dataDir, systemFolder: workshop.systemFolder })
  const { pid, where, owner } = await keeper.ready
  const uid = await uidOf(pid)
  if (asRoot) {
    expect(uid).not.toBe(0)
    expect(where.uid).toBe(uid)
  } else {
    expect(uid).toBe(process.getuid?.())
    expect(where.uid).toBeUndefined()
  }
  const cluster = await stat(where.cluster)
  expect([cluster.uid, cluster.mode & 0o777]).toEqual([uid, 0o700])
  expect(await ask(owner, 'SELECT current_user::text')).toEqual([['equity_manager']])
  expect(await pressCtrlC(keeper)).toMatchObject({ status: 0, refused: undefined })
})

test(`where no account was made for it, PostgreSQL runs as nobody${why}`, async () => {
  const dataDir = await workshop.dataDir()
  const path = join(workshop.folder, 'no-accounts')
  await mkdir(path)
  await writeFile(join(path, 'id'), '#!/bin/sh\nexit 1\n')
  await chmod(join(path, 'id'), 0o755)
  const keeper = startKeeper(
    workshop.installation,
    { dataDir, systemFolder: workshop.systemFolder },
    { path: `${path}:${process.env['PATH']}` },
  )
  const { pid } = await keeper.ready
  expect(await uidOf(pid)).toBe(asRoot ? 65534 : process.getuid?.())
  await pressCtrlC(keeper)
})

test('data keep their owner when another account would be chosen today', async () => {
  const dataDir = await workshop.dataDir(ordinaryUser)
  const order = { dataDir, systemFolder: workshop.systemFolder }
  const first = startKeeper(workshop.installation, order, { user: ordinaryUser })
  await first.ready
  await pressCtrlC(first)
  const second = startKeeper(workshop.installation, order)
  expect(await uidOf((await second.ready).pid)).toBe(ordinaryUid)
  await pressCtrlC(second)
})

test('an ordinary user runs all of it under the own name', async () => {
  const dataDir = await workshop.dataDir(ordinaryUser)
  const order = { dataDir, systemFolder: workshop.systemFolder }
  const keeper = startKeeper(workshop.installation, order, { user: ordinaryUser })
  const { pid, where } = await keeper.ready
  expect(await uidOf(pid)).toBe(ordinaryUid)
  expect((await stat(where.cluster)).uid).toBe(ordinaryUid)
  expect(await readdir(workshop.systemFolder).catch(() => [])).toEqual([])
  expect(await pressCtrlC(keeper)).toMatchObject({ status: 0 })
})

test('an ordinary user gets a refusal that says so where the data belong to another user', async () => {
  const dataDir = await workshop.dataDir(ordinaryUser)
  const cluster = join(dataDir, 'postgres')
  if (!asRoot) {
    // Nothing here can be given to another user; a data folder that cannot be written is the nearest case.
    console.log('this run is not root: a read-only data folder is tried instead of another user’s')
    await chmod(dataDir, 0o500)
    const refused = startKeeper(workshop.installation, { dataDir, systemFolder: workshop.systemFolder })
    expect((await refused.ended).refused).toMatch(/is not readable and writable for this user/)
    await chmod(dataDir, 0o700)
    return
  }
  await mkdir(cluster)
  await writeFile(join(cluster, 'PG_VERSION'), '18\n')
  const keeper = startKeeper(
    workshop.installation,
    { dataDir, systemFolder: workshop.systemFolder },
    { user: ordinaryUser },
  )
  const { status, refused } = await keeper.ended
  expect(status).toBe(1)
  expect(refused).toMatch(/belongs to another user \(number 0\)/)
  expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('18\n')
})

test('a data folder that is a file, or lies in one, is refused in words', async () => {
  const file = join(await workshop.dataDir(), 'a-file')
  await writeFile(file, '')
  for (const dataDir of [file, join(file, 'below')]) {
    const keeper = startKeeper(workshop.installation, { dataDir, systemFolder: workshop.systemFolder })
    expect(await keeper.ended).toMatchObject({
      status: 1,
      refused: `${dataDir} cannot be the data folder, because it is a file or lies in one. Choose another folder with DATA_DIR.`,
    })
  }
})
