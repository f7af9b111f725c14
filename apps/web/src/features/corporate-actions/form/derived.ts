import { PER_SHARE_SCALE } from '@em/contract/books/action-forms'
import { divideHalfAway, formatDecimal, parseDecimal, powerOfTen } from '@em/core/values/decimal'
import type { ActionValues, FormKind } from './fields.ts'

/** Figures that follow from a form while it is typed. The server computes its own. */

export interface DerivedFigure {
  readonly label: string
  readonly kind: 'money' | 'shares' | 'price'
  /** Null while it cannot be told. */
  readonly value: string | null
  /** How it is calculated, in words. */
  readonly how: string
}

const MONEY = 2
const PRICE = 4
const PERCENT = 4
const HUNDRED_PERCENT = 100n * powerOfTen(PERCENT)

class Typed {
  private readonly values: ActionValues
  constructor(values: ActionValues) {
    this.values = values
  }
  /** Whole units of 10^-scale; null where it is blank or no such number. */
  read(name: string, scale: number): bigint | null {
    const text = this.values[name]
    if (typeof text !== 'string' || text.trim() === '') return null
    const parsed = parseDecimal(text.trim(), scale, { unsigned: true, max: 10n ** 24n })
    return parsed.ok ? parsed.units : null
  }
  shares(name: string): bigint | null {
    return this.read(name, 0)
  }
  /** At least one. */
  part(name: string): bigint | null {
    const units = this.read(name, 0)
    return units === 0n ? null : units
  }
}

const figure = (
  label: string,
  kind: DerivedFigure['kind'],
  units: bigint | null,
  how: string,
): DerivedFigure => {
  const scale = kind === 'money' ? MONEY : kind === 'price' ? PRICE : 0
  return { label, kind, value: units === null ? null : formatDecimal(units, scale), how }
}

/** rate x shares, rounded to the cent. */
function amountOf(rate: bigint | null, shares: bigint | null, scale: number): bigint | null {
  if (rate === null || shares === null) return null
  return divideHalfAway(rate * shares, powerOfTen(scale - MONEY))
}

/** shares x of / per, rounded down. */
function sharesOf(held: bigint | null, of: bigint | null, per: bigint | null): bigint | null {
  return held === null || of === null || per === null ? null : (held * of) / per
}

const plus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a + b)

/** amount less tax, the tax rounded to the cent; null where no rate is typed. */
function netOf(gross: bigint | null, tax: bigint | null): bigint | null {
  if (gross === null || tax === null) return null
  return gross - divideHalfAway(gross * tax, HUNDRED_PERCENT)
}

function dividend(typed: Typed): DerivedFigure[] {
  const held = typed.shares('sharesHeld')
  const gross = amountOf(typed.read('dividendRate', PER_SHARE_SCALE), held, PER_SHARE_SCALE)
  return [figure('Dividend Amount Payable', 'money', gross, 'Dividend Rate x Shares Held')]
}

function scrip(typed: Typed): DerivedFigure[] {
  const held = typed.shares('sharesHeld')
  const rate = typed.read('dividendRate', PERCENT)
  const perShare = typed.read('ratePerShare', PER_SHARE_SCALE)
  if (perShare === null) {
    const bonus = sharesOf(held, rate, HUNDRED_PERCENT)
    return [
      figure('Bonus Shares Received', 'shares', bonus, 'Dividend Rate / 100 x Shares Held, rounded down'),
      figure('Updated Holding', 'shares', plus(held, bonus), 'Shares Held + Bonus Shares Received'),
    ]
  }
  const gross = amountOf(perShare, held, PER_SHARE_SCALE)
  const net = netOf(gross, typed.read('taxRate', PERCENT))
  const bonus = forMoney(net, typed.read('issuePrice', PRICE))
  return [
    figure('Gross Dividend', 'money', gross, 'Rate per Share x Shares Held'),
    figure('Bonus Shares Received', 'shares', bonus, 'The dividend after tax / Issue Price, rounded down.'),
    figure('Updated Holding', 'shares', plus(held, bonus), 'Shares Held + Bonus Shares Received'),
  ]
}

/** Shares that so many cents buy at a price. */
function forMoney(cents: bigint | null, price: bigint | null): bigint | null {
  if (cents === null || price === null || price === 0n) return null
  return (cents * powerOfTen(PRICE - MONEY)) / price
}

function rights(typed: Typed): DerivedFigure[] {
  const held = typed.shares('sharesHeld')
  const [from, to] = [typed.part('rightsRatioFrom'), typed.part('rightsRatioTo')]
  const [offer, cum] = [typed.read('offerPrice', PRICE), typed.read('cumPrice', PRICE)]
  const amount = amountOf(offer, typed.shares('subscribedQty'), PRICE)
  const terp =
    from === null || to === null || offer === null || cum === null
      ? null
      : divideHalfAway(to * cum + from * offer, from + to)
  const value = terp === null || offer === null ? null : terp > offer ? terp - offer : 0n
  return [
    figure(
      'Eligible Shares',
      'shares',
      sharesOf(held, from, to),
      'Shares Held x Rights Ratio From / To, rounded down',
    ),
    figure('Amount Payable', 'money', amount, 'Subscribed Quantity x Offer Price'),
    figure(
      'Theoretical Ex-rights Price',
      'price',
      terp,
      '(Ratio To x Cum Price + Ratio From x Offer Price) / (Ratio From + Ratio To)',
    ),
    figure('Value of a Right', 'price', value, 'Theoretical ex-rights price - Offer Price, at least 0'),
  ]
}

