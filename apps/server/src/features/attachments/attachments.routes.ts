import { ATTACHMENT_BYTES_MAX, attachments } from '@em/contract/attachments/attachments'
import { type Server, serve, serveFile, serveWrite } from '../../platform/http/serve.ts'
import {
  addAttachment,
  checkOwner,
  markRemoved,
  removeAttachment,
  requireOwner,
} from './attachments.commands.ts'
import { attachmentsOf, findAttachment, readAttachment } from './attachments.queries.ts'

/** A file of the largest size in base64, with its name. */
const BODY_MAX = Math.ceil(ATTACHMENT_BYTES_MAX / 3) * 4 + 8192

export function attachmentsRoutes(server: Server): void {
  const { database } = server
  const bytesMax = server.settings.attachmentsPerPersonMb * 1024 * 1024

  serve(server, attachments.list, async ({ query, user }) => {
    requireOwner('see', query.owner_kind, user)
    await checkOwner(database, query.owner_kind, query.owner_id)
    return attachmentsOf(database, query.owner_kind, query.owner_id)
  })

  serveWrite(
    server,
    attachments.add,
    async (tx, { body, user }) => {
      const answer = await addAttachment(tx, body, { user, bytesMax })
      return {
        answer,
        audit: { action: 'attachments.add', entity: 'attachment', entityId: answer.id, after: answer },
      }
    },
    { bodyLimit: BODY_MAX },
  )

  serveFile(server, attachments.file, async ({ params, user }) => {
    const { owner_kind } = await findAttachment(database, params.id)
    requireOwner('see', owner_kind, user)
    return readAttachment(database, params.id)
  })

  serveWrite(server, attachments.remove, async (tx, { params, user }) => {
    const before = await removeAttachment(tx, params.id, user)
    return {
      answer: { success: true as const, id: before.id },
      audit: { action: 'attachments.remove', entity: 'attachment', entityId: before.id, before },
    }
  })

  serveWrite(server, attachments.markRemoved, async (tx, { params, body, user }) => {
    const { before, after } = await markRemoved(tx, params.id, body.reason, user)
    return {
      answer: after,
      audit: { action: 'attachments.mark-removed', entity: 'attachment', entityId: after.id, before, after },
    }
  })
}
