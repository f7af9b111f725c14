import { LIST_MAX } from '@em/contract/kit/register'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { createElement, Fragment, type ReactNode, useCallback, useState } from 'react'
import { ApiFailure, isHeld } from '../lib/api.ts'
import { navigate, parseHash, useHashQuery } from '../lib/hash.ts'
import { useMay } from '../lib/may.ts'
import { featureOf, invalidateAfter, useRoute, useWrite } from '../lib/query.ts'
import { confirmDelete } from '../ui/Dialog.tsx'
import { notify } from '../ui/notify.tsx'
import { type Master, sentenceOf } from './master.ts'
import type { AnyRecord, AnyRegister } from './values.ts'

export interface Records {
  readonly query: UseQueryResult<AnyRecord[], Error>
  /** Set where the list is longer than one answer takes: then the server searches. */
  readonly onSearch: ((text: string) => void) | undefined
}

/** All records of a register, newest first; past 10,000 the search is the server's. */
export function useRecords(register: AnyRegister, enabled = true): Records {
  const [search, setSearch] = useState('')
  const [long, setLong] = useState(false)
  const query = useRoute(
    register.routes.list,
    { query: search === '' ? {} : { search } },
    {
      keepPrevious: true,
      enabled,
    },
  ) as UseQueryResult<AnyRecord[], Error>
  if (!long && (query.data?.length ?? 0) >= LIST_MAX) setLong(true)
  return { query, onSearch: long ? setSearch : undefined }
}

/** A message and what it is about: "Equity saved successfully!" JKH.N0000. */
export function naming(message: string, name: string): ReactNode {
  return createElement(Fragment, null, message, ' ', createElement('strong', null, name))
}

/** Asks in the specification's words, deletes, says what became of it; answers whether it is gone. */
export function useRemoval({ register, words, titleOf, inUseSentence }: Master) {
  const { mutateAsync } = useWrite(register.routes.remove)
  const client = useQueryClient()
  return useCallback(
    async (record: AnyRecord): Promise<boolean> => {
      const name = titleOf(record)
      if (!(await confirmDelete({ question: words.deleteQuestion, name }))) return false
      try {
        await mutateAsync({ params: { id: record.id }, query: { version: record.version } })
        notify.success(naming(words.deleted, name))
        return true
      } catch (error) {
        if (isHeld(error)) return false
        const sentence = sentenceOf(error, words.deleteFailed)
        const used = error instanceof ApiFailure && error.code === 'record.in-use'
        notify.error(used && inUseSentence !== undefined ? inUseSentence(sentence) : sentence)
        // Another user changed it in the meantime: the list shows the present record.
        if (error instanceof ApiFailure && error.code === 'record.stale') {
          void invalidateAfter(client, featureOf(register.routes.list))
        }
        return false
      }
    },
    [mutateAsync, client, register, words, titleOf, inUseSentence],
  )
}

/** Changes a few fields of a record at once (activate, deactivate), with a message. */
export function useChange({ register, words, titleOf }: Master) {
  const { mutateAsync } = useWrite(register.routes.update)
  return useCallback(
    async (record: AnyRecord, change: Record<string, unknown>, done: string): Promise<void> => {
      try {
        await mutateAsync({ params: { id: record.id }, body: { ...change, version: record.version } })
        notify.success(naming(done, titleOf(record)))
      } catch (error) {
        if (!isHeld(error)) notify.error(sentenceOf(error, words.updateFailed))
      }
    },
    [mutateAsync, words, titleOf],
  )
}

/**
 * Whether the tab shows its list in place of its form; kept in the address, so that Back leads to the form. Who may not
 * enter a record has the list alone.
 */
export function useListView({ register }: Master): [boolean, (on: boolean) => void] {
  const asked = useHashQuery().get('view') === 'list'
  const may = useMay()
  const on = asked || !may(register.routes.create)
  const show = useCallback((next: boolean) => {
    const { group, tab } = parseHash(window.location.hash)
    const path = [group, tab].filter((part) => part !== '').join('/')
    navigate(`${path}${next ? '?view=list' : ''}`)
  }, [])
  return [on, show]
}
