/** Builds the web when what it is made of changed since the last build. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, modules, root } from './root.mjs'
import { run } from './run.mjs'
import { sourceHash } from './source-hash.mjs'

const dist = join(root, 'apps', 'web', 'dist')
const stampFile = join(dist, '.built-from')
const sources = [
  'apps/web',
  // The guide is a part of the page.
  'docs/guide',
  'packages/core',
  'packages/contract',
  'packages/paper',
  'tools/launch/web.mjs',
  'package-lock.json',
  'tsconfig.base.json',
]
/** Leaves a current build in `apps/web/dist`; a running server keeps the old one until it is complete. */
export async function ensureWebBuilt(node) {
  const hash = sourceHash(sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return
  console.log('Building the web ...')
  const fresh = join(cacheFolder, `web-${process.pid}`)
  mkdirSync(cacheFolder, { recursive: true })
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  // Whatever the environment says, as a test runner's does: React's build for developing is half as fast.
  const status = await run(node, args, { cwd: join(root, 'apps', 'web'), env: { NODE_ENV: 'production' } })
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error('The web could not be built (see above).')
  }
  writeFileSync(join(fresh, '.built-from'), hash)
  const old = join(cacheFolder, `web-old-${process.pid}`)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}
