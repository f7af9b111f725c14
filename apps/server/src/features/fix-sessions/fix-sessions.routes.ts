import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { fixSessions } from '@em/contract/fix-sessions/session-register'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'
import { sessionDays } from './days.queries.ts'
import { listMessages } from './messages.queries.ts'
import { startOrStopSession } from './start-stop.commands.ts'
import { sessionStates } from './states.queries.ts'

const slots: Slots = {
  beforeWrite: async (_tx, values, before) => {
    const { tls, passwordFrom } = { ...before, ...values }
    if (tls !== true && (passwordFrom ?? null) !== null) throw new Refusal('fix-session.password-plain')
    return values
  },
  uses: [
    {
      one: 'message',
      many: 'messages',
      count: 'SELECT count(*) FROM fix_messages WHERE session_id = $1',
    },
    {
      one: 'start by hand',
      many: 'starts by hand',
      count: 'SELECT count(*) FROM fix_session_states WHERE session_id = $1',
    },
  ],
}

/** FIX sessions: the register, how far each is, their messages, and the start and stop by hand. */
export function fixSessionsRoutes(server: Server): void {
  const { database } = server
  serve(server, fixConnections.states, () => sessionStates(database))
  registerRoutes(server, fixSessions, slots)
  serve(server, fixConnections.messages, async ({ params, query, reply }) => {
    const { day, kind = 'all', limit, cursor } = query
    const page = await listMessages(database, { id: params.id, day, kind, limit, cursor })
    setPageHeaders(reply, page)
    return page.rows
  })
  serve(server, fixConnections.days, ({ params }) => sessionDays(database, params.id))
  serveWrite(server, fixConnections.start, (tx, { params, body, user }) =>
    startOrStopSession(tx, { id: params.id, isRunning: true, reset: body.reset === true, by: user.id }),
  )
  serveWrite(server, fixConnections.stop, (tx, { params, user }) =>
    startOrStopSession(tx, { id: params.id, isRunning: false, reset: false, by: user.id }),
  )
}
