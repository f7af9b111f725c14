import { audit } from '@em/contract/books/audit'
import { type Input, type Server, serve } from '../../platform/http/serve.ts'
import { auditPeople, listAudit } from './audit.queries.ts'

export function auditRoutes(server: Server): void {
  serve(server, audit.people, () => auditPeople(server.database))
  const listOf =
    (about: 'books' | 'people') =>
    async ({ query, reply }: Pick<Input<typeof audit.list>, 'query' | 'reply'>) => {
      const { rows, nextCursor } = await listAudit(server.database, about, query)
      if (nextCursor !== null) void reply.header('X-Next-Cursor', nextCursor)
      return rows
    }
  serve(server, audit.list, listOf('books'))
  serve(server, audit.ofPeople, listOf('people'))
}
