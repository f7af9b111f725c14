import { saleProposals } from '@em/contract/books/sale-proposals'
import { type Server, serve } from '../../platform/http/serve.ts'
import { averagePlan } from './average.queries.ts'
import { cashProposal } from './cash.queries.ts'
import { saleProposal } from './sale.queries.ts'

/** Proposals: what a sale, a buy or a rebalancing would come to. */
export function proposalsRoutes(server: Server): void {
  const { database, clock } = server
  serve(server, saleProposals.sale, ({ body }) => saleProposal(database, body, clock.today()))
  serve(server, saleProposals.average, ({ body }) => averagePlan(database, body, clock.today()))
  serve(server, saleProposals.cash, ({ body }) => cashProposal(database, body, clock.today()))
}
