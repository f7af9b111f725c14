import { type SavedView, savedViews } from '@em/contract/saved-views/saved-views'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useMemo, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { navigate, parseHash, useHash } from '../../../lib/hash.ts'
import { keyOf, useRoute } from '../../../lib/query.ts'
import { useYearEnd } from '../../../lib/useYearEnd.ts'
import { periodsOf } from '../../form/PeriodField.tsx'
import { notify } from '../../notify.tsx'
import type { GridMemory } from '../useGridMemory.ts'
import { PageLists } from './page-lists.ts'
import {
  addressWith,
  columnsOf,
  isShown,
  memoryOf,
  queryOfToday,
  queryShown,
  savedQuery,
  type ViewOfList,
} from './view.ts'

interface ViewsInput {
  /** The id of the grid. */
  list: string
  memory: GridMemory
  search: string
  /** Columns and search of a view; its filters go to the address. */
  show: (memory: GridMemory, search: string) => void
  /** It was shown in this step of the history before. */
  seen: boolean
}

/** The views that the person keeps of a list. Null where the list has none: in a dialog. */
export function useViews({ list, memory, search, show, seen }: ViewsInput) {
  const isOfTab = useContext(PageLists)
  const client = useQueryClient()
  const hash = useHash()
  const { data } = useRoute(savedViews.list, {}, { enabled: isOfTab, staleTime: Number.POSITIVE_INFINITY })
  const own = useMemo(() => (data ?? []).filter((view) => view.list === list), [data, list])
  const asked = parseHash(hash).query
  // The names of ranges: for the views that there are, and for the one that may be saved of these days.
  const month = useYearEnd(
    { entity: asked.get('entity') ?? '', portfolio: asked.get('portfolio') ?? '' },
    isOfTab && (own.length > 0 || asked.has('from')),
  )
  const spans = useMemo(() => (month === undefined ? [] : periodsOf(today(), month, true)), [month])
  const now: ViewOfList = useMemo(
    () => ({ query: queryShown(hash), search, columns: columnsOf(memory) }),
    [hash, search, memory],
  )
  const apply = useCallback(
    (view: ViewOfList) => {
      show(memoryOf(view.columns), view.search)
      navigate(addressWith(queryOfToday(view.query, spans)), { replace: true })
    },
    [show, spans],
  )
  // A list opens with its default view where nothing else is asked for, and once.
  const isOpened = useRef(seen)
  useEffect(() => {
    if (isOpened.current || data === undefined) return
    const usual = own.find((view) => view.is_default)
    if (usual !== undefined && month === undefined) return
    isOpened.current = true
    if (usual !== undefined && queryShown() === '') apply(usual)
  }, [data, month, own, apply])

  const readAgain = () => client.invalidateQueries({ queryKey: keyOf(savedViews.list).slice(0, 1) })
  const attempt = async (work: () => Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      notify.error(failed, error)
      return false
    } finally {
      await readAgain()
    }
  }
  const viewed = { ...now, query: savedQuery(now.query, spans) }
  const create = (body: { name: string; is_default: boolean } & ViewOfList) =>
    attempt(() => call(savedViews.create, { body: { list, ...body } }), 'The view was not saved.')
  return isOfTab
    ? {
        own,
        shown: own.find((view) => isShown(view, now, spans)),
        apply,
        save: (name: string, isDefault: boolean) => create({ name, is_default: isDefault, ...viewed }),
        change: ({ id, version, name }: SavedView, change: Partial<SavedView> = viewed) =>
          attempt(
            () => call(savedViews.change, { params: { id }, body: { name, ...change, version } }),
            'The view was not changed.',
          ),
        remove: async (view: SavedView) => {
          const { id, version } = view
          const isGone = await attempt(
            () => call(savedViews.remove, { params: { id }, query: { version } }),
            'The view was not deleted.',
          )
          if (isGone) notify.undoable(`View "${view.name}" deleted.`, () => void create(view))
        },
      }
    : null
}
export type Views = NonNullable<ReturnType<typeof useViews>>
