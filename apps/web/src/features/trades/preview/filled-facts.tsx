import { FEES } from '@em/contract/fee-tariffs/fees'
import type { Figures } from '@em/contract/trades/trade-preview'
import type { Fact } from '../../../ui/Facts.tsx'
import { Amount, Percent } from '../../../ui/Numbers.tsx'
import type { TradeValues } from '../form/trade-values.ts'
import css from './Preview.module.css'

const amount = (value: number | null | undefined) => <Amount value={value} />

/** Gross value, the six fees, their total, the net under its name, and the step-up if any. */
export function feeFacts(values: TradeValues, figures: Figures, net: string): Fact[] {
  const { stepUp } = figures
  return [
    { label: 'Gross Value (LKR)', value: amount(figures.grossValue) },
    ...FEES.map(({ field, label }) => ({ label: `${label} (LKR)`, value: amount(figures[field]) })),
    {
      label: 'Total Fees (LKR)',
      value: (
        <>
          {amount(figures.totalFees)}
          {values.asCharged && <span className={css.quiet}> as charged</span>}
        </>
      ),
    },
    { label: `${net} (LKR)`, value: <span className={css.strong}>{amount(figures.netValue)}</span> },
    ...(stepUp === null
      ? []
      : [
          { label: 'First 100M (LKR)', value: amount(stepUp.first100M) },
          { label: 'First 100M Fees (LKR)', value: amount(stepUp.first100MFees) },
          { label: 'Excess (LKR)', value: amount(stepUp.excess) },
          { label: 'Excess Fees (LKR)', value: amount(stepUp.excessFees) },
          { label: 'Total Step-up Fees (LKR)', value: amount(stepUp.totalStepUpFees) },
          { label: 'Step-up Total (LKR)', value: amount(stepUp.total) },
        ]),
  ]
}

/** The rate and what the money in the trade costs; nothing without a rate. */
export function fundsFacts(values: TradeValues, figures: Figures): Fact[] {
  return [
    { label: 'Cost of Funds', value: <Percent value={values.costOfFunds} /> },
    {
      label: 'Money Generation Cost (LKR)',
      value: amount(values.costOfFunds === '' ? null : figures.moneyGenerationCost),
    },
  ]
}

/** The account and the remark of the payment. */
export function accountFacts(values: TradeValues): Fact[] {
  return [
    { label: 'Payment Method', value: values.paymentMethod },
    { label: 'Account Name', value: values.accountName },
    { label: 'Account Number', value: values.accountNumber },
    { label: 'Bank Name', value: values.bankName },
    { label: 'Branch Name', value: values.branchName },
    { label: 'Cash Flow on Settlement', value: values.cashFlowOnSettlement },
  ]
}
