import { users } from '@em/contract/identity'
import type { Reply, Route } from '@em/contract/kit/route'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Outcome, throughTheDoor } from '../../../platform/door.ts'
import { type Input, type Server, serve, wantsDryRun } from '../../../platform/http/serve.ts'
import { changeUser, listUsers, makePasswordLink } from './users.commands.ts'

/** The accounts, for the administrator. */
export function usersRoutes(server: Server): void {
  serve(server, users.list, async ({ query, reply }) => {
    const { rows, total } = await listUsers(server.database, query.state)
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serve(server, users.change, (input) =>
    write(server, users.change, input, (tx) => changeUser(tx, input.params.id, input.body)),
  )
  serve(server, users.passwordLink, (input) =>
    write(server, users.passwordLink, input, (tx) => makePasswordLink(tx, input.params.id, input.user.id)),
  )
}

/**
 * Runs a command through the door. Without a key: an answer that holds a link's token is not kept, and a change that
 * is sent twice names its version.
 */
async function write<T extends Route>(
  server: Server,
  route: T,
  { request, reply, user }: Pick<Input<T>, 'request' | 'reply' | 'user'>,
  command: (tx: Transaction) => Promise<Outcome<Reply<T>>>,
): Promise<Reply<T>> {
  const { status } = route
  const door = { route: route.name, actor: user, dryRun: wantsDryRun(request), requestId: request.id, status }
  const done = await throughTheDoor(server.database, door, command)
  void reply.code(done.status)
  return done.answer
}
