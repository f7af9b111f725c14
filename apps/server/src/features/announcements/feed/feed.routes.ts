import { announcementFeed } from '@em/contract/books/announcement-feed'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { serveJob } from '../../../platform/http/serve-job.ts'
import { exchangeOf } from '../../market/exchange/exchange-client.ts'
import { keepFedAnnouncements, readAnnouncementsOf, turnAnnouncementFeed } from './feed.commands.ts'
import { announcementFeedStatus } from './feed.queries.ts'

/** The feed of the exchange's announcements. */
export function announcementFeedRoutes(server: Server): void {
  const { database, settings } = server

  serve(server, announcementFeed.status, () => announcementFeedStatus(database, settings.priceFeedUrl))

  serveJob(server, announcementFeed.read, {
    // Before the door: the exchange takes its time, and no connection waits for it.
    prepare: async ({ user, progress }) => {
      const reader = { recordedBy: user.id, byClock: false }
      const fed = await readAnnouncementsOf(database, exchangeOf(settings), reader, (done, of) =>
        progress(done, of, 'Asking the exchange'),
      )
      return (tx) => keepFedAnnouncements(tx, fed, reader)
    },
  })

  serveWrite(server, announcementFeed.turn, (tx, { body, user }) =>
    turnAnnouncementFeed(tx, { byClock: body.byClock, recordedBy: user.id }),
  )
}
