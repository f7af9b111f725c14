/**
 * The charges of brokers, by broker and month, against the fee tariffs.
 *
 * A trade that was recorded from a document has the proof of its lines, as Fee Proof adds it up. Of other trades the schedule is that of the
 * day on which they were recorded, but where a client's trades of a day are charged together (`core/fee-tariffs/together.ts`).
 */
import type { CommissionRow, CommissionSummary } from '@em/contract/broker-reports/broker-reports'
import { byColumn, FEES } from '@em/contract/fee-tariffs/fees'
import { totalFees } from '@em/core/fee-tariffs/charge'
import { type Chargeable, chargedTogether } from '@em/core/fee-tariffs/together'
import { decimalOf, MONEY_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees, sumOf } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { brokerCalled, brokerGroup, brokerOf, isOfBroker } from '../brokers/named.ts'
import { symbolOn } from '../equities/names/name-on.ts'
import { feeSum } from '../fee-tariffs/fee-columns.ts'
import { loadReliefs } from '../fee-tariffs/reliefs.queries.ts'
import { loadTariffs } from '../fee-tariffs/tariffs.queries.ts'

/** Trades of a period, of one portfolio or of all. */
export interface Asked {
  readonly startDate: string
  readonly endDate: string
  readonly portfolioId: number | null
  readonly broker: string | null
}

/** SQL: the part of an amount of a line that the trades up to `w` have by gross; of the last one it is the whole amount. */
const upTo = (amount: string, gross: string) => `round(${amount} * ${gross} / sum(w.gross) OVER whole, 2)`
const partOf = (amount: string) =>
  `${upTo(amount, 'sum(w.gross) OVER part')} - ${upTo(amount, '(sum(w.gross) OVER part - w.gross)')}`

// Read of all portfolios, for any user: the trades of a client are charged together. Only the trades asked for are added up.
const TRADED = `
   documented AS MATERIALIZED (
     SELECT o.trade_id, sum(o.schedule) AS schedule, sum(o.rounding) AS rounding, sum(o.foreign_brokerage) AS foreign_brokerage
       FROM (SELECT k.trade_id, ${partOf('p.schedule')} AS schedule, ${partOf('l.foreign_brokerage')} AS foreign_brokerage,
                    ${partOf(`(${feeSum('l')} - p.schedule - coalesce((SELECT sum(f) FROM unnest(p.fee_differences) AS f), 0))`)} AS rounding
               FROM em.trade_document_proofs p JOIN em.trade_document_lines l ON l.document_id = p.document_id AND l.line = p.line
               JOIN em.trade_document_trades k ON k.document_id = p.document_id AND k.line = p.line
               JOIN em.trades t ON t.id = k.trade_id AND NOT t.is_deleted
               JOIN em.trade_versions w ON w.trade_id = t.id AND w.version = t.version
              WHERE p.trade_date BETWEEN :startDate::date AND :endDate::date AND p.state NOT IN ('cancelled', 'not-stated')
             WINDOW whole AS (PARTITION BY k.document_id, k.line), part AS (PARTITION BY k.document_id, k.line ORDER BY k.trade_id)) o
      GROUP BY o.trade_id),
   traded AS MATERIALIZED (
     SELECT t.id, t.side, t.equity_id, t.portfolio_id, v.trade_date, coalesce(${brokerCalled('v.broker_name')}, '') AS broker,
            ${brokerGroup('v.broker_name')} AS broker_key, v.gross,
            v.brokerage - least(v.brokerage, coalesce(d.foreign_brokerage, 0)) AS brokerage, least(v.brokerage, coalesce(d.foreign_brokerage, 0)) AS foreign_brokerage,
            v.cse_fees, v.cds_fees, v.clearing_fees, v.sec, v.stl, d.schedule AS proved, coalesce(d.rounding, 0) AS rounding,
            CASE WHEN v.schedule_fees IS NULL THEN ${feeSum('v')} ELSE (SELECT sum(f) FROM unnest(v.schedule_fees) AS f) END AS own
       FROM em.trade_versions v JOIN em.trades t ON t.id = v.trade_id AND t.version = v.version AND NOT t.is_deleted AND v.opening_date IS NULL
       LEFT JOIN documented d ON d.trade_id = t.id ${brokerOf('v.broker_name')}
      WHERE v.trade_date BETWEEN :startDate::date AND :endDate::date AND (:broker?::text IS NULL OR ${isOfBroker('v.broker_name', ':broker')})),
   together AS MATERIALIZED (
     SELECT d.broker_key, d.equity_id, d.trade_date FROM traded d
      WHERE d.proved IS NULL GROUP BY 1, 2, 3
     HAVING count(*) > 1 AND (sum(d.gross) FILTER (WHERE d.side = 'buy') > (SELECT min(f.band_limit) FROM fee_tariffs f)
         OR sum(d.gross) FILTER (WHERE d.side = 'sell') > (SELECT min(f.band_limit) FROM fee_tariffs f)
         OR (count(DISTINCT d.side) = 2 AND EXISTS (
               SELECT FROM fee_reliefs r WHERE r.effective_from <= d.trade_date AND (r.effective_to IS NULL OR r.effective_to >= d.trade_date)))))`
