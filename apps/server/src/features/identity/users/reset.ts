import { recordAlone } from '../../../platform/acts.ts'
import type { Database } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { USER_BY_EMAIL } from '../accounts/identity.queries.ts'
import { makePasswordLink } from './users.commands.ts'

/**
 * Makes a one-time link for the account with this e-mail, from the machine of the server. The audit row names no user.
 * @throws Refusal 404 without such an account, `users.not-active`.
 */
export async function resetPassword(
  database: Database,
  email: string,
): Promise<{ path: string; expiresAt: string }> {
  const [user] = await database.query(USER_BY_EMAIL, { email: email.trim().toLowerCase() })
  if (!user) throw new Refusal('record.missing', { what: `An account with the email ${email}` })
  return database.transaction(async (tx) => {
    const { answer, audit } = await makePasswordLink(tx, user.id, undefined)
    const after = { ...(audit.after as object), by: 'the command on the server' }
    await recordAlone(tx, { ...audit, after, by: null, requestId: null })
    return answer
  })
}
