/**
 * Figures as cells of files, texts of documents and people write them: the one way in which a text becomes a number.
 *
 *   1,234.50   1 234,50   1'234.50   12,34,567   Rs. 500/-   (1,234.50)   1,234.50-   50.00 CR   10.25%   .5   5.
 */
import type { DecimalMark } from './decimal-mark.ts'
import { type MoneySide, moneySideFromText } from './sides.ts'

export interface Figure {
  /** Plain: `-1234.5`. Zero has no sign. */
  readonly numeral: string
  /** The side by the word next to it: CR is money in, DR money out. */
  readonly side: MoneySide | null
  readonly isPercent: boolean
}
/** `blank`: nothing, a dash, N/A and the like. `wrong`: no figure that could be read without a guess. */
export type FigureRead = Figure | 'blank' | 'wrong'

/** Longer texts are no figures. */
const LENGTH_MAX = 100
/** How every figure begins: most cells of a file are none, and are known by it. */
const BEGINS = /^\s*(?:[\d(.+–−-]|lkr|rs|රු|cr|dr|c\s*[\d(]|d\s*[\d(])/i
/** The form of nearly every figure. */
const PLAIN = /^(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?$/
const BLANKS = /\s+/g
const NOTHING = /^(?:[-–—]+|n\/?a|nil)$/i
const CURRENCY = /^(?:lkr|rs\.?|රු\.?)\s*/i
const BEHIND = /\s*(?:%|\/[-=]?|rs\.?|lkr)$/i
const SIDE = /^(cr|dr|c|d)\s*(?=[\d(])|(?<=[\d)])\s*(cr|dr|c|d)\.?$/i
const BRACKETED = /^\((.+)\)$/
const SIGNED = /^([-–−+])\s*([^-–−+]+)$|^([^-–−+]+?)\s*([-–−+])$/

/**
 * Digits, grouped or not, with or without decimals. One sign groups all of them, in threes or, as in India, in twos before the last
 * three. A group never begins with 0: "0,012" is twelve thousandths written with a comma, not twelve.
 */
const shapeOf = (group: string, point: string) =>
  new RegExp(
    `^(\\d+|[1-9]\\d{0,2}(?:([${group} '’])\\d{3})(?:\\2\\d{3})*|[1-9]\\d?(?:([${group} '’])\\d{2})(?:\\3\\d{2})*\\3\\d{3})?(?:${point}(\\d*))?$`,
  )
const SHAPES: Readonly<Record<DecimalMark, RegExp>> = { '.': shapeOf(',', '\\.'), ',': shapeOf('\\.', ',') }

/**
 * Reads a figure.
 * @param mark what is before its decimals; the other mark, blanks and apostrophes may group digits.
 */
export function readFigure(written: string, mark: DecimalMark = '.'): FigureRead {
  if (mark === '.' && PLAIN.test(written)) return { numeral: written, side: null, isPercent: false }
  if (written.length > LENGTH_MAX) return 'wrong'
  const isFigure = BEGINS.test(written)
  if (!isFigure || !/\d/.test(written)) return isNothing(written) ? 'blank' : 'wrong'
  let text = written.replace(BLANKS, ' ').trim().replace(CURRENCY, '')
  const word = SIDE.exec(text)
  const side = word === null ? null : moneySideFromText(word[1] ?? word[2] ?? '')
  if (word !== null) text = text.replace(word[0], '').trim()
  const [behind = ''] = BEHIND.exec(text) ?? []
  if (behind !== '') text = text.slice(0, -behind.length)
  const inBrackets = BRACKETED.exec(text)
  if (inBrackets !== null) text = (inBrackets[1] ?? '').trim().replace(CURRENCY, '')
  const signed = SIGNED.exec(text)
  if (signed !== null) {
    if (inBrackets !== null) return 'wrong'
    text = (signed[2] ?? signed[3] ?? '').trim().replace(CURRENCY, '')
  }
  const isNegative = inBrackets !== null || (signed !== null && (signed[1] ?? signed[4]) !== '+')
  const plain = digitsOf(text, mark)
  if (plain === null) return 'wrong'
  const numeral = isNegative && /[1-9]/.test(plain) ? `-${plain}` : plain
  return { numeral, side, isPercent: behind.trim() === '%' }
}

const isNothing = (written: string) => {
  const text = written.trim()
  return text === '' || NOTHING.test(text)
}

function digitsOf(text: string, mark: DecimalMark): string | null {
  const [, whole = '', , , fraction = ''] = SHAPES[mark].exec(text) ?? []
  if (whole === '' && fraction === '') return null
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}

/**
 * A typed or pasted number, or the text of a cell, as a plain numeral (`-1234.5`); a percent sign is left
 * out. Null where it is no number, or has a side next to it; `1.234,56` is not guessed.
 */
export function readNumeral(typed: string, mark: DecimalMark = '.'): string | null {
  const read = readFigure(typed, mark)
  return typeof read === 'string' || read.side !== null ? null : read.numeral
}

/**
 * The text of a cell with its number as a plain numeral; any other text is left as it is, so that the check
 * can name it.
 */
export function plainIn(text: string, mark: DecimalMark): string {
  return mark === '.' ? text : (readNumeral(text, mark) ?? text)
}
