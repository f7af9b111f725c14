/** Numbers as people write them. */

/** Longer texts are no numbers. */
const TEXT_MAX = 100

/**
 * Reads a typed or pasted number into a plain numeral (`-1234.5`): takes thousands separators, blanks, a
 * currency in front or behind (`Rs.`, `LKR`, `/-`), a percent sign, a real minus, and brackets for negative as accountants
 * and spreadsheets write them. Null where it is no number; `1.234,56` is not guessed.
 */
export function readNumeral(typed: string): string | null {
  if (typed.length > TEXT_MAX) return null
  let text = typed
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/^(rs\.?|lkr)/i, '')
    .replace(/(%|\/[-=]?|rs\.?|lkr)$/i, '')
  let negative = false
  const bracketed = /^\((.+)\)$/.exec(text)
  if (bracketed !== null) {
    negative = true
    text = (bracketed[1] ?? '').replace(/^(rs\.?|lkr)/i, '')
  }
  const signed = /^([-+\u2212])(.*)$/.exec(text)
  if (signed !== null) {
    if (negative) return null
    negative = signed[1] !== '+'
    text = (signed[2] ?? '').replace(/^(rs\.?|lkr)/i, '')
  }
  // A group never begins with 0: "0,012" is twelve thousandths written with a comma, not twelve.
  const parts = /^([1-9]\d{0,2}(?:,\d{2,3})*,\d{3}|\d*)(?:\.(\d*))?$/.exec(text)
  if (parts === null) return null
  const whole = (parts[1] ?? '').replaceAll(',', '')
  const fraction = parts[2] ?? ''
  if (whole === '' && fraction === '') return null
  const plain = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
  return negative && /[1-9]/.test(plain) ? `-${plain}` : plain
}
