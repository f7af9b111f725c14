import { type SellDraft, type SellTransaction, sells } from '@em/contract/trades/sells'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../ui/notify.tsx'
import { useTradeForm } from '../form/useTradeForm.ts'
import { type TradeSender, useAuthorization } from '../preview/useAuthorization.ts'
import { checkSell, type SellContext, sellRequestOf } from './sell-request.ts'
import { EMPTY_SELL, type SellValues } from './sell-values.ts'
import { useHolding } from './useHolding.ts'
import { useSaleFigures } from './useSaleFigures.ts'

const sender: TradeSender<SellDraft, SellTransaction> = {
  send: ({ allocations, ...sellTransaction }, { dryRun, key }) => {
    const options = {
      query: dryRun ? { dryRun: '1' as const } : {},
      ...(key === undefined ? {} : { idempotencyKey: key }),
    }
    return (
      allocations === undefined
        ? call(sells.save, { ...options, body: sellTransaction })
        : call(sells.enterWithAllocations, { ...options, body: { sellTransaction, allocations } })
    ) as Promise<SellTransaction>
  },
  failed: (reason, { allocations }) =>
    allocations === undefined
      ? `Failed to save sell transaction. Please try again. ${reason}`
      : `Failed to save sell transaction and allocations. ${reason}`,
  fields: { price: 'soldPrice' },
}

/** The sentence of the banner after a save. */
export function successOf({ valuation_method: method }: Pick<SellTransaction, 'valuation_method'>): string {
  return method === 'CHERRY'
    ? 'Sell transaction and allocations saved successfully!'
    : 'Transaction recorded successfully!'
}

const NOTHING_KNOWN: SellContext = {
  method: null,
  totalShares: null,
  sellableShares: null,
  boughtPrice: null,
  pending: false,
}

/** The sell form's state and wiring: what is typed, what the portfolio holds, and what the sale comes to. */
export function useSellForm() {
  const context = useRef<SellContext>(NOTHING_KNOWN)
  const trade = useTradeForm<SellValues>({
    side: 'sell',
    empty: EMPTY_SELL,
    validate: (values) => checkSell(values, context.current),
  })
  const { form, values, filling, start, markSent, reset } = trade
  const holding = useHolding(values)
  const live = useSaleFigures(values, holding.method)
  const { method, totalShares, sellableShares } = holding
  const boughtPrice = live.sale?.boughtPrice ?? null
  useLayoutEffect(() => {
    context.current = { method, totalShares, sellableShares, boughtPrice, pending: live.pending }
  })
  // A value that follows from other fields clears its error when it arrives, as typing would.
  const { clearFieldError, errors } = form
  const methodCame = method !== null && errors['valuationMethod'] != null
  const priceCame = boughtPrice !== null && boughtPrice > 0 && errors['boughtPrice'] != null
  useEffect(() => {
    if (methodCame) clearFieldError('valuationMethod')
    if (priceCame) clearFieldError('boughtPrice')
  }, [methodCame, priceCame, clearFieldError])
  // The key was used with other content, so the next save starts with a new one.
  const authorization = useAuthorization({ sender, filling, onSending: markSent, onKeySpent: start })

  /** Saves by way of the review; answers the recorded sale, null when it was cancelled. */
  const save = async (filled: SellValues): Promise<SellTransaction | null> => {
    const request = sellRequestOf(filled, filling.dealNumber, method)
    const recorded = await authorization.ask(request, live.figures)
    if (recorded === null) return null
    reset(filled)
    for (const warning of recorded.warnings ?? []) notify.info(`${recorded.deal_number}: ${warning}`)
    return recorded
  }
  return { ...trade, holding, live, authorization, save }
}
export type SellForm = ReturnType<typeof useSellForm>
