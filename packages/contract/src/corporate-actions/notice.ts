/** How announcements of the exchange are read: the words of their dates and ratios, which several kinds share. */

export interface NoticeReading {
  /** By what the exchange calls it, else its title: a text that merely mentions a dividend announces none. */
  readonly heading: RegExp
  /** What its ex day is called. */
  readonly ex: RegExp
  /** The field that takes a rate in rupees a share. */
  readonly rate?: string
  /** The field that takes a price in rupees a new share. */
  readonly price?: string
  /** How its ratio is written, and the fields that take it; without fields it is told and not filled in. */
  readonly ratio?: { readonly written: RegExp; readonly fields?: readonly [from: string, to: string] }
  /** The button beside the announcement, and the tab that it opens. */
  readonly button: string
  readonly tab: string
}

export const DIVIDEND_EX = /\bXD\b|\bex-?\s?dividend\b|\bex\s+date\b/gi
export const CAPITAL_EX =
  /\bXC\b|\bex-?\s?(?:capitali[sz]ation|bonus|split)\b|\beffective\s+(?:date|from)\b|\bdate\s+of\s+(?:the\s+)?(?:sub-?\s?division|split|consolidation)\b/gi

const SHARES =
  '(?:(?:new|existing|issued|ordinary|voting|non-voting|fully|paid|bonus|rights?|scrip)\\s{1,3}){0,6}(?:shares?\\s{1,3})?'
const COUNT = '0{0,3}(\\d{1,7}(?:\\.\\d{1,10})?)'
/** "1 new share for every 10 held" */
export const NEW_FOR_HELD = new RegExp(
  `${COUNT}\\s{1,3}${SHARES}for\\s{1,3}(?:every\\s{1,3}|each\\s{1,3})?${COUNT}`,
  'gi',
)
/** "every 1 ordinary share into 3 shares" */
export const INTO = new RegExp(`${COUNT}\\s{1,3}${SHARES}[^\\d\\n]{0,60}?\\binto\\s{1,3}${COUNT}`, 'gi')
