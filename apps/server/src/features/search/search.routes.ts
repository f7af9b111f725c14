import { search } from '@em/contract/search/search'
import { may } from '../../platform/authorize.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { found } from './found.ts'

/** One search over all that a person may see: results are shown only to users who may open their screens. */
export function searchRoutes(server: Server): void {
  const { database, clock } = server
  serve(server, search, async ({ query, user }) =>
    found(database, query.q, {
      may: (...calls) => calls.every((call) => may(call, user)),
      today: clock.today(),
    }),
  )
}
