/** Runs a program to its end and passes signals and the exit status through. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { cacheFolder, modules, root } from './root.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** The console and npm both deliver one Ctrl-C; what comes this soon after the first is the same one. */
const sameSignalMs = 1_000

/** Our environment with the installed programs first on the path. */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: join(cacheFolder, 'node'),
    ...extra,
  }
}

/**
 * Answers the exit status (128 + signal number for a killed program).
 * The child leads a process group of its own, so that Ctrl-C reaches it once, from us. With `input` it reads what is typed.
 */
export function run(program, args, { env = {}, channel = false, cwd = root, input = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: environment(env),
      detached: process.platform !== 'win32',
      stdio: [input ? 'inherit' : 'ignore', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])],
    })
    let last = 0
    const pass = (signal) => {
      if (Date.now() - last < sameSignalMs) return
      last = Date.now()
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    }
    for (const signal of signals) process.on(signal, pass)
    const done = () => {
      for (const signal of signals) process.off(signal, pass)
    }
    child.on('error', (error) => {
      done()
      reject(error)
    })
    child.on('exit', (status, signal) => {
      done()
      resolve(status ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

const tether = new URL('./tether.mjs', import.meta.url).href

/** Runs one of our programs on the Node given; it ends in order when we are killed. */
export function runNode(node, args, options = {}) {
  return run(node, ['--import', tether, ...args], { ...options, channel: true })
}

/** Runs a program quietly and answers its status and everything it said. */
export function capture(program, args) {
  return new Promise((resolve) => {
    let said = ''
    const child = spawn(program, args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (part) => (said += part))
    child.stderr.on('data', (part) => (said += part))
    child.on('error', (error) => resolve({ status: 1, said: String(error) }))
    child.on('close', (status) => resolve({ status: status ?? 1, said }))
  })
}
