import { trades } from '@em/contract/books/trades'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import type { Kept } from '../../../ui/form/FormContext.tsx'
import { keptOf, type Start, startFrom, startOf, startTaken } from './start-values.ts'
import type { ChangeTrade, TradeValues } from './trade-values.ts'

const NOWHERE: Start = {}
const UNKNOWN = { start: NOWHERE, fromLastTrade: false, isKnown: false }

/** What the form started from, and what is still as it was. */
export interface Started {
  readonly kept: Kept
  /** The person has a trade that values come from. */
  readonly fromLastTrade: boolean
  /** The server has not answered yet. */
  readonly isPending: boolean
}

/**
 * Puts in what the person's newest trade has, from the server: whichever way and on whichever machine it was recorded. After a save
 * that is what was just recorded, so that nothing is waited for.
 */
export function useStart(values: TradeValues, change: ChangeTrade, enabled: boolean) {
  const asked = useRoute(trades.startValues, {}, { enabled, refetchOnMount: 'always' })
  const [{ start, fromLastTrade, isKnown }, setStarted] = useState(UNKNOWN)
  const before = useRef(NOWHERE)
  const proposedDate = useRef('')
  const take = useCallback(
    (next: Start, isLast: boolean) => {
      const taking = { before: before.current, next, proposedDate: proposedDate.current }
      before.current = next
      change((now) => startTaken(now, taking))
      setStarted({ start: next, fromLastTrade: isLast, isKnown: true })
    },
    [change],
  )
  const { data, isFetching } = asked
  useEffect(() => {
    // One that is being asked for again may be older than what was just saved.
    // oxlint-disable-next-line react/set-state-in-effect -- the answer goes into the form, once
    if (data !== undefined && !isFetching) take(startOf(data), data.last_deal !== null)
  }, [data, isFetching, take])
  /** What an empty form has; `recorded` is what was just saved. */
  const anew = useCallback(
    (recorded?: TradeValues): Start => {
      if (recorded !== undefined && enabled) {
        before.current = startFrom(recorded)
        setStarted({ start: before.current, fromLastTrade: true, isKnown: true })
      }
      return before.current
    },
    [enabled],
  )
  const started = useMemo<Started>(
    () => ({
      kept: keptOf(values, start, fromLastTrade),
      fromLastTrade,
      isPending: enabled && !isKnown && !asked.isError,
    }),
    [values, start, fromLastTrade, enabled, isKnown, asked.isError],
  )
  const noteDate = useCallback((date: string) => {
    proposedDate.current = date
  }, [])
  return { started, start, anew, noteDate }
}
