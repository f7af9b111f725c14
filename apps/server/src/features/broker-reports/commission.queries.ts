/** What brokers charged, by broker and month. */
import type { CommissionRow, CommissionSummary } from '@em/contract/books/broker-reports'
import { byColumn, FEES } from '@em/contract/books/fees'
import { decimalOf, MONEY_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees, sumOf } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'

/** Trades of a period, of one portfolio or of all. */
export interface Asked {
  readonly startDate: string
  readonly endDate: string
  readonly portfolioId: number | null
  readonly broker: string | null
}

const COMMISSION = statement(
  'broker-reports.commission',
  `SELECT coalesce(v.broker_name, '') AS broker, to_char(v.trade_date, 'YYYY-MM') AS month, count(*) AS trades,
          coalesce(sum(v.gross) FILTER (WHERE t.side = 'buy'), 0) AS bought, coalesce(sum(v.gross) FILTER (WHERE t.side = 'sell'), 0) AS sold,
          sum(v.brokerage) AS brokerage, sum(v.cse_fees) AS cse_fees, sum(v.cds_fees) AS cds_fees, sum(v.clearing_fees) AS clearing_fees,
          sum(v.sec) AS sec, sum(v.stl) AS stl,
          sum(CASE WHEN v.schedule_fees IS NULL THEN v.brokerage + v.cse_fees + v.cds_fees + v.clearing_fees + v.sec + v.stl
                   ELSE (SELECT sum(f) FROM unnest(v.schedule_fees) AS f) END) AS schedule
     FROM trade_versions v JOIN trades t ON t.id = v.trade_id AND t.version = v.version AND NOT t.is_deleted AND t.side <> 'opening'
    WHERE v.trade_date BETWEEN :startDate::date AND :endDate::date AND (:portfolioId?::bigint IS NULL OR t.portfolio_id = :portfolioId)
      AND (:broker?::text IS NULL OR lower(v.broker_name) = lower(:broker))
    GROUP BY 1, 2 ORDER BY 1, 2`,
)

interface Sums {
  readonly trades: number
  readonly bought: bigint
  readonly sold: bigint
  /** In the order of FEES. */
  readonly fees: readonly bigint[]
  readonly schedule: bigint
}

/** One row for each broker and month, and their sum. */
export async function commissionIn(db: Queryable, asked: Asked): Promise<CommissionSummary> {
  const found = (await db.query(COMMISSION, { ...asked })).map((row) => ({ row, sums: sumsOf(row) }))
  const total: Sums = {
    trades: found.reduce((sum, { sums }) => sum + sums.trades, 0),
    bought: sumOf(found.map(({ sums }) => sums.bought)),
    sold: sumOf(found.map(({ sums }) => sums.sold)),
    fees: FEES.map((_, at) => sumOf(found.map(({ sums }) => sums.fees[at] ?? 0n))),
    schedule: sumOf(found.map(({ sums }) => sums.schedule)),
  }
  return {
    startDate: asked.startDate,
    endDate: asked.endDate,
    rows: found.map(({ row, sums }) => rowOf(row.broker ?? '', row.month ?? '', sums)),
    total: rowOf('', '', total),
  }
}

const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)

function sumsOf(row: RowOf<typeof COMMISSION>): Sums {
  return {
    trades: row.trades ?? 0,
    bought: cents(row.bought),
    sold: cents(row.sold),
    fees: FEES.map(({ column }) => cents(row[column])),
    schedule: cents(row.schedule),
  }
}

function rowOf(broker: string, month: string, { trades, bought, sold, fees, schedule }: Sums): CommissionRow {
  const turnover = bought + sold
  const total = sumOf(fees)
  return {
    broker,
    month,
    trades,
    bought: rupees(bought),
    sold: rupees(sold),
    turnover: rupees(turnover),
    ...byColumn(({ column }) => rupees(fees[FEES.findIndex((fee) => fee.column === column)] ?? 0n)),
    total: rupees(total),
    effectiveRate: toJsonNumber(percentageOf(total, turnover), RATE_SCALE),
    schedule: rupees(schedule),
    difference: rupees(total - schedule),
  }
}
