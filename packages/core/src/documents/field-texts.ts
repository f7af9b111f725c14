/** The texts of fields as brokers write them: dates, amounts, symbols, account and contract numbers. */
import { cdsNumber, readCdsNumber } from '../cds/account-number.ts'
import { parseSymbol } from '../securities/symbol.ts'
import { isPlainDate, type PlainDate } from '../values/dates.ts'
import {
  type Cents,
  divideHalfAway,
  formatDecimal,
  MONEY_SCALE,
  PRICE_SCALE,
  type PriceUnits,
  parseDecimal,
  parseTyped,
  powerOfTen,
  WHOLE_UNITS_MAX,
} from '../values/decimal.ts'

/** Characters of one field; longer ones are cut. */
export const FIELD_TEXT_MAX = 200
/** Decimals that a spreadsheet's formula may leave behind the ones that it shows. */
const SHEET_DECIMALS = 12

const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/

/** Whether a line holds characters that no text has: a damaged file, or no text at all. */
export const hasControls = (text: string): boolean => CONTROLS.test(text)

/** A text in one line, of at most so many letters; null where blank. */
export function fieldText(text: string, max: number = FIELD_TEXT_MAX): string | null {
  const plain = text
    .slice(0, 4 * max)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .trim()
  return plain === '' ? null : plain.toWellFormed()
}

const YEAR_FIRST = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/

/** Whether the day or the month comes first where the year is last. */
export type DayOrder = 'dmy' | 'mdy'

/** A real day written year first (2026/01/05) or year last (05/01/2026, day first unless said otherwise); null for anything else. */
export function dayOf(text: string, order: DayOrder = 'dmy'): PlainDate | null {
  const first = YEAR_FIRST.exec(text)
  const last = first === null ? YEAR_LAST.exec(text) : null
  const [year, month, day] =
    last === null
      ? [first?.[1], first?.[2], first?.[3]]
      : order === 'dmy'
        ? [last[3], last[2], last[1]]
        : [last[3], last[1], last[2]]
  const date = `${year}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`
  return isPlainDate(date) ? date : null
}

/** 2026-01-05 as 2026/01/05. */
export const yearFirst = (date: PlainDate): string => date.replaceAll('-', '/')
/** 2026-01-05 as 05/01/2026. */
export const dayFirst = (date: PlainDate): string => date.split('-').toReversed().join('/')

/** An hour of the day, HH:MM:SS; null for anything else. */
export const timeOf = (text: string): string | null =>
  /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text) ? text : null

/** 1,234.50, Rs. 1,234.50, (1,234.50) for less than zero. */
function plainNumber(text: string): string {
  const bare = text.replace(/^(?:rs\.?|lkr)\s*/i, '').trim()
  const inBrackets = /^\(([^()-]+)\)$/.exec(bare)
  return inBrackets === null ? bare : `-${inBrackets[1]}`
}

/**
 * An exact number at `scale`; undefined where it is none, has more decimals, or exceeds 10^12.
 * @param sheet further decimals, as a spreadsheet leaves them, are rounded half away from zero.
 */
function unitsOf(text: string, scale: number, sheet: boolean): bigint | undefined {
  // What nearly every amount is, without looking for signs around it.
  const short = parseDecimal(text, scale)
  if (short.ok) return short.units
  const plain = plainNumber(text)
  const read = parseTyped(plain, scale)
  if (read.ok) return read.units
  if (!sheet || read.problem !== 'too-many-decimals') return undefined
  const long = parseTyped(plain, SHEET_DECIMALS)
  return long.ok ? divideHalfAway(long.units, powerOfTen(SHEET_DECIMALS - scale)) : undefined
}

/** Cents of an amount. */
export const centsOf = (text: string, sheet = false): Cents | undefined => unitsOf(text, MONEY_SCALE, sheet)
/** Price units (1/10000 rupee) of a price. */
export const priceOf = (text: string, sheet = false): PriceUnits | undefined =>
  unitsOf(text, PRICE_SCALE, sheet)
/** Whole shares; `1000.00` are whole too. */
export const sharesOf = (text: string): bigint | undefined => unitsOf(text, 0, false)

/** The plain text of a price: two decimals, or four where the last two say something. */
export function priceText(price: PriceUnits, grouping = false): string {
  const text = formatDecimal(price, PRICE_SCALE, { grouping })
  return text.endsWith('00') ? text.slice(0, -2) : text
}

/** Whether a gross value is one that the books take. */
export const isMoney = (cents: Cents): boolean =>
  cents <= WHOLE_UNITS_MAX * 100n && cents >= -WHOLE_UNITS_MAX * 100n

const WRITTEN_SYMBOL = /^([A-Z0-9]{2,5})[.\- ]?([NXPRWUD])[.\- ]?(\d{4})$/

/** JKH.N0000 of `JKH.N0000`, `JKH-N-0000` or `JKHN0000`; null for what names no class of shares. */
export function symbolOf(text: string): string | null {
  const found = WRITTEN_SYMBOL.exec(text.trim().toUpperCase())
  if (found === null) return null
  const symbol = `${found[1]}.${found[2]}${found[3]}`
  return parseSymbol(symbol) === null ? null : symbol
}

const BARE_ACCOUNT = /^0*(\d{1,10})[-\s]?([A-Z]{2})(?:[-/\s]?(\d{2}))?$/

/**
 * The account of a client at the Central Depository, written one way in all documents: ABC-12345-LI/00, or 12345-LI/00
 * where the participant is not named. Another text stays as it is; null where blank.
 */
export function clientAccountOf(text: string): string | null {
  const plain = fieldText(text, 60)
  if (plain === null) return null
  const number = readCdsNumber(plain)
  if (number !== null) return cdsNumber(number)
  const bare = BARE_ACCOUNT.exec(plain.toUpperCase())
  return bare === null ? plain : `${bare[1]}-${bare[2]}/${bare[3] ?? '00'}`
}

/** Characters of a contract number, as in every form. */
const CONTRACT_MAX = 60

/** The number of a contract without the zeros before it; null where there is none, or only zeros. */
export function contractNumberOf(text: string): string | null {
  const plain = fieldText(text, CONTRACT_MAX)
  if (plain === null || !/^\d+$/.test(plain)) return plain
  return plain.replace(/^0+/, '') || null
}
