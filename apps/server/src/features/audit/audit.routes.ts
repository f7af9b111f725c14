import { audit } from '@em/contract/audit/audit'
import { may } from '../../platform/authorize.ts'
import { type Input, type Server, serve } from '../../platform/http/serve.ts'
import { serveJob } from '../../platform/http/serve-job.ts'
import { actsDone, auditPeople, listAudit } from './audit.queries.ts'
import { exportAudit } from './audit-export.ts'
import type { About, PageAsked } from './audit-page.ts'
import { needsOf } from './audit-rights.ts'

export function auditRoutes(server: Server): void {
  const { database } = server
  serve(server, audit.people, () => auditPeople(database))
  serve(server, audit.acts, async ({ user }) => {
    const acts = await actsDone(database)
    return may(audit.ofPeople, user) ? acts : acts.filter(({ part }) => part !== 'people')
  })
  const page = async (
    about: About,
    { query, reply }: { readonly query: PageAsked } & Pick<Input<typeof audit.list>, 'reply'>,
  ) => {
    const { rows, nextCursor } = await listAudit(database, about, query)
    if (nextCursor !== null) void reply.header('X-Next-Cursor', nextCursor)
    return rows
  }
  serve(server, audit.list, (input) => {
    const { about = 'books', ...query } = input.query
    needsOf(about, input.user)
    return page(about, { query, reply: input.reply })
  })
  serve(server, audit.ofPeople, ({ query, reply }) => page('people', { query, reply }))
  serveJob(server, audit.export, (tx, input) => exportAudit(server, tx, input))
}
