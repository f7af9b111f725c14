import { health } from '@em/contract/identity/identity'
import type { Reply } from '@em/contract/kit/route'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './api.ts'
import { followServerDay } from './dates.ts'
import { useRoute } from './query.ts'

/** Asks the server for its day, once, before the first screen; without an answer the browser's own day applies. */
export async function learnServerDay(): Promise<void> {
  try {
    followServerDay((await call(health)).today)
  } catch {
    // The screens ask again, and say so where the server does not answer.
  }
}

/** The health of the server, read again as `options` say; every answer also sets the server's day. */
export function useHealth(
  options: { refetchInterval?: number; staleTime?: number } = {},
): UseQueryResult<Reply<typeof health>, Error> {
  const query = useRoute(health, undefined, options)
  const day = query.data?.today
  const at = query.dataUpdatedAt
  useEffect(() => {
    // Each answer counts, also one that says the same: a day learnt around midnight is put right by the next.
    if (day !== undefined && at > 0 && Date.now() - at < FRESH_MS) followServerDay(day)
  }, [day, at])
  return query
}

/** Whether the server shows the demo book, whose day stays the same. */
export function useDemo(): boolean {
  return useHealth({ staleTime: 60_000 }).data?.demo === true
}

/** A kept answer may be of yesterday. */
const FRESH_MS = 5_000
