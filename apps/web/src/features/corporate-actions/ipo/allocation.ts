/** The allocation of an application: what is typed, and what of it is sent. */
import type { CorporateActionDetail, Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import { parseTyped } from '@em/core/values/decimal'
import { isDate, today } from '../../../lib/dates.ts'
import { applied } from './application.ts'

/** An application as its allocation needs it. */
export interface Offer {
  readonly id: number
  readonly companyName: string
  /** Null where it was not listed when the application was made. */
  readonly securityCode: string | null
  readonly portfolioId: string | null
  readonly portfolioName: string
  readonly applied: number
  readonly pricePerShare: string
  /** The part of the money that paid for no whole share. */
  readonly left: string
  readonly appliedOn: string | null
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export function offerOf(event: CorporateActionDetail, of: Entitlement | null): Offer {
  const pricePerShare = textOf(event.form['pricePerShare'])
  const paid = applied({ pricePerShare, totalInvestment: textOf(event.form['totalInvestment']) })
  return {
    id: event.id,
    companyName: textOf(event.form['companyName']) || event.securityName,
    securityCode: event.securityCode,
    portfolioId: of?.portfolioId ?? event.portfolioId,
    portfolioName: of?.portfolioName ?? event.portfolioName ?? '',
    applied: of?.entitled_shares ?? (paid === null ? event.entitled_shares : Number(paid.shares)),
    pricePerShare,
    left: paid?.left ?? '0',
    appliedOn: event.dates.ex ?? event.dates.announcement,
  }
}

export interface AllocationValues {
  allocatedQuantity: string
  date: string
  securityCode: string
  refundReceived: string
  refundDate: string
  bankAccount: string
}

export const emptyAllocation = (): AllocationValues => ({
  allocatedQuantity: '',
  date: today(),
  securityCode: '',
  refundReceived: 'No',
  refundDate: today(),
  bankAccount: '',
})

const DATE = 'Must be a date like 2026-01-31.'

/** Missing or wrong values, by field. */
export function faultsOf(
  values: AllocationValues,
  { applied: most, securityCode }: Offer,
): Record<string, string> {
  const faults: Record<string, string> = {}
  const shares = parseTyped(values.allocatedQuantity, 0, { unsigned: true })
  if (values.allocatedQuantity.trim() === '') faults['allocatedQuantity'] = 'Allocated Quantity is required'
  else if (!shares.ok) faults['allocatedQuantity'] = 'Allocated Quantity must be a whole number.'
  else if (shares.units > BigInt(most)) {
    faults['allocatedQuantity'] = `Only ${most.toLocaleString('en-LK')} were applied for.`
  }
  if (values.date.trim() === '') faults['date'] = 'Allotment Date is required'
  else if (!isDate(values.date)) faults['date'] = DATE
  else if (values.date > today()) faults['date'] = 'The allotment cannot be after today.'
  // Where nothing was allotted there is nothing to hold.
  const needsSecurity = securityCode === null && shares.ok && shares.units > 0n
  if (needsSecurity && values.securityCode === '') faults['securityCode'] = 'Security is required'
  if (values.refundReceived === 'Yes') {
    if (values.refundDate.trim() === '') faults['refundDate'] = 'Received On is required'
    else if (!isDate(values.refundDate)) faults['refundDate'] = DATE
    else if (values.refundDate > today()) faults['refundDate'] = 'The refund cannot have come after today.'
  }
  return faults
}

/** The request of a save. */
export function allotmentOf(values: AllocationValues, { portfolioId, securityCode }: Offer) {
  const isRefunded = values.refundReceived === 'Yes'
  return {
    portfolioId,
    allotted: values.allocatedQuantity,
    date: values.date,
    securityCode: securityCode === null ? values.securityCode : null,
    refundDate: isRefunded ? values.refundDate : null,
    settlementAccount: isRefunded && values.bankAccount !== '' ? values.bankAccount : null,
  }
}
