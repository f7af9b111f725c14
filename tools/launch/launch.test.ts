import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { agrees } from './install.mjs'
import { isAtLeast } from './node.mjs'

/** A program that says how often it was asked to end, takes a moment, and ends with status 7. */
const program = `
  let asked = 0
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
    asked += 1
    if (asked === 1) setTimeout(() => { console.log(name, asked); process.exit(7) }, 300)
  })
  console.log('up', process.pid)
  setInterval(() => {}, 1000)`

const launcher = `
  import { runNode } from ${JSON.stringify(new URL('./run.mjs', import.meta.url).href)}
  process.exitCode = await runNode(process.execPath, ['--eval', ${JSON.stringify(program)}])`

function launch(): { child: ChildProcess; said: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', launcher], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout?.on('data', (part: Buffer) => (text += part))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, said: () => text, ended }
}

async function until(said: () => string, pattern: RegExp): Promise<void> {
  while (!pattern.test(said())) await pause(10)
}

describe('running a program', () => {
  test('one Ctrl-C that the console and npm both deliver arrives once; the status is passed on', async () => {
    const { child, said, ended } = launch()
    await until(said, /up/)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await pause(50)
    child.kill('SIGINT')
    expect(await ended).toBe(7)
    expect(said()).toMatch(/SIGINT 1\n$/)
  })

  test('a signal to the launcher alone is passed on', async () => {
    const { child, said, ended } = launch()
    await until(said, /up/)
    child.kill('SIGTERM')
    expect(await ended).toBe(7)
    expect(said()).toMatch(/SIGTERM 1\n$/)
  })

  test('when the launcher is killed hard, the program is asked to end', async () => {
    const { child, said, ended } = launch()
    await until(said, /up/)
    child.kill('SIGKILL')
    await until(said, /SIGTERM 1/)
    await ended
  })
})

describe('whether the installed packages are those of the lock', () => {
  const lock = {
    packages: {
      '': { name: 'root' },
      'apps/server': { version: '0.1.0' },
      'node_modules/@em/server': { resolved: 'apps/server', link: true },
      'node_modules/pg': { version: '8.23.1' },
      'node_modules/other-system': { version: '1.0.0', optional: true },
    },
  }
  const installed = { 'node_modules/@em/server': { link: true }, 'node_modules/pg': { version: '8.23.1' } }

  test.each([
    ['all there, another system’s package absent', installed, true],
    ['one of another version', { ...installed, 'node_modules/pg': { version: '8.22.0' } }, false],
    ['one missing', { 'node_modules/@em/server': { link: true } }, false],
    ['nothing', {}, false],
  ])('%s', (_, packages, answer) => {
    expect(agrees(lock, { packages })).toBe(answer)
  })
})

test.each<[string, [number, number], boolean]>([
  ['v24.21.0', [24, 0], true],
  ['v22.18.0', [22, 18], true],
  ['v22.17.1', [22, 18], false],
  ['v20.20.2', [22, 18], false],
  ['', [22, 18], false],
])('Node %s is at least %j: %s', (version, wanted, answer) => {
  expect(isAtLeast(version, wanted)).toBe(answer)
})
