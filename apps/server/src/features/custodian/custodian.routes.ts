import { custodianMessages } from '@em/contract/custodian/custodian'
import { safekeepingAccounts } from '@em/contract/custodian/safekeeping-accounts'
import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { type Server, serve, serveFile, serveWrite } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import { acceptLines } from './accept.commands.ts'
import { slots } from './accounts.ts'
import { chooseSecurity, explain } from './answers.commands.ts'
import { detailOf } from './detail.queries.ts'
import { readFile } from './files/read-file.ts'
import { contentOf, listFiles } from './files.queries.ts'
import { keepFile } from './keep.commands.ts'

/** A file of the largest size in base64, with its name. */
const FILE_BODY_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4 + 16_384

/** Custodian Integration: safekeeping accounts, and what custodians send of holdings and settlements. */
export function custodianRoutes(server: Server): void {
  const { database, clock } = server
  registerRoutes(server, safekeepingAccounts, slots)

  serveWrite(
    server,
    custodianMessages.upload,
    {
      // Before the door: a file takes a while to read, and no connection waits for it.
      prepare: async ({ body, user }) => {
        const { fileName, data } = body.file
        const read = await readFile(server.readers, user.id, data)
        const content = Buffer.from(data, 'base64')
        const order = { read, fileName, content, today: clock.today(), recordedBy: user.id }
        return (tx) => keepFile(tx, order)
      },
    },
    { bodyLimit: FILE_BODY_MAX },
  )
  serve(server, custodianMessages.list, async ({ query, reply }) => {
    const { rows, total } = await listFiles(database, query.limit)
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serve(server, custodianMessages.get, ({ params }) => detailOf(database, params.id))
  serveFile(server, custodianMessages.file, ({ params }) => contentOf(database, params.id))
  serveWrite(server, custodianMessages.accept, (tx, { params, body, by, dryRun }) =>
    acceptLines(tx, clock, { ...by, dryRun, id: params.id, lines: body.lines, seen: body.seen ?? [] }),
  )
  serveWrite(server, custodianMessages.explain, (tx, { params, body, user }) =>
    explain(tx, { id: params.id, ...body, recordedBy: user.id }),
  )
  serveWrite(server, custodianMessages.chooseSecurity, (tx, { params, body, user }) =>
    chooseSecurity(tx, { id: params.id, ...body, today: clock.today(), recordedBy: user.id }),
  )
}
