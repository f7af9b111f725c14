import { indexValues } from '@em/contract/indices/index-values'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { asks } from '../../platform/http/writes.ts'
import { indexByCode, latestValues, listValues, weightsOf } from './index-values.queries.ts'
import { recordIndexValues } from './record-values.commands.ts'
import { recordWeights } from './record-weights.commands.ts'

/** Rows of a list that is asked for without a limit. */
const ROWS_MOST = 10_000

/** Values and sector weights of indices. */
export function indexValuesRoutes(server: Server): void {
  const { database, clock } = server
  serve(server, indexValues.latest, () => latestValues(database))
  serve(server, indexValues.list, async ({ params, query, reply }) => {
    const { id } = await indexByCode(database, params.code)
    const { rows, total } = await listValues(database, id, {
      from: query.from ?? null,
      to: query.to ?? null,
      limit: query.limit ?? ROWS_MOST,
    })
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serve(server, indexValues.weights, async ({ params }) =>
    weightsOf(database, (await indexByCode(database, params.code)).id),
  )
  serveWrite(server, indexValues.record, (tx, { params, query, body, user }) =>
    recordIndexValues(tx, {
      code: params.code,
      rows: body.rows.map(({ date, value, totalReturn }) => ({
        date,
        value: value ?? null,
        totalReturn: totalReturn ?? null,
      })),
      source: body.source,
      reason: body.reason ?? null,
      acceptUnusual: asks(query, 'acceptUnusual'),
      recordedBy: user.id,
      today: clock.today(),
    }),
  )
  serveWrite(server, indexValues.recordWeights, (tx, { params, body, user }) =>
    recordWeights(tx, { code: params.code, ...body, recordedBy: user.id }),
  )
}
