/**
 * The settlements of the demo book: history confirmed as booked on the account that settles by hand, and in the last
 * days what a back office meets. The other accounts settle automatically.
 */
import type { SettlementRow } from '../../packages/contract/src/settlements/settlements.ts'

/** Calls the API and answers the body; throws when it is refused. */
type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

/** Market days before the demo's end whose settlements are not confirmed yet. */
const UNCONFIRMED_DAYS = 2
/** Market days before the end in which each settlement was confirmed separately. */
const RECENT_DAYS = 6

/**
 * Confirms everything due as booked but the last days; of the recent ones one came late, one in part, one failed and
 * one was put off. In: the market days up to the demo's end, that day included.
 */
export async function settle(ask: Ask, days: readonly string[]): Promise<void> {
  const [since, until, today] = [days.at(-1 - RECENT_DAYS), days.at(-1 - UNCONFIRMED_DAYS), days.at(-1)]
  if (since === undefined || until === undefined || today === undefined) return
  const before = days.at(-2 - RECENT_DAYS) ?? since
  await confirmDue(ask, before, 'BANK-HISTORY')
  const path = `/settlements?status=overdue&from=${since}&to=${until}&limit=20`
  const [late, part, failed, putOff] = (await ask('GET', path)) as SettlementRow[]
  const act = (word: string, item: object) => ask('POST', `/settlements/${word}`, { items: [item] })
  if (late) await act('confirm', { tradeId: late.trade_id, date: until, reference: 'CEFT-88213' })
  if (part) {
    const amount = Math.floor(part.outstanding * 0.6)
    await act('confirm', {
      tradeId: part.trade_id,
      amount,
      reference: 'CEFT-88240',
      note: 'The rest follows.',
    })
  }
  if (failed) await act('fail', { tradeId: failed.trade_id, note: 'Short of shares at the broker.' })
  if (putOff) {
    await act('fail', { tradeId: putOff.trade_id, note: 'The cheque came back.' })
    await act('reschedule', { tradeId: putOff.trade_id, date: today, note: 'Agreed by telephone.' })
  }
  await confirmDue(ask, until, 'BANK-WEEK')
}

async function confirmDue(ask: Ask, upTo: string, reference: string): Promise<void> {
  let remaining = 1
  while (remaining > 0) {
    const body = { upTo, portfolioId: 'all', reference }
    const answer = (await ask('POST', '/settlements/confirm-due', body)) as { remaining: number }
    remaining = answer.remaining
  }
}
