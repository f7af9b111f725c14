import { parseTyped, SHARES_SCALE } from '@em/core/values/decimal'

/** The buys that a cherry-picked sale of a bulk form or a sheet takes from, as one text. */

/** Letters at most: room for twenty buys or so. */
export const BUY_CONTRACTS_MAX = 1_000

/** A buy by its contract or deal number; no quantity takes the whole sale from it. */
export interface NamedBuy {
  readonly name: string
  readonly quantity: bigint | null
}

/**
 * `C-1` names one buy; `C-1: 600; C-2: 1,000` names several with how many shares of each.
 * A text that cannot be read so answers the sentence for the person instead.
 */
export function namedBuys(text: string): readonly NamedBuy[] | string {
  const parts = text.split(/[;\n]/).flatMap((part) => part.trim() || [])
  const buys = parts.map((part): NamedBuy => {
    const [, name = part, numeral = ''] = /^(.+?)\s*[:=]\s*([\d,]+)$/.exec(part) ?? []
    const parsed = parseTyped(numeral, SHARES_SCALE, { unsigned: true })
    return parsed.ok && parsed.units > 0n ? { name, quantity: parsed.units } : { name: part, quantity: null }
  })
  if (buys.length > 1 && buys.some((buy) => buy.quantity === null)) {
    return 'Enter the number of shares for each buy, like C-1: 600; C-2: 400.'
  }
  return buys
}
