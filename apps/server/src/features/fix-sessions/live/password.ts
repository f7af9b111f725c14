/** Where the password of a FIX session is found: outside the database, in a variable or a file that the register names. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Secrets {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder of key files; undefined: there are none. */
  readonly folder: string | undefined
}

/** @throws Error with a sentence for the tab, which holds nothing of the password. */
export async function passwordOf(from: string | null, secrets: Secrets): Promise<string | undefined> {
  if (from === null) return undefined
  if (from.startsWith('FIX_PASSWORD_')) {
    const found = secrets.environment[from]
    if (found === undefined || found === '') throw new Error(`The variable ${from} is not set on the server.`)
    return sendable(found)
  }
  const name = /^file:([A-Za-z0-9_][A-Za-z0-9._-]{0,99})$/.exec(from)?.[1]
  if (name === undefined || secrets.folder === undefined) {
    throw new Error('The setting FIX_KEYS_DIR names no folder for password files.')
  }
  const text = await readFile(join(secrets.folder, name), 'utf8').catch(() => {
    throw new Error(`The password file ${name} cannot be read.`)
  })
  return sendable(text.trim())
}

function sendable(password: string): string {
  if (/^[\x20-\x7e]+$/.test(password)) return password
  throw new Error('The password must have Latin letters, digits and signs only.')
}
