/** Which tests a change can reach: `npm test -- --changed` for what is not committed, `--changed=main` for all since then. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The tests to run. `files` are sources and tests: all tests that import them, directly or not, are run. */
export interface Reach {
  /** The whole run: what all tests depend on has changed. */
  readonly everything: boolean
  readonly files: readonly string[]
  /** Rooms that are run whole, since they read files that no import names. */
  readonly rooms: readonly string[]
}

const CODE = /\.(ts|tsx|mjs)$/
const OF_ALL =
  /^(package(-lock)?\.json|(packages|apps)\/[^/]+\/package\.json|vitest\.config\.ts|tsconfig[^/]*\.json|apps\/web\/vite\.config\.ts)$/
/** The sources of the product: the stories drive the built product and import nothing of it. */
const PRODUCT = /^(apps\/(server|web)\/src|apps\/web\/(public|index\.html)|packages\/[^/]+\/src)/
const TEST = /\.test\.tsx?$/

/** The tests that a change of these files reaches; paths from the root of the project. */
export function reachOf(files: readonly string[]): Reach {
  const rooms = new Set<string>()
  const code: string[] = []
  for (const file of files) {
    if (CODE.test(file)) code.push(file)
    if (PRODUCT.test(file) && !TEST.test(file)) rooms.add('e2e')
    if (/^apps\/server\/(schema|migrations|baseline)\//.test(file))
      for (const room of ['api', 'e2e']) rooms.add(room)
    else if (file.startsWith('apps/server/test/') && !CODE.test(file)) rooms.add('api')
    else if (file.startsWith('packages/') && !CODE.test(file)) rooms.add('unit')
    else if (file.startsWith('docs/guide/')) for (const room of ['unit', 'web']) rooms.add(room)
  }
  return { everything: files.some((file) => OF_ALL.test(file)), files: code, rooms: [...rooms].toSorted() }
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

/**
 * The files that differ from a commit, deleted ones too, and those that git does not know yet.
 * @throws Error where there is no such commit.
 */
export function changedSince(commit: string): string[] {
  return [...git('diff', '--name-only', commit, '--'), ...git('ls-files', '--others', '--exclude-standard')]
}
