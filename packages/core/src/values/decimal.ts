/**
 * Exact amounts as scaled whole numbers, and the one place where anything is rounded (`divideHalfAway`).
 * Nothing here goes through floating point except `toJsonNumber`, which is for the edge of the system only.
 */

/** Money in LKR, counted in cents: 1,011,200.00 is 101_120_000n. */
export type Cents = bigint
/** A price or an average per share, counted in 1/10000 rupee: 10.50 is 105_000n. */
export type PriceUnits = bigint
/** Whole shares. */
export type Shares = bigint
/** A percentage, counted in 1/10000 of a percent: 0.64 % is 6_400n, 100 % is 1_000_000n. */
export type RateUnits = bigint

export const MONEY_SCALE = 2
export const PRICE_SCALE = 4
export const RATE_SCALE = 4
export const SHARES_SCALE = 0

/** No amount, price or quantity may exceed this many whole units. */
export const WHOLE_UNITS_MAX: bigint = 1_000_000_000_000n
/** The largest money amount that is accepted, in cents (LKR 10^12). */
export const MONEY_MAX: Cents = WHOLE_UNITS_MAX * 100n
/** 100 % in RateUnits. */
export const RATE_WHOLE: RateUnits = 1_000_000n

/** Why a text or number is not an acceptable decimal. */
export type DecimalProblem = 'blank' | 'not-a-number' | 'too-many-decimals' | 'negative' | 'out-of-range'

export type ParsedDecimal =
  | { readonly ok: true; readonly units: bigint }
  | { readonly ok: false; readonly problem: DecimalProblem }

export interface DecimalLimits {
  /** Refuse values below zero. Default: they are allowed. */
  readonly unsigned?: boolean
  /** Largest absolute value in units of the scale. Default: 10^12 whole units. */
  readonly max?: bigint
}

const PLAIN = /^-?\d+(?:\.\d+)?$/
const EXPONENT = /^-?\d+(?:\.\d+)?[eE]([+-]?)\d{1,4}$/
/**
 * A numeral with its thousands separated: `1,234,567.89`. A group never begins with 0: "0,012" is twelve thousandths
 * written with a comma, not twelve.
 */
export const GROUPED_NUMERAL = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const TYPED = /^-?(?:\d+\.?\d*|\.\d+)$/
/** Longer texts are refused before any arithmetic, so that a megabyte of digits costs nothing. */
const TEXT_MAX = 64

const POWERS = Array.from({ length: 40 }, (_, scale) => 10n ** BigInt(scale))

/** 10^scale as a bigint. */
export function powerOfTen(scale: number): bigint {
  return POWERS[scale] ?? 10n ** BigInt(scale)
}

/**
 * Reads a decimal exactly, as a request or the database sends it.
 * In: a JSON number or a plain decimal text ("-12.5"), and the number of decimals kept.
 * Out: whole units of 10^-scale, or the problem. Refused: blanks, separators, exponents in text, hex, NaN,
 * Infinity, more significant decimals than `scale`, more than the limit. Zeros behind the last kept decimal
 * carry no value and pass.
 */
export function parseDecimal(
  input: string | number,
  scale: number,
  limits: DecimalLimits = {},
): ParsedDecimal {
  if (typeof input === 'number') return parseNumber(input, scale, limits)
  const units = readShort(input, scale)
  if (units !== undefined) return withinLimits(units, scale, limits)
  if (input.trim() === '') return { ok: false, problem: 'blank' }
  if (input.length > TEXT_MAX) {
    return { ok: false, problem: /^-?\d+(\.\d+)?$/.test(input) ? longProblem(input) : 'not-a-number' }
  }
  if (!PLAIN.test(input)) return { ok: false, problem: 'not-a-number' }
  return readPlain(input, scale, limits)
}

/**
 * Reads what a person typed into a form: like `parseDecimal`, but blanks around the value, thousands
 * separators in groups of three ("1,234,567.89"), "5." and ".5" are accepted.
 */
export function parseTyped(text: string, scale: number, limits: DecimalLimits = {}): ParsedDecimal {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, problem: 'blank' }
  if (trimmed.length > TEXT_MAX) return { ok: false, problem: 'out-of-range' }
  if (GROUPED_NUMERAL.test(trimmed)) return readPlain(trimmed.replaceAll(',', ''), scale, limits)
  if (!TYPED.test(trimmed)) return { ok: false, problem: 'not-a-number' }
  const completed = trimmed.replace(/\.$/, '').replace(/^(-?)\./, '$10.')
  return readPlain(completed, scale, limits)
}

