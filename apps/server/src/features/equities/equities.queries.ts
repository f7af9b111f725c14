/** Which security a request means. Symbol and name are accepted; everything is stored by id. */
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

/** What a command needs to know of a security. */
export interface Equity {
  readonly id: number
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly isActive: boolean
}

const NAMED = statement(
  'equities.named',
  `SELECT id, symbol, name, sector, is_active AS "isActive", lower(symbol) = lower(:word) AS "bySymbol"
     FROM equities WHERE lower(symbol) = lower(:word) OR lower(name) = lower(:word)
    ORDER BY lower(symbol) = lower(:word) DESC, symbol LIMIT 20`,
)
const SYMBOL_TAKEN = statement(
  'equities.symbol-taken',
  'SELECT 1 FROM equities WHERE lower(symbol) = lower(:symbol)',
)

/**
 * The security that a text names: its symbol, else its company name, without regard to case.
 * @throws Refusal `record.missing` (404), `name.ambiguous` (422) naming the symbols when several securities share
 *   the name.
 */
export async function resolveCompany(db: Queryable, text: string): Promise<Equity> {
  const word = text.trim()
  const [first, ...others] = await db.query(NAMED, { word })
  if (first === undefined) throw new Refusal('record.missing', { what: `Company ${word}` })
  if (!first.bySymbol && others.length > 0) {
    const choices = [first, ...others].map(({ symbol }) => symbol).join(', ')
    throw new Refusal('name.ambiguous', { value: word, choices })
  }
  const { id, symbol, name, sector, isActive } = first
  return { id, symbol, name, sector, isActive }
}

/** Whether a ticker symbol is taken, without regard to case. */
export async function symbolExists(db: Queryable, symbol: string): Promise<boolean> {
  const found = await db.query(SYMBOL_TAKEN, { symbol: symbol.trim() })
  return found.length > 0
}
