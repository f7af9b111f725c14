import { glMappings } from '@em/contract/gl-mappings/gl-mappings'
import { EVENT_POSTINGS } from '@em/core/ledger/role-book'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { moveLeft, removeMapping, setMapping } from './gl-mappings.commands.ts'
import { leftBalances, listMappings } from './gl-mappings.queries.ts'
import { withdrawMapping } from './gl-mappings.withdraw.ts'

/** GL Mapping and Cash Flow Mapping. */
export function glMappingsRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, glMappings.list, () => listMappings(database, clock.today()))
  serve(server, glMappings.events, () =>
    Promise.resolve(
      EVENT_POSTINGS.map((one) => ({ ...one, debit: [...one.debit], credit: [...one.credit] })),
    ),
  )
  serveWrite(server, glMappings.set, (tx, { body, by }) => setMapping(tx, body, { today: clock.today(), by }))
  serve(server, glMappings.left, () => leftBalances(database))
  serveWrite(server, glMappings.moveLeft, (tx, { body, by }) =>
    moveLeft(tx, body, { today: clock.today(), by }),
  )
  serveWrite(server, glMappings.withdraw, (tx, { body, by }) =>
    withdrawMapping(tx, body, { today: clock.today(), by }),
  )
  serveWrite(server, glMappings.remove, (tx, { body, by }) =>
    removeMapping(tx, body, { today: clock.today(), by }),
  )
}
