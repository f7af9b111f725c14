/** A transfer between portfolios: what is typed, what is missing and what is sent. */
import { actionForm } from '@em/contract/corporate-actions/forms'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { today } from '../../../lib/dates.ts'
import { checkedBy } from '../../../ui/form/FormShell.tsx'
import {
  type Allocation,
  allocationsOf,
  sharesOf,
  type Typed,
  totalAllocated,
} from '../../trades/sell/allocations.ts'

/** The kind of corporate action that a transfer is. */
export const TRANSFER = 'transfer' satisfies ActionKind

export interface TransferValues {
  /** The codes of the portfolio that gives and of the one that takes. */
  portfolio: string
  toPortfolio: string
  securityCode: string
  quantity: string
  transferDate: string
  transferPrice: string
  remarks: string
  /** The reason that a limit requires. */
  reason: string
}

export const emptyTransfer = (): TransferValues => ({
  portfolio: '',
  toPortfolio: '',
  securityCode: '',
  quantity: '',
  transferDate: today(),
  transferPrice: '',
  remarks: '',
  reason: '',
})

/** The facts of the two portfolios and the holding that the form needs. */
export interface TransferTerms {
  /** Whether the shares are sold: the portfolios belong to different entities. */
  readonly isSale: boolean
  /** Whether lots are named: the giving portfolio is by cherry picking. */
  readonly isPicked: boolean
  /** Shares that the giving portfolio holds on the day; null while not known. */
  readonly held: number | null
  readonly lots: readonly { readonly id: number; readonly remaining_quantity: number }[]
}

const REQUIRED: readonly (readonly [keyof TransferValues, string])[] = [
  ['portfolio', 'From Portfolio'],
  ['toPortfolio', 'To Portfolio'],
  ['securityCode', 'Security'],
  ['quantity', 'Quantity'],
  ['transferDate', 'Transfer Date'],
]

/** The form as the server takes it. */
export function requestOf(
  values: TransferValues,
  typed: Typed,
  terms: TransferTerms,
): Record<string, unknown> {
  const { transferPrice, ...rest } = values
  const sent = { ...rest, ...(terms.isSale ? { transferPrice } : {}) }
  return {
    kind: TRANSFER,
    ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value.trim() !== '')),
    ...(terms.isPicked ? { allocations: allocationsOf(typed, terms.lots) } : {}),
  }
}

const check = checkedBy(actionForm)

/** All faults by field: what is missing, else what is wrong with what is there. */
export function faultsOf(values: TransferValues, typed: Typed, terms: TransferTerms): Record<string, string> {
  const required: typeof REQUIRED = terms.isSale ? [...REQUIRED, ['transferPrice', 'Price']] : REQUIRED
  const missing = Object.fromEntries(
    required
      .filter(([name]) => values[name].trim() === '')
      .map(([name, label]) => [name, `${label} is required`]),
  )
  // Twice: named in the order of the form, and in its words.
  const faults = { ...missing, ...check(requestOf(values, typed, terms)), ...missing }
  if (values.transferDate > today()) faults['transferDate'] = 'The transfer cannot be after today.'
  if (values.toPortfolio !== '' && values.toPortfolio === values.portfolio) {
    faults['toPortfolio'] = 'Choose another portfolio than the one that gives.'
  }
  const wanted = sharesOf(values.quantity)
  if (faults['quantity'] === undefined && terms.held !== null && wanted > terms.held) {
    faults['quantity'] = `Only ${terms.held.toLocaleString('en-LK')} are held on that date.`
  }
  if (terms.isPicked && wanted > 0 && faults['quantity'] === undefined) {
    const picked = pickedOf(typed, terms)
    if (picked !== wanted) faults['allocations'] = mismatch(picked, wanted)
  }
  return faults
}

export const pickedOf = (typed: Typed, { lots }: TransferTerms): number =>
  totalAllocated(allocationsOf(typed, lots) satisfies readonly Allocation[])

const count = (value: number) => value.toLocaleString('en-LK')
/** Why the lots do not make up what is moved. */
const mismatch = (picked: number, wanted: number): string =>
  `The lots come to ${count(picked)} ${picked === 1 ? 'share' : 'shares'}, the quantity is ${count(wanted)}.`
