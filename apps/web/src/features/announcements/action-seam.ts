import { KINDS } from '@em/contract/corporate-actions/kinds'
import type { SuggestedAction } from '@em/contract/corporate-actions/suggested-action'
import { goTo } from '../../places/places.ts'

/** Opens the form of the action that an announcement suggests; the form reads its terms from the announcement. */
export function openSuggestedAction(kind: SuggestedAction['kind'], announcement: number): void {
  goTo('Corporate Actions', KINDS[kind].notice?.tab ?? '', { new: kind, announcement: String(announcement) })
}

/** "Record dividend…" */
export const recordWords = (kind: SuggestedAction['kind']): string => KINDS[kind].notice?.button ?? ''
