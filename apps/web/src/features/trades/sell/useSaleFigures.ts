import type { CostingMethod } from '@em/contract/costing-methods/costing-methods'
import { sells } from '@em/contract/trades/sells'
import { useMemo } from 'react'
import { withFeesAsCharged } from '../form/fees.ts'
import { type LiveFigures, useCalculation } from '../form/useCalculation.ts'
import { type SaleFigures, saleQuestionOf, saleWithFees } from './sell-figures.ts'
import type { SellValues } from './sell-values.ts'

export interface LiveSale extends LiveFigures {
  /** The cost and gain of the sale; null while the chain has no answer. */
  sale: SaleFigures | null
  /** Why the chain would refuse it: the server's sentence. */
  refusal: string | null
  /** An answer is on its way. */
  pending: boolean
}

/** Figures that follow the typing: fees, and what the sale takes out of the holding and gains. */
export function useSaleFigures(values: SellValues, method: CostingMethod | null): LiveSale {
  const question = saleQuestionOf(values, method)
  const { answer, stale, pending, problem } = useCalculation(sells.calculate, question, 10_000)
  return useMemo(() => {
    const sale = answer?.sale ?? null
    const figures =
      answer !== null && values.asCharged
        ? withFeesAsCharged(answer, values, { side: 'sell', holdingDays: sale?.holdingDays ?? 0 })
        : answer
    const shown = sale !== null && figures !== null && values.asCharged ? saleWithFees(sale, figures) : sale
    const refusal = stale ? null : (answer?.refusal ?? null)
    return { schedule: answer, figures, stale, problem, sale: shown, refusal, pending }
  }, [answer, stale, pending, problem, values])
}
