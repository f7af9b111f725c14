/** Data folders with a database that was started once and stopped: initdb takes longer than most tests. */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Copies what a folder holds into another one, with its owners and rights; PostgreSQL's log begins anew. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(from, '.'), to])
  await rm(join(to, 'postgres.log'), { force: true })
}
