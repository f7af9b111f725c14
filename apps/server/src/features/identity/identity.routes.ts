import { identity } from '@em/contract/identity'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { USER_BY_ID } from './accounts/identity.queries.ts'
import { userOf } from './accounts/person.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  setPasswordByLink,
  signOut,
} from './identity.commands.ts'
import { signIn, signUp } from './sign-in/sign-in.commands.ts'

export function identityRoutes(server: Server): void {
  serve(server, identity.signup, (call) => signUp(server, call))
  serve(server, identity.login, (call) => signIn(server, call))
  serve(server, identity.me, async ({ user }) => {
    const [found] = await server.database.query(USER_BY_ID, { userId: user.id })
    if (!found) throw new Refusal('auth.required')
    return userOf(found)
  })
  serve(server, identity.logout, ({ request, user }) => signOut(server, { request, user }))
  serve(server, identity.changePassword, ({ request, user, body }) =>
    changePassword(server, { request, user }, body),
  )
  serve(server, identity.setPassword, ({ request, reply, body }) =>
    setPasswordByLink(server, { request, reply }, body),
  )
  serve(server, identity.sessions, ({ user }) => listSessions(server, user))
  serve(server, identity.endSession, ({ request, user, params }) =>
    endSession(server, { request, user }, params.id),
  )
  serve(server, identity.endOtherSessions, ({ request, user }) => endOtherSessions(server, { request, user }))
}
