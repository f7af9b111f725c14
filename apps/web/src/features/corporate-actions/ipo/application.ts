/** An application for shares of a new issue: what is typed, what follows from it and what is sent. */
import { actionForm } from '@em/contract/corporate-actions/forms'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { IPO_PAYMENT_METHODS } from '@em/contract/corporate-actions/kinds/ipo'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, parseTyped, powerOfTen } from '@em/core/values/decimal'
import { today } from '../../../lib/dates.ts'
import { checkedBy } from '../../../ui/form/FormShell.tsx'

export const PAYMENT_METHODS = IPO_PAYMENT_METHODS
/** The kind of corporate action that an application is. */
export const APPLICATION = 'ipo' satisfies ActionKind

export interface ApplicationValues {
  companyName: string
  /** The symbol, where it has one already. */
  securityCode: string
  portfolio: string
  ipoDate: string
  appliedDate: string
  pricePerShare: string
  totalInvestment: string
  paymentMethod: string
  settlementAccount: string
  remarks: string
  /** The reason that a limit requires. */
  reason: string
}

export const emptyApplication = (): ApplicationValues => ({
  companyName: '',
  securityCode: '',
  portfolio: '',
  ipoDate: '',
  appliedDate: today(),
  pricePerShare: '',
  totalInvestment: '',
  paymentMethod: '',
  settlementAccount: '',
  remarks: '',
  reason: '',
})

/** As the specification has them, in its order, with the portfolio that applies. */
const REQUIRED: readonly (readonly [keyof ApplicationValues, string])[] = [
  ['companyName', 'Company Name'],
  ['portfolio', 'Portfolio'],
  ['ipoDate', 'IPO Date'],
  ['appliedDate', 'Applied Date'],
  ['pricePerShare', 'Price per Share'],
  ['totalInvestment', 'Total Investment'],
  ['paymentMethod', 'Payment Method'],
]

export const missingOf = (values: ApplicationValues): Record<string, string> =>
  Object.fromEntries(
    REQUIRED.filter(([name]) => values[name].trim() === '').map(([name, label]) => [
      name,
      `${label} is required`,
    ]),
  )

/** The form as the server takes it: nothing that is blank. */
export const requestOf = (values: ApplicationValues): Record<string, unknown> => ({
  kind: APPLICATION,
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
})

const check = checkedBy(actionForm)

/** All faults by field: what is missing, else what is wrong with what is there. */
export function faultsOf(values: ApplicationValues): Record<string, string> {
  const missing = missingOf(values)
  const tooLittle = applied(values)?.shares === 0n
  return {
    // Twice: named in the order of the form, and in its words.
    ...missing,
    ...check(requestOf(values)),
    ...(values.appliedDate > today() ? { appliedDate: 'The application cannot be after today.' } : {}),
    ...(tooLittle ? { totalInvestment: 'The total investment is less than one share.' } : {}),
    ...missing,
  }
}

/** The shares that the money pays for, and what of it is left under one share; null while it cannot be computed. */
export function applied({
  pricePerShare,
  totalInvestment,
}: Pick<ApplicationValues, 'pricePerShare' | 'totalInvestment'>): { shares: bigint; left: string } | null {
  const price = parseTyped(pricePerShare, PRICE_SCALE, { unsigned: true })
  const total = parseTyped(totalInvestment, MONEY_SCALE, { unsigned: true })
  if (!price.ok || !total.ok || price.units === 0n) return null
  const units = total.units * powerOfTen(PRICE_SCALE - MONEY_SCALE)
  return { shares: units / price.units, left: formatDecimal(units % price.units, PRICE_SCALE) }
}

/**
 * What comes back: (applied - allocated) x price, and what of the money paid for no whole share. Exactly; null while it
 * cannot be computed.
 */
export function refundOf(
  { applied: most, left, pricePerShare }: { applied: number; left: string; pricePerShare: string },
  allocated: string,
): string | null {
  const price = parseTyped(pricePerShare, PRICE_SCALE, { unsigned: true })
  const shares = parseTyped(allocated, 0, { unsigned: true })
  const unused = parseTyped(left, PRICE_SCALE, { unsigned: true })
  if (!price.ok || !shares.ok || !unused.ok || shares.units > BigInt(most)) return null
  return formatDecimal((BigInt(most) - shares.units) * price.units + unused.units, PRICE_SCALE)
}
