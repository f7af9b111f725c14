/** Contract numbers that are there already for the same portfolio, side and date: shown to the person, who decides. */
import type { BatchInput, DuplicateRow } from '@em/contract/books/batches'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'

export interface Keyed {
  readonly row: number
  readonly portfolioId: number
  readonly side: 'buy' | 'sell'
  readonly tradeDate: string
  readonly contractNumber: string | null
  readonly duplicate: 'skip' | 'keep' | null
}

/**
 * Without a name, so that it is planned for the tables as they are: a plan made while they were empty would read all of
 * them for each of a hundred thousand rows. Each number is looked up by the index on number and date.
 */
const REPEATED = `
  SELECT k.no, min(f.deal_number) AS deal_number
    FROM unnest($1::bigint[], $2::text[], $3::date[], $4::text[]) WITH ORDINALITY AS k (portfolio, side, day, contract, no)
    CROSS JOIN LATERAL (
      SELECT (SELECT t.deal_number FROM trades t
               WHERE t.id = v.trade_id AND t.version = v.version AND t.portfolio_id = k.portfolio AND t.side = k.side
                 AND NOT t.is_deleted) AS deal_number
        FROM trade_versions v WHERE v.contract_number = k.contract AND v.trade_date = k.day OFFSET 0) f
   WHERE f.deal_number IS NOT NULL
   GROUP BY k.no`

/** Portfolios are locked by their number in this many places, so that an import never takes more locks than these. */
const PLACES = 1_024
const LOCK_IMPORTS = statement(
  'batches.lock-imports',
  `SELECT ${takeLock('imports into a portfolio', { key: 'place' })}
     FROM (SELECT DISTINCT (id % ${PLACES})::integer AS place FROM unnest(:ids::bigint[]) AS id ORDER BY 1) AS places`,
)

/**
 * Waits for other imports into the same portfolios and keeps them waiting until the transaction ends. Contract numbers
 * are compared within a portfolio, whatever the security, so the locks of the chains alone would not do.
 */
export async function lockImports(tx: Transaction, portfolioIds: readonly number[]): Promise<void> {
  await tx.query(LOCK_IMPORTS, { ids: [...new Set(portfolioIds)] })
}

/** Rows that are asked about in one statement: writing them down for it takes a few milliseconds. */
const ASKED_AT_ONCE = 5_000

/** The deal numbers of trades that have the rows' contract numbers, by the place of the row. */
async function dealNumbersOf(db: Queryable, rows: readonly Keyed[]): Promise<Map<number, string>> {
  const dealNumbers = new Map<number, string>()
  for (let from = 0; from < rows.length; from += ASKED_AT_ONCE) {
    const some = rows.slice(from, from + ASKED_AT_ONCE)
    const kept = await db.query<{ no: number; deal_number: string }>(REPEATED, [
      some.map((row) => row.portfolioId),
      some.map((row) => row.side),
      some.map((row) => row.tradeDate),
      some.map((row) => row.contractNumber),
    ])
    for (const found of kept) dealNumbers.set(from + found.no - 1, found.deal_number)
  }
  return dealNumbers
}

/** The rows that repeat a contract number, each with what is decided about it. */
export async function findDuplicates(
  db: Queryable,
  rows: readonly Keyed[],
  decision: BatchInput['duplicates'],
): Promise<DuplicateRow[]> {
  const named = rows.filter((row) => row.contractNumber !== null)
  const dealNumbers = await dealNumbersOf(db, named)
  const seen = new Map<string, number>()
  const duplicates: DuplicateRow[] = []
  for (const [place, row] of named.entries()) {
    const contractNumber = row.contractNumber as string
    const key = [row.portfolioId, row.side, row.tradeDate, contractNumber].join('\n')
    const dealNumber = dealNumbers.get(place) ?? null
    const earlierRow = seen.get(key) ?? null
    if (earlierRow === null) seen.set(key, row.row)
    if (dealNumber === null && earlierRow === null) continue
    duplicates.push({
      row: row.row,
      contractNumber,
      dealNumber,
      earlierRow,
      decision: row.duplicate ?? (decision === 'ask' ? null : decision),
    })
  }
  return duplicates
}
