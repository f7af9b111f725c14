import { batches } from '@em/contract/batches/batches'
import { limits } from '@em/contract/limits/limits'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { call } from '../../../lib/api.ts'
import { askedOf } from '../../../lib/held.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { PRICE_CHECKED } from '../../../ui/Tick.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import { LimitsPassed, type TouchingAct, touchingQuestion, worsened } from '../../limits/LimitsTouched.tsx'
import type { TradeValues } from '../../trades/form/trade-values.ts'

interface Asked {
  readonly route: typeof batches.saveBulkBuy | typeof batches.saveBulkSell
  readonly body: object
  readonly act: TouchingAct
  readonly mayReadLimits: boolean
}

type Values = Pick<
  TradeValues,
  'portfolioId' | 'symbol' | 'quantity' | 'tradeDate' | 'settlementDate' | 'brokerName' | 'settlementAccount'
>

/** The trade of a bulk form as limits are asked about it. */
export const touchingAct = (kind: TouchingAct['kind'], values: Values, price: string): TouchingAct => ({
  kind,
  portfolioId: values.portfolioId,
  symbol: values.symbol,
  quantity: values.quantity,
  price,
  tradeDate: values.tradeDate,
  settlementDate: values.settlementDate,
  broker: values.brokerName,
  settlementAccount: values.settlementAccount,
})

/**
 * Whether the trade of a bulk form may be sent. A price that is far from the exchange's is shown first and has to be
 * ticked as checked. A limit that the trade puts at its warning or beyond is shown, and so is that it would wait for
 * approval. A refusal of the preview is left to the save, which shows it and keeps it in the import history.
 */
export async function isPreviewAccepted({ route, body, act, mayReadLimits }: Asked): Promise<boolean> {
  const request = { query: { dryRun: '1' as const }, body: body as never }
  const [preview, checked] = await Promise.all([
    call(route as typeof batches.saveBulkSell, request).catch(() => null) as Promise<TradeDryRun | null>,
    mayReadLimits ? call(limits.whatIf, { body: touchingQuestion(act) }).catch(() => null) : null,
  ])
  const checks = preview === null ? [] : worsened(checked?.checks ?? [])
  const asksPrice = preview?.checkPrice === true
  // A write that would wait for approval says so before it is sent.
  const waits = askedOf(preview) !== undefined
  if (!asksPrice && checks.length === 0 && !waits) return true
  return confirm({
    title: asksPrice ? 'Check the price' : checks.length > 0 ? 'Limits' : 'Submit for approval',
    message: (
      <>
        {asksPrice && preview.warnings.map((warning) => <p key={warning}>{warning}</p>)}
        {checks.length > 0 && <LimitsPassed checks={checks} />}
        <WillWait preview={preview} />
      </>
    ),
    ...(asksPrice && { tick: PRICE_CHECKED }),
    confirm: waits ? 'Submit' : 'Save',
  })
}
