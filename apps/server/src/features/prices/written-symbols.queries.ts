/** The spellings of a symbol in price lists: the company code alone (JKH), or its parts with other signs (JKH-N-0000). */
import { CSE_COMPANIES } from '@em/core/securities/cse-companies'
import { securityFinder } from '@em/core/securities/security-named'
import { parseSymbol } from '@em/core/securities/symbol'
import { type Queryable, statement } from '../../platform/database/database.ts'

const OF_CODES = statement(
  'prices.of-codes',
  `SELECT upper(e.symbol) AS symbol! FROM equities e WHERE upper(split_part(e.symbol, '.', 1)) = ANY (:codes::text[])`,
)

/** The company code that a text begins with. */
const codeOf = (word: string) => /^[A-Z0-9&]{2,6}(?=$|[ ./_-])/.exec(word)?.[0]

/**
 * The symbols of texts that are not symbols themselves, by text in capitals. Equity Master is searched first, then the exchange's
 * list. The company code alone is the ordinary voting share. A text that means none or several of them has no entry.
 */
export async function writtenSymbols(
  db: Queryable,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const asked = texts.flatMap((text) => {
    const word = text.trim().toUpperCase()
    const code = parseSymbol(word) === null ? codeOf(word) : undefined
    return code === undefined ? [] : [{ text, word, code }]
  })
  if (asked.length === 0) return new Map()
  const codes = new Set(asked.map(({ code }) => code))
  const stored = await db.query(OF_CODES, { codes: [...codes] })
  const listed = CSE_COMPANIES.filter(({ symbol }) => codes.has(symbol.split('.')[0] ?? ''))
  const symbols = new Set([...stored, ...listed].map(({ symbol }) => symbol))
  const find = securityFinder([...symbols].map((symbol) => ({ symbol, name: '' })))
  return new Map(
    asked.flatMap(({ text, word }) => {
      const found = find(word)
      return found.fits === 'one' && found.security.symbol !== word ? [[text, found.security.symbol]] : []
    }),
  )
}
