/** Finds a Chromium for the browser tests; as root on Debian it installs one. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first draws the same pages without a window's machinery: stories take a sixth less with it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const folders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  '/usr/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]
const macNames = ['Google Chrome', 'Chromium']

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findInstalled(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM names ${named}, which is not a program.`)
  }
  for (const name of [...names, ...macNames]) {
    for (const folder of folders.filter((entry) => entry !== '')) {
      if (isProgram(join(folder, name))) return join(folder, name)
    }
  }
  return undefined
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/**
 * The path of a Chromium or Chrome: the one CHROMIUM names, one that is installed, or Debian's, installed now.
 * @throws with a sentence on how to get one.
 */
export async function findChromium(): Promise<string> {
  const found = findInstalled()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('The browser tests need a Chromium; installing that of the distribution ...')
    if (
      apt('update', '-q') &&
      apt('install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell')
    ) {
      const installed = findInstalled()
      if (installed) return installed
    }
  }
  throw new Error(
    'The browser tests need a Chromium and none was found. Install one ("sudo apt-get install chromium" on ' +
      'Debian) or set CHROMIUM to the path of a Chromium or Chrome program.',
  )
}
