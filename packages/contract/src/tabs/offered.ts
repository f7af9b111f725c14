import type { Needs } from '../kit/may.ts'
import { screenCalls } from './screen-calls.ts'
import type { TabId } from './tabs.ts'

const calls: Partial<Record<TabId, readonly Needs[]>> = screenCalls

/** The calls that a tab's screen cannot do without: who may not make them is not offered the tab. */
export const callsOf = (id: TabId): readonly Needs[] => calls[id] ?? []