/** SQL: whether a trade `d` is charged together with others; and whether it is asked for. */
const IS_TOGETHER =
  'd.proved IS NULL AND (d.broker_key, d.equity_id, d.trade_date) IN (SELECT g.broker_key, g.equity_id, g.trade_date FROM together g)'
const IS_ASKED =
  '(:portfolioId?::bigint IS NULL OR d.portfolio_id = :portfolioId) AND EXISTS (SELECT FROM portfolios p WHERE p.id = d.portfolio_id)'

const COMMISSION = statement(
  'broker-reports.commission',
  `WITH ${TRADED}
   SELECT min(d.broker) AS broker!, d.broker_key AS broker_key!, to_char(d.trade_date, 'YYYY-MM') AS month!, count(*) AS trades,
          coalesce(sum(d.gross) FILTER (WHERE d.side = 'buy'), 0) AS bought, coalesce(sum(d.gross) FILTER (WHERE d.side = 'sell'), 0) AS sold,
          sum(d.brokerage) AS brokerage!, sum(d.cse_fees) AS cse_fees!, sum(d.cds_fees) AS cds_fees!, sum(d.clearing_fees) AS clearing_fees!,
          sum(d.sec) AS sec!, sum(d.stl) AS stl!, sum(d.foreign_brokerage) AS foreign_brokerage!, sum(d.rounding) AS rounding!,
          coalesce(sum(coalesce(d.proved, d.own)) FILTER (WHERE NOT (${IS_TOGETHER})), 0) AS schedule!
     FROM traded d WHERE ${IS_ASKED} GROUP BY 2, 3 ORDER BY 1, 3`,
)
// The client: the account at the depository, else the portfolio.
const TOGETHER = statement(
  'broker-reports.charged-together',
  `WITH ${TRADED}
   SELECT d.broker_key AS broker_key!, to_char(d.trade_date, 'YYYY-MM') AS month!, d.trade_date, d.side, ${symbolOn('e', 'd.trade_date')} AS symbol!, d.gross, d.own AS own!, ${IS_ASKED} AS is_asked!,
          coalesce((SELECT c.account_id FROM em.cds_placements c WHERE c.event_id = d.id ORDER BY c.version DESC LIMIT 1),
                   (SELECT m.account_id FROM em.cds_main_accounts m WHERE m.portfolio_id = d.portfolio_id AND m.from_date <= d.trade_date
                     ORDER BY m.from_date DESC LIMIT 1)) AS account_id, d.portfolio_id
     FROM traded d JOIN em.equities e ON e.id = d.equity_id WHERE ${IS_TOGETHER} ORDER BY d.id`,
)

