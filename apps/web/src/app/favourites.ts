import { favourites } from '@em/contract/saved-views/saved-views'
import type { Group, Tab } from '@em/contract/tabs/tabs'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../lib/api.ts'
import { keyOf, useRoute } from '../lib/query.ts'
import { notify } from '../ui/notify.tsx'

/** The favourite tabs of the person, of those that are offered, and how to change them. */
export function useFavourites(offered: readonly Group[]) {
  const client = useQueryClient()
  const { data } = useRoute(favourites.get, {}, { staleTime: Number.POSITIVE_INFINITY })
  const ids = useMemo(() => data?.tabs ?? [], [data])
  const tabs = useMemo(() => {
    const byId = new Map(
      offered.flatMap((group) => group.tabs.map((tab) => [tab.id as string, tab] as const)),
    )
    return ids.flatMap((id) => byId.get(id) ?? [])
  }, [offered, ids])
  // Shown at once; where it is not saved, what was saved comes back.
  const save = async (next: readonly string[]) => {
    const key = keyOf(favourites.get)
    await client.cancelQueries({ queryKey: key })
    client.setQueryData(key, { tabs: [...next] })
    try {
      await call(favourites.save, { body: { tabs: [...next] } })
    } catch (error) {
      notify.error('The favourites were not saved.', error)
      await client.invalidateQueries({ queryKey: key })
    }
  }
  return {
    tabs,
    /** Until they are read none can be added: it would take the place of all. */
    known: data !== undefined,
    has: (tab: Tab) => ids.includes(tab.id),
    toggle: (tab: Tab) =>
      void save(ids.includes(tab.id) ? ids.filter((id) => id !== tab.id) : [...ids, tab.id]),
    /** Puts one in front of or behind another. */
    move: (tab: Tab, target: Tab | undefined) => {
      if (target === undefined || target === tab) return
      const to = ids.indexOf(target.id)
      const rest = ids.filter((id) => id !== tab.id)
      void save([...rest.slice(0, to), tab.id, ...rest.slice(to)])
    },
  }
}
export type Favourites = ReturnType<typeof useFavourites>
