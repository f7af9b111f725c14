import { users } from '@em/contract/identity/identity'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { sessionsOfPerson } from '../accounts/sessions-of-person.ts'
import {
  accountOf,
  changeUser,
  endSessionOf,
  endSessionsOf,
  inviteUser,
  listUsers,
  makePasswordLink,
} from './users.commands.ts'

const HOLDS_AT_ONCE = { changesWhoMay: true }

/** The accounts, for users who manage people. */
export function usersRoutes(server: Server): void {
  const { clock, database, settings } = server
  serve(server, users.list, async ({ query, reply }) => {
    const { rows, total } = await listUsers(database, query.state)
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serveWrite(
    server,
    users.change,
    (tx, { params, body, user }) => changeUser(tx, user, params.id, body, clock.today()),
    HOLDS_AT_ONCE,
  )
  // An answer that holds a link's token is not kept.
  serveWrite(server, users.invite, (tx, { body, user }) => inviteUser(tx, user, body), {
    hasSecretAnswer: true,
  })
  serveWrite(server, users.passwordLink, (tx, { params, user }) => makePasswordLink(tx, params.id, user), {
    hasSecretAnswer: true,
  })
  serve(server, users.sessions, async ({ params, user }) => {
    await accountOf(database, params.id)
    const { idleMinutes } = settings.session
    return sessionsOfPerson(database, { userId: params.id, idleMinutes, current: user.sessionId })
  })
  serveWrite(
    server,
    users.endSessions,
    (tx, { params, user }) => endSessionsOf(tx, user, params.id),
    HOLDS_AT_ONCE,
  )
  serveWrite(
    server,
    users.endSession,
    (tx, { params, user }) => endSessionOf(tx, user, params),
    HOLDS_AT_ONCE,
  )
}
