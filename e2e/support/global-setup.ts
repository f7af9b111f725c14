/**
 * Once for the whole run of stories: a current build of the web, a Chromium, and one PostgreSQL with a migrated
 * template, of which every installation is a copy.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import databases from '../../apps/server/test/support/global-setup.ts'
import { findChromium } from '../../tools/test/chromium.ts'

const launcher = fileURLToPath(new URL('../../tools/launch.mjs', import.meta.url))

/** Builds the web when what it is made of has changed. */
function buildWeb(): void {
  const { status } = spawnSync(process.execPath, [launcher, 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The web could not be built, so there is nothing to drive.')
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env['CHROMIUM'] = await findChromium()
  buildWeb()
  return databases(project)
}
