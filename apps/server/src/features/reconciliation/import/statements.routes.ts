import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { type Server, serveJson, serveWrite } from '../../../platform/http/serve.ts'
import { serveJob } from '../../../platform/http/serve-job.ts'
import { readStatement } from '../files/read-statement.ts'
import { lockPending } from '../lines/reconciliations.queries.ts'
import { afterwards, audited } from '../sign-off/answers.ts'
import { decideLines, importStatement, removeStatement } from './statements.commands.ts'
import { rememberedMapping, statementsOf } from './statements.queries.ts'

/** A file of the largest size in base64, with its mapping. */
const FILE_BODY_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4 + 32_768
/** 50,000 lines with every field filled. */
const LINES_BODY_MAX = 48 * 1024 * 1024

export function statementsRoutes(server: Server): void {
  const { database, clock } = server

  serveJson(
    server,
    reconciliation.readStatement,
    async ({ body, user }) => {
      const remembered =
        body.accountCode === null
          ? body.remembered
          : await rememberedMapping(database, body.accountCode, body.settlementAccount ?? 0)
      return readStatement(server.readers, user.id, { ...body, remembered })
    },
    { bodyLimit: FILE_BODY_MAX },
  )

  serveJob(
    server,
    reconciliation.importStatement,
    async (tx, { params, body, user, progress }) => {
      const lines = body.lines.length
      progress(0, lines, 'Looking for lines imported before')
      const one = await lockPending(tx, params.id, body.version)
      const { statementId, ...done } = await importStatement(tx, one, body, clock.today(), user.id, () =>
        progress(lines, lines, 'Keeping the lines'),
      )
      progress(lines, lines, 'Adding up')
      const [stored] = await statementsOf(tx, one.id, statementId)
      if (stored === undefined) throw new Error('the statement that was kept is not there')
      return {
        answer: { ...(await afterwards(tx, one.id, clock.today())), statement: stored, ...done },
        audit: audited('import-statement', one.id, { ...stored, ...done }),
      }
    },
    { bodyLimit: LINES_BODY_MAX, isShort: true },
  )

  serveWrite(server, reconciliation.removeStatement, async (tx, { params }) => {
    const one = await lockPending(tx, params.id, null)
    const [before] = await statementsOf(tx, one.id, params.statementId)
    await removeStatement(tx, one, params.statementId)
    return {
      answer: await afterwards(tx, one.id, clock.today()),
      audit: audited('remove-statement', one.id, undefined, before),
    }
  })

  serveWrite(server, reconciliation.decideLines, async (tx, { params, body, user }) => {
    const one = await lockPending(tx, params.id, body.version)
    const decided = await decideLines(tx, one, body.lineIds, body.decision, user.id)
    return {
      answer: { ...(await afterwards(tx, one.id, clock.today())), decided },
      audit: audited('decide-lines', one.id, { decision: body.decision, lineIds: body.lineIds, decided }),
    }
  })
}
