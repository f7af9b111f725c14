/** Reads the exchange's prices by the clock, once somebody has turned that on. */
import { closedReason } from '@em/core/calendar/market-calendar'
import { dayInWords } from '@em/core/values/date-words'
import { throughTheDoor } from '../../../platform/door.ts'
import type { Server } from '../../../platform/http/serve.ts'
import { acceptsNothing } from '../../../platform/recorded-by.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { exchangeOf } from '../exchange/exchange-client.ts'
import { keepFedDay, readExchange } from './feed.commands.ts'
import { lastRead, readsByClock } from './feed.queries.ts'

/** Answers what was read, in words; null where the feed is off, today is no market day, or its prices are there already. */
export async function readByClock({
  database,
  clock,
  settings,
}: Pick<Server, 'database' | 'clock' | 'settings'>): Promise<string | null> {
  const recordedBy = await readsByClock(database)
  const today = clock.today()
  if (recordedBy === null || closedReason(await loadCalendar(database), today) !== null) return null
  const last = await lastRead(database)
  if (last !== null && last.closed && last.tradeDate >= today) return null
  const reader = { recordedBy, byClock: true }
  const day = await readExchange(database, exchangeOf(settings), { ...reader, today })
  const write = { route: 'price-feed.by-clock', actor: { id: recordedBy }, status: 201 }
  const { answer } = await throughTheDoor(database, write, (tx) =>
    keepFedDay(tx, day, { ...reader, ...acceptsNothing(recordedBy) }),
  )
  if (answer.added + answer.changed === 0) return null
  const prices = answer.rows === 1 ? '1 price' : `${answer.rows.toLocaleString('en')} prices`
  return `Read ${prices} of ${dayInWords(answer.tradeDate)}`
}
