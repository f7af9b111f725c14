/** Finds the decimal mark of a file's numbers. */
import type { DecimalMark } from './decimal-mark.ts'
import { readFigure } from './figures.ts'

/** The form of nearly every number with decimals, recognised without reading it twice. */
const USUAL = /^-?(?:\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,5})\.\d\d?$/

/** A thousand with the usual comma. */
const USUAL_THOUSAND = /^-?[1-9]\d{0,2},\d{3}$/

/** “0,012” is twelve thousandths with a decimal comma, or a mistake among thousands with the usual one: it shows nothing alone. */
const THOUSANDTHS = /^-?0\.\d{3}$/

/**
 * The mark that one text shows: the only mark under which it is a figure, or `open` where it is another one
 * under each (1.234). Null where it says nothing: no figure, one without a mark, a thousand with the usual
 * comma (1,234).
 */
function shownBy(text: string): DecimalMark | 'open' | null {
  if (USUAL.test(text)) return '.'
  if (USUAL_THOUSAND.test(text)) return null
  if (!/[.,]/.test(text)) return null
  const [point, comma] = [readFigure(text, '.'), readFigure(text, ',')]
  const figure = typeof point === 'object' ? point : comma
  if (typeof figure !== 'object') return null
  const hasDecimals = figure.numeral.includes('.')
  if (typeof point === 'object' && typeof comma === 'object') {
    return hasDecimals && point.numeral !== comma.numeral ? 'open' : null
  }
  // “5.” has neither decimals nor groups: its point may end a sentence.
  if (!hasDecimals && !/\d[.,]\d/.test(text)) return null
  if (figure === point) return '.'
  return THOUSANDTHS.test(figure.numeral) ? 'open' : ','
}

/**
 * The mark that the texts themselves show; null where they leave it open, as “1.234” does: a thousand, or three decimals; and
 * where some show the one and some the other. Texts that are no figures do not count.
 */
export function decimalMarkOf(texts: readonly string[]): DecimalMark | null {
  const shown = new Set<DecimalMark | 'open' | null>()
  for (const text of texts) shown.add(shownBy(text))
  const [points, commas] = [shown.has('.'), shown.has(',')]
  if (points !== commas) return points ? '.' : ','
  return points || shown.has('open') ? null : '.'
}

/** Of texts that leave the mark open the one to ask about: 1.000, else one that shows a comma. */
export const openNumber = (texts: readonly string[]): string =>
  texts.find((text) => shownBy(text) === 'open') ?? texts.find((text) => shownBy(text) === ',') ?? ''
