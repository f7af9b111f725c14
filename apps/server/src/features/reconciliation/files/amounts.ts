/** Amounts of statements: figures in rupees and cents, with the side that a word next to them gives. */
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { readFigure } from '@em/core/sheets/figures'
import type { MoneySide } from '@em/core/sheets/sides'
import { MONEY_SCALE, parseDecimal } from '@em/core/values/decimal'

export interface Amount {
  /** In cents, with its own sign. */
  readonly cents: bigint
  /** The side by the word next to it: CR is money in, DR money out. */
  readonly side: MoneySide | null
}
export type AmountReading = Amount | 'blank' | 'wrong'

/** @param mark what is before the cents of a text; a number has its own. */
export function amountOf(value: string | number, mark: DecimalMark): AmountReading {
  const figure =
    typeof value === 'number' ? { numeral: value, side: null, isPercent: false } : readFigure(value, mark)
  if (typeof figure === 'string') return figure
  const parsed = figure.isPercent ? null : parseDecimal(figure.numeral, MONEY_SCALE)
  return parsed?.ok === true ? { cents: parsed.units, side: figure.side } : 'wrong'
}
