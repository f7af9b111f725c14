import { type CostOfFundsDefinition, costOfFunds } from '@em/contract/cost-of-funds/cost-of-funds'
import { dayInWords } from '@em/core/values/date-texts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { removeDefinition, saveDefinition } from './cost-of-funds.commands.ts'
import { definitionAt, listDefinitions } from './cost-of-funds.queries.ts'

/** Cost of Funds Definition: save, list, delete, and the one in force today or on a date. */
export function costOfFundsRoutes(server: Server): void {
  const { database, clock } = server
  const inForce = async (date: string): Promise<CostOfFundsDefinition> => {
    const found = await definitionAt(database, date)
    if (found === undefined) {
      throw new Refusal('record.missing', {
        what: `A cost of funds definition in force on ${dayInWords(date)}`,
      })
    }
    return found
  }
  serve(server, costOfFunds.list, async ({ query, reply }) => {
    const page = await listDefinitions(database, query)
    setPageHeaders(reply, page)
    return page.records
  })
  serve(server, costOfFunds.active, () => inForce(clock.today()))
  serve(server, costOfFunds.activeAt, ({ params }) => inForce(params.date))
  serveWrite(server, costOfFunds.create, (tx, { body }) => saveDefinition(tx, body))
  serveWrite(server, costOfFunds.remove, (tx, { params }) => removeDefinition(tx, params.id))
}
