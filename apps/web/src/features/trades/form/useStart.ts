import { trades } from '@em/contract/trades/trades'
import { useCallback, useMemo, useRef } from 'react'
import { useRoute } from '../../../lib/query.ts'
import type { StartRules } from '../../../ui/form/start.ts'
import { useStart } from '../../../ui/form/useStart.ts'
import { isProposed, rememberedText, startFrom, startOf, TRADE_GROUPS } from './start-values.ts'
import { type ChangeTrade, EMPTY_TRADE, type TradeValues } from './trade-values.ts'

/** The start of a trade's form: the person's newest trade, else the only portfolio and account. */
export function useTradeStart(values: TradeValues, change: ChangeTrade) {
  const { data, isFetching, isError } = useRoute(trades.startValues, {}, { refetchOnMount: 'always' })
  const proposedDate = useRef('')
  const rules = useMemo<StartRules<TradeValues>>(
    () => ({
      groups: TRADE_GROUPS,
      empty: EMPTY_TRADE,
      isProposed: (now, group) => isProposed(now, group, proposedDate.current),
    }),
    [],
  )
  // One that is being asked for again may be older than what was just saved.
  const found = useMemo(
    () =>
      data === undefined || isFetching
        ? undefined
        : { start: startOf(data), isOfLast: data.last_deal !== null },
    [data, isFetching],
  )
  const put = useCallback(
    (how: (now: TradeValues) => object) => change((now) => ({ ...now, ...how(now) })),
    [change],
  )
  const { started, start, anew } = useStart({
    rules,
    values,
    put,
    found,
    isFailed: isError,
    enabled: true,
    wordsOf: rememberedText,
  })
  /** `recorded` is what was just saved. */
  const anewFrom = useCallback(
    (recorded?: TradeValues) => anew(recorded === undefined ? undefined : startFrom(recorded)),
    [anew],
  )
  const noteDate = useCallback((date: string) => {
    proposedDate.current = date
  }, [])
  return { started, start, anew: anewFrom, noteDate }
}
