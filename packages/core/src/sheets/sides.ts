/** Sides as files word them: buys and sells of trades, money that came in and went out. */

const BUYS_AND_SELLS: ReadonlyMap<string, 'buy' | 'sell'> = new Map([
  ...['buy', 'b', 'purchase', 'purchases', 'bought', 'buying', 'pur', 'p'].map(
    (word) => [word, 'buy'] as const,
  ),
  ...['sell', 's', 'sale', 'sales', 'sold', 'selling', 'sal'].map((word) => [word, 'sell'] as const),
])

/** The side of a trade that a cell says, in any case and with or without a point; undefined for any other text. */
export const sideFromText = (text: string): 'buy' | 'sell' | undefined =>
  BUYS_AND_SELLS.get(text.trim().toLowerCase().replace(/\.$/, ''))

/** Which way money went: in is what a bank credits to us. */
export type MoneySide = 'in' | 'out'

/** Also those of German and Dutch banks. */
const MONEY: ReadonlyMap<string, MoneySide> = new Map([
  ...[
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
  ].map((word) => [word, 'in'] as const),
  ...[
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
  ].map((word) => [word, 'out'] as const),
])

/** The side of money that a word like CR or Withdrawal means; null for any other text. */
export const moneySideFromText = (word: string): MoneySide | null =>
  MONEY.get(word.trim().toUpperCase().replaceAll('.', '')) ?? null
