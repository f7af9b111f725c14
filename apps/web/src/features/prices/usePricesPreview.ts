import { prices } from '@em/contract/prices/prices'
import { type CallArguments, call } from '../../lib/api.ts'
import { usePreview } from '../../lib/usePreview.ts'

type Body = CallArguments<typeof prices.record>[0]['body']

/** The effect of saving prices of a day, once typing has paused. `body` null asks nothing. */
export function usePricesPreview(date: string, body: Body | null, saving: boolean) {
  // The save itself asks about unusual prices and locked periods.
  const query = { dryRun: '1', acceptUnusual: '1', openPeriod: '1' } as const
  return usePreview(
    body === null ? '' : JSON.stringify({ date, body }),
    (signal) => call(prices.record, { params: { date }, query, body: body as Body, signal }),
    saving,
  )
}
