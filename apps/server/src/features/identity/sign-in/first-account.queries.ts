/** Whether the installation still waits for its first account, which becomes the administrator. */
import { type Database, statement } from '../../../platform/database/database.ts'

const ANY_USER = statement('identity.any-user', 'SELECT EXISTS (SELECT FROM users) AS found')

/**
 * Answers a function that says whether there is no account yet. The database is asked until there is one, by one query
 * at a time, and never again afterwards; where it does not answer, the function says false.
 */
export function firstAccountOf(database: Database): () => Promise<boolean> {
  let isThere = false
  let asking: Promise<boolean> | undefined
  const ask = async () => {
    const [answer] = await database.query(ANY_USER)
    isThere = answer?.found ?? false
    return !isThere
  }
  return async () => {
    if (isThere) return false
    asking ??= ask()
      .catch(() => false)
      .finally(() => {
        asking = undefined
      })
    return asking
  }
}
