import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { type Server, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { documentIntake } from '../documents/intake.ts'
import { missingOf } from './days.queries.ts'
import { fileOfDay } from './messages.queries.ts'

/** The day of a FIX session as a document. Also in processes of jobs: the clock takes it in, too. */
export function dayDocumentRoute(server: Server): void {
  const { database } = server
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
}
