import { audit } from '@em/contract/books/audit'
import { type Server, serve } from '../../platform/http/serve.ts'
import { auditPeople, listAudit } from './audit.queries.ts'

export function auditRoutes(server: Server): void {
  serve(server, audit.people, () => auditPeople(server.database))
  serve(server, audit.list, async ({ query, reply }) => {
    const { rows, nextCursor } = await listAudit(server.database, query)
    if (nextCursor !== null) void reply.header('X-Next-Cursor', nextCursor)
    return rows
  })
}
