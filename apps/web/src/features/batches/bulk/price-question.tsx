import { batches } from '@em/contract/books/batches'
import type { TradeDryRun } from '@em/contract/books/trade-preview'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { PRICE_CHECKED } from '../../../ui/Tick.tsx'

/**
 * Whether the trade of a bulk form may be sent: a price that is far from the exchange's is shown first and has to be ticked as checked.
 * What the preview refuses is left to the save, which says it and keeps it in the import history.
 */
export async function isPriceChecked(
  route: typeof batches.saveBulkBuy | typeof batches.saveBulkSell,
  body: object,
): Promise<boolean> {
  const look = { query: { dryRun: '1' as const }, body: body as never }
  const preview = (await call(route as typeof batches.saveBulkSell, look).catch(
    () => null,
  )) as TradeDryRun | null
  if (preview?.checkPrice !== true) return true
  return confirm({
    title: 'Check the price',
    message: preview.warnings.map((warning) => <p key={warning}>{warning}</p>),
    tick: PRICE_CHECKED,
    confirm: 'Save',
  })
}
