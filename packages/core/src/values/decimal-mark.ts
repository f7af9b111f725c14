/** The decimal mark of a file's numbers. */

export type DecimalMark = '.' | ','

const OPEN = /^\d{1,3}\.\d{3}$/

/** Whether a text may be a thousand as well as one with three decimals: 1.000. */
export const mayBeThousand = (text: string): boolean => OPEN.test(text.trim())

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

/** A number's text as one with a point before its decimals and no separators; what has none of them is left as it is. */
export const withPoint = (text: string, mark: DecimalMark): string =>
  mark === '.' ? text : text.replaceAll('.', '').replace(',', '.')
