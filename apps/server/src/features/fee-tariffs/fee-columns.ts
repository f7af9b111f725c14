/** The six fees as a trade's version keeps them: in SQL, and between a row and core's rules. */
import { byColumn, byComponent, FEES, type FeeColumn } from '@em/contract/fee-tariffs/fees'
import type { Fees } from '@em/core/fee-tariffs/charge'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'

/** SQL: the six fees together, in rupees. */
export const feeSum = (alias: string): string =>
  `(${FEES.map(({ column }) => `${alias}.${column}`).join(' + ')})`

/** SQL: the columns of the six. */
export const feeColumns = (alias: string): string => FEES.map(({ column }) => `${alias}.${column}`).join(', ')

/** The fees of a row (rupees as text) in cents. */
export const feesOfRow = (row: Readonly<Record<FeeColumn, string>>): Fees =>
  byComponent(({ column }) => decimalOf(row[column], MONEY_SCALE))

/** Fees by their columns, in cents. */
export const columnsOfFees = (fees: Fees): Record<FeeColumn, bigint> =>
  byColumn(({ component }) => fees[component])
