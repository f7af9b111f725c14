/** What a form says beyond its shape: dates in order, figures that belong together; and what it is called. */
import type { ActionForm } from '@em/contract/books/action-forms'
import { PER_SHARE_SCALE } from '@em/contract/books/action-forms'
import { appliedShares } from '@em/core/corporate-actions/plans/ipo'
import { formatDecimal, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { datesOf } from './facts/terms.ts'

/** Pairs of dates of which the first may not come after the second, with their names and the field of the second. */
function refuseDates(form: ActionForm): void {
  const { announcement, ex, record, payment, allotment, subscriptionStart, renunciation, last } =
    datesOf(form)
  const pairs: readonly (readonly [string, string | null, string, string | null])[] = [
    [
      'the announcement',
      announcement,
      'The ex date',
      form.kind === 'ipo' || form.kind === 'transfer' ? null : ex,
    ],
    ['the ex date', ex, 'The record date', form.kind === 'rights' ? null : record],
    ['the ex date', ex, 'The payment date', payment],
    ['the record date', record, 'The payment date', payment],
    ['the ex date', ex, 'The allotment date', allotment],
    ['the ex date', form.kind === 'rights' ? ex : null, 'The subscription start', subscriptionStart],
    [
      'the subscription start',
      subscriptionStart,
      'The subscription end',
      form.kind === 'rights' ? last : null,
    ],
    ['the ex date', form.kind === 'rights' ? ex : null, 'The subscription end', last],
    ['the last day of renunciation', renunciation, 'The subscription end', last],
    ['the ex date', form.kind === 'election' ? ex : null, 'The last day of the election', last],
    ['the last day of acceptance', form.kind === 'tender' ? last : null, 'The effective date', ex],
  ]
  for (const [earlier, before, later, date] of pairs) {
    if (before !== null && date !== null && date < before)
      throw refuseField('action.dates-order', fieldOf(form, date), { later, date, earlier, before })
  }
}

const fieldOf = (form: ActionForm, date: string) =>
  Object.entries(form).find(([, value]) => value === date)?.[0] ?? 'dates'

/** @throws Refusal naming the field for what does not belong together. */
export function refuseForm(form: ActionForm): void {
  refuseDates(form)
  if (form.kind === 'dividend' && form.exemptRate !== null && form.exemptRate > form.dividendRate)
    throw refuseField('action.exempt-too-high', 'exemptRate')
  if (form.kind === 'scrip' && !form.draft) {
    const byPrice = form.ratePerShare !== null && form.issuePrice !== null
    if (!byPrice && (form.dividendRate === null || form.dividendRate === 0n || form.asIncome))
      throw refuseField('action.dividend-or-scrip', 'dividendRate')
  }
  const fees = form.kind === 'buyback' || form.kind === 'tender' ? (form.fees ?? 0n) : 0n
  if (fees > 0n && form.portfolio === null && form.portfolioId === null)
    throw refuseField('action.fees-of-one', 'fees')
  if (form.kind === 'dividend' && form.dividendType === 'Scrip')
    throw refuseField('action.dividend-type', 'dividendType')
  if (form.kind === 'ipo') {
    const { pricePerShare: price, totalInvestment: invested } = form
    if (price === null)
      throw new Refusal('request.invalid', {}, [
        { field: 'pricePerShare', message: 'Price per Share is required.' },
      ])
    if (appliedShares({ invested, price }) === 0n)
      throw refuseField('action.ipo-shares', 'totalInvestment', { price: plain(price, PRICE_SCALE) })
  }
}

/** A figure without zeros at its end, with so many decimals at least. */
function plain(units: bigint, scale: number, least = 2): string {
  const [whole = '', decimals = ''] = formatDecimal(units, scale).split('.')
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** What an action is called, in a line. */
export function titleOf(form: ActionForm, symbol: string, to: string | null = null): string {
  switch (form.kind) {
    case 'dividend': {
      const word = form.recoveryOfCost ? 'Recovery of cost' : 'Dividend'
      return `${word} ${plain(form.dividendRate, PER_SHARE_SCALE)} a share ${symbol}`
    }
    case 'scrip':
      return form.ratePerShare !== null && form.issuePrice !== null
        ? `Scrip dividend ${plain(form.ratePerShare, PER_SHARE_SCALE)} a share at ${plain(form.issuePrice, PRICE_SCALE)} ${symbol}`
        : `Scrip dividend ${plain(form.dividendRate ?? 0n, RATE_SCALE, 0)} % ${symbol}`
    case 'bonus':
      return `Bonus ${form.ratioFrom} for ${form.ratioTo} ${symbol}`
    case 'rights':
      return `Rights ${form.rightsRatioFrom} for ${form.rightsRatioTo} at ${plain(form.offerPrice, PRICE_SCALE)} ${symbol}`
    case 'split':
      return `Split ${form.ratioFrom} into ${form.ratioTo} ${symbol}`
    case 'consolidation':
      return `Consolidation ${form.ratioFrom} into ${form.ratioTo} ${symbol}`
    case 'merger':
      return `Merger ${form.ratioFrom} ${form.newSecurityCode.toUpperCase()} for ${form.ratioTo} ${symbol}`
    case 'spin-off':
      return `Spin-off ${form.ratioFrom} ${form.newSecurityCode.toUpperCase()} for ${form.ratioTo} ${symbol}`
    case 'identity':
      return `Change of name or symbol ${symbol}`
    case 'delisting':
      return `Delisting ${symbol}`
    case 'buyback':
      return `Buy-back ${form.ratioFrom} of ${form.ratioTo} at ${plain(form.offerPrice, PRICE_SCALE)} ${symbol}`
    case 'tender':
      return `Tender offer at ${plain(form.offerPrice, PRICE_SCALE)} ${symbol}`
    case 'election':
      return `Dividend ${plain(form.ratePerShare, PER_SHARE_SCALE)} a share, cash or shares ${symbol}`
    case 'ipo':
      return form.pricePerShare === null
        ? `Application ${form.companyName.slice(0, 150)}`
        : `IPO ${form.companyName.slice(0, 150)} at ${plain(form.pricePerShare, PRICE_SCALE)}`
    case 'transfer':
      return `Transfer ${form.quantity.toLocaleString('en')} ${symbol} to ${to ?? form.toPortfolio}`
  }
}
