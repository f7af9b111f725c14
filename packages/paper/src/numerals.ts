/** Numbers as text, written as people read them. Never through a float. */

export const MINUS = '\u2212'
export const DASH = '\u2013'

export interface NumberStyle {
  /** Digits after the point, always shown. */
  decimals: number
  /** A plus before what is above zero. */
  signed?: boolean
  /** 12,34,567 in place of 1,234,567. */
  grouping?: 'en-LK' | 'en-IN'
}

const formats = new Map<string, Intl.NumberFormat>()

/** Formats an exact numeral, rounded half away from zero: real minus, a dash for what is absent. */
export function formatNumber(value: number | string | bigint | null | undefined, style: NumberStyle): string {
  const numeral = numeralOf(value)
  if (numeral === null) return DASH
  const { decimals, signed = false, grouping = 'en-LK' } = style
  const key = `${grouping}|${decimals}|${signed}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(grouping, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: signed ? 'exceptZero' : 'negative',
    })
    formats.set(key, format)
  }
  // Text keeps every digit; the engine rounds text half away from zero.
  return format.format(numeral as `${number}`).replace('-', MINUS)
}

/** Exact text of a value, or null where there is none (absent, blank, NaN, infinite). */
export function numeralOf(value: number | string | bigint | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  const text = String(value)
  return Number.isFinite(Number(text)) ? text : null
}
