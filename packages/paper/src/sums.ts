/** Sums of the values of columns. */
import type { CellValue } from './columns.ts'
import { numeralOf } from './numerals.ts'

/** The exact sum of decimal values (absent ones count nothing), as a numeral. */
export function sumOf(values: Iterable<CellValue>): string {
  let scale = 0
  const numerals: string[] = []
  for (const value of values) {
    const numeral = numeralOf(value as number | string | null)
    if (numeral === null) continue
    const plain = /e/i.test(numeral) ? Number(numeral).toFixed(10) : numeral
    numerals.push(plain)
    scale = Math.max(scale, plain.split('.')[1]?.length ?? 0)
  }
  let total = 0n
  for (const numeral of numerals) {
    const [whole = '0', fraction = ''] = numeral.replace('-', '').split('.')
    const units = BigInt(whole + fraction.padEnd(scale, '0'))
    total += numeral.startsWith('-') ? -units : units
  }
  const digits = (total < 0n ? -total : total).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return total < 0n ? `-${text}` : text
}
