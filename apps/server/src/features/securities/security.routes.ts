import { security } from '@em/contract/securities/security'
import { type Server, serve } from '../../platform/http/serve.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { pricesBetween, securityAt } from './security.queries.ts'

/** The page of one security. */
export function securityRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, security.page, async ({ params, query }) => {
    const { id } = await resolveCompany(database, params.symbol)
    return securityAt(database, id, query.asOf ?? clock.today())
  })

  serve(server, security.prices, async ({ params, query }) => {
    const { id } = await resolveCompany(database, params.symbol)
    return pricesBetween(database, id, { from: query.startDate ?? null, to: query.endDate ?? null })
  })
}
