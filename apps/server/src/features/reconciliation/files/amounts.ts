/** Amounts as statements write them: separators, parentheses, minus behind, CR and DR. */
import { MONEY_SCALE, parseDecimal } from '@em/core/values/decimal'
import type { DecimalMark } from '@em/core/values/decimal-mark'

export interface Amount {
  /** In cents, with its own sign. */
  readonly cents: bigint
  /** What a word beside it says: CR is money in, DR money out. */
  readonly side: 'in' | 'out' | null
}
export type AmountReading = Amount | 'blank' | 'wrong'

/** Also those of German and Dutch banks. */
const IN = new Set([
  'CR',
  'C',
  'CREDIT',
  'CRDT',
  'DEPOSIT',
  'IN',
  'MONEY IN',
  'PAID IN',
  'RECEIPT',
  'H',
  'HABEN',
  'BIJ',
  '+',
])
const OUT = new Set([
  'DR',
  'D',
  'DEBIT',
  'DBIT',
  'WITHDRAWAL',
  'OUT',
  'MONEY OUT',
  'PAID OUT',
  'PAYMENT',
  'S',
  'SOLL',
  'AF',
  '-',
  'DB',
])

/** What a word like CR or Withdrawal says; null for others. */
export function sideOfWord(word: string): 'in' | 'out' | null {
  const plain = word.trim().toUpperCase().replaceAll('.', '')
  return IN.has(plain) ? 'in' : OUT.has(plain) ? 'out' : null
}

/** Letters of the longest amount with its currency and sides; what is longer is none. */
const LENGTH_MAX = 60

/**
 * Reads an amount: "1,234.50", "(1,234.50)", "1 234,50-", "LKR 50.00 CR", "1,00,000.00". `mark` is what stands before
 * the cents; the other one, blanks and apostrophes may group digits.
 */
export function amountOf(value: string | number, mark: DecimalMark): AmountReading {
  if (typeof value === 'number') {
    const parsed = parseDecimal(value, MONEY_SCALE)
    return parsed.ok ? { cents: parsed.units, side: null } : 'wrong'
  }
  let text = value
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .trim()
    .toUpperCase()
  if (text.length > LENGTH_MAX) return 'wrong'
  if (text === '' || /^[-–—]+$/.test(text) || text === 'N/A' || text === 'NIL') return 'blank'
  text = text.replace(/^(LKR|RS\.?|රු\.?)\s*/, '').replace(/\s*(LKR|RS\.?)$/, '')
  let side: Amount['side'] = null
  const word = /^(CR|DR|C|D)\s*(?=[\d(])|(?<=[\d)])\s*(CR|DR|C|D)\.?$/.exec(text)
  if (word !== null) {
    side = sideOfWord(word[1] ?? word[2] ?? '')
    text = text.replace(word[0], '').trim()
  }
  let negative = false
  const inParentheses = /^\((.+)\)$/.exec(text)
  if (inParentheses !== null) {
    negative = true
    text = (inParentheses[1] as string).trim()
  }
  const signed = /^([-–−+])\s*(.+)$|^(.+?)\s*([-–−+])$/.exec(text)
  if (signed !== null) {
    const sign = signed[1] ?? signed[4]
    if (sign !== '+') {
      if (negative) return 'wrong'
      negative = true
    }
    text = (signed[2] ?? signed[3] ?? '').trim()
  }
  text = text.replace(/^(LKR|RS\.?)\s*/, '')
  const numeral = ungrouped(text, mark)
  if (numeral === null) return 'wrong'
  const parsed = parseDecimal(numeral, MONEY_SCALE)
  if (!parsed.ok) return 'wrong'
  return { cents: negative ? -parsed.units : parsed.units, side }
}

/** Digits, grouped or not, with or without cents; and what groups them. */
const shapeOf = (group: string, point: string) => ({
  shape: new RegExp(
    `^(?:\\d+|\\d{1,3}(?:[${group} '’]\\d{2,3})*[${group} '’]\\d{3})(?:${point}(\\d*))?$|^${point}\\d+$`,
  ),
  groups: new RegExp(`[${group} '’]`, 'g'),
})
const SHAPES = { '.': shapeOf(',', '\\.'), ',': shapeOf('\\.', ',') } as const

function ungrouped(text: string, mark: DecimalMark): string | null {
  const { shape, groups } = SHAPES[mark]
  if (!shape.test(text)) return null
  const plain = text.replace(groups, '').replace(mark, '.')
  return plain.replace(/\.$/, '').replace(/^\./, '0.')
}
