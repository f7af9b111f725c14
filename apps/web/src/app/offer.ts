import { rightOf } from '@em/contract/identity/rights'
import { callsOf } from '@em/contract/tabs/offered'
import { type Group, groups } from '@em/contract/tabs/tabs'
import { useMemo } from 'react'
import { type May, useMay, whyNot } from '../lib/may.ts'
import { useSession } from '../lib/useSession.ts'
import { isOffered } from '../links/offered.ts'
import type { OpenTab } from '../links/tabs.ts'

/** The groups with the tabs that a person is offered; a group of which nothing is left is gone. */
export function offeredTo(may: May): readonly Group[] {
  return groups.flatMap((group) => {
    const tabs = group.tabs.filter((tab) => isOffered(may, tab))
    if (tabs.length === group.tabs.length) return [group]
    return tabs.length === 0 ? [] : [{ ...group, tabs }]
  })
}

/** The same for the signed-in person. */
export function useOffered(): readonly Group[] {
  const may = useMay()
  return useMemo(() => offeredTo(may), [may])
}

/** Why the signed-in person may not open a screen, in a sentence; null where he may. */
export function useRefusal(openTab: OpenTab): string | null {
  const { user } = useSession()
  const why = openTab.kind === 'tab' ? whyNot(user, callsOf(openTab.tab.id)) : undefined
  if (why === undefined) return null
  return why.code === 'rights.missing'
    ? `You need the right "${rightOf(why.right).label}" for this screen. Ask an administrator.`
    : 'This screen concerns all portfolios, and you were given only some of them. Ask an administrator.'
}
