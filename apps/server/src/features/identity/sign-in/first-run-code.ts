/**
 * The first person to sign up is the administrator. With FIRST_RUN_CODE=1 that sign-up asks for a code that only the console
 * of the server shows. The code is kept in memory, as a hash, until the server ends.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Database, statement } from '../../../platform/database/database.ts'
import type { Settings } from '../../../platform/settings.ts'

const ANY_USER = statement('identity.any-user-at-start', 'SELECT EXISTS (SELECT FROM users) AS found')
/** Digits and capitals without those that are easily confused; 32 of them, so that each byte gives one evenly. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 3
const OF_GROUP = 4

export interface FirstRunCode {
  /** As it is printed: `7KQ2-M9XD-TR4H`. Only its hash is kept. */
  readonly printed: string
  readonly check: CheckFirstRunCode
}
/** Whether a text is the code; capitals, hyphens and blanks do not matter. */
export type CheckFirstRunCode = (typed: string) => boolean

/** A new code, of 60 random bits. */
export function newFirstRunCode(): FirstRunCode {
  const letters = [...randomBytes(GROUPS * OF_GROUP)].map((byte) => LETTERS[byte % LETTERS.length])
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    letters.slice(at * OF_GROUP, (at + 1) * OF_GROUP).join(''),
  )
  const storedHash = hashOf(groups.join(''))
  return { printed: groups.join('-'), check: (typed) => timingSafeEqual(hashOf(typed), storedHash) }
}

const hashOf = (typed: string) =>
  createHash('sha256')
    .update(typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
    .digest()

/** What the start says of the first account: a code where one is asked for, or a note where others could come first. */
export interface FirstRun {
  readonly code?: FirstRunCode
  readonly note?: string
}

const NOTE =
  'Note: there is no account yet, and other machines can reach the server. The first to sign up becomes the ' +
  'administrator. Sign up now, or start with FIRST_RUN_CODE=1 to ask for a code.'

/** Nothing where there is an account already, or where only this machine reaches the server and no code is asked for. */
export async function firstRunOf(
  database: Database,
  { asksFirstRunCode, reachesOthers }: Pick<Settings, 'asksFirstRunCode' | 'reachesOthers'>,
): Promise<FirstRun> {
  if (!asksFirstRunCode && !reachesOthers) return {}
  const [answer] = await database.query(ANY_USER)
  if (answer?.found === true) return {}
  return asksFirstRunCode ? { code: newFirstRunCode() } : { note: NOTE }
}
