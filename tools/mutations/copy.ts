/** Copies of the checkout, in which a rule can be broken while the checkout itself stays as it is. */
import { execFileSync } from 'node:child_process'
import { cp, link, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** The files of the checkout: what git knows and what is new, without what it ignores. */
function filesOfCheckout(): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  return list
    .toString()
    .split('\0')
    .filter((file) => file !== '')
}

/**
 * The installed packages, each file a second name of the same one: file readers may read only what lies in the installation, so
 * a link to another folder would not do. Links to our own packages lead into the copy.
 */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkPackages(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target)
  }
}

export interface Copy {
  readonly folder: string
  remove(): Promise<void>
}

/** Copies the checkout, with changes that are not committed, into a folder below `.cache`. */
export async function copyCheckout(): Promise<Copy> {
  const copies = join(root, '.cache', 'mutations')
  await mkdir(copies, { recursive: true })
  const folder = await mkdtemp(join(copies, 'copy-'))
  const made = new Set<string>()
  for (const file of filesOfCheckout()) {
    const target = join(folder, file)
    if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true })
    made.add(dirname(target))
    // A file that was deleted and not committed is still in git's list.
    await cp(join(root, file), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  await linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
