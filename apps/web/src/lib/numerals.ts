/** Numbers as text: read from what people type or paste, written as people read them. Never through a float. */

import { readNumeral } from '@em/core/sheets/figures'
import { DASH, formatNumber, MINUS, type NumberStyle, numeralOf } from '@em/paper/numerals'

export { DASH, formatNumber, MINUS, type NumberStyle, numeralOf, readNumeral }

/** A numeral with its thousands separated and its decimals as typed: `1234.5` -> `1,234.5`. */
export function groupNumeral(numeral: string): string {
  const [whole = '', fraction] = numeral.split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`
}

/**
 * A number as people type it: `10k` is ten thousand, `1.5m` one and a half million; otherwise as `readNumeral`. Files are read by
 * that alone.
 */
export function readTyped(text: string): string | null {
  const short = /^(.*[\d.])\s*([km])$/i.exec(text.trim())
  if (short === null) return readNumeral(text)
  const [, figure = '', unit = ''] = short
  const numeral = readNumeral(figure)
  return numeral === null ? null : timesTenTo(unit.toLowerCase() === 'k' ? 3 : 6, numeral)
}

/** The numeral with its point moved to the right. */
function timesTenTo(decimals: number, numeral: string): string {
  const [whole = '', fraction = ''] = numeral.split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = `${whole.slice(sign.length)}${fraction.slice(0, decimals).padEnd(decimals, '0')}`.replace(
    /^0+(?=\d)/,
    '',
  )
  const rest = fraction.slice(decimals)
  return `${sign}${digits}${rest === '' ? '' : `.${rest}`}`
}

/** The numeral that lies one step above or below (nothing typed counts as zero), not below zero; null for no number. */
export function stepped(value: string, step: string, direction: 1 | -1): string | null {
  const numeral = value.trim() === '' ? '0' : readNumeral(value)
  if (numeral === null) return null
  const decimals = (text: string) => text.split('.')[1]?.length ?? 0
  const scale = Math.max(decimals(numeral), decimals(step))
  const units = (text: string) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const size = BigInt(whole + fraction.padEnd(scale, '0'))
    return text.startsWith('-') ? -size : size
  }
  const next = units(numeral) + units(step) * BigInt(direction)
  const digits = (next < 0n ? 0n : next).toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The sign of a number after rounding: -1 below zero, 1 above, else 0 (absent too). */
export function signOf(value: number | string | bigint | null | undefined, decimals: number): -1 | 0 | 1 {
  const text = formatNumber(value, { decimals })
  if (!/[1-9]/.test(text)) return 0
  return text.startsWith(MINUS) ? -1 : 1
}

/** "1 row", "1,200 rows"; the plural takes an s unless another is given. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value, { decimals: 0 })} ${value === 1 ? one : many}`
}

/** Indian short form with two decimals: 12,500 -> `12.50 K`, 2.5 million -> `25.00 L`, 25 million -> `2.50 Cr`. */
export function formatShort(value: number | string | null | undefined): string {
  const numeral = numeralOf(value)
  if (numeral === null) return DASH
  const amount = Number(numeral)
  const size = Math.abs(amount)
  const steps: [number, string][] = [
    [10_000_000, ' Cr'],
    [100_000, ' L'],
    [1000, ' K'],
  ]
  for (const [step, unit] of steps) {
    if (size >= step) return formatNumber(amount / step, { decimals: 2 }) + unit
  }
  return formatNumber(numeral, { decimals: 2 })
}
