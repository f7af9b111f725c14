import { cdsComparisons } from '@em/contract/cds/cds-comparison'
import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { compareAgain, dayOfStatement, recordComparison, refuseProblems } from './compare.commands.ts'
import { comparisonById, explainBreak, listComparisons } from './comparisons.queries.ts'
import { readingOf, readStatement } from './read-statement.ts'

/** A file of the largest size in base64, with its columns. */
const FILE_BODY_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4 + 32_768

/** CDS Comparison: statements of the Central Depository against what is held. */
export function cdsComparisonsRoutes(server: Server): void {
  const { database, clock } = server

  serve(
    server,
    cdsComparisons.read,
    async ({ body, user }) => readingOf(await readStatement(server, user.id, body)),
    { bodyLimit: FILE_BODY_MAX },
  )
  serveWrite(
    server,
    cdsComparisons.record,
    {
      // Before the door: a file takes a while to read, and no connection waits for it.
      prepare: async ({ body, user }) => {
        const statement = await readStatement(server, user.id, body)
        refuseProblems(statement)
        const date = dayOfStatement(body.statementDate ?? null, statement, clock.today())
        const comparison = {
          statement,
          date,
          data: body.data,
          account: body.account ?? null,
          recordedBy: user.id,
        }
        return (tx) => recordComparison(tx, comparison)
      },
    },
    { bodyLimit: FILE_BODY_MAX },
  )
  serve(server, cdsComparisons.list, async ({ query, reply }) => {
    const { rows, total } = await listComparisons(database, query.limit)
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serve(server, cdsComparisons.get, ({ params, query }) =>
    comparisonById(database, params.id, query.version ?? null),
  )
  serveWrite(server, cdsComparisons.again, (tx, { params, user }) => compareAgain(tx, params.id, user.id))
  serveWrite(server, cdsComparisons.explain, (tx, { params, body, user }) =>
    explainBreak(tx, {
      statementId: params.id,
      accountId: body.account,
      symbol: body.symbol,
      note: body.note,
      recordedBy: user.id,
    }),
  )
}
