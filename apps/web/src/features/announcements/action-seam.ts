import type { SuggestedAction } from '@em/contract/books/announcement-action'
import { goTo } from '../../places/places.ts'

/** The tabs on which the actions of announcements are recorded. */
const TABS = {
  dividend: 'Dividend',
  scrip: 'Scrip Dividend',
  rights: 'Rights Issue',
  bonus: 'Bonus / Capitalisation',
  split: 'Stock Split',
  consolidation: 'Reverse Stock Split',
} as const satisfies Record<SuggestedAction['kind'], string>

/** Opens the form of the action that an announcement suggests; the form reads its terms from the announcement. */
export function openSuggestedAction(kind: SuggestedAction['kind'], announcement: number): void {
  goTo('Corporate Actions', TABS[kind], { new: kind, announcement: String(announcement) })
}

export const ACTION_WORDS: Readonly<Record<SuggestedAction['kind'], string>> = {
  dividend: 'Record dividend…',
  scrip: 'Record scrip dividend…',
  rights: 'Record rights issue…',
  bonus: 'Record bonus issue…',
  split: 'Record split…',
  consolidation: 'Record consolidation…',
}
