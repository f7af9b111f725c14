/** The processes that a process of ours has started. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The identities of the processes that this one started and that still run. */
export async function childrenOf(pid: number): Promise<number[]> {
  const found = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }))
  return found.stdout.split('\n').filter(Boolean).map(Number)
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
