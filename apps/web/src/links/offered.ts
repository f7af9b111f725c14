import { callsOf } from '@em/contract/tabs/offered'
import { slugOf, type Tab } from '@em/contract/tabs/tabs'
import { type May, useMay } from '../lib/may.ts'
import { openTabOf } from './tabs.ts'

/** Which tabs a person is offered, for the sidebar and for every link. */

/** Whether a user may open a tab. */
export const isOffered = (may: May, tab: Tab): boolean => may(...callsOf(tab.id))

/** Whether an address leads to something that the person may open. */
export function leadsSomewhere(may: May, href: string): boolean {
  const openTab = openTabOf(href)
  return openTab.kind !== 'tab' || isOffered(may, openTab.tab)
}

/** Whether the signed-in person may open a tab, by its names: `opens('Trade Capture', 'Buy')`. */
export function useOpens(): (group: string, tab: string) => boolean {
  const may = useMay()
  return (group, tab) => leadsSomewhere(may, `#/${slugOf(group)}/${slugOf(tab)}`)
}
