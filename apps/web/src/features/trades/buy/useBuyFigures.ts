import { trades } from '@em/contract/trades/trades'
import { useMemo } from 'react'
import { withFeesAsCharged } from '../form/fees.ts'
import { type LiveFigures, useCalculation } from '../form/useCalculation.ts'
import { questionOf } from './buy-figures.ts'
import type { BuyValues } from './buy-values.ts'

/** The figures of a buy, which follow the typing. */
export function useBuyFigures(values: BuyValues): LiveFigures {
  const { answer, stale, problem } = useCalculation(trades.calculateBuy, questionOf(values), 60_000)
  const figures = useMemo(
    () => (answer !== null && values.asCharged ? withFeesAsCharged(answer, values) : answer),
    [answer, values],
  )
  return { schedule: answer, figures, stale, problem }
}
