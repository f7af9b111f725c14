import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { prices } from '@em/contract/prices/prices'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { asks } from '../../platform/http/writes.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { keepAtCost } from './at-cost.commands.ts'
import { choicesAtCost } from './at-cost.queries.ts'
import { readSummary } from './read-summary.ts'
import { recordPrices, refuseDay } from './record-prices.commands.ts'
import { priceSheet } from './sheet.queries.ts'
import { setSignedOff } from './sign-off.commands.ts'

/** A file of the largest size in base64, with its name. */
const FILE_BODY_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4 + 8192

/** The price sheet of a day: typed, pasted, read from a file, signed off. */
export function pricesRoutes(server: Server): void {
  const { database, clock, readers } = server

  serve(server, prices.atCost, () => choicesAtCost(database))
  serveWrite(server, prices.keepAtCost, (tx, { body, user }) =>
    keepAtCost(tx, { symbols: body.symbols, recordedBy: user.id, today: clock.today() }),
  )
  serve(server, prices.sheet, async ({ params }) =>
    priceSheet(database, params.date, await loadCalendar(database)),
  )

  serveWrite(server, prices.record, async (tx, { params, query, body, by, dryRun }) => {
    refuseDay(params.date, { calendar: await loadCalendar(tx), today: clock.today() })
    return recordPrices(tx, {
      date: params.date,
      source: body.source,
      rows: body.rows.map((row) => ({
        symbol: row.symbol,
        lastTrade: row.last_trade ?? null,
        close: row.close ?? null,
      })),
      fileName: body.fileName ?? null,
      reason: body.reason ?? null,
      acceptUnusual: asks(query, 'acceptUnusual'),
      ...by,
      dryRun,
    })
  })

  serve(
    server,
    prices.readFile,
    async ({ body, user }) => {
      const { tradeDate, rows, problems } = await readSummary(readers, user.id, { ...body, names: true })
      return {
        tradeDate,
        rows: rows.map((row) => ({
          line: row.line,
          symbol: row.symbol,
          last_trade: toJsonNumber(row.lastTrade, PRICE_SCALE),
          close: row.close === null ? null : toJsonNumber(row.close, PRICE_SCALE),
        })),
        problems: problems.map(({ line, message }) => ({ line, message })),
      }
    },
    { bodyLimit: FILE_BODY_MAX },
  )

  const sign =
    (isSigned: boolean) => async (tx: Parameters<typeof setSignedOff>[0], date: string, by: number) =>
      setSignedOff(tx, { date, isSigned, recordedBy: by, calendar: await loadCalendar(tx) })
  serveWrite(server, prices.signOff, (tx, { params, user }) => sign(true)(tx, params.date, user.id))
  serveWrite(server, prices.reopen, (tx, { params, user }) => sign(false)(tx, params.date, user.id))
}