function longProblem(digits: string): DecimalProblem {
  const whole = digits.replace('-', '').split('.')[0] ?? ''
  return whole.replace(/^0+/, '').length > 16 ? 'out-of-range' : 'too-many-decimals'
}

function parseNumber(input: number, scale: number, limits: DecimalLimits): ParsedDecimal {
  // The shortest text that reads back as the same number is what the sender wrote: 0.1 is "0.1".
  const text = String(input)
  if (PLAIN.test(text)) return readPlain(text, scale, limits)
  const exponent = EXPONENT.exec(text)
  if (exponent === null) return { ok: false, problem: 'not-a-number' }
  return { ok: false, problem: exponent[1] === '-' ? 'too-many-decimals' : 'out-of-range' }
}

function readPlain(text: string, scale: number, limits: DecimalLimits): ParsedDecimal {
  const negative = text.startsWith('-')
  const [whole = '0', written = ''] = (negative ? text.slice(1) : text).split('.')
  const decimals = written.length <= scale ? written : written.replace(/0+$/, '')
  if (decimals.length > scale) return { ok: false, problem: 'too-many-decimals' }
  const magnitude = BigInt(whole + decimals.padEnd(scale, '0'))
  return withinLimits(negative ? -magnitude : magnitude, scale, limits)
}

function withinLimits(units: bigint, scale: number, limits: DecimalLimits): ParsedDecimal {
  const max = limits.max ?? WHOLE_UNITS_MAX * powerOfTen(scale)
  if (units > max || -units > max) return { ok: false, problem: 'out-of-range' }
  if (units < 0n && limits.unsigned === true) return { ok: false, problem: 'negative' }
  return { ok: true, units }
}

/** Digits whose whole number a Number holds exactly. */
const SHORT_MAX = 15

/**
 * A fast path for nearly every text, in a seventh of the time: a plain decimal whose units have at most 15
 * digits, added up as a whole number. Undefined for everything else.
 */
function readShort(text: string, scale: number): bigint | undefined {
  const negative = text.startsWith('-')
  const start = negative ? 1 : 0
  if (text.length === start || text.length - start + scale > SHORT_MAX) return undefined
  let units = 0
  let point = -1
  for (let at = start; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit >= 0 && digit <= 9) units = units * 10 + digit
    else if (digit === -2 && point === -1 && at > start) point = at
    else return undefined
  }
  const decimals = point === -1 ? 0 : text.length - point - 1
  if (decimals > scale || (point !== -1 && decimals === 0)) return undefined
  for (let left = scale - decimals; left > 0; left -= 1) units *= 10
  return BigInt(negative ? -units : units)
}

/**
 * Reads a decimal that must be right, such as a `numeric` column read as text.
 * Throws a RangeError when it is not: stored data outside its own bounds is a fault, not a user's mistake.
 */
export function decimalOf(text: string, scale: number): bigint {
  const parsed = parseDecimal(text, scale, { max: powerOfTen(18 + scale) })
  if (!parsed.ok) throw new RangeError(`not a decimal with ${scale} decimals (${parsed.problem}): ${text}`)
  return parsed.units
}

/** The plain text of `units` at `scale`, all decimals written ("1011200.00"), with commas when `grouping`. */
export function formatDecimal(units: bigint, scale: number, options: { grouping?: boolean } = {}): string {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0')
  const whole = scale === 0 ? digits : digits.slice(0, -scale)
  const shown = options.grouping === true ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  const text = scale === 0 ? shown : `${shown}.${digits.slice(-scale)}`
  return negative ? `-${text}` : text
}

/**
 * The JSON number of an exact value, for answers only: never calculate with it.
 * Up to 10^12 with 2 decimals every value survives the way out and back.
 */
export function toJsonNumber(units: bigint, scale: number): number {
  return +formatDecimal(units, scale)
}

/**
 * numerator / denominator, rounded to a whole number half away from zero (2.5 -> 3, -2.5 -> -3).
 * THE rounding rule: every rounded figure of the product passes here. Throws on a zero denominator.
 */
export function divideHalfAway(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero')
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const rounded = (2n * n + d) / (2n * d)
  return negative ? -rounded : rounded
}

/** a x b / d, multiplied exactly and rounded once, half away from zero. Throws when d is zero. */
export function mulDiv(a: bigint, b: bigint, d: bigint): bigint {
  return divideHalfAway(a * b, d)
}
