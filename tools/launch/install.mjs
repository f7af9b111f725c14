/** Installs the packages when they are missing or are not those of `package-lock.json`. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules, root } from './root.mjs'
import { run } from './run.mjs'

const lockFile = join(root, 'package-lock.json')
const stampFile = join(modules, '.equity-manager-lock')

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/**
 * Whether npm's own note of what it installed agrees with the lock, so that an installation made by hand
 * is not made again. Packages for other systems are rightly absent.
 */
export function agrees(lock, installed) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const there = installed.packages[path]
    if (!there) return wanted.optional === true
    return wanted.link === true || there.version === wanted.version
  })
}

function isPreinstalled() {
  const note = readText(join(modules, '.package-lock.json'))
  return note !== '' && agrees(JSON.parse(readText(lockFile)), JSON.parse(note))
}

export async function ensureInstalled() {
  const hash = lockHash()
  if (readText(stampFile) === hash) return
  if (!isPreinstalled()) {
    console.log('Installing the packages (once, a minute or so) ...')
    const npm = process.env.npm_execpath
    const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
    const status = await run(program, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'])
    if (status !== 0) throw new Error('The packages could not be installed (npm ci failed, see above).')
  }
  writeFileSync(stampFile, hash)
}
