import { type SavedView, savedViews } from '@em/contract/books/saved-views'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useMemo, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { navigate, useHash } from '../../../lib/hash.ts'
import { keyOf, useRoute } from '../../../lib/query.ts'
import { notify } from '../../notify.tsx'
import type { GridMemory } from '../useGridMemory.ts'
import { PageLists } from './page-lists.ts'
import { addressWith, columnsOf, isShown, memoryOf, queryShown, type ViewOfList } from './view.ts'

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
  const now: ViewOfList = useMemo(
    () => ({ query: queryShown(hash), search, columns: columnsOf(memory) }),
    [hash, search, memory],
  )
  const apply = useCallback(
    (view: ViewOfList) => {
      show(memoryOf(view.columns), view.search)
      navigate(addressWith(view.query), { replace: true })
    },
    [show],
  )
  // A list opens with its default view where nothing else is asked for, and once.
  const isOpened = useRef(seen)
  useEffect(() => {
    if (isOpened.current || data === undefined) return
    isOpened.current = true
    const usual = own.find((view) => view.is_default)
    if (usual !== undefined && queryShown() === '') apply(usual)
  }, [data, own, apply])

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
  const create = (body: { name: string; is_default: boolean } & ViewOfList) =>
    attempt(() => call(savedViews.create, { body: { list, ...body } }), 'The view was not saved.')
  return isOfTab
    ? {
        own,
        shown: own.find((view) => isShown(view, now)),
        apply,
        save: (name: string, isDefault: boolean) => create({ name, is_default: isDefault, ...now }),
        change: ({ id, version, name }: SavedView, change: Partial<SavedView> = now) =>
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
