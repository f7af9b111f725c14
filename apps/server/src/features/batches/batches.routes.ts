import { batchStart } from '@em/contract/batches/batch-start'
import { batches } from '@em/contract/batches/batches'
import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { refuseGross } from '@em/core/trades/decide-buy'
import { buyFigures } from '@em/core/trades/figures'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Server, serve, serveJson, serveWrite } from '../../platform/http/serve.ts'
import { SHORT_ROWS, serveJob } from '../../platform/http/serve-job.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { readFile } from '../../sheets/read-file.ts'
import { tariffForCalculation } from '../fee-tariffs/tariffs.queries.ts'
import { limitsShownTo } from '../limits/seen.ts'
import { recordBulkSell } from '../trades/bulk/bulk-sell.commands.ts'
import { recordBuy } from '../trades/record/buy.commands.ts'
import { figuresForAnswer } from '../trades/terms/figures.ts'
import { recordSingle } from './bulk/single.commands.ts'
import { findBatch, listBatches, rowsOfBatch, rowsToMend, sumBatches } from './history/batches.queries.ts'
import { seeBatch } from './history/keep-batch.commands.ts'
import { recordBatch, undoBatch } from './rows/batches.commands.ts'
import { startFromSheet } from './start/start.commands.ts'

const MB = 1024 * 1024
/** 100,000 rows with every field filled. */
const BATCH_BYTES_MAX = 64 * MB
/** A file of the largest size in base64, with its name. */
const FILE_BODY_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4 + 8192

export function batchesRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, batches.calculateBulkBuy, async ({ body }) => {
    const { quantity, price, grossValue, costOfFunds } = body
    const date = body.tradeDate ?? clock.today()
    const tariff = await tariffForCalculation(database, {
      symbol: body.symbol ?? '',
      date,
      feeSource: body.feeSource,
    })
    const figures = buyFigures({
      quantity,
      ...(price !== null && { price }),
      ...(grossValue !== null && { gross: grossValue }),
      ...tariff,
      costOfFundsRate: costOfFunds,
    })
    const refusal = refuseGross(figures)
    if (refusal !== null) orRefuse(refusal)
    return { ...figuresForAnswer(figures), price: toJsonNumber(figures.price, PRICE_SCALE) }
  })

  serveWrite(server, batches.saveBulkBuy, (tx, { body, dryRun, by }) =>
    recordSingle(tx, clock, {
      type: 'bulk-buy',
      contractNumber: body.contractNumber,
      recordedBy: by.recordedBy,
      record: (batchId) =>
        recordBuy(tx, clock, {
          input: { ...body, price: body.price ?? 0n },
          ...(body.grossValue !== null && { gross: body.grossValue }),
          prefix: 'BULK-BUY',
          ...by,
          dryRun,
          batchId,
        }),
    }),
  )

  serveWrite(server, batches.saveBulkSell, (tx, { body, dryRun, by }) =>
    recordSingle(tx, clock, {
      type: 'bulk-sell',
      contractNumber: body.contractNumber,
      recordedBy: by.recordedBy,
      record: (batchId) =>
        recordBulkSell(tx, clock, {
          input: body,
          buyContract: body.buyContract,
          prefix: 'BULK-SELL',
          ...by,
          dryRun,
          batchId,
        }),
    }),
  )

  serveJson(server, batches.readFile, ({ body, user }) => readFile(server.readers, user.id, body), {
    bodyLimit: FILE_BODY_MAX,
  })

  serveJob(
    server,
    batches.record,
    (tx, { body, user, by, dryRun, progress }) =>
      recordBatch(tx, clock, { ...by, input: body, dryRun, progress, showsLimitsOf: limitsShownTo(user) }),
    { bodyLimit: BATCH_BYTES_MAX, isShort: true },
  )

  serveJob(
    server,
    batchStart,
    (tx, { body, user, by, dryRun, progress }) =>
      startFromSheet(tx, clock, server.settings.edition, { input: body, user, by, dryRun, progress }),
    { bodyLimit: BATCH_BYTES_MAX, isShort: true },
  )

  serve(server, batches.list, async ({ query, reply }) => {
    const page = await listBatches(database, query, query)
    setPageHeaders(reply, page)
    return page.rows
  })

  serve(server, batches.summary, ({ query }) => sumBatches(database, query))

  serve(server, batches.get, ({ params }) => findBatch(database, params.id))

  serve(server, batches.rowsToMend, ({ params }) => rowsToMend(database, params.id))

  serveWrite(server, batches.see, (tx, { params, user }) =>
    seeBatch(tx, clock, { id: params.id, seenBy: user.id }),
  )

  serveJob(
    server,
    batches.undo,
    (tx, { params, by, dryRun, progress }) =>
      undoBatch(tx, clock, { ...by, id: params.id, dryRun, progress }),
    { isShort: async ({ params }) => (await rowsOfBatch(database, params.id)) <= SHORT_ROWS },
  )
}
