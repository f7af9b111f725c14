import { type BuyDraft, type BuyTransaction, trades } from '@em/contract/trades/trades'
import { call } from '../../../lib/api.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { notify } from '../../../ui/notify.tsx'
import { useTradeForm } from '../form/useTradeForm.ts'
import { type TradeSender, useAuthorization } from '../preview/useAuthorization.ts'
import { checkBuy, requestOf, summaryTitleOf } from './buy-request.ts'
import { type BuyValues, EMPTY_BUY } from './buy-values.ts'
import { useBuyFigures } from './useBuyFigures.ts'

const sender: TradeSender<BuyDraft, BuyTransaction> = {
  send: (body, { dryRun, key }) =>
    call(trades.saveBuy, {
      query: dryRun ? { dryRun: '1' } : {},
      body,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    }) as never,
  failed: (reason) => `Failed to save transaction: ${reason}`,
}

/** The buy form's state and wiring. */
export function useBuyForm() {
  const trade = useTradeForm<BuyValues>({ side: 'buy', empty: EMPTY_BUY, validate: checkBuy })
  const { form, filling, start, markSent, reset } = trade
  const live = useBuyFigures(form.values)
  // The key was used with other content, so the next save starts with a new one.
  const authorization = useAuthorization({ sender, filling, onSending: markSent, onKeySpent: start })

  /** Saves by way of the review; answers whether a trade was recorded. */
  const save = async (values: BuyValues): Promise<boolean> => {
    const request = requestOf(values, filling.dealNumber)
    const recorded = await authorization.ask(request, live.figures)
    if (recorded === null) return false
    reset(values)
    const { deal_number: deal, warnings = [] } = recorded
    notify.success('Buy Transaction submitted successfully!', {
      label: deal,
      href: hrefOf('Trade Capture', 'Buy', { view: 'transactions', deal }),
    })
    for (const warning of warnings) notify.info(`${deal}: ${warning}`)
    return true
  }
  return { ...trade, live, authorization, save, summaryTitle: summaryTitleOf(form.values, form.errors) }
}
export type BuyForm = ReturnType<typeof useBuyForm>
