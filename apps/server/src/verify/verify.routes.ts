/** The check of the books as a job of a user who may ask for it, and the findings of the last one. */
import { type BooksReport, verify as routes } from '@em/contract/verify/verify'
import { lineOf, NEWEST_OF_KIND } from '../jobs/jobs.statements.ts'
import { type Server, serve } from '../platform/http/serve.ts'
import { serveLongRead } from '../platform/http/serve-job.ts'
import { listed } from './report.ts'
import { verify } from './verify.ts'

export function verifyRoutes(server: Server): void {
  const { database } = server

  serveLongRead(server, routes.check, async ({ progress }) => {
    const { at, checked, found, differences, toLookAt } = await verify(database, { progress })
    return { at, checked: [...checked], found, differences: listed(differences), toLookAt: [...toLookAt] }
  })

  serve(server, routes.latest, async () => {
    const rows = await database.query(NEWEST_OF_KIND, { kind: routes.check.name })
    const working = rows.find(({ ended_at: endedAt }) => endedAt === null)
    const last = rows.find(({ result }) => result !== null)
    return {
      working: working === undefined ? null : lineOf(working),
      last:
        last === undefined
          ? null
          : {
              by: last.owner_name,
              endedAt: last.ended_at ?? last.created_at,
              // A check kept before there was anything to look at has no such list.
              report: { toLookAt: [], ...(JSON.parse(last.result ?? '') as Omit<BooksReport, 'toLookAt'>) },
            },
    }
  })
}
