/**
 * How far a price may be from what it is compared with: from where on it is shown as a warning, and from where on it has to be confirmed.
 * A register by board and day.
 */
import type { PlainDate } from '../values/dates.ts'
import { RATE_WHOLE, type RateUnits } from '../values/decimal.ts'

/** Both in percent. A price exactly so far off is still within. */
export interface PriceTolerance {
  /** The price of a trade that is further off is a warning. */
  readonly alertFrom: RateUnits
  /** A price that is further off has to be confirmed. Never below `alertFrom`. */
  readonly askedFrom: RateUnits
}

/** A row of the register. */
export interface ToleranceOfBoard extends PriceTolerance {
  /** As securities name their board; null: every board without a row of its own. */
  readonly board: string | null
  readonly effectiveFrom: PlainDate
}

/** Without a row of the register: a warning from 3 %, to be confirmed from 10 %. */
export const DEFAULT_TOLERANCE: PriceTolerance = Object.freeze({ alertFrom: 30_000n, askedFrom: 100_000n })

/** Boards are the same whose names differ in case or blanks around them alone. */
const named = (board: string | null) => board?.trim().toLowerCase() ?? null

/**
 * The tolerance in force for a board (null: none is known) on a day: its own goes before that of every board, then the latest that is
 * not after the day.
 */
export function toleranceInForce(
  rows: readonly ToleranceOfBoard[],
  board: string | null,
  day: PlainDate,
): PriceTolerance {
  const known = rows.filter(({ effectiveFrom }) => effectiveFrom <= day)
  const own = known.filter((row) => row.board !== null && named(row.board) === named(board))
  const of = own.length > 0 ? own : known.filter((row) => row.board === null)
  return (
    of.reduce<ToleranceOfBoard | null>(
      (latest, row) => (latest === null || row.effectiveFrom > latest.effectiveFrom ? row : latest),
      null,
    ) ?? DEFAULT_TOLERANCE
  )
}

/** Whether a move is more than so many percent of what it is measured from, in any one unit. */
export function isMoreThan(percent: RateUnits, move: bigint, from: bigint): boolean {
  const size = move < 0n ? -move : move
  return size * RATE_WHOLE > from * percent
}
