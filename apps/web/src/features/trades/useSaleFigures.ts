import { sells } from '@em/contract/books/sells'
import type { CostingMethod } from '@em/contract/registers/costing-methods'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useRoute } from '../../lib/query.ts'
import { withFeesAsCharged } from './figures.ts'
import { type SaleFigures, saleQuestionOf, saleWithFees } from './sell-figures.ts'
import type { SellValues } from './sell-values.ts'
import { type LiveFigures, sentenceOf, WAIT_MS } from './useFigures.ts'

export interface LiveSale extends LiveFigures {
  /** What the sale takes out and gains; null while the chain has nothing to say. */
  sale: SaleFigures | null
  /** Why the chain would refuse it: the server's sentence. */
  refusal: string | null
  /** An answer is on its way. */
  pending: boolean
}

/** Figures that follow the typing: fees, and what the sale takes out of the holding and gains. */
export function useSaleFigures(values: SellValues, method: CostingMethod | null): LiveSale {
  const {
    quantity,
    soldPrice,
    costOfFunds,
    tradeDate,
    settlementDate,
    portfolioId,
    symbol,
    allocations,
    asCharged,
  } = values
  const question = useMemo(
    () => saleQuestionOf(values, method),
    // Only these decide the question; every other keystroke must not ask again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [
      quantity,
      soldPrice,
      costOfFunds,
      tradeDate,
      settlementDate,
      portfolioId,
      symbol,
      allocations,
      asCharged,
      method,
    ],
  )
  const [asked] = useDebouncedValue(question, WAIT_MS)
  const answer = useRoute(
    sells.calculate,
    { body: { ...asked } },
    { enabled: asked !== null && question !== null, keepPrevious: true, staleTime: 10_000 },
  )
  const known = question === null ? null : (answer.data ?? null)
  const stale = known !== null && (question !== asked || answer.isPlaceholderData)
  return useMemo(() => {
    const { sale, refusal, schedule } = {
      sale: known?.sale ?? null,
      refusal: known?.refusal ?? null,
      schedule: known,
    }
    const days = sale?.holdingDays ?? 0
    const figures =
      schedule !== null && values.asCharged
        ? withFeesAsCharged(schedule, values, { side: 'sell', holdingDays: days })
        : schedule
    const shown = sale !== null && figures !== null && values.asCharged ? saleWithFees(sale, figures) : sale
    const pending = question !== null && !answer.isError && (known === null || stale)
    const problem = question === null ? null : sentenceOf(answer.error)
    return { schedule, figures, stale, problem, sale: shown, refusal: stale ? null : refusal, pending }
  }, [known, stale, question, answer.isError, answer.error, values])
}
