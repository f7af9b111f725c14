import {
  divideHalfAway,
  formatDecimal,
  MONEY_SCALE,
  PRICE_SCALE,
  parseDecimal,
  powerOfTen,
  RATE_SCALE,
} from '@em/core/values/decimal'
import { PER_SHARE_SCALE, type TypedForm } from './field.ts'

/** Figures that follow from a form while it is typed. The server computes its own. */

export interface DerivedFigure {
  readonly label: string
  readonly kind: 'money' | 'shares' | 'price'
  /** Null while it cannot be calculated. */
  readonly value: string | null
  /** How it is calculated, in words. */
  readonly how: string
  /** Shares of the entitlement, or the holding after them: of a recorded event its holders' own are known. */
  readonly is?: 'entitled' | 'holding after'
}

const MONEY = 2
export const PRICE = 4
export const PERCENT = 4
export const HUNDRED_PERCENT = 100n * powerOfTen(PERCENT)

/** A figure, null while it cannot be calculated. */
type Units = bigint | null

/** The typed texts as figures. */
export class Typed {
  private readonly values: TypedForm
  constructor(values: TypedForm) {
    this.values = values
  }
  /** Whole units of 10^-scale; null where it is blank or no such number. */
  read(name: string, scale: number): Units {
    const text = this.values[name]
    if (typeof text !== 'string' || text.trim() === '') return null
    const parsed = parseDecimal(text.trim(), scale, { unsigned: true, max: 10n ** 24n })
    return parsed.ok ? parsed.units : null
  }
  shares(name: string): Units {
    return this.read(name, 0)
  }
  price(name: string): Units {
    return this.read(name, PRICE)
  }
  /** At least one. */
  part(name: string): Units {
    const units = this.read(name, 0)
    return units === 0n ? null : units
  }
  get held(): Units {
    return this.shares('sharesHeld')
  }
  /** rate x shares held, rounded to the cent. */
  amountPerShare(name: string): Units {
    return amountOf(this.read(name, PER_SHARE_SCALE), this.held, PER_SHARE_SCALE)
  }
  /** Shares held x first / second part of the ratio, rounded down. */
  partOfHeld(of = 'ratioFrom', per = 'ratioTo'): Units {
    return sharesOf(this.held, this.part(of), this.part(per))
  }
}

export const figure = (
  label: string,
  kind: DerivedFigure['kind'],
  units: Units,
  how: string,
  is?: DerivedFigure['is'],
): DerivedFigure => {
  const scale = kind === 'money' ? MONEY : kind === 'price' ? PRICE : 0
  const value = units === null ? null : formatDecimal(units, scale)
  return { label, kind, value, how, ...(is !== undefined && { is }) }
}

/** rate x shares, rounded to the cent. */
export function amountOf(rate: Units, shares: Units, scale: number): Units {
  if (rate === null || shares === null) return null
  return divideHalfAway(rate * shares, powerOfTen(scale - MONEY))
}

/** shares x of / per, rounded down. */
export const sharesOf = (held: Units, of: Units, per: Units): Units =>
  held === null || of === null || per === null ? null : (held * of) / per

export const plus = (a: Units, b: Units): Units => (a === null || b === null ? null : a + b)
export const minus = (a: Units, b: Units): Units => (a === null || b === null ? null : a - b)

/** amount less tax, the tax rounded to the cent; null where no rate is typed. */
export const netOf = (gross: Units, tax: Units): Units =>
  gross === null || tax === null ? null : gross - divideHalfAway(gross * tax, HUNDRED_PERCENT)

/** Shares that so many cents buy at a price. */
export const forMoney = (cents: Units, price: Units): Units =>
  cents === null || price === null || price === 0n ? null : (cents * powerOfTen(PRICE - MONEY)) / price

const ROUNDED_DOWN = 'Shares Held x Ratio From / Ratio To, rounded down'

/** New shares that come to those held. */
export function sharesAdded(typed: Typed, label: string): DerivedFigure[] {
  const more = typed.partOfHeld()
  return [
    figure(label, 'shares', more, ROUNDED_DOWN, 'entitled'),
    figure('New Holding', 'shares', plus(typed.held, more), `Shares Held + ${label}`, 'holding after'),
  ]
}

/** Shares of another security for those held. */
export const sharesReceived = (typed: Typed): DerivedFigure[] => [
  figure('Shares Received', 'shares', typed.partOfHeld(), ROUNDED_DOWN, 'entitled'),
]

/** So many shares that become so many. */
export const sharesScaled = (typed: Typed): DerivedFigure[] => [
  figure(
    'New Holding',
    'shares',
    typed.partOfHeld('ratioTo', 'ratioFrom'),
    'Shares Held x Ratio To / Ratio From, rounded down',
    'holding after',
  ),
]

// Figures in the titles of actions and in sentences about them.

/** A figure without zeros at its end, with so many decimals at least. */
function plain(units: bigint, scale: number, least: number): string {
  const [whole = '', decimals = ''] = formatDecimal(units, scale).split('.')
  const shown = decimals.replace(/0+$/, '').padEnd(least, '0')
  return shown === '' ? whole : `${whole}.${shown}`
}

export const perShareText = (units: bigint): string => plain(units, PER_SHARE_SCALE, 2)
export const priceText = (units: bigint): string => plain(units, PRICE_SCALE, 2)
export const percentText = (units: bigint): string => plain(units, RATE_SCALE, 0)
/** "1,234.50" */
export const cents = (units: bigint): string => formatDecimal(units, MONEY_SCALE, { grouping: true })
