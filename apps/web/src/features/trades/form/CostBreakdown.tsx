import { FEES, type FeeField } from '@em/contract/fee-tariffs/fees'
import type { Figures } from '@em/contract/trades/trade-preview'
import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { MoneyField } from '../../../ui/form/NumberField.tsx'
import { Amount, type Part, Percent, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Calculated } from './Calculated.tsx'
import { feesToStartFrom, STEP_UP_ABOVE, shareOfGross } from './fees.ts'
import { StepUp } from './StepUp.tsx'
import css from './TradeForm.module.css'
import type { LiveFigures } from './useCalculation.ts'
import type { TradeForm } from './useTradeForm.ts'

type FormWithFigures = TradeForm & { live: LiveFigures }

interface CostBreakdownProps {
  trade: FormWithFigures
  side: 'buy' | 'sell'
  /** Price per share, as typed. */
  price: string
  /** Fields of the section beyond the fees. */
  children?: ReactNode
}

/** Cost Breakdown & Calculations: gross, six fees, net, step-up. */
export function CostBreakdown({ trade, side, price, children }: CostBreakdownProps) {
  const { values, change, live } = trade
  const { figures, schedule, stale } = live
  const net = NET[side]
  const toggle = (asCharged: boolean) =>
    change((now) => ({ ...now, asCharged, ...(asCharged ? feesToStartFrom(schedule) : NO_FEES) }))
  return (
    <FormSection
      title="Cost Breakdown & Calculations"
      actions={
        <div className={css.feesHead}>
          <span role="status" data-problem={!values.asCharged && live.problem !== null}>
            {values.asCharged
              ? 'The six fees are booked as charged on the contract note.'
              : (live.problem ?? 'Calculated as you type, by the fee schedule of the trade date.')}
          </span>
          <Switch
            size="xs"
            labelPosition="left"
            label="Fees as charged"
            checked={values.asCharged}
            onChange={(event) => toggle(event.currentTarget.checked)}
            withThumbIndicator={false}
          />
        </div>
      }
    >
      <Calculated
        label="Gross Value"
        value={schedule?.grossValue}
        stale={stale}
        how={grossParts(trade, price)}
      />
      {FEES.map(({ field, label }) =>
        values.asCharged ? (
          <MoneyField
            key={field}
            name={field}
            label={label}
            required
            // Without a tariff of the date there is nothing to compare with.
            help={
              schedule === null || schedule.totalFees === 0 ? undefined : (
                <>
                  By schedule <Amount value={schedule[field]} />
                </>
              )
            }
          />
        ) : (
          <Calculated
            key={field}
            label={label}
            value={schedule?.[field]}
            stale={stale}
            how={schedule && feeParts(schedule, field, label)}
          />
        ),
      )}
      <Calculated
        label="Total Fees"
        value={figures?.totalFees}
        stale={stale}
        how={
          figures && [
            ...FEES.map(({ field, label }) => ({ label, value: <Amount value={figures[field]} /> })),
            { label: '= Total Fees', value: <Amount value={figures.totalFees} /> },
            ...shareParts(figures.totalFees, figures.grossValue, 'Share of gross value'),
          ]
        }
      />
      <Calculated
        label={net.label}
        value={figures?.netValue}
        stale={stale}
        strong
        how={
          figures && [
            { label: 'Gross Value', value: <Amount value={figures.grossValue} /> },
            { label: `${net.sign} Total Fees`, value: <Amount value={figures.totalFees} /> },
            { label: `= ${net.label}`, value: <Amount value={figures.netValue} /> },
          ]
        }
      />
      {schedule?.stepUp && schedule.grossValue > STEP_UP_ABOVE && (
        <StepUp stepUp={schedule.stepUp} stale={stale} asCharged={values.asCharged} />
      )}
      {children}
    </FormSection>
  )
}

const NET = {
  buy: { label: 'Net Value', sign: '+' },
  sell: { label: 'Net Proceeds (After Fees)', sign: '\u2212' },
} as const

const NO_FEES = Object.fromEntries(FEES.map(({ field }) => [field, ''])) as Record<FeeField, string>

function grossParts({ values, live }: FormWithFigures, price: string): readonly Part[] {
  return [
    { label: 'Quantity', value: <Quantity value={values.quantity} /> },
    { label: '\u00d7 Price', value: <Price value={price} /> },
    { label: '= Gross Value', value: <Amount value={live.schedule?.grossValue} /> },
  ]
}

function feeParts(figures: Figures, field: FeeField, label: string): readonly Part[] {
  const gross = { label: 'Gross Value', value: <Amount value={figures.grossValue} /> }
  const fee = { label: `= ${label}`, value: <Amount value={figures[field]} /> }
  if (figures.stepUp === null) {
    return [gross, ...shareParts(figures[field], figures.grossValue, '\u00d7 rate'), fee]
  }
  // Two rates apply: the rounded share of the whole, times the gross value, would not give the fee.
  return [
    gross,
    { label: 'Step-up', value: 'one rate up to 100,000,000.00, another on the excess' },
    fee,
    ...shareParts(figures[field], figures.grossValue, 'Share of gross value'),
  ]
}

function shareParts(fee: number, gross: number, label: string): readonly Part[] {
  const share = shareOfGross(fee, gross)
  return share === null ? [] : [{ label, value: <Percent value={share} decimals={4} /> }]
}
