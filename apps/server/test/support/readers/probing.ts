/** A reader that tries what a reader must not be able to do, or to go on with: `asked.what` names the attempt. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

const MB = 1024 * 1024

interface Asked {
  readonly what: 'wait' | 'loop' | 'buffers' | 'heap' | 'crash' | 'answer' | 'rights' | 'echo'
  readonly path?: string
}

export async function read(bytes: Uint8Array, { what, path = '' }: Asked): Promise<unknown> {
  const retained: unknown[] = []
  switch (what) {
    case 'wait':
      await pause(600_000)
      return null
    case 'loop':
      for (;;) retained.length = 0
    case 'buffers':
      for (;;) {
        retained.push(Buffer.alloc(8 * MB, 1))
        await pause(5)
      }
    case 'heap':
      for (;;) retained.push(Array.from({ length: 1_000 }, () => ({})))
    case 'crash':
      process.abort()
    case 'answer':
      return 'x'.repeat(65 * MB)
    case 'rights':
      return rights(path)
    default:
      return { bytes: bytes.length, pid: process.pid }
  }
}

/** The code of the refusal of each attempt; 'done' where it was possible. */
function rights(path: string): Record<string, unknown> {
  const tried = (work: () => unknown) => {
    try {
      work()
      return 'done'
    } catch (error) {
      return (error as { code?: string }).code
    }
  }
  return {
    reads: tried(() => readFileSync('/etc/passwd')),
    writes: tried(() => writeFileSync(path, 'x')),
    spawns: tried(() => execFileSync('true')),
    threads: tried(() => new Worker('', { eval: true })),
    // oxlint-disable-next-line typescript/no-implied-eval -- whether it is refused is what is tried
    evaluates: tried(() => new Function('return 1')()),
    environment: Object.keys(process.env).filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)),
    folder: process.cwd(),
  }
}
