/** Finds a Node that runs our TypeScript without a build. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from './root.mjs'

const installedPaths = [
  join(modules, '.bin', 'node'),
  join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node'),
]

/** Runs TypeScript directly (22.18) and has argon2 for the passwords (24.7). */
const ownNode = [24, 7]

function versionOf(program) {
  const answer = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout.trim() : ''
}

/** Compares `v24.21.0` with a wanted [major, minor]. */
export function isAtLeast(version, [major, minor]) {
  const [has, hasMinor] = version.replace('v', '').split('.').map(Number)
  return has > major || (has === major && hasMinor >= minor)
}

/** Path of the Node to use: the one installed with the packages, else our own if it is new enough. */
export function findNode() {
  for (const path of installedPaths) {
    if (existsSync(path) && isAtLeast(versionOf(path), [24, 0])) return path
  }
  if (isAtLeast(process.version, ownNode)) return process.execPath
  throw new Error(
    `Node ${ownNode.join('.')} or newer is needed here; this is ${process.version}. ` +
      'On Linux (x64, arm64) it comes with the packages: run "npm ci --include=optional". ' +
      'On other systems install it from https://nodejs.org.',
  )
}
