import { periods } from '@em/contract/periods/periods'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { lockChecks } from './checklist.queries.ts'
import { closeYear, setEntity, setLock, undoClosing } from './periods.commands.ts'
import { financialYears, findEntity, listEntities, listLocks } from './periods.queries.ts'

/** Entities, their locks and their year-ends. */
export function periodsRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, periods.list, () => listEntities(database))
  serve(server, periods.checks, ({ params, query }) =>
    lockChecks(database, params.id, query.through, clock.today()),
  )
  serve(server, periods.locks, async ({ params }) => {
    await findEntity(database, params.id)
    return listLocks(database, params.id)
  })
  serve(server, periods.years, ({ params }) => financialYears(database, params.id, clock.today()))

  serveWrite(server, periods.update, (tx, { params, body }) => setEntity(tx, params.id, body))
  serveWrite(server, periods.lock, (tx, { params, body, user }) =>
    setLock(tx, params.id, body, { today: clock.today(), userId: user.id }),
  )
  serveWrite(server, periods.close, (tx, { params, body, by, dryRun }) =>
    closeYear(tx, params.id, body.year_end, {
      today: clock.today(),
      by,
      dryRun,
    }),
  )
  serveWrite(server, periods.undo, (tx, { params, by }) => undoClosing(tx, params.id, by))
}
