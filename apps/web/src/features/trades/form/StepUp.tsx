import type { Figures } from '@em/contract/trades/trade-preview'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import css from './TradeForm.module.css'

interface StepUpProps {
  stepUp: NonNullable<Figures['stepUp']>
  stale: boolean
  asCharged: boolean
}

/** How a trade above a gross value of 100,000,000 is charged. */
export function StepUp({ stepUp, stale, asCharged }: StepUpProps) {
  const lines = [
    ['First 100M', stepUp.first100M],
    ['First 100M Fees', stepUp.first100MFees],
    ['Excess', stepUp.excess],
    ['Excess Fees', stepUp.excessFees],
    ['Total Step-up Fees', stepUp.totalStepUpFees],
    ['Total', stepUp.total],
  ] as const
  return (
    <section className={css.stepUp} aria-label="Step-up">
      <p className={css.stepUpTitle}>Step-up</p>
      <p className={css.stepUpLead}>
        {asCharged
          ? 'By the fee schedule, for comparison. The fees as charged above are booked.'
          : 'The part of the gross value above 100,000,000.00 is charged at the lower rates.'}
      </p>
      <div className={css.stepUpGrid}>
        {lines.map(([label, value]) => (
          <CalcField
            key={label}
            label={label}
            unit="LKR"
            value={<Amount value={value} />}
            stale={stale}
            strong={label === 'Total'}
          />
        ))}
      </div>
    </section>
  )
}
