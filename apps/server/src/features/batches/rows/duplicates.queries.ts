/**
 * Rows that are recorded already: those with the contract number of a trade of the same portfolio, side and date, and those without
 * a number that are equal to a trade without one. They are shown to the person, who decides.
 */
import type { BatchInput } from '@em/contract/batches/batches'
import type { DuplicateRow } from '@em/contract/batches/row-faults'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'

export interface Keyed {
  readonly row: number
  readonly portfolioId: number
  readonly equityId: number
  readonly side: 'buy' | 'sell'
  readonly tradeDate: string
  readonly quantity: bigint
  /** In cents. */
  readonly gross: bigint
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

/**
 * Trades in force without a contract number, equal ones together, the earliest first: read by day from the index on number and
 * date, whatever the planner believes of the sizes.
 */
const UNNUMBERED = `
  SELECT t.portfolio_id, t.equity_id, t.side, to_char(d.day, 'YYYY-MM-DD') AS day, f.quantity, f.gross,
         array_agg(t.deal_number ORDER BY t.id) AS deal_numbers
    FROM unnest($1::date[]) AS d (day)
    CROSS JOIN LATERAL (
      SELECT v.trade_id, v.version, v.quantity, v.gross
        FROM trade_versions v WHERE v.contract_number IS NULL AND v.trade_date = d.day OFFSET 0) f
    JOIN trades t ON t.id = f.trade_id AND t.version = f.version
   WHERE t.portfolio_id = ANY ($2::bigint[]) AND NOT t.is_deleted
   GROUP BY 1, 2, 3, 4, 5, 6`

/** Portfolios are locked by their number in this many slots, so that an import never takes more locks than these. */
const HASH_SLOTS = 1_024
const LOCK_IMPORTS = statement(
  'batches.lock-imports',
  `SELECT ${takeLock('imports into a portfolio', { key: 'place' })}
     FROM (SELECT DISTINCT (id % ${HASH_SLOTS})::integer AS place FROM unnest(:ids::bigint[]) AS id ORDER BY 1) AS places`,
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

/** The deal numbers of trades that have the rows' contract numbers, by the index of the row. */
async function dealNumbersOf(db: Queryable, rows: readonly Keyed[]): Promise<Map<number, string>> {
  const dealNumbers = new Map<number, string>()
  for (let from = 0; from < rows.length; from += ASKED_AT_ONCE) {
    const some = rows.slice(from, from + ASKED_AT_ONCE)
    const stored = await db.query<{ no: number; deal_number: string }>(REPEATED, [
      some.map((row) => row.portfolioId),
      some.map((row) => row.side),
      some.map((row) => row.tradeDate),
      some.map((row) => row.contractNumber),
    ])
    for (const found of stored) dealNumbers.set(from + found.no - 1, found.deal_number)
  }
  return dealNumbers
}

interface Unnumbered {
  readonly portfolio_id: number
  readonly equity_id: number
  readonly side: string
  readonly day: string
  readonly quantity: number
  readonly gross: string
  readonly deal_numbers: readonly string[]
}

/** The key by which two trades without a contract number are equal. */
const equalKey = (portfolio: number, equity: number, side: string, day: string, figures: readonly bigint[]) =>
  [portfolio, equity, side, day, ...figures].join(' ')
const keyOf = ({ portfolioId, equityId, side, tradeDate, quantity, gross }: Keyed) =>
  equalKey(portfolioId, equityId, side, tradeDate, [quantity, gross])

/**
 * The deal numbers of equal trades, by the number of the row: as many rows as there are such trades. Equal rows of one submission
 * are fills of one order and are not compared with each other.
 */
async function equalTrades(db: Queryable, rows: readonly Keyed[]): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  if (rows.length === 0) return found
  const distinct = <T>(of: (row: Keyed) => T) => [...new Set(rows.map(of))]
  const stored = await db.query<Unnumbered>(UNNUMBERED, [
    distinct((row) => row.tradeDate),
    distinct((row) => row.portfolioId),
  ])
  const open = new Map(
    stored.map((one) => {
      const figures = [BigInt(one.quantity), decimalOf(one.gross, MONEY_SCALE)]
      const key = equalKey(one.portfolio_id, one.equity_id, one.side, one.day, figures)
      return [key, one.deal_numbers.toReversed()]
    }),
  )
  for (const row of rows) {
    const dealNumber = open.get(keyOf(row))?.pop()
    if (dealNumber !== undefined) found.set(row.row, dealNumber)
  }
  return found
}

/** The rows that are recorded already or repeat a contract number, in order, each with what is decided about it. */
export async function findDuplicates(
  db: Queryable,
  rows: readonly Keyed[],
  decision: BatchInput['duplicates'],
): Promise<DuplicateRow[]> {
  const named = rows.filter((row) => row.contractNumber !== null)
  const dealNumbers = await dealNumbersOf(db, named)
  const indexOf = new Map(named.map((row, index) => [row.row, index]))
  const equal = await equalTrades(
    db,
    rows.filter((row) => row.contractNumber === null),
  )
  const seen = new Map<string, number>()
  const duplicates: DuplicateRow[] = []
  for (const row of rows) {
    const { contractNumber } = row
    const dealNumber =
      (contractNumber === null ? equal.get(row.row) : dealNumbers.get(indexOf.get(row.row) ?? -1)) ?? null
    const key = [row.portfolioId, row.side, row.tradeDate, contractNumber].join('\n')
    const earlierRow = contractNumber === null ? null : (seen.get(key) ?? null)
    if (contractNumber !== null && earlierRow === null) seen.set(key, row.row)
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
