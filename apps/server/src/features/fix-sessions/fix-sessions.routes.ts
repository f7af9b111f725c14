import { fixConnections } from '@em/contract/books/fix-sessions'
import { fixSessions } from '@em/contract/registers/fix-sessions'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tellPage } from '../../registers/list.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'
import { documentIntake } from '../documents/intake.ts'
import { missingOf, sessionDays } from './days.queries.ts'
import { fileOfDay, listMessages } from './messages.queries.ts'
import { sessionStates } from './states.queries.ts'
import { turnSession } from './turn.commands.ts'

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
    tellPage(reply, page)
    return page.rows
  })
  serve(server, fixConnections.days, ({ params }) => sessionDays(database, params.id))
  serveWrite(server, fixConnections.start, (tx, { params, body, user }) =>
    turnSession(tx, { id: params.id, isRunning: true, reset: body.reset === true, by: user.id }),
  )
  serveWrite(server, fixConnections.document, {
    // Before the door: it is read as a file is.
    prepare: async ({ params, body, user }) => {
      const { id } = params
      const { day, despiteMissing = false } = body
      const { name, ...file } = await fileOfDay(database, { id, day })
      const missing = await missingOf(database, id, day)
      if (missing !== null && !despiteMissing) {
        throw new Refusal('fix-session.gap', { numbers: missing, name, date: day })
      }
      return documentIntake(server, { ...file, password: null, again: 'replace', missing }, user)
    },
  })
  serveWrite(server, fixConnections.stop, (tx, { params, user }) =>
    turnSession(tx, { id: params.id, isRunning: false, reset: false, by: user.id }),
  )
}
