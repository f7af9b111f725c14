import type { LineState } from '@em/core/documents/match'

/** What the books say of a line, in a word. */
export const STATES = {
  new: { label: 'New', tone: 'warn' },
  recorded: { label: 'Recorded', tone: 'good' },
  differs: { label: 'Differs', tone: 'bad' },
  undecided: { label: 'Undecided', tone: 'warn' },
  missing: { label: 'Not in the document', tone: 'bad' },
} as const satisfies Record<LineState, { label: string; tone: 'good' | 'warn' | 'bad' | 'quiet' }>
