/**
 * Deal numbers: BUY-YYYYMMDD-HHMMSS by the clock in Colombo; a second one in that second gets -2, -3 and so on.
 * The database's unique index decides; this only remembers where to go on, so that the first try usually holds and
 * no lock is shared between writers.
 */
import { type DealPrefix, dealNumber } from '@em/core/trades/deal-number'
import { type Clock, isAsOf, timeInColombo } from '../../../platform/clock.ts'
import {
  constraintOf,
  type Step,
  sqlState,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { rememberedOf } from '../../../platform/database/memory.ts'

const PROPOSED = /^(?:BULK-)?(?:BUY|SELL)-\d{8}-\d{6}(?:-\d+)?$/
const REMEMBERED = 256

interface Given {
  /** The stems used last and how far each has come; old ones are forgotten. */
  readonly reached: Map<string, number>
  /** Stems of which a number turned out to be taken: the next one of such a second is looked up. */
  readonly refused: Set<string>
}
const givenOf = rememberedOf((): Given => ({ reached: new Map(), refused: new Set() }))

/** The number that a new trade would get at this moment, if no other trade takes it. */
export function proposeDealNumber(prefix: DealPrefix, clock: Clock): string {
  return dealNumber(prefix, { date: clock.today(), time: timeInColombo(clock.now()) })
}

/**
 * The number for a new trade: the form's, where it is one of our pattern and free, or a new one. Whether it is free shows
 * when the trade is kept (`numberTaken`): the transaction is then tried again and gets another one.
 */
export async function takeDealNumber(
  tx: Transaction,
  prefix: DealPrefix,
  clock: Clock,
  { proposed, isPreview }: { readonly proposed: string | null; readonly isPreview: boolean },
): Promise<string> {
  const isShown = proposed !== null && PROPOSED.test(proposed) && proposed.startsWith(`${prefix}-`)
  const stem = isShown ? proposed : proposeDealNumber(prefix, clock)
  return await tx.together(TAKE, { stem, isShown, isPreview, isRunAgain: isAsOf() })
}

interface Wanted {
  readonly stem: string
  /** Whether the form shows it: then it is kept wherever it is free. A preview or a failed try has only proposed it. */
  readonly isShown: boolean
  readonly isPreview: boolean
  /** A write that may wait for approval is rolled back and run again: it gets the number that it was shown with, where that is free. */
  readonly isRunAgain: boolean
}

/** Writes that share a transaction take their numbers one after the other: two of them never take the same one. */
const TAKE: Step<Wanted, string> = {
  writes: false,
  run: async (tx, wanted) => {
    const reserved = await Promise.all(
      wanted.map(({ stem, isRunAgain }) =>
        isRunAgain || givenOf(tx).refused.has(stem) ? highest(tx, stem) : Promise.resolve(0),
      ),
    )
    const given = new Map<string, number>()
    return wanted.map(({ stem, isShown, isPreview, isRunAgain }, index) => {
      const taken = Math.max(reserved[index] ?? 0, given.get(stem) ?? 0)
      const ordinal = (isShown && taken === 0) || isRunAgain ? taken + 1 : after(tx, taken, stem)
      given.set(stem, ordinal)
      // A preview takes no number: the save after it must get the one that was shown.
      if (!isPreview && !isRunAgain) remember(tx, stem, ordinal)
      return ordinal === 1 ? stem : `${stem}-${ordinal}`
    })
  },
}

/**
 * The failure of keeping new trades, said so that the transaction is tried again where one of their numbers is taken: by an
 * earlier trade, or by another writer in this very second.
 */
export function numberTaken(tx: Transaction, numbers: readonly string[]): (error: unknown) => unknown {
  return (error) => {
    if (sqlState(error) !== '23505' || constraintOf(error) !== 'trades_deal_number') return error
    const { refused } = givenOf(tx)
    for (const number of numbers.slice(0, REMEMBERED)) {
      if (refused.size >= REMEMBERED) refused.clear()
      refused.add(stemOf(number))
    }
    return Object.assign(new Error('a deal number is taken'), { code: '40001' })
  }
}

/** A number without the ordinal of its second. */
const stemOf = (number: string) => /^(.*-\d{8}-\d{6})-\d+$/.exec(number)?.[1] ?? number

/** Numbers for many trades of this second, in order. A writer in the same second may take one first. */
export async function takeDealNumbers(
  tx: Transaction,
  prefix: DealPrefix,
  clock: Clock,
  count: number,
): Promise<string[]> {
  const stem = proposeDealNumber(prefix, clock)
  const taken = await highest(tx, stem)
  const first = isAsOf() ? taken + 1 : after(tx, taken, stem)
  if (count > 0 && !isAsOf()) remember(tx, stem, first + count - 1)
  return Array.from({ length: count }, (_, index) =>
    first + index === 1 ? stem : `${stem}-${first + index}`,
  )
}

function remember(tx: Transaction, stem: string, ordinal: number): void {
  const { reached } = givenOf(tx)
  if (!reached.has(stem) && reached.size >= REMEMBERED) {
    const oldest = reached.keys().next().value
    if (oldest !== undefined) reached.delete(oldest)
  }
  reached.set(stem, Math.max(ordinal, reached.get(stem) ?? 0))
}

// Of all trades, also those that the person does not see: a number is unique among all.
const HIGHEST = statement(
  'trades.highest-number',
  `SELECT max(CASE WHEN deal_number = :stem THEN 1 ELSE substr(deal_number, length(:stem) + 2)::integer END) AS ordinal
     FROM em.trades
    WHERE deal_number = :stem OR (deal_number >= :stem || '-' AND deal_number < :stem || '.'
                               AND substr(deal_number, length(:stem) + 2) ~ '^[0-9]{1,9}$')`,
)

/** The highest ordinal of a second that is taken, here or by another server. */
async function highest(tx: Transaction, stem: string): Promise<number> {
  const [row] = await tx.query(HIGHEST, { stem })
  return row?.ordinal ?? 0
}

/** One past the highest ordinal that is taken and the last that was given here. */
const after = (tx: Transaction, taken: number, stem: string) =>
  Math.max(taken, givenOf(tx).reached.get(stem) ?? 0) + 1
