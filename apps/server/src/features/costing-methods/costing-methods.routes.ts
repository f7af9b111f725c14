import { costingMethods } from '@em/contract/costing-methods/costing-methods'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { assignMethod, takeMethodBack } from './costing-methods.commands.ts'
import { listAssignments } from './costing-methods.queries.ts'

/** Portfolio Costing Method (Valuation Method). */
export function costingMethodsRoutes(server: Server): void {
  serve(server, costingMethods.list, async ({ query, reply }) => {
    const page = await listAssignments(server.database, query)
    setPageHeaders(reply, page)
    return page.records
  })
  serveWrite(server, costingMethods.assign, (tx, { body }) => assignMethod(tx, server.settings.edition, body))
  serveWrite(server, costingMethods.remove, (tx, { params }) => takeMethodBack(tx, params.portfolioId))
}
