import { type May, type Needs, useMay } from '../lib/may.ts'
import { placeOf } from './places.ts'
import { screenCalls } from './screen-calls.ts'
import { slugOf, type Tab, type TabId } from './tabs.ts'

/** Which tabs a person is offered, for the sidebar and for every link. */

const calls: Partial<Record<TabId, readonly Needs[]>> = screenCalls
/** The calls that a tab's screen cannot do without. */
export const callsOf = ({ id }: Tab): readonly Needs[] => calls[id] ?? []

/** Whether somebody may open a tab. */
export const isOffered = (may: May, tab: Tab): boolean => may(...callsOf(tab))

/** Whether an address leads to something that the person may open. */
export function leadsSomewhere(may: May, href: string): boolean {
  const place = placeOf(href)
  return place.kind !== 'tab' || isOffered(may, place.tab)
}

/** Whether the signed-in person may open a tab, by its names: `opens('Trade Capture', 'Buy')`. */
export function useOpens(): (group: string, tab: string) => boolean {
  const may = useMay()
  return (group, tab) => leadsSomewhere(may, `#/${slugOf(group)}/${slugOf(tab)}`)
}
