import { feed } from '@em/contract/books/price-feed'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { serveJob } from '../../../platform/http/serve-job.ts'
import { exchangeOf } from '../exchange/exchange-client.ts'
import { keepFedDay, readExchange, turnFeed } from './feed.commands.ts'
import { feedStatus } from './feed.queries.ts'

/** The feed of the exchange's prices. */
export function priceFeedRoutes(server: Server): void {
  const { database, clock, settings } = server

  serve(server, feed.status, () => feedStatus(database, settings.priceFeedUrl))

  serveJob(server, feed.read, {
    // Before the door: the exchange takes its time, and no connection waits for it.
    prepare: async ({ by, progress, dryRun }) => {
      const { recordedBy } = by
      progress(0, 0, 'Asking the exchange')
      const day = await readExchange(database, exchangeOf(settings), {
        recordedBy,
        byClock: false,
        today: clock.today(),
      })
      return (tx) => keepFedDay(tx, day, { ...by, byClock: false, dryRun })
    },
  })

  serveWrite(server, feed.turn, (tx, { body, user }) =>
    turnFeed(tx, { byClock: body.byClock, recordedBy: user.id }),
  )
}
