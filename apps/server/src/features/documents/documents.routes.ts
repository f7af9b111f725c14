import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { LIST_MAX } from '@em/contract/kit/register'
import { type Server, serve, serveFile, serveWrite } from '../../platform/http/serve.ts'
import { SHORT_ROWS, serveJob } from '../../platform/http/serve-job.ts'
import { limitsShownTo } from '../limits/seen.ts'
import { extractedFrom } from './extracted.ts'
import { linesOfDocument, listDocuments, readDocumentFile } from './facts/documents.queries.ts'
import { removeDocument } from './facts/keep.commands.ts'
import { readDocument } from './files/read-document.ts'
import { documentIntake } from './intake.ts'
import { documentDetail, documentLines } from './match/documents-held.queries.ts'
import { tradeFileComparison } from './match/trade-file-comparison.queries.ts'
import { orderOf } from './record/order.ts'
import { recordDocument } from './record/record.commands.ts'
import { undoDocument } from './record/undo.commands.ts'

const MB = 1024 * 1024
/** A file of the largest size in base64, with its name and password. */
const FILE_BODY_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4 + 16_384
/** The ids of all lines of the longest document. */
const RECORD_BYTES_MAX = 2 * MB

/** Documents of brokers: uploaded, read, held against the books, recorded. */
export function documentsRoutes(server: Server): void {
  const { database, clock } = server
  const isOn = (flag: string | undefined) => flag === '1' || flag === 'true'

  serveWrite(
    server,
    tradeDocuments.upload,
    {
      prepare: ({ body: { file, ...answers }, user }) =>
        documentIntake(server, { ...file, ...answers }, user),
    },
    { bodyLimit: FILE_BODY_MAX },
  )
  serve(server, tradeDocuments.list, async ({ query, reply }) => {
    const { rows, total } = await listDocuments(database, query)
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serve(server, tradeDocuments.get, ({ params }) => documentDetail(database, params.id))
  serve(server, tradeDocuments.lines, async ({ params, query, reply }) => {
    const { state, side, symbol, differences } = query
    const { rows, total } = await documentLines(
      database,
      params.id,
      { state, side, symbol, differences: isOn(differences) },
      { limit: query.limit ?? LIST_MAX, offset: query.offset ?? 0 },
    )
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serve(server, tradeDocuments.comparison, ({ params }) => tradeFileComparison(database, params.id))
  serveFile(server, tradeDocuments.file, ({ params }) => readDocumentFile(database, params.id))
  const hasFewLines = async ({ params }: { params: { id: number } }) =>
    (await linesOfDocument(database, params.id)) <= SHORT_ROWS
  serveJob(
    server,
    tradeDocuments.record,
    (tx, { params, body, user, by, dryRun, progress }) =>
      recordDocument(tx, clock, {
        ...by,
        id: params.id,
        body,
        mayCorrect: user.rights.has('trades.correct'),
        seesOrders: user.rights.has('orders.read'),
        showsLimitsOf: limitsShownTo(user),
        dryRun,
        progress,
      }),
    { bodyLimit: RECORD_BYTES_MAX, isShort: hasFewLines },
  )
  serve(server, tradeDocuments.order, async ({ params }) => ({ order: await orderOf(database, params.id) }))
  serveJob(
    server,
    tradeDocuments.undo,
    (tx, { params, by, dryRun, progress }) =>
      undoDocument(tx, clock, { ...by, id: params.id, dryRun, progress }),
    { isShort: hasFewLines },
  )
  serveWrite(server, tradeDocuments.remove, (tx, { params }) => removeDocument(tx, params.id))
  serve(
    server,
    tradeDocuments.extractText,
    async ({ body, user }) => {
      const { file, ...answers } = body
      const { fileName, data } = file
      return extractedFrom(
        await readDocument(server.readers, user.id, { fileName, data, ...answers, anyPdf: true }),
      )
    },
    { bodyLimit: FILE_BODY_MAX },
  )
}
