import { roles } from '@em/contract/identity/identity'
import { RIGHTS } from '@em/contract/identity/rights'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { removeRole, setRole } from './roles.commands.ts'
import { listRoles } from './roles.queries.ts'

/** Rights, and the roles that hold them. */
export function rolesRoutes(server: Server): void {
  serve(server, roles.rights, () => Promise.resolve([...RIGHTS]))
  serve(server, roles.list, () => listRoles(server.database))
  serveWrite(
    server,
    roles.set,
    (tx, { params, body, user }) =>
      setRole(
        tx,
        user,
        { name: params.name, rights: body.rights, version: body.version },
        server.clock.today(),
      ),
    { changesWhoMay: true },
  )
  serveWrite(server, roles.remove, (tx, { params, query, user }) =>
    removeRole(tx, user, params.name, query.version ?? null),
  )
}
