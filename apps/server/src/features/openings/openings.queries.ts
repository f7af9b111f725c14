/** The openings of portfolios: opening lots and opening balances. */
import type {
  OpeningBalances,
  OpeningDetail,
  OpeningLot,
  OpeningRow,
  PortfolioOpening,
} from '@em/contract/openings/openings'
import { decimalOf, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'

type Row = RowOf<typeof OPENINGS>

// Capital: the lines of its role in the entries in force of opening lots, balances and open items.
const OPENINGS = statement(
  'openings.list',
  `SELECT p.id, p.portfolio_id AS "portfolioId", p.portfolio_name AS portfolio, p.accounting_treatment AS "accountingTreatment",
          p.opening_date AS "openingDate", p.opening_balances_entry_id AS entry_id, l.lots, l.quantity, l.cost, l.charges, i.items AS open_items,
          (l.cost + CASE WHEN upper(trim(coalesce(p.accounting_treatment, ''))) = 'FVOCI' THEN l.charges ELSE 0 END
             + coalesce((SELECT sum(c.credit - c.debit) FROM journal_lines c
                          WHERE c.entry_id = p.opening_balances_entry_id AND c.role = 'capital'), 0) + i.capital)::numeric(20, 2) AS capital
     FROM portfolios p
    CROSS JOIN LATERAL (
      SELECT count(*) AS lots, coalesce(sum(v.quantity), 0)::bigint AS quantity, coalesce(sum(v.gross), 0)::numeric(20, 2) AS cost,
             coalesce(sum(v.carried_charges), 0)::numeric(20, 2) AS charges
        FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
       WHERE p.opening_date IS NOT NULL AND t.portfolio_id = p.id AND t.side = 'opening' AND NOT t.is_deleted) l
    CROSS JOIN LATERAL (
      SELECT count(*) AS items, coalesce(sum(k.capital), 0)::numeric(20, 2) AS capital
        FROM open_items o
       CROSS JOIN LATERAL (
         SELECT sum(c.credit - c.debit) AS capital FROM journal_entries h JOIN journal_lines c ON c.entry_id = h.id AND c.role = 'capital'
          WHERE (o.trade_id IS NOT NULL AND h.trade_id = o.trade_id) OR (o.action_id IS NOT NULL AND h.cause_kind = 'action' AND h.cause_id = o.action_id)) k
       WHERE o.portfolio_id = p.id AND o.version = (SELECT max(n.version) FROM open_item_versions n WHERE n.portfolio_id = p.id)) i
    WHERE :portfolioId?::bigint IS NULL OR p.id = :portfolioId
    ORDER BY lower(p.portfolio_name), p.id`,
)

function openingOf({
  entry_id,
  cost,
  charges,
  capital,
  open_items: openItems,
  ...row
}: Row): PortfolioOpening {
  return {
    ...row,
    cost: jsonNumber(cost),
    charges: jsonNumber(charges),
    capital: jsonNumber(capital),
    hasBalances: entry_id !== null,
    openItems,
  }
}

/** Every portfolio, by name. */
export async function listOpenings(db: Queryable): Promise<PortfolioOpening[]> {
  return (await db.query(OPENINGS, { portfolioId: null })).map(openingOf)
}

type LotRow = RowOf<typeof ONE_LOT>

const LOT_COLUMNS = `t.id, t.version, t.deal_number, p.portfolio_name AS portfolio, p.portfolio_id AS "portfolioId", e.symbol,
          e.name AS company_name, v.quantity, coalesce(l.remaining_quantity, 0) AS remaining_quantity, v.price, v.gross AS cost,
          v.carried_charges AS charges!, v.fair_value, v.trade_date, v.settlement_date, v.opening_date AS opening_date!, v.cost_of_funds,
          v.contract_number AS reference, v.broker_name, t.batch_id, t.recorded_at AS created_at
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN portfolios p ON p.id = t.portfolio_id JOIN equities e ON e.id = t.equity_id
     LEFT JOIN lots l ON l.event_id = t.id`
const LOTS = statement(
  'openings.lots-of',
  `SELECT ${LOT_COLUMNS} WHERE t.portfolio_id = :portfolioId AND t.side = 'opening' AND NOT t.is_deleted
    ORDER BY e.symbol, v.trade_date, t.id`,
)
const ONE_LOT = statement('openings.one-lot', `SELECT ${LOT_COLUMNS} WHERE t.id = :id AND t.side = 'opening'`)

function lotOf(row: LotRow): OpeningLot {
  return {
    ...row,
    price: jsonNumber(row.price),
    cost: jsonNumber(row.cost),
    charges: jsonNumber(row.charges),
    fair_value: jsonNumber(row.fair_value),
    cost_of_funds: jsonNumber(row.cost_of_funds),
  }
}

/** One opening lot in the version in force. @throws Refusal 404. */
export async function findOpeningLot(db: Queryable, id: number): Promise<OpeningLot> {
  const [row] = await db.query(ONE_LOT, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The opening lot' })
  return lotOf(row)
}

/** What an opening lot says, as a correction of it begins; cost and price are said by the correction. @throws Refusal 404. */
export async function recordedLot(
  db: Queryable,
  id: number,
): Promise<{ readonly version: number; readonly says: Omit<OpeningRow, 'symbol'> }> {
  const [row] = await db.query(ONE_LOT, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The opening lot' })
  const figure = (value: string | null, scale: number) => (value === null ? null : decimalOf(value, scale))
  const says = {
    quantity: BigInt(row.quantity),
    cost: null,
    price: null,
    charges: figure(row.charges, MONEY_SCALE),
    fairValue: figure(row.fair_value, MONEY_SCALE),
    tradeDate: row.trade_date,
    settlementDate: row.settlement_date,
    costOfFunds: figure(row.cost_of_funds, RATE_SCALE),
    reference: row.reference,
    brokerName: row.broker_name,
  }
  return { version: row.version, says }
}

const BALANCES = statement(
  'openings.balances',
  `SELECT h.id AS "entryId", h.entry_date AS date, h.reference, h.description, h.recorded_at,
          u.first_name || ' ' || u.last_name AS recorded_by
     FROM journal_entries h JOIN users u ON u.id = h.recorded_by WHERE h.id = :entryId`,
)
const BALANCE_LINES = statement(
  'openings.balance-lines',
  `SELECT a.account_code, a.account_name, l.settlement_account_id AS settlement_account,
          s.account_name AS settlement_account_name, l.debit, l.credit, l.description, l.role = 'capital' AS is_capital
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
     LEFT JOIN settlement_accounts s ON s.id = l.settlement_account_id WHERE l.entry_id = :entryId ORDER BY l.line_no`,
)
async function balancesOf(db: Queryable, entryId: number | null): Promise<OpeningBalances | null> {
  if (entryId === null) return null
  const [head] = await db.query(BALANCES, { entryId })
  if (head === undefined) return null
  const lines = await db.query(BALANCE_LINES, { entryId })
  return {
    ...head,
    lines: lines.map((line) => ({ ...line, debit: jsonNumber(line.debit), credit: jsonNumber(line.credit) })),
  }
}

/** A portfolio with its opening lots, by symbol and age, and its balances. */
export async function findOpening(db: Queryable, portfolioId: number): Promise<OpeningDetail> {
  const [row] = await db.query(OPENINGS, { portfolioId })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The portfolio' })
  const [lots, balances] = await Promise.all([db.query(LOTS, { portfolioId }), balancesOf(db, row.entry_id)])
  return { ...openingOf(row), positions: lots.map(lotOf), balances }
}
