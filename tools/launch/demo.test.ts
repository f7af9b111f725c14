import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const module = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`
const nothing = (name: string) => module(`export const ${name} = async () => undefined`)
const noBuild = module(`
  export const ensureServerBuilt = async () => undefined
  export const serverProgram = (program) => ({ program, env: {} })`)
/** The launcher installs and builds nothing, and in place of the server its process says what it was given. */
const noServer = module(`
  import { registerHooks } from 'node:module'
  const none = ${JSON.stringify({ web: nothing('ensureWebBuilt'), install: nothing('ensureInstalled'), server: noBuild })}
  registerHooks({
    resolve: (asked, context, next) => {
      const [, name] = /\\/(web|install|server)\\.mjs$/.exec(asked) ?? []
      return name === undefined ? next(asked, context) : { url: none[name], shortCircuit: true }
    },
  })
  if (process.argv.includes('--demo')) {
    const { DATA_DIR, EQUITY_MANAGER_EDITION, PORT } = process.env
    console.log(JSON.stringify([process.argv.slice(2), DATA_DIR, EQUITY_MANAGER_EDITION, PORT]))
    process.exit(0)
  }`)

function demo(settings: Record<string, string>, args: readonly string[] = []): unknown {
  const { DATA_DIR: _, EQUITY_MANAGER_EDITION: __, ...env } = process.env
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../launch.mjs', import.meta.url)), 'demo', ...args],
    { env: { ...env, NODE_OPTIONS: `--import ${noServer}`, ...settings }, encoding: 'utf8' },
  )
  return stdout === '' ? stderr : JSON.parse(stdout)
}

test('npm run demo passes on the folder and the edition that the environment sets', () => {
  const set = { DATA_DIR: '/tmp/of my own', EQUITY_MANAGER_EDITION: 'standard', PORT: '4999' }
  expect(demo(set)).toEqual([['--demo'], '/tmp/of my own', 'standard', '4999'])
})

test('without them the demo has a folder of its own and all methods; arguments are passed on', () => {
  const unset = { DATA_DIR: '', EQUITY_MANAGER_EDITION: '', PORT: '4999' }
  expect(demo(unset, ['--fresh'])).toEqual([['--demo', '--fresh'], './data-demo', 'premium', '4999'])
})
