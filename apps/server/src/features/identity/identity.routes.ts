import { identity } from '@em/contract/identity/identity'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { USER_BY_ID } from './accounts/identity.queries.ts'
import { userOf } from './accounts/person.ts'
import { sessionsOfPerson } from './accounts/sessions-of-person.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  setPasswordByLink,
  signOut,
} from './identity.commands.ts'
import { signIn, signUp } from './sign-in/sign-in.commands.ts'

const ENDS_SESSIONS = { hasSecretAnswer: true, changesWhoMay: true }

export function identityRoutes(server: Server): void {
  serve(server, identity.signup, (call) => signUp(server, call))
  serve(server, identity.login, (call) => signIn(server, call))
  serve(server, identity.me, async ({ user }) => {
    const [found] = await server.database.query(USER_BY_ID, { userId: user.id })
    if (!found) throw new Refusal('auth.required')
    return userOf(found)
  })
  serveWrite(server, identity.logout, signOut, ENDS_SESSIONS)
  serve(server, identity.changePassword, ({ request, user, body }) =>
    changePassword(server, { request, user }, body),
  )
  serve(server, identity.setPassword, ({ request, reply, body }) =>
    setPasswordByLink(server, { request, reply }, body),
  )
  serve(server, identity.sessions, ({ user }) => {
    const { idleMinutes } = server.settings.session
    return sessionsOfPerson(server.database, { userId: user.id, idleMinutes, current: user.sessionId })
  })
  serveWrite(
    server,
    identity.endSession,
    (tx, input) => endSession(tx, input, input.params.id),
    ENDS_SESSIONS,
  )
  serveWrite(server, identity.endOtherSessions, endOtherSessions, ENDS_SESSIONS)
}
