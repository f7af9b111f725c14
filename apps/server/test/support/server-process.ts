/** The server as a user starts it: a process of its own, with an address, and signals to end it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { builtOf } from '../../src/platform/built.ts'
import { afterFile } from './after-file.ts'

/** Where what is compiled is kept, once for all servers of the run, as the launcher has it. */
export const COMPILED =
  process.env['NODE_COMPILE_CACHE'] ?? fileURLToPath(new URL('../../../../.cache/node', import.meta.url))
const main = new URL('../../src/main.ts', import.meta.url)

export interface ServerProcess {
  readonly child: ChildProcess
  /** Milliseconds from the start of the process to its first answer; the address. Rejects when it ends before. */
  ready(): Promise<{ url: string; ms: number }>
  /** Everything it has said so far. */
  said(): string
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

/**
 * Starts it with these settings and none of our own. It is stopped when the file's tests end. Without `WORKERS: '1'` it has no
 * worker, which takes as long to start as the server itself.
 */
export function startServer(settings: Record<string, string>, args: string[] = []): ServerProcess {
  const began = performance.now()
  const { PATH = '', HOME = '', BUILT_SERVER = '' } = process.env
  const child = spawn(process.execPath, ['--max-semi-space-size=16', fileURLToPath(builtOf(main)), ...args], {
    env: { PATH, HOME, BUILT_SERVER, NODE_COMPILE_CACHE: COMPILED, PORT: '0', WORKERS: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += part))
  const ended = once(child, 'exit').then(([status, signal]: (number | string)[]) => {
    forget()
    return status ?? signal ?? ''
  })
  const forget = afterFile(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const ready = async () => {
    let over = false
    void ended.then(() => {
      over = true
    })
    for (;;) {
      const url = /http:\/\/[\w.:]+/.exec(text)?.[0]
      if (url !== undefined) {
        await fetch(`${url}/api/health`).then((answer) => answer.text())
        return { url, ms: performance.now() - began }
      }
      if (over) throw new Error(`the server ended before it served:\n${text}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return { child, ready, said: () => text, ended }
}

/** Sends JSON to a running server. */
export function post(url: string, path: string, body: object, token = ''): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}
