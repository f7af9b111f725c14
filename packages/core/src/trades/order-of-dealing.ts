/**
 * In which order the trades of one submission are recorded. A chain orders its trades by trade date, then by the order of recording, so
 * that what decides a day's gains has to be decided before: by the times of dealing where a file holds them.
 *
 *   Sold at 25.00 at 13:00, bought at 20.00 at 10:00, 100 held at 10.00: the buy comes first, and by WAP the gain of 100 shares is
 *   2,500 - 1,500 = 1,000.00. As listed it would be 1,500.00.
 */
import type { PlainDate } from '../values/dates.ts'

/** The facts that decide the position of a trade. */
export interface Dealt {
  /** Trades of one portfolio and security have the same; it means nothing else. */
  readonly chain: string
  readonly tradeDate: PlainDate
  /** HH:MM:SS; null where nothing says it. */
  readonly tradeTime: string | null
}

/** Whether a list has its newest day first: two or more dates, and none is later than the one before it. */
export function isNewestFirst(dates: readonly PlainDate[]): boolean {
  let descends = false
  for (const [index, date] of dates.entries()) {
    const before = dates[index - 1] ?? date
    if (date > before) return false
    descends ||= date < before
  }
  return descends
}

/**
 * Trades in the order in which they are recorded. A list that is newest first is turned round. Then the trades of one chain and day are
 * put in the order of their times, in the positions that they have together, if every one of them has a time: one without could be anywhere
 * among them, so that they stay as listed. Equal times stay as listed, too.
 * @param newestFirst whether the list they are taken from is (`isNewestFirst`): a person may leave some of its trades out.
 */
export function inOrderOfDealing<T>(
  trades: readonly T[],
  newestFirst: boolean,
  dealtOf: (trade: T) => Dealt,
): T[] {
  const ordered = newestFirst ? trades.toReversed() : [...trades]
  const days = new Map<
    string,
    { readonly trade: T; readonly index: number; readonly time: string | null }[]
  >()
  for (const [index, trade] of ordered.entries()) {
    const { chain, tradeDate, tradeTime } = dealtOf(trade)
    const key = `${tradeDate} ${chain}`
    const one = { trade, index, time: tradeTime }
    const ofDay = days.get(key)
    if (ofDay === undefined) days.set(key, [one])
    else ofDay.push(one)
  }
  for (const ofDay of days.values()) {
    if (ofDay.length === 1 || ofDay.some(({ time }) => time === null)) continue
    const byTime = ofDay.toSorted((a, b) => compared(a.time ?? '', b.time ?? ''))
    for (const [at, { trade }] of byTime.entries()) ordered[ofDay[at]?.index ?? 0] = trade
  }
  return ordered
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
