/** What a request sends and an answer shows of any trade: fees as charged, the figures the client saw, warnings. */
import { byComponent, byField, FEES, type FeeField } from '@em/contract/fee-tariffs/fees'
import type { Figures } from '@em/contract/trades/trade-preview'
import type { BuyInput } from '@em/contract/trades/trades'
import type { Holding } from '@em/core/chains/chain-event'
import type { Fees } from '@em/core/fee-tariffs/charge'
import type { TradeWarning } from '@em/core/trades/decide-buy'
import type { BuyFigures, FeesAsCharged, SellFigures } from '@em/core/trades/figures'
import { formatDecimal, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { Refusal } from '../../../platform/refusal.ts'

/** A holding as the API shows it. */
export const holdingForAnswer = ({ quantity, cost, charges }: Holding) => ({
  quantity: Number(quantity),
  cost: rupees(cost),
  charges: rupees(charges),
})

/**
 * Fees as charged replace the schedule's, which are kept too. `feesFixed`: so do fees by the schedule, as
 * other books charged them.
 */
export function chargedFees(
  input: Pick<BuyInput, 'feeSource' | FeeField> & { readonly feesFixed?: boolean },
): { feesAsCharged?: FeesAsCharged } {
  if (input.feeSource === null || (input.feeSource === 'schedule' && input.feesFixed !== true)) return {}
  const fees = byComponent(({ field }) => input[field])
  const missing = FEES.filter(({ field }) => input[field] === null)
  if (missing.length > 0) {
    throw new Refusal(
      'request.invalid',
      {},
      missing.map(({ field }) => ({
        field,
        message: 'All six fees are needed when they are given as charged.',
      })),
    )
  }
  return { feesAsCharged: { source: input.feeSource, fees: fees as Fees } }
}

/** @throws Refusal `preview.stale` with the new figures when the client showed others. */
export function refuseStalePreview(
  input: Pick<BuyInput, 'preview'>,
  figures: BuyFigures | SellFigures,
): void {
  if (input.preview === null) return
  const gross = toJsonNumber(figures.gross, MONEY_SCALE)
  const net = toJsonNumber(figures.net, MONEY_SCALE)
  if (input.preview.grossValue === gross && input.preview.netValue === net) return
  const shown = (cents: bigint) => formatDecimal(cents, MONEY_SCALE, { grouping: true })
  throw new Refusal('preview.stale', {}, [
    { field: 'grossValue', message: `Gross value is now ${shown(figures.gross)}.` },
    { field: 'netValue', message: `Net value is now ${shown(figures.net)}.` },
  ])
}

/** The figures of nothing, as where a trade is removed. */
export const NO_FIGURES: Figures = {
  grossValue: 0,
  ...byField(() => 0),
  totalFees: 0,
  netValue: 0,
  stepUp: null,
  moneyGenerationCost: 0,
}

/** Core's figures as the API shows them. */
export function figuresForAnswer(figures: Omit<BuyFigures | SellFigures, 'side'>): Figures {
  const { fees, stepUp } = figures
  return {
    grossValue: rupees(figures.gross),
    ...byField(({ component }) => rupees(fees[component])),
    totalFees: rupees(figures.totalFees),
    netValue: rupees(figures.net),
    stepUp:
      stepUp === null
        ? null
        : {
            first100M: rupees(stepUp.first100M),
            first100MFees: rupees(stepUp.first100MFees),
            excess: rupees(stepUp.excess),
            excessFees: rupees(stepUp.excessFees),
            totalStepUpFees: rupees(stepUp.totalStepUpFees),
            total: rupees(stepUp.total),
          },
    moneyGenerationCost: rupees(figures.moneyGenerationCost),
  }
}

export const WARNINGS: Record<TradeWarning, string> = {
  'contract-number.repeated': 'Another trade of this portfolio and date has the same contract number.',
  'buy.before-opening':
    'The trade date is before the opening date of the portfolio. Its opening positions should include these shares.',
  'treatment.assumed-fvtpl':
    'The portfolio has no accounting treatment that applies to shares; FVTPL was applied.',
}
