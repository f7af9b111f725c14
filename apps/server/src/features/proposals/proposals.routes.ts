import { rebalancing } from '@em/contract/proposals/rebalancing'
import { saleProposals } from '@em/contract/proposals/sale-proposals'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { portfolioInPath } from '../portfolios/portfolios.queries.ts'
import { averagePlan } from './average.queries.ts'
import { cashProposal } from './cash.queries.ts'
import { rebalancingProposal } from './rebalancing.queries.ts'
import { saleProposal } from './sale.queries.ts'
import { setTargets } from './targets.commands.ts'
import { findTargets, targetsForAnswer } from './targets.queries.ts'

/** Proposals: what a sale, a buy or a rebalancing would come to. */
export function proposalsRoutes(server: Server): void {
  const { database, clock } = server
  serve(server, saleProposals.sale, ({ body }) => saleProposal(database, body, clock.today()))
  serve(server, saleProposals.average, ({ body }) => averagePlan(database, body, clock.today()))
  serve(server, rebalancing.targets, async ({ params }) => {
    const portfolio = await portfolioInPath(database, params.portfolio)
    return targetsForAnswer(portfolio, await findTargets(database, portfolio.id))
  })
  serveWrite(server, rebalancing.setTargets, (tx, input) =>
    setTargets(tx, input, { today: clock.today(), user: input.user }),
  )
  serve(server, rebalancing.propose, ({ body }) => rebalancingProposal(database, body, clock.today()))
  serve(server, saleProposals.cash, ({ body }) => cashProposal(database, body, clock.today()))
}
