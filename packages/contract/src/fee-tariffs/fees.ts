/** The six fees of a trade. Each has one spelling per layer; every list of fees is derived from this one. */
import type { FeeComponent } from '@em/core/fee-tariffs/tariff'

interface FeeNames {
  /** In core's rules and in tariffs. */
  readonly component: FeeComponent
  /** In forms and requests. */
  readonly field: string
  /** As stored and answered. */
  readonly column: string
  readonly label: string
  /** Headers of files that mean it: letters only, in small letters. */
  readonly headers: readonly string[]
}

/** In the order in which the product shows and books them (core's FEE_COMPONENTS). */
export const FEES = [
  {
    component: 'brokerage',
    field: 'brokerage',
    column: 'brokerage',
    label: 'Brokerage',
    headers: ['brokerage', 'brokeragefee', 'commission'],
  },
  {
    component: 'cse',
    field: 'cseFees',
    column: 'cse_fees',
    label: 'CSE Fees',
    headers: ['csefees', 'csefee', 'cse'],
  },
  {
    component: 'cds',
    field: 'cdsFees',
    column: 'cds_fees',
    label: 'CDS Fees',
    headers: ['cdsfees', 'cdsfee', 'cds'],
  },
  {
    component: 'clearing',
    field: 'clearingFees',
    column: 'clearing_fees',
    label: 'Clearing Fees',
    headers: ['clearingfees', 'clearingfee', 'clearing'],
  },
  {
    component: 'sec',
    field: 'sec',
    column: 'sec',
    label: 'SEC Cess',
    headers: ['sec', 'seccess', 'secfee', 'secfees', 'govcess', 'cess'],
  },
  {
    component: 'stl',
    field: 'stl',
    column: 'stl',
    label: 'Share Transaction Levy',
    headers: ['stl', 'sharetransactionlevy', 'levy', 'transactionlevy'],
  },
] as const satisfies readonly FeeNames[]

export type Fee = (typeof FEES)[number]
export type FeeField = Fee['field']
export type FeeColumn = Fee['column']

/** A value for each fee under its name in core's rules. */
export const byComponent = <T>(of: (fee: Fee) => T): Record<FeeComponent, T> =>
  Object.fromEntries(FEES.map((fee) => [fee.component, of(fee)])) as Record<FeeComponent, T>

/** A value for each fee under its name in forms. */
export const byField = <T>(of: (fee: Fee) => T): Record<FeeField, T> =>
  Object.fromEntries(FEES.map((fee) => [fee.field, of(fee)])) as Record<FeeField, T>

/** A value for each fee under its stored name. */
export const byColumn = <T>(of: (fee: Fee) => T): Record<FeeColumn, T> =>
  Object.fromEntries(FEES.map((fee) => [fee.column, of(fee)])) as Record<FeeColumn, T>
