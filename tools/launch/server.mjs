/**
 * Joins our own TypeScript of the server's programs into a few files of JavaScript, when it changed. Node reads some thousand files
 * else, which takes each process two to four times as long to start. Without such a build the sources themselves are run.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, root } from './root.mjs'
import { run } from './run.mjs'
import { sourceHash } from './source-hash.mjs'

/**
 * The entry points that start as a process, a thread or a module of their own: the server, and what it
 * starts.
 */
export const PROGRAMS = [
  'apps/server/src/main.ts',
  'apps/server/src/worker.ts',
  'apps/server/src/job-process.ts',
  'apps/server/src/backup/worker.ts',
  'apps/server/src/platform/file-readers/reader-process.ts',
  'apps/server/src/features/accounting-exports/files/trial-balance-reader.ts',
  'apps/server/src/features/announcements/files/announcement-reader.ts',
  'apps/server/src/features/cds/files/statement-reader.ts',
  'apps/server/src/features/custodian/files/message-reader.ts',
  'apps/server/src/features/documents/files/document-reader.ts',
  'apps/server/src/features/prices/files/summary-reader.ts',
  'apps/server/src/features/reconciliation/files/statement-reader.ts',
  'apps/server/src/sheets/sheet-reader.ts',
  'tools/demo/load.ts',
]

/** Reader processes may read this folder. */
const builds = join(root, 'apps', 'server', 'dist')
const joiner = 'tools/launch/join-server.mjs'
const sources = [
  'apps/server/src',
  'packages/core',
  'packages/contract',
  'packages/paper',
  'tools/demo',
  joiner,
  'tools/launch/server.mjs',
  'package-lock.json',
]
/** A running server starts more processes from its own build: those of the last versions stay. */
const KEPT = 3

/** The name of a program's file in the folder of a build. */
export const joined = (source, ending = '.js') => source.replace(/\.ts$/, ending).replaceAll('/', '.')

/** The folder with the build of today's sources; undefined where it could not be made, as in a folder that only others may write. */
export async function ensureServerBuilt(node) {
  try {
    const build = join(builds, sourceHash(sources).slice(0, 16))
    if (existsSync(build)) {
      const now = new Date()
      utimesSync(build, now, now)
    } else await make(node, build)
    removeOld()
    return build
  } catch (error) {
    console.error(`The server runs from its sources: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/**
 * The file to run for a program of the server, and the environment with which it starts others; as they are
 * in a build, or as sources.
 */
export function serverProgram(source, build) {
  if (build === undefined) return { program: source, env: {} }
  return { program: join(build, joined(source)), env: { BUILT_SERVER: build } }
}

async function make(node, build) {
  const fresh = join(cacheFolder, `server-${process.pid}`)
  mkdirSync(builds, { recursive: true })
  const status = await run(node, [joiner, fresh])
  if (status !== 0) throw new Error('its build failed (see above).')
  // Of two that build at once the first has made the same.
  if (!existsSync(build)) renameSync(fresh, build)
  rmSync(fresh, { recursive: true, force: true })
}

function removeOld() {
  const made = readdirSync(builds).map((name) => ({ name, at: statSync(join(builds, name)).mtimeMs }))
  for (const { name } of made.sort((a, b) => b.at - a.at).slice(KEPT))
    rmSync(join(builds, name), { recursive: true, force: true })
}
