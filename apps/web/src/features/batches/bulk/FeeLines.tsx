import { FEES } from '@em/contract/fee-tariffs/fees'
import type { Figures } from '@em/contract/trades/trade-preview'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { STEP_UP_ABOVE } from '../../trades/form/fees.ts'

interface FeeLinesProps {
  figures: Figures | null
  stale: boolean
  decimals: number
  /** Net Value of a buy, Net Proceeds of a sale. */
  net: string
}

/** The six fees, the step-up where there is one, and what is left or to be paid. */
export function FeeLines({ figures, stale, decimals, net }: FeeLinesProps) {
  const amount = (value: number | null | undefined) => <Amount value={value} decimals={decimals} />
  const stepUp = (figures?.grossValue ?? 0) > STEP_UP_ABOVE ? figures?.stepUp : null
  return (
    <>
      {FEES.map(({ field, label }) => (
        <CalcField key={field} label={label} unit="LKR" value={amount(figures?.[field])} stale={stale} />
      ))}
      {stepUp != null && (
        <CalcField
          label="Step-Up Fees"
          unit="LKR"
          value={amount(stepUp.totalStepUpFees)}
          stale={stale}
          how={[
            { label: 'Fees on the first 100,000,000', value: amount(stepUp.first100MFees) },
            { label: 'Excess', value: amount(stepUp.excess) },
            { label: 'Fees on the excess', value: amount(stepUp.excessFees) },
          ]}
        />
      )}
      <CalcField label={net} unit="LKR" value={amount(figures?.netValue)} stale={stale} strong />
    </>
  )
}
