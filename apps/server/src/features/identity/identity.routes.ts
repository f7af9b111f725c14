import { identity } from '@em/contract/identity'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changePassword, signIn, signOut, signUp } from './identity.commands.ts'
import { USER_BY_ID, type UserRow } from './identity.queries.ts'
import type { Sessions } from './sessions.ts'

export function identityRoutes(server: Server, sessions: Sessions): void {
  serve(server, identity.signup, ({ request, body }) => signUp(server, request, body))
  serve(server, identity.login, ({ request, body }) => signIn(server, request, body))
  serve(server, identity.me, async ({ user }) => {
    const [found] = await server.database.query<UserRow>(USER_BY_ID, [user.id])
    if (!found) throw new Refusal('auth.required')
    return found
  })
  serve(server, identity.logout, ({ request, user }) => signOut(server, sessions, request, user))
  serve(server, identity.changePassword, ({ request, user, body }) =>
    changePassword(server, sessions, request, user, body),
  )
}
