/** All sections of a book file, in their order. */
import type { Section } from '../format/section.ts'
import { ACTION_SECTIONS } from './actions.ts'
import { CHECKS } from './checks.ts'
import { JOURNAL_SECTIONS } from './journal.ts'
import { SETTINGS } from './registers.ts'
import { TRADE_SECTIONS } from './trades.ts'

export const ACTS: readonly Section[] = [...TRADE_SECTIONS, ...ACTION_SECTIONS, ...JOURNAL_SECTIONS]
export const SECTIONS: readonly Section[] = [...SETTINGS, ...ACTS, ...CHECKS]
