import { LIST_MAX } from '@em/contract/kit/register'
import { HISTORY_MAX, realized } from '@em/contract/realized/realized'
import { realizedSchedule } from '@em/contract/realized/realized-schedule'
import { taxSchedule } from '@em/contract/realized/realized-tax'
import { MEDIA_TYPES } from '@em/paper/files/formats'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { type Server, serve, serveFile } from '../../platform/http/serve.ts'
import { countTrades, tradeHistory } from './history.queries.ts'
import { figuresOf, periodOf, periodsOf, securitiesOf, summaryOf, taxOf } from './realized.answers.ts'
import { type RealizedAsked, spanAsked } from './realized.asked.ts'
import { fileNameOf, realizedWorkbook } from './realized.file.ts'
import { scheduleRows, scheduleTotals } from './schedule.queries.ts'
import { realizedBy, realizedSums } from './sums/sums.queries.ts'
import { taxScheduleOf } from './tax.queries.ts'
import { tieOuts } from './tie-out.queries.ts'

/** Gains that were realized: figures, trades, workbook, report. */
export function realizedRoutes(server: Server): void {
  const { database, clock } = server
  const span = (asked: RealizedAsked) => spanAsked(database, asked, clock.today())

  serve(server, realized.data, async ({ query }) => {
    const asked = await span(query)
    const [by, trades] = await Promise.all([
      realizedBy(database, asked),
      query.history === '0'
        ? { rows: [], next: null }
        : tradeHistory(database, asked, { limit: HISTORY_MAX }),
    ])
    return { ...figuresOf(asked, by), tradeHistory: trades.rows, hasMoreTrades: trades.next !== null }
  })

  serve(server, realized.summary, async ({ query }) =>
    summaryOf(await realizedSums(database, await span(query))),
  )

  serve(server, realized.history, async ({ query, reply }) => {
    const asked = { ...(await span(query)), tradeType: query.tradeType }
    const { cursor, limit = LIST_MAX } = query
    const [page, total] = await Promise.all([
      tradeHistory(database, asked, { limit, cursor }),
      cursor === undefined ? countTrades(database, asked, COUNTED + 1) : undefined,
    ])
    if (total !== undefined && total <= COUNTED) void reply.header('X-Total-Count', String(total))
    if (page.next !== null) void reply.header('X-Next-Cursor', page.next)
    return page.rows
  })

  serve(server, realized.periods, async ({ query }) =>
    periodsOf(await realizedBy(database, await span(query))),
  )

  serve(server, realized.top, async ({ query, reply }) => {
    const securities = securitiesOf(await realizedBy(database, await span(query)))
    void reply.header('X-Total-Count', String(securities.length))
    return securities.slice(0, query.limit)
  })

  serve(server, realized.tax, async ({ query }) => taxOf(await realizedSums(database, await span(query))))

  serve(server, realizedSchedule, async ({ query }) => {
    const asked = await spanAsked(database, query, clock.today(), 'YTD')
    // All of it of one moment: a sale that is saved meanwhile is in the rows and in the balances, or in neither.
    return database.snapshot(async (db) => {
      const [{ rows, hasMore }, totals] = [await scheduleRows(db, asked), await scheduleTotals(db, asked)]
      const tied = await tieOuts(db, asked, totals)
      const generatedAt = clock.now().toISOString()
      return { period: periodOf(asked), rows, hasMore, totals, tieOuts: tied, generatedAt }
    })
  })

  serve(server, taxSchedule, async ({ query }) => {
    const asked = await spanAsked(database, query, clock.today(), 'YTD')
    const schedule = await database.snapshot((db) => taxScheduleOf(db, asked))
    return { period: periodOf(asked), ...schedule, generatedAt: clock.now().toISOString() }
  })

  serveFile(server, realized.exportExcel, async ({ query, body }) => {
    const asked = await span({ ...query, ...given(body) })
    return {
      fileName: `${fileNameOf(asked)}.xlsx`,
      mediaType: MEDIA_TYPES.xlsx,
      content: await realizedWorkbook(database.reading('report'), asked, clock.now()),
    }
  })

  serve(server, realized.report, async ({ query, body, user }) => {
    const { reportType, ...rest } = { ...query, ...given(body) }
    const asked = await span(rest)
    const [by, trades, generatedBy] = await Promise.all([
      realizedBy(database, asked),
      reportType === 'detailed'
        ? tradeHistory(database, asked, { limit: HISTORY_MAX })
        : { rows: [], next: null },
      nameOf(database, user.id),
    ])
    const report = {
      ...figuresOf(asked, by),
      reportType: reportType ?? ('summary' as const),
      title: 'Realized Gain/Loss Report',
      fileName: fileNameOf(asked),
      generatedAt: clock.now().toISOString(),
      generatedBy,
      tradeHistory: trades.rows,
      hasMoreTrades: trades.next !== null,
    }
    return { success: true as const, report }
  })
}

/** Trades are counted up to here: a larger number is of no use, and counting would take longest. */
const COUNTED = 10_000

/** The values of a body: they go before those of the query. */
function given<T extends object>(body: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value != null)) as Partial<T>
}

const NAME = statement(
  'realized.name',
  "SELECT first_name || ' ' || last_name AS name FROM users WHERE id = :id",
)
async function nameOf(db: Queryable, id: number): Promise<string> {
  return (await db.query(NAME, { id }))[0]?.name ?? ''
}
