/** The facts that submitted buys and sales show alike. */
import { FEES } from '@em/contract/fee-tariffs/fees'
import type { Fact } from '../../../ui/Facts.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { FEE_SOURCES, totalFees } from '../form/fees.ts'
import css from './Submitted.module.css'
import type { StoredTrade } from './trade-columns.ts'

const amount = (value: number | string | null) => <Amount value={value} />

/** Gross value, the six fees and their total, the net under its name, where the fees come from, and the step-up if any. */
export function feeFacts(trade: StoredTrade, net: string): Fact[] {
  return [
    { label: 'Gross Value (LKR)', value: amount(trade.gross_value) },
    ...FEES.map(({ column, label }) => ({ label: `${label} (LKR)`, value: amount(trade[column]) })),
    { label: 'Total Fees (LKR)', value: amount(totalFees(trade)) },
    { label: `${net} (LKR)`, value: <span className={css.strong}>{amount(trade.net_value)}</span> },
    { label: 'Fees', value: FEE_SOURCES[trade.fee_source] },
    ...(trade.step_up === null ? [] : [{ label: 'Total Step-up Fees (LKR)', value: amount(trade.step_up) }]),
  ]
}

/** The account and the remark of the payment. */
export function accountFacts(trade: StoredTrade & { cash_flow_on_settlement: string | null }): Fact[] {
  return [
    { label: 'Payment Method', value: trade.payment_method },
    { label: 'Account Name', value: trade.account_name },
    { label: 'Account Number', value: trade.account_number },
    { label: 'Bank Name', value: trade.bank_name },
    { label: 'Branch Name', value: trade.branch_name },
    { label: 'Cash Flow on Settlement', value: trade.cash_flow_on_settlement },
  ]
}
