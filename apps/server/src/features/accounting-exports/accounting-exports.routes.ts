import { accountingExports, accountingTargets } from '@em/contract/accounting-exports/accounting-exports'
import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { type Server, serve, serveFile, serveWrite } from '../../platform/http/serve.ts'
import { serveJob } from '../../platform/http/serve-job.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { takeStep } from './batch-steps.commands.ts'
import { batchWithTie, entriesOfBatch, fileOfBatch, listBatches } from './batches.queries.ts'
import { makeBatch, waitForPostings } from './make-batch.commands.ts'
import { mappingOf, writeMapping } from './mapping.ts'
import { tieOutside } from './outside-tie.ts'
import { changeTarget, createTarget } from './targets.commands.ts'
import { findTarget, listTargets, shownTarget } from './targets.queries.ts'

/** A file of the largest size in base64, with what is said of it. */
const FILE_BODY_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4 + 32_768

/** Accounting System Interface: outside ledgers, and batches of entries for them. */
export function accountingExportsRoutes(server: Server): void {
  const { database } = server

  serve(server, accountingTargets.list, async () => (await listTargets(database)).map(shownTarget))
  serveWrite(server, accountingTargets.create, createTarget)
  serveWrite(server, accountingTargets.change, changeTarget)
  serve(server, accountingTargets.mapping, async ({ params }) =>
    mappingOf(database, await findTarget(database, params.id)),
  )
  serveWrite(server, accountingTargets.changeMapping, writeMapping)

  serve(server, accountingExports.list, async ({ query, reply }) => {
    const page = await listBatches(database, query)
    setPageHeaders(reply, page)
    return page.rows
  })
  serveJob(server, accountingExports.create, {
    prepare: async ({ dryRun }) => {
      if (!dryRun) await waitForPostings(server)
      return (tx, input) => makeBatch(server, tx, input)
    },
  })
  serve(server, accountingExports.get, ({ params }) => batchWithTie(database, params.id))
  serve(server, accountingExports.entries, async ({ params, query, reply }) => {
    const page = await entriesOfBatch(database, params.id, query)
    setPageHeaders(reply, page)
    return page.rows
  })
  // The parts of the file are read while it is sent, after the request has ended.
  serveFile(server, accountingExports.file, ({ params }) =>
    fileOfBatch(database, database.reading('report'), params.id),
  )
  serveWrite(server, accountingExports.acknowledge, (tx, { params, body, user }) =>
    takeStep(tx, params.id, { what: 'acknowledged', by: user.id, reference: body.reference }),
  )
  serveWrite(server, accountingExports.refuse, (tx, { params, body, user }) =>
    takeStep(tx, params.id, { what: 'refused', by: user.id, reason: body.reason }),
  )
  serveWrite(server, accountingExports.replace, (tx, { params, user }) =>
    takeStep(tx, params.id, { what: 'replaced', by: user.id }),
  )
  serve(
    server,
    accountingExports.tie,
    ({ params, body, user }) => tieOutside(server, user.id, params.id, body),
    { bodyLimit: FILE_BODY_MAX },
  )
}
