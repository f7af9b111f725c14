/** Buys and sells as sheets call them. */
const SIDES: ReadonlyMap<string, 'buy' | 'sell'> = new Map([
  ...['buy', 'b', 'purchase', 'purchases', 'bought', 'buying', 'pur', 'p'].map(
    (word) => [word, 'buy'] as const,
  ),
  ...['sell', 's', 'sale', 'sales', 'sold', 'selling', 'sal'].map((word) => [word, 'sell'] as const),
])

/** The side that a cell says, in any case and with or without a point; undefined for any other text. */
export const sideFromText = (text: string): 'buy' | 'sell' | undefined =>
  SIDES.get(text.trim().toLowerCase().replace(/\.$/, ''))
