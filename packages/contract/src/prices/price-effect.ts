import { dayInWords } from '@em/core/values/date-texts'
import { z } from 'zod'

/**
 * The effect of prices that are recorded, changed or removed: in the answer, in that of a dry run, and in the refusal in a locked
 * period (409 `period.locked`, one detail for each sentence).
 */

/** Valuations that are named one by one; all are counted. */
export const EFFECT_MOST = 200

const rested = z.object({
  /** The mark-to-market run. */
  run: z.number(),
  /** Its day. */
  date: z.string(),
  portfolioId: z.string(),
  portfolioName: z.string(),
  /** The books of the portfolio are locked through the day: the run stays in force, and statements of the day final, until it is opened. */
  locked: z.boolean(),
})
export type RestedOnPrices = z.output<typeof rested>

export const priceEffect = z.object({
  /** Entities with locked days in which the prices count: they change with `openPeriod=1` only. */
  locked: z.array(z.object({ entity: z.string(), locked_through: z.string() })),
  /** Valuations that become stale, newest day first. */
  stale: z.array(rested),
  staleCount: z.number(),
  /** Valuations that become current again. */
  current: z.array(rested),
  currentCount: z.number(),
  /** Daily values that are calculated again: of portfolios that hold the securities. `until` null: until today. */
  dailyValues: z
    .object({ from: z.string(), until: z.string().nullable(), portfolios: z.number() })
    .nullable(),
  /** The days of the runs that become stale: statements of these days carry a note. */
  statements: z.array(z.string()),
})
export type PriceEffect = z.output<typeof priceEffect>

/** Named in a sentence, at most. */
const NAMED = 3

function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}

const sayRuns = (rows: readonly RestedOnPrices[], becomes: string) =>
  [...Map.groupBy(rows, ({ run }) => run).values()].map((of) => {
    const { run, date } = of[0] as RestedOnPrices
    return `Mark-to-market run ${run} of ${dayInWords(date)} ${becomes}: ${listed(of.map((one) => one.portfolioName))}.`
  })

/** The effect in sentences; none where there is no effect. */
export function effectSentences(effect: PriceEffect): string[] {
  const { stale, current, dailyValues } = effect
  const days = (locked: boolean) => [
    ...new Set(stale.filter((one) => one.locked === locked).map(({ date }) => date)),
  ]
  const [closed, open] = [days(true).map(dayInWords), days(false).map(dayInWords)]
  const sentences = [
    ...sayRuns(stale, 'becomes stale'),
    ...sayRuns(current, 'is current again'),
    closed.length > 0 &&
      `What was posted on ${listed(closed)} stays in force. Statements of that day stay final and carry a note that a price has changed. A new run needs the day to be opened.`,
    open.length > 0 && `Statements of ${listed(open)} cannot be final before a new run.`,
    dailyValues !== null &&
      `Daily values of ${dailyValues.portfolios === 1 ? '1 portfolio' : `${dailyValues.portfolios.toLocaleString('en')} portfolios`} are calculated again from ${dayInWords(dailyValues.from)}${dailyValues.until === null ? ' on' : ` to ${dayInWords(dailyValues.until)}`}.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}
