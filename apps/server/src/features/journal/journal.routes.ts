import { journal } from '@em/contract/books/journal'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { ownsAttachments } from '../attachments/attachments.commands.ts'
import { postManualEntry } from './journal.commands.ts'
import { findEntry, isThere } from './journal.queries.ts'

export function journalRoutes(server: Server): void {
  const { database, clock } = server

  ownsAttachments('journal-entry', { exists: (db, id) => isThere(db, 'journal_entries', id) })
  ownsAttachments('journal-draft', { exists: (db, id) => isThere(db, 'journal_drafts', id) })

  serveWrite(server, journal.create, async (tx, { body, user }) => {
    const id = await postManualEntry(tx, body, user.id)
    const data = await findEntry(tx, id, clock.today())
    return {
      answer: { success: true as const, data },
      audit: { action: 'journal.post', entity: 'journal-entry', entityId: id, after: data },
    }
  })

  serve(server, journal.get, async ({ params }) => ({
    success: true as const,
    data: await findEntry(database, params.id, clock.today()),
  }))
}
