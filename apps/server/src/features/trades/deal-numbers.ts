/**
 * Deal numbers: BUY-YYYYMMDD-HHMMSS by the clock in Colombo; a second one in that second gets -2, -3 and so on.
 * The database's unique index decides; this only remembers where to go on, so that the first try usually holds and
 * no lock is shared between writers.
 */
import { type DealPrefix, dealNumber } from '@em/core/trades/deal-number'
import type { Clock } from '../../platform/clock.ts'
import { timeInColombo } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'

const PROPOSED = /^(?:BULK-)?(?:BUY|SELL)-\d{8}-\d{6}(?:-\d+)?$/
/** The stems used last and how far each has come; old ones are forgotten. */
const reached = new Map<string, number>()
const REMEMBERED = 256
const TRIES = 50

/** The number that a new trade would get at this moment, if nobody else takes it. */
export function proposeDealNumber(prefix: DealPrefix, clock: Clock): string {
  return dealNumber(prefix, { date: clock.today(), time: timeInColombo(clock.now()) })
}

/**
 * Keeps a trade under the form's number, where it has one of our pattern, or a new one; goes on counting while the
 * number is taken. `keep` answers undefined for a taken number.
 */
export async function withDealNumber<T>(
  tx: Transaction,
  prefix: DealPrefix,
  clock: Clock,
  { proposed, isPreview }: { readonly proposed: string | null; readonly isPreview: boolean },
  keep: (dealNumber: string) => Promise<T | undefined>,
): Promise<{ dealNumber: string; kept: T }> {
  const own = proposed !== null && PROPOSED.test(proposed) && proposed.startsWith(`${prefix}-`)
  const stem = own ? proposed : proposeDealNumber(prefix, clock)
  // The number that the form shows is kept wherever it is free: a preview or a failed try has only looked at it.
  let ordinal = own ? 1 : (reached.get(stem) ?? 0) + 1
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // A preview takes no number: the save after it must get the one that was shown.
    if (!isPreview) remember(stem, ordinal)
    const number = ordinal === 1 ? stem : `${stem}-${ordinal}`
    const kept = await keep(number)
    if (kept !== undefined) return { dealNumber: number, kept }
    ordinal = await highest(tx, stem, ordinal)
  }
  throw new Error(`no free deal number after ${stem}`)
}

/** Free numbers for many trades of this second, in order. A writer in the same second may take one first. */
export async function takeDealNumbers(
  tx: Transaction,
  prefix: DealPrefix,
  clock: Clock,
  count: number,
): Promise<string[]> {
  const stem = proposeDealNumber(prefix, clock)
  const [row] = await tx.query<{ ordinal: number | null }>(
    `SELECT max(CASE WHEN deal_number = $1 THEN 1 ELSE substr(deal_number, length($1) + 2)::integer END) AS ordinal
       FROM trades
      WHERE deal_number = $1 OR (deal_number >= $1 || '-' AND deal_number < $1 || '.'
                                 AND substr(deal_number, length($1) + 2) ~ '^[0-9]{1,9}$')`,
    [stem],
  )
  const taken = Math.max(row?.ordinal ?? 0, reached.get(stem) ?? 0)
  if (count > 0) remember(stem, taken + count)
  return Array.from({ length: count }, (_, place) =>
    taken + place === 0 ? stem : `${stem}-${taken + place + 1}`,
  )
}

function remember(stem: string, ordinal: number): void {
  if (!reached.has(stem) && reached.size >= REMEMBERED) {
    const oldest = reached.keys().next().value
    if (oldest !== undefined) reached.delete(oldest)
  }
  reached.set(stem, Math.max(ordinal, reached.get(stem) ?? 0))
}

/** One past the highest ordinal that is taken, here or by another server. */
async function highest(tx: Transaction, stem: string, tried: number): Promise<number> {
  const [row] = await tx.query<{ ordinal: number | null }>(
    `SELECT max(substr(deal_number, length($1) + 2)::integer) AS ordinal FROM trades
      WHERE deal_number >= $1 || '-' AND deal_number < $1 || '.' AND substr(deal_number, length($1) + 2) ~ '^[0-9]{1,9}$'`,
    [stem],
  )
  return Math.max(row?.ordinal ?? 1, tried, reached.get(stem) ?? 0) + 1
}
