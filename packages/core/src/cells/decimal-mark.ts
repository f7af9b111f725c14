/** The decimal mark of a file's numbers. */

export type DecimalMark = '.' | ','

const OPEN = /^\d{1,3}\.\d{3}$/

/**
 * The mark that the texts themselves show; null where they leave it open, as “1.234” does: a thousand, or three decimals; and
 * where some show the one and some the other.
 */
export function decimalMarkOf(texts: readonly string[]): DecimalMark | null {
  let [points, commas, open] = [false, false, false]
  for (const text of texts) {
    const digits = text.replace(/[^\d.,]/g, '')
    if (/^[\d,]*\.(?:\d{1,2}|\d{4,})$/.test(digits)) points = true
    else if (/^[\d.]*,(?:\d{1,2}|\d{4,})$/.test(digits)) commas = true
    else if (OPEN.test(digits)) open = true
    else if (/,\d{3}\./.test(digits)) points = true
    else if (/\.\d{3}(?:\.|,)/.test(digits)) commas = true
  }
  if (points !== commas) return points ? '.' : ','
  if (points && commas) return null
  return open ? null : '.'
}

/** Of texts that leave the mark open the one to ask about: 1.000, else one with a comma. */
export const openNumber = (texts: readonly string[]): string =>
  texts.find((text) => OPEN.test(text.replace(/[^\d.,]/g, ''))) ??
  texts.find((text) => text.includes(',')) ??
  ''
