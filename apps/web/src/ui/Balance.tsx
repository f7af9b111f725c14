import { formatNumber } from '../lib/numerals.ts'
import css from './Balance.module.css'
import { Amount } from './Numbers.tsx'

interface BalanceProps {
  /** Debits less credits, in rupees; below zero is a credit balance. */
  value: number | string | null | undefined
}

/** A balance as bookkeepers write it: the amount and its side, `1,234.50 CR`; neither side is a loss. */
export function Balance({ value }: BalanceProps) {
  const side = sideOf(value)
  const size = typeof value === 'string' ? value.replace('-', '') : value == null ? value : Math.abs(value)
  return (
    <span className={css.balance}>
      <Amount value={size} />
      <span className={css.side}>{side}</span>
    </span>
  )
}

/** `1,234.50 CR`: the same as text, for paper and sentences. */
export function balanceText(value: number | string): string {
  const text = String(value)
  return `${formatNumber(text.replace('-', ''), { decimals: 2 })} ${sideOf(text)}`.trim()
}

/** DR above zero, CR below, nothing at zero or where there is no balance. */
export function sideOf(value: number | string | null | undefined): 'DR' | 'CR' | '' {
  const amount = Number(value ?? 0)
  return amount > 0 ? 'DR' : amount < 0 ? 'CR' : ''
}
