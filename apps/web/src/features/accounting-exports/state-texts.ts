/** How screens call the states of batches, and what happened to them. */
import type { BatchState } from '@em/contract/accounting-exports/accounting-exports'

export const STATE_WORDS: Readonly<Record<BatchState, string>> = {
  made: 'Made',
  acknowledged: 'Acknowledged',
  refused: 'Refused',
  replaced: 'Replaced',
}
export const STATE_TONES = { made: 'warn', acknowledged: 'good', refused: 'bad', replaced: 'quiet' } as const
