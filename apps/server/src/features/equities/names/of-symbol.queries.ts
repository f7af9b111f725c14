import { type Queryable, statement } from '../../../platform/database/database.ts'

const OF_SYMBOL = statement(
  'equities.of-symbol',
  `SELECT s AS id! FROM securities_of_symbol(:symbol::text) s`,
)

/** The ids of the securities that a list's filter means by a symbol: the one that has it, otherwise those that had it. Empty for an unknown one. */
export async function securitiesOfSymbol(db: Queryable, symbol: string): Promise<number[]> {
  return (await db.query(OF_SYMBOL, { symbol })).map(({ id }) => id)
}
