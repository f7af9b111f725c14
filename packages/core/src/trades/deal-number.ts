/** Deal numbers: BUY-20261120-094338, the second one of that second BUY-20261120-094338-2. */
import type { PlainDate } from '../values/dates.ts'

export const DEAL_PREFIXES = ['BUY', 'SELL', 'BULK-BUY', 'BULK-SELL', 'OPEN'] as const
export type DealPrefix = (typeof DEAL_PREFIXES)[number]

export interface LocalMoment {
  /** Date in Asia/Colombo. */
  readonly date: PlainDate
  /** Time of day there, `HH:MM:SS`. */
  readonly time: string
}

/** The deal number of a trade recorded at that moment; `ordinal` counts the trades of that second from 1. */
export function dealNumber(prefix: DealPrefix, moment: LocalMoment, ordinal = 1): string {
  const stem = `${prefix}-${moment.date.replaceAll('-', '')}-${moment.time.replaceAll(':', '')}`
  return ordinal <= 1 ? stem : `${stem}-${ordinal}`
}
