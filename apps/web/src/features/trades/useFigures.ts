import { type Figures, trades } from '@em/contract/books/trades'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { ApiFailure } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import type { BuyValues } from './buy-values.ts'
import { questionOf, withFeesAsCharged } from './figures.ts'

/** Typing settles for this long before the server is asked. */
export const WAIT_MS = 200

export interface LiveFigures {
  /** By the fee schedule; null while nothing can be calculated. */
  schedule: Figures | null
  /** What the trade will book: with fees as charged where they are typed. */
  figures: Figures | null
  /** Newer figures are on their way. */
  stale: boolean
  /** Why nothing could be calculated, in the server's sentence; null where it did not refuse. */
  problem: string | null
}

/** The sentence of a refused calculation. */
export function sentenceOf(error: unknown): string | null {
  return error instanceof ApiFailure && error.spoken ? error.message : null
}

/**
 * Figures that follow the typing. An answer belongs to its question, so one that comes late for a former question
 * is never shown; until the new one is there the last stays, marked stale. A failure leaves the fields empty.
 */
export function useFigures(values: BuyValues): LiveFigures {
  const { quantity, price, costOfFunds, tradeDate, symbol, asCharged } = values
  const question = useMemo(
    () => questionOf({ ...values, quantity, price, costOfFunds, tradeDate, symbol, asCharged }),
    // Only these six decide the question; every other keystroke must not ask again.
    [quantity, price, costOfFunds, tradeDate, symbol, asCharged], // oxlint-disable-line react-hooks/exhaustive-deps
  )
  const [asked] = useDebouncedValue(question, WAIT_MS)
  const answer = useRoute(
    trades.calculateBuy,
    { body: { ...asked } },
    { enabled: asked !== null && question !== null, keepPrevious: true, staleTime: 60_000 },
  )
  const schedule = question === null ? null : (answer.data ?? null)
  const figures = useMemo(
    () => (schedule !== null && values.asCharged ? withFeesAsCharged(schedule, values) : schedule),
    [schedule, values],
  )
  const stale = schedule !== null && (question !== asked || answer.isPlaceholderData)
  return { schedule, figures, stale, problem: question === null ? null : sentenceOf(answer.error) }
}
