import { readTyped } from '../../../lib/numerals.ts'

/** Typing a number of shares: what a key makes of the text, and what a text comes to within its limits. */

/** The text after a key is pressed, over what is selected. */
export function typedAt(text: string, key: string, start: number, end: number): string {
  return text.slice(0, start) + key + text.slice(end)
}

interface Limits {
  readonly min: 0 | 1
  /** Null: not known. */
  readonly max: number | null
}

/**
 * The digits of a text as whole shares, '' for none (and for 0 where at least one must be), limited to the most
 * there is; `cut` says that it was. A maximum of 0 limits nothing: what cannot be sold at all is refused in words.
 */
export function limited(text: string, { min, max }: Limits): { quantity: string; cut: boolean } {
  const digits = text.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (digits === '' || (digits === '0' && min > 0)) return { quantity: '', cut: false }
  if (max !== null && (max > 0 || min === 0) && BigInt(digits) > BigInt(max)) {
    return { quantity: String(max), cut: true }
  }
  return { quantity: digits, cut: false }
}

/**
 * The shares that `k` and `m` behind a figure come to, by everything that was typed since the field was empty or marked whole, its
 * point too: `1.5m` is 1,500,000. Null where that is no whole number of shares.
 */
export function inThousands(typed: string): string | null {
  const numeral = /[km]$/i.test(typed) ? readTyped(typed) : null
  return numeral !== null && /^\d+$/.test(numeral) ? numeral : null
}
