import type { SuggestedAction } from '@em/contract/books/announcement-action'

/**
 * The seam to corporate actions: opens the form of an action filled in with what an announcement suggests. Null until that form is
 * there; no button is shown meanwhile. To join the two, put here a function that goes to the form's tab.
 */
export const openSuggestedAction: ((action: SuggestedAction) => void) | null = null

export const ACTION_WORDS: Readonly<Record<SuggestedAction['kind'], string>> = {
  dividend: 'Record dividend…',
  scrip: 'Record scrip dividend…',
  rights: 'Record rights issue…',
  bonus: 'Record bonus issue…',
  split: 'Record split…',
  consolidation: 'Record consolidation…',
}
