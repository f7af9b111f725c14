import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The system account PostgreSQL runs as. `undefined` means "as ourselves", which is right for
 * everyone but root: PostgreSQL refuses to run as root.
 */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined

/** Accounts made for a database, best first; where none exists we take the one that owns no files. */
const dedicatedAccounts = ['equity-manager', 'postgres']
const nobody = { uid: 65534, gid: 65534 }

function accountNumber(flag: '-u' | '-g', name: string): number | undefined {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' })
  if (answer.status !== 0) return undefined
  const value = Number.parseInt(answer.stdout, 10)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

/** True where this process is root and PostgreSQL therefore needs another account. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Chooses the account for PostgreSQL.
 * @param cluster the data folder; an existing one stays with its owner, so that an account installed
 *   later on the machine does not take the data over.
 */
export async function chooseRunAs(cluster: string): Promise<RunAs> {
  if (!isRoot()) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of dedicatedAccounts) {
    const uid = accountNumber('-u', name)
    const gid = accountNumber('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  return nobody
}

/**
 * The first folder on the way to `path` (itself included) that the account may not pass through, or
 * `undefined` where the way is open. Looks at permission bits only.
 */
export async function blockedAt(path: string, account: RunAs): Promise<string | undefined> {
  if (!account) return undefined
  const parent = dirname(path)
  const above = parent === path ? undefined : await blockedAt(parent, account)
  if (above !== undefined) return above
  const { uid, gid, mode } = await stat(path)
  const passBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return mode & passBit ? undefined : path
}
