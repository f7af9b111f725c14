/** The texts of fields as brokers write them: dates, amounts, symbols, account and contract numbers. */
import { cdsNumber, readCdsNumber } from '../cds/account-number.ts'
import { parseSymbol } from '../securities/symbol.ts'
import { type DayOrder, dateFromText } from '../sheets/days.ts'
import type { DecimalMark } from '../sheets/decimal-mark.ts'
import { readNumeral } from '../sheets/figures.ts'
import type { PlainDate } from '../values/dates.ts'
import {
  type Cents,
  divideHalfAway,
  formatDecimal,
  MONEY_SCALE,
  PRICE_SCALE,
  type PriceUnits,
  parseDecimal,
  powerOfTen,
  WHOLE_UNITS_MAX,
} from '../values/decimal.ts'

/** Characters of one field; longer ones are cut. */
export const FIELD_TEXT_MAX = 200
/** Decimals that a spreadsheet's formula may leave behind the ones that it shows: of a third it keeps fifteen and more. */
const SHEET_DECIMALS = 30

/** From the hour on: the parts of a second may have four digits too. */
const TIME = /\d{1,2}:\d{2}.*$/

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

/**
 * A real day of a document, where the year is last the day first unless said otherwise; null for anything else, and for a year of two
 * digits: of 26/03/05 either end may be it.
 */
export const dayOf = (text: string, order: DayOrder = 'dmy'): PlainDate | null =>
  /\d{4}/.test(text.replace(TIME, '')) ? (dateFromText(text, order) ?? null) : null

/** 2026-01-05 as 2026/01/05. */
export const yearFirst = (date: PlainDate): string => date.replaceAll('-', '/')
/** 2026-01-05 as 05/01/2026. */
export const dayFirst = (date: PlainDate): string => date.split('-').toReversed().join('/')

/** How the numbers of a document are written. */
export interface Written {
  /** The decimal mark; default a point. */
  readonly mark?: DecimalMark
  /** Further decimals, as a spreadsheet leaves them, are rounded half away from zero. */
  readonly sheet?: boolean
}

/** An exact number at `scale`; undefined where it is none, has more decimals, or exceeds 10^12. */
function unitsOf(text: string, scale: number, { mark = '.', sheet = false }: Written): bigint | undefined {
  // A fast path for nearly every amount, without looking for signs around it.
  const short = mark === '.' ? parseDecimal(text, scale) : undefined
  if (short?.ok === true) return short.units
  const numeral = readNumeral(text, mark)
  if (numeral === null || text.includes('%')) return undefined
  const read = parseDecimal(numeral, scale)
  if (read.ok) return read.units
  if (!sheet || read.problem !== 'too-many-decimals') return undefined
  const long = parseDecimal(numeral, SHEET_DECIMALS)
  return long.ok ? divideHalfAway(long.units, powerOfTen(SHEET_DECIMALS - scale)) : undefined
}

/** Cents of an amount. */
export const centsOf = (text: string, written: Written = {}): Cents | undefined =>
  unitsOf(text, MONEY_SCALE, written)
/** Price units (1/10000 rupee) of a price. */
export const priceOf = (text: string, written: Written = {}): PriceUnits | undefined =>
  unitsOf(text, PRICE_SCALE, written)
/** Whole shares; `1000.00` are whole too. */
export const sharesOf = (text: string, written: Written = {}): bigint | undefined =>
  unitsOf(text, 0, { ...written, sheet: false })

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
