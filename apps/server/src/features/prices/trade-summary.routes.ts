import { FILE_BYTES_MAX } from '@em/contract/kit/bounds'
import { SUMMARY_PAGE, tradeSummaries } from '@em/contract/prices/trade-summary'
import { refuseOtherEnding } from '../../platform/file-readers/ending.ts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { asks } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import {
  companiesWithPrices,
  daysWithPrices,
  listPrices,
  pricesOfCompany,
  sumPrices,
  symbolsNamed,
  unknownSymbols,
} from './prices.queries.ts'
import { readSummary } from './read-summary.ts'
import { dayOfUpload, refuseProblems, removeDay, uploadSummary } from './upload.commands.ts'

const LIST_MAX = 10_000

/** Upload Trade Summary and Trade Summary Data. */
export function tradeSummaryRoutes(server: Server): void {
  const { database, clock, readers } = server

  serveWrite(
    server,
    tradeSummaries.upload,
    {
      // Before the door: a file takes a while to read, and no connection waits for it.
      prepare: async ({ body, user, by, dryRun }) => {
        const { fileName, data } = body.file
        refuseOtherEnding(fileName)
        const { dateOrder, decimalMark, tradeDate: day = null } = body
        const asked = { fileName, data, dateOrder, decimalMark, tradeDate: day }
        const summary = await readSummary(readers, user.id, asked)
        const at = { calendar: await loadCalendar(database), today: clock.today() }
        const tradeDate = dayOfUpload(day, summary, at)
        refuseProblems(summary)
        const replace = asks(body, 'replace')
        return (tx) =>
          uploadSummary(tx, {
            summary,
            tradeDate,
            fileName,
            data,
            replace,
            reason: body.reason ?? null,
            ...by,
            dryRun,
          })
      },
    },
    { bodyLimit: FILE_BYTES_MAX + 64 * 1024 },
  )

  serve(server, tradeSummaries.list, async ({ query, reply }) => {
    const { rows, total } = await listPrices(database, query, query)
    void reply.header('X-Total-Count', String(total))
    return rows
  })

  serve(server, tradeSummaries.totals, ({ query }) => sumPrices(database, query))

  serve(server, tradeSummaries.days, ({ query }) =>
    daysWithPrices(database, { before: query.before ?? null, limit: query.limit ?? SUMMARY_PAGE }),
  )

  serveWrite(server, tradeSummaries.removeDay, (tx, { params, query, by, dryRun }) =>
    removeDay(tx, { tradeDate: params.date, reason: query.reason ?? null, ...by, dryRun }),
  )

  serve(server, tradeSummaries.companies, () => companiesWithPrices(database))

  serve(server, tradeSummaries.company, async ({ params, query }) => {
    const symbols = await symbolsNamed(database, params.company)
    if (symbols.length === 0) throw new Refusal('record.missing', { what: `Company ${params.company}` })
    const { startDate, endDate, limit = LIST_MAX } = query
    return pricesOfCompany(database, symbols, { from: startDate ?? null, to: endDate ?? null, limit })
  })

  serve(server, tradeSummaries.unknown, () => unknownSymbols(database))
}
