/**
 * The opening date of a portfolio. The portfolio's row holds it while there are opening lots, balances or open items: the first of
 * them sets it, the others must agree, removing the last one clears it.
 */
import { dayInWords } from '@em/core/values/date-texts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

// No sale can come in while the row is locked: the lock of its chain waits, and then reads the date afresh.
const LOCK = statement(
  'openings.lock-portfolio',
  `SELECT opening_date, opening_balances_entry_id AS entry_id, status, accounting_treatment FROM portfolios WHERE id = :portfolioId
      FOR UPDATE`,
)
const SOLD_BEFORE = statement(
  'openings.sold-before',
  `SELECT v.trade_date FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE t.portfolio_id = :portfolioId AND t.side = 'sell' AND v.opening_date IS NULL AND NOT t.is_deleted AND v.trade_date < :openingDate::date
    ORDER BY v.trade_date LIMIT 1`,
)
const SET = statement(
  'openings.set-date',
  'UPDATE portfolios SET opening_date = :openingDate::date WHERE id = :portfolioId',
)
/** SQL: whether a portfolio has open items in the version in force. */
export const HAS_OPEN_ITEMS = (portfolioId: string): string =>
  `EXISTS (SELECT FROM open_items i WHERE i.portfolio_id = ${portfolioId}
            AND i.version = (SELECT max(n.version) FROM open_item_versions n WHERE n.portfolio_id = ${portfolioId}))`

const FORGET = statement(
  'openings.forget-date',
  `UPDATE portfolios p SET opening_date = NULL
    WHERE p.id = ANY (:portfolioIds::bigint[]) AND p.opening_date IS NOT NULL AND p.opening_balances_entry_id IS NULL
      AND NOT EXISTS (SELECT FROM trades t WHERE t.portfolio_id = p.id AND t.side = 'opening' AND NOT t.is_deleted)
      AND NOT ${HAS_OPEN_ITEMS('p.id')}`,
)
const HAS_OPENINGS = statement(
  'openings.has-openings',
  `SELECT EXISTS (SELECT FROM trades WHERE portfolio_id = :portfolioId AND side = 'opening' AND NOT is_deleted) AS has_lots,
          ${HAS_OPEN_ITEMS(':portfolioId')} AS has_open_items`,
)

const FREE = statement(
  'openings.free-date-alone',
  'UPDATE portfolios SET opening_date = NULL WHERE id = :portfolioId',
)

interface Named {
  readonly id: number
  readonly portfolioName: string
}

/** The state of a portfolio's opening, under its lock. */
export interface LockedOpening {
  readonly openingDate: string | null
  readonly balancesEntryId: number | null
  /** The portfolio's own fields, read under the lock. */
  readonly status: string
  readonly accountingTreatment: string | null
}

/** Locks the portfolio's row until the transaction ends; chains are locked before it, never after. */
export async function lockOpening(tx: Transaction, portfolioId: number): Promise<LockedOpening> {
  const [row] = await tx.query(LOCK, { portfolioId })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The portfolio' })
  return {
    openingDate: row.opening_date,
    balancesEntryId: row.entry_id,
    status: row.status,
    accountingTreatment: row.accounting_treatment,
  }
}

/** Whether the portfolio has opening lots, and open items. */
export async function hasOpenings(
  tx: Transaction,
  portfolioId: number,
): Promise<{ readonly lots: boolean; readonly openItems: boolean }> {
  const [row] = await tx.query(HAS_OPENINGS, { portfolioId })
  return { lots: row?.has_lots ?? false, openItems: row?.has_open_items ?? false }
}

/**
 * Sets the opening date of a locked portfolio, or agrees with the one recorded.
 * @throws Refusal `opening.date-fixed` where another one is recorded, `opening.sold-before` where a sale is dated before it.
 */
export async function setOpeningDate(
  tx: Transaction,
  portfolio: Named,
  standing: string | null,
  openingDate: string,
): Promise<void> {
  if (standing === openingDate) return
  const name = portfolio.portfolioName
  if (standing !== null) {
    throw new Refusal('opening.date-fixed', { portfolio: name, openingDate: standing }, [
      { field: 'openingDate', message: `The books of ${name} begin on ${dayInWords(standing)}.` },
    ])
  }
  const [sold] = await tx.query(SOLD_BEFORE, { portfolioId: portfolio.id, openingDate })
  if (sold !== undefined) {
    throw new Refusal('opening.sold-before', { portfolio: name, date: sold.trade_date, openingDate }, [
      { field: 'openingDate', message: `There is a sale on ${dayInWords(sold.trade_date)}.` },
    ])
  }
  await tx.query(SET, { portfolioId: portfolio.id, openingDate })
}

/** Takes the opening date from a locked portfolio, so that another one can be set. */
export async function freeOpeningDate(tx: Transaction, portfolioId: number): Promise<void> {
  await tx.query(FREE, { portfolioId })
}

/** Takes the opening date from portfolios that have neither opening lots, balances nor open items any more. */
export async function forgetOpeningDate(tx: Transaction, portfolioIds: readonly number[]): Promise<void> {
  await tx.query(FORGET, { portfolioIds })
}
