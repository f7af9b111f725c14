import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { builtOf } from '../../apps/server/src/platform/built.ts'
import { PROGRAMS, serverProgram } from './server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('every script that the server starts, or gives to a reader process, is built', () => {
  const folder = join(root, 'apps', 'server', 'src')
  const started = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [...text.matchAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g)].map(([, path = '']) =>
        relative(root, resolve(folder, name, '..', path)),
      )
    })
  expect(started.toSorted()).toEqual(
    PROGRAMS.filter((path: string) => path !== 'apps/server/src/main.ts').toSorted(),
  )
})

test('a program is run from the build, with the build in the environment of what it starts', () => {
  expect(serverProgram('apps/server/src/main.ts', '/b')).toEqual({
    program: '/b/apps.server.src.main.js',
    env: { BUILT_SERVER: '/b' },
  })
  expect(serverProgram('apps/server/src/main.ts', undefined)).toEqual({
    program: 'apps/server/src/main.ts',
    env: {},
  })
})

describe('the file of a program', () => {
  const source = new URL('../../apps/server/src/worker.ts', import.meta.url)
  const folder = mkdtempSync(join(tmpdir(), 'built-'))
  beforeEach(() => vi.stubEnv('BUILT_SERVER', folder))
  afterEach(() => vi.unstubAllEnvs())
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is its source where the build does not have it, and where nothing was built', () => {
    expect(builtOf(source)).toEqual(source)
    expect(builtOf(pathToFileURL('/elsewhere/worker.ts'))).toEqual(pathToFileURL('/elsewhere/worker.ts'))
    vi.stubEnv('BUILT_SERVER', '')
    expect(builtOf(source)).toEqual(source)
  })

  test('is the built one', () => {
    const built = join(folder, 'apps.server.src.worker.js')
    writeFileSync(built, '')
    expect(builtOf(source)).toEqual(pathToFileURL(built))
  })
})