/** New shares that come to those held. */
function added(typed: Typed, label: string): DerivedFigure[] {
  const held = typed.shares('sharesHeld')
  const more = sharesOf(held, typed.part('ratioFrom'), typed.part('ratioTo'))
  return [
    figure(label, 'shares', more, 'Shares Held x Ratio From / Ratio To, rounded down'),
    figure('New Holding', 'shares', plus(held, more), `Shares Held + ${label}`),
  ]
}

function scaled(typed: Typed): DerivedFigure[] {
  const now = sharesOf(typed.shares('sharesHeld'), typed.part('ratioTo'), typed.part('ratioFrom'))
  return [figure('New Holding', 'shares', now, 'Shares Held x Ratio To / Ratio From, rounded down')]
}

function received(typed: Typed): DerivedFigure[] {
  const got = sharesOf(typed.shares('sharesHeld'), typed.part('ratioFrom'), typed.part('ratioTo'))
  return [figure('Shares Received', 'shares', got, 'Shares Held x Ratio From / Ratio To, rounded down')]
}

function merger(typed: Typed): DerivedFigure[] {
  const rate = typed.read('cashPerShare', PER_SHARE_SCALE)
  const cash = amountOf(rate, typed.shares('sharesHeld'), PER_SHARE_SCALE)
  return [...received(typed), figure('Cash', 'money', cash, 'Cash per Share x Shares Held')]
}

function buyback(typed: Typed): DerivedFigure[] {
  const held = typed.shares('sharesHeld')
  const taken = sharesOf(held, typed.part('ratioFrom'), typed.part('ratioTo'))
  const amount = amountOf(typed.read('offerPrice', PRICE), taken, PRICE)
  return [
    figure('Shares Bought Back', 'shares', taken, 'Shares Held x Ratio From / Ratio To, rounded down'),
    figure('Amount', 'money', amount, 'Shares Bought Back x Offer Price'),
    figure(
      'New Holding',
      'shares',
      held === null || taken === null ? null : held - taken,
      'Shares Held - Shares Bought Back',
    ),
  ]
}

function tender(typed: Typed): DerivedFigure[] {
  const amount = amountOf(typed.read('offerPrice', PRICE), typed.shares('sharesHeld'), PRICE)
  return [figure('Amount If All Are Tendered', 'money', amount, 'Shares Held x Offer Price')]
}

function delisting(typed: Typed): DerivedFigure[] {
  const rate = typed.read('pricePerShare', PER_SHARE_SCALE)
  const amount = amountOf(rate, typed.shares('sharesHeld'), PER_SHARE_SCALE)
  return [figure('Amount', 'money', amount, 'Shares Held x Price per Share')]
}

function election(typed: Typed): DerivedFigure[] {
  const held = typed.shares('sharesHeld')
  const gross = amountOf(typed.read('ratePerShare', PER_SHARE_SCALE), held, PER_SHARE_SCALE)
  const net = netOf(gross, typed.read('taxRate', PERCENT))
  return [
    figure('Gross Dividend', 'money', gross, 'Rate per Share x Shares Held'),
    figure(
      'Shares If All Are Chosen',
      'shares',
      forMoney(net, typed.read('issuePrice', PRICE)),
      'The dividend after tax / Issue Price, rounded down.',
    ),
  ]
}

const OF: Readonly<Record<FormKind, (typed: Typed) => DerivedFigure[]>> = {
  dividend,
  scrip,
  bonus: (typed) => added(typed, 'Bonus Shares'),
  rights,
  split: scaled,
  consolidation: scaled,
  merger,
  'spin-off': received,
  identity: () => [],
  delisting,
  buyback,
  tender,
  election,
}

/** Figures that are shares of the entitlement, and what they make of the holding. */
const ENTITLED = [
  'Bonus Shares',
  'Bonus Shares Received',
  'Eligible Shares',
  'Shares Received',
  'Shares Bought Back',
]
const HOLDING_AFTER = ['New Holding', 'Updated Holding']

/**
 * The figures with the shares that the holders of a recorded event are entitled to in place of those of all together: each holder's are
 * rounded down by themselves.
 */
export function withEntitled(
  kind: FormKind,
  figures: readonly DerivedFigure[],
  { held, entitled }: { readonly held: number; readonly entitled: number },
): DerivedFigure[] {
  const isScaled = kind === 'split' || kind === 'consolidation'
  const after = isScaled ? entitled : kind === 'buyback' ? held - entitled : held + entitled
  const how = 'The sum of the entitlements, each rounded down'
  return figures.map((one) => {
    if (ENTITLED.includes(one.label)) return { ...one, value: String(entitled), how }
    return HOLDING_AFTER.includes(one.label) ? { ...one, value: String(after), how } : one
  })
}

/** The figures beside a kind's form, as far as it is filled. */
export const derivedOf = (kind: FormKind, values: ActionValues): DerivedFigure[] =>
  OF[kind](new Typed(values))
