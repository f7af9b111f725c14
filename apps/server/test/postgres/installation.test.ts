import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { install } from './installation.ts'
import { pressCtrlC, startKeeper } from './keeper-process.ts'
import { ask, asRoot, openWorkshop, ordinaryUser } from './workshop.ts'

const workshop = openWorkshop()

beforeEach(async () => {
  await rm(workshop.systemFolder, { recursive: true, force: true })
})

async function linksIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder)) {
    if ((await lstat(join(folder, name))).isSymbolicLink()) found.push(name)
  }
  return found.sort()
}

/** A copy of the PostgreSQL package as it is when its install script was not allowed to run. */
async function withoutLinks(name: string): Promise<{ native: string; links: string[] }> {
  const native = join(workshop.folder, name, 'native')
  await cp(workshop.installation.native, native, { recursive: true, verbatimSymlinks: true })
  const links = await linksIn(join(native, 'lib'))
  for (const link of links) await rm(join(native, 'lib', link))
  return { native, links }
}

test('a blocked install script: the library links are made at the start', async () => {
  const { native, links } = await withoutLinks('blocked')
  expect(links.length).toBeGreaterThan(0)
  expect(spawnSync(join(native, 'bin', 'postgres'), ['--version']).status).not.toBe(0)
  const dataDir = await workshop.dataDir()
  const order = { dataDir, systemFolder: workshop.systemFolder, binaries: native }
  const keeper = startKeeper(workshop.installation, order)
  expect((await keeper.ready).where.program).toBe(native)
  expect(await linksIn(join(native, 'lib'))).toEqual(links)
  expect(keeper.said).toEqual([expect.stringMatching(/library links that the installation had left out/)])
  await pressCtrlC(keeper)
})

test('a blocked install script in a package that may not be written: a copy is used', async () => {
  const { native } = await withoutLinks('blocked-and-closed')
  await chmod(join(native, 'lib'), 0o555)
  const dataDir = await workshop.dataDir(ordinaryUser)
  const order = { dataDir, systemFolder: workshop.systemFolder, binaries: native }
  const keeper = startKeeper(workshop.installation, order, { user: ordinaryUser })
  const { where } = await keeper.ready
  expect(where.program.startsWith(join(dataDir, 'program'))).toBe(true)
  expect(await linksIn(join(native, 'lib'))).toEqual([])
  expect(keeper.said).toEqual([expect.stringMatching(/a copy was put in/)])
  await pressCtrlC(keeper)
  await chmod(join(native, 'lib'), 0o755)
})

test(`program and data under a 0700 folder${asRoot ? '' : ' (this run is not root: used where they are)'}`, async () => {
  const home = join(workshop.folder, 'closed-home')
  await mkdir(home, { mode: 0o700 })
  const closed = await install(home)
  const dataDir = join(closed.folder, 'data')
  const order = { dataDir, systemFolder: workshop.systemFolder }
  const first = startKeeper(closed, order)
  const { where, owner } = await first.ready
  await ask(owner, 'INSERT INTO kept (n) VALUES (42)')
  await pressCtrlC(first)
  if (!asRoot) {
    expect([where.cluster, where.program]).toEqual([join(dataDir, 'postgres'), closed.native])
    return
  }
  expect(where.program.startsWith(join(workshop.systemFolder, 'program'))).toBe(true)
  expect(where.cluster.startsWith(workshop.systemFolder)).toBe(true)
  expect(first.said.join('\n')).toMatch(/is closed to the account that runs it, so the data live in/)
  const pointer = await readFile(join(dataDir, 'database-lives-elsewhere.txt'), 'utf8')
  expect(join(pointer.split('\n')[0] ?? '', 'postgres')).toBe(where.cluster)

  const belongsTo = await readFile(join(where.cluster, '..', 'belongs-to.txt'), 'utf8')
  expect(belongsTo).toBe(`${dataDir}\n`)

  // The note is followed also after the way was opened, and after the folder was renamed.
  await chmod(home, 0o755)
  await rename(dataDir, join(closed.folder, 'renamed'))
  const second = startKeeper(closed, { ...order, dataDir: join(closed.folder, 'renamed') })
  const again = await second.ready
  expect(again.where.cluster).toBe(where.cluster)
  expect(await ask(again.owner, 'SELECT n FROM kept')).toEqual([[42]])
  await pressCtrlC(second)

  await rename(where.cluster, `${where.cluster}-lost`)
  const lost = await startKeeper(closed, { ...order, dataDir: join(closed.folder, 'renamed') }).ended
  expect([lost.status, lost.refused]).toEqual([1, expect.stringMatching(/but it is not there/)])
})

test('a database whose folder is closed later moves to the open place', async () => {
  const home = join(workshop.folder, 'closed-later')
  await mkdir(home, { mode: 0o755 })
  const order = { dataDir: join(home, 'data'), systemFolder: workshop.systemFolder }
  const first = startKeeper(workshop.installation, order)
  const before = await first.ready
  expect(before.where.cluster).toBe(join(home, 'data', 'postgres'))
  await ask(before.owner, 'INSERT INTO kept (n) VALUES (7)')
  await pressCtrlC(first)
  await chmod(home, 0o700)
  const second = startKeeper(workshop.installation, order)
  const after = await second.ready
  expect(await ask(after.owner, 'SELECT n FROM kept')).toEqual([[7]])
  expect(after.where.cluster.startsWith(asRoot ? workshop.systemFolder : home)).toBe(true)
  await pressCtrlC(second)
})

test.each([
  ['as we are', undefined],
  ['as an ordinary user', ordinaryUser],
])('a long path: the socket lies in a short closed folder (%s)', async (_, user) => {
  const base = await workshop.dataDir(user)
  const dataDir = join(base, 'a'.repeat(60), 'b'.repeat(60))
  const order = { dataDir, systemFolder: workshop.systemFolder }
  const first = startKeeper(workshop.installation, order, { user })
  const { where, pid, owner } = await first.ready
  expect(Buffer.byteLength(join(where.socketDir, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107)
  const folder = await stat(where.socketDir)
  expect([folder.mode & 0o777, folder.uid]).toEqual([0o700, (await stat(where.cluster)).uid])
  await ask(owner, 'INSERT INTO kept (n) VALUES (1)')
  first.process.kill('SIGKILL')
  await first.ended
  const second = startKeeper(workshop.installation, order, { user })
  const again = await second.ready
  expect([again.adopted, again.pid]).toEqual([true, pid])
  expect(await ask(again.owner, 'SELECT n FROM kept')).toEqual([[1]])
  await pressCtrlC(second)
  // Nothing of it stays behind.
  await expect(stat(where.socketDir)).rejects.toMatchObject({ code: 'ENOENT' })
})