interface Sums {
  readonly trades: number
  readonly bought: bigint
  readonly sold: bigint
  /** In the order of FEES, without foreign brokerage. */
  readonly fees: readonly bigint[]
  readonly foreign: bigint
  readonly schedule: bigint
  /** Up to half a cent a fill of a document. */
  readonly rounding: bigint
}

/** One row for each broker and month, and their sum. */
export async function commissionIn(db: Queryable, asked: Asked): Promise<CommissionSummary> {
  const together = await scheduledTogether(db, asked)
  const found = (await db.query(COMMISSION, { ...asked })).map((row) => {
    const sums = sumsOf(row)
    return {
      row,
      sums: { ...sums, schedule: sums.schedule + (together.get(monthOf(row)) ?? 0n) },
    }
  })
  const added = (of: (sums: Sums) => bigint) => sumOf(found.map(({ sums }) => of(sums)))
  const total: Sums = {
    trades: found.reduce((sum, { sums }) => sum + sums.trades, 0),
    bought: added(({ bought }) => bought),
    sold: added(({ sold }) => sold),
    fees: FEES.map((_, at) => added(({ fees }) => fees[at] ?? 0n)),
    foreign: added(({ foreign }) => foreign),
    schedule: added(({ schedule }) => schedule),
    rounding: added(({ rounding }) => rounding),
  }
  return {
    startDate: asked.startDate,
    endDate: asked.endDate,
    rows: found.map(({ row, sums }) => rowOf(row.broker, row.month, sums)),
    total: rowOf('', '', total),
  }
}

const monthOf = ({ broker_key, month }: { readonly broker_key: string; readonly month: string }) =>
  `${month} ${broker_key}`

/** The fees by the schedule of trades that are charged together, by broker and month, in cents. */
async function scheduledTogether(db: Queryable, asked: Asked): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.query(TOGETHER, { ...asked })
  const months = new Map<string, bigint>()
  if (rows.length === 0) return months
  const rules = { tariffOf: await loadTariffs(db), hasRelief: await loadReliefs(db) }
  const items = rows.map((row) => ({ row, item: chargeableOf(row) }))
  const schedules = chargedTogether(
    items.map(({ item }) => item),
    rules,
  )
  for (const { row, item } of items) {
    if (!row.is_asked) continue
    const fees = schedules.get(item) ?? null
    const key = monthOf(row)
    months.set(key, (months.get(key) ?? 0n) + (fees === null ? cents(row.own) : totalFees(fees)))
  }
  return months
}

function chargeableOf(row: RowOf<typeof TOGETHER>): Chargeable {
  const client = row.account_id === null ? `portfolio ${row.portfolio_id}` : `account ${row.account_id}`
  return {
    clientAccount: `${row.broker_key} ${client}`,
    symbol: row.symbol,
    tradeDate: row.trade_date,
    side: row.side === 'sell' ? 'sell' : 'buy',
    gross: cents(row.gross),
  }
}

const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)

function sumsOf(row: RowOf<typeof COMMISSION>): Sums {
  return {
    trades: row.trades ?? 0,
    bought: cents(row.bought),
    sold: cents(row.sold),
    fees: FEES.map(({ column }) => cents(row[column])),
    foreign: cents(row.foreign_brokerage),
    schedule: cents(row.schedule),
    rounding: cents(row.rounding),
  }
}

function rowOf(broker: string, month: string, sums: Sums): CommissionRow {
  const { trades, bought, sold, fees, foreign, schedule, rounding } = sums
  const turnover = bought + sold
  const charged = sumOf(fees)
  return {
    broker,
    month,
    trades,
    bought: rupees(bought),
    sold: rupees(sold),
    turnover: rupees(turnover),
    ...byColumn(({ column }) => rupees(fees[FEES.findIndex((fee) => fee.column === column)] ?? 0n)),
    foreign_brokerage: rupees(foreign),
    total: rupees(charged + foreign),
    effectiveRate: toJsonNumber(percentageOf(charged + foreign, turnover), RATE_SCALE),
    schedule: rupees(schedule),
    difference: rupees(charged - schedule - rounding),
    rounding: rupees(rounding),
  }
}
