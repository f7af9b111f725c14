import { announcements } from '@em/contract/announcements/announcements'
import { holdings } from '@em/contract/holdings/holdings'
import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { may, requireRight, type SignedIn } from '../../platform/authorize.ts'
import { refuseOtherEnding } from '../../platform/file-readers/ending.ts'
import { type Server, serve, serveFile, serveWrite } from '../../platform/http/serve.ts'
import { asks } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ownsAttachments } from '../attachments/attachments.commands.ts'
import { findAttachment, readAttachment } from '../attachments/attachments.queries.ts'
import {
  changeAnnouncement,
  recordAnnouncement,
  refuseProblems,
  removeAnnouncement,
  uploadAnnouncements,
} from './announcements.commands.ts'
import {
  announcementById,
  listAnnouncements,
  requireAnnouncement,
  type Viewer,
  versionsOf,
} from './announcements.queries.ts'
import { readAnnouncements } from './read-file.ts'

/** Market Announcements, Corporate Notices, Trading Updates, Regulatory Updates, News & Events. */
export function announcementsRoutes(server: Server): void {
  const { database, clock, readers, settings } = server
  ownsAttachments('announcement', { exists: requireAnnouncement })
  const viewerOf = (user: SignedIn): Viewer => ({
    mayHold: may(holdings.valued, user),
    documents: settings.exchangeDocumentsUrl,
  })

  serve(server, announcements.list, async ({ query, user, reply }) => {
    const { held: _, ...asked } = query
    const onlyHeld = asks(query, 'held')
    if (onlyHeld) requireRight('holdings.read', user)
    const found = await listAnnouncements(
      database,
      { ...asked, onlyHeld },
      { today: clock.today(), mayHold: viewerOf(user).mayHold },
    )
    void reply.header('X-Total-Count', String(found.total))
    if (found.nextCursor !== null) void reply.header('X-Next-Cursor', found.nextCursor)
    return found.rows
  })

  serve(server, announcements.get, ({ params, user }) =>
    announcementById(database, params.id, viewerOf(user)),
  )

  serve(server, announcements.versions, ({ params }) => versionsOf(database, params.id))

  serveFile(server, announcements.file, async ({ params }) => {
    await requireAnnouncement(database, params.id)
    const file = await findAttachment(database, params.file)
    if (file.owner_kind !== 'announcement' || file.owner_id !== params.id)
      throw new Refusal('record.missing', { what: 'The file' })
    return readAttachment(database, params.file)
  })

  serveWrite(server, announcements.record, (tx, { body, user }) =>
    recordAnnouncement(tx, body, { recordedBy: user.id, viewer: viewerOf(user) }),
  )

  serveWrite(server, announcements.change, (tx, { params, body, user }) =>
    changeAnnouncement(tx, body, {
      id: params.id,
      version: body.version ?? null,
      reason: body.reason ?? null,
      recordedBy: user.id,
      viewer: viewerOf(user),
    }),
  )

  serveWrite(server, announcements.remove, (tx, { params, query, user }) =>
    removeAnnouncement(tx, { id: params.id, reason: query.reason ?? null, recordedBy: user.id }),
  )

  serveWrite(
    server,
    announcements.upload,
    {
      // Before the door: a file takes a while to read, and no connection waits for it.
      prepare: async ({ body, user }) => {
        const { file: sent, ...answers } = body
        const { fileName, data } = sent
        refuseOtherEnding(fileName)
        const file = await readAnnouncements(readers, user.id, data, answers)
        refuseProblems(file)
        return (tx) => uploadAnnouncements(tx, { file, fileName, data, recordedBy: user.id })
      },
    },
    { bodyLimit: FILE_BYTES_MAX + 64 * 1024 },
  )
}
