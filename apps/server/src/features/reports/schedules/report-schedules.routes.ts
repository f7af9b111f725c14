import { reportSchedules } from '@em/contract/reports/report-schedules'
import { authorize } from '../../../platform/authorize.ts'
import { leaving } from '../../../platform/http/request-slots.ts'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { runNow } from './due.ts'
import { MAKES } from './makes.ts'
import { changeSchedule, createSchedule, removeSchedule } from './schedules.commands.ts'
import { ownSchedule, ownSchedules } from './schedules.queries.ts'

export function reportSchedulesRoutes(server: Server): void {
  const { database, clock, jobs } = server

  serve(server, reportSchedules.list, ({ user }) => ownSchedules(database, user))
  serveWrite(server, reportSchedules.create, (tx, input) => createSchedule(tx, input, clock.now()))
  serveWrite(server, reportSchedules.change, (tx, input) => changeSchedule(tx, input, clock.now()))
  serveWrite(server, reportSchedules.remove, removeSchedule)
  serve(server, reportSchedules.run, async ({ params: { id }, user, reply }) => {
    const { report } = await ownSchedule(database, id, user)
    authorize(MAKES[report], user)
    const job = await runNow(server, id, { ownerId: user.id, portfolios: user.portfolios.see })
    // Most are made at once; of any other the answer says that it is running.
    await jobs.ended(job, leaving(reply))
    return ownSchedule(database, id, user)
  })
}
