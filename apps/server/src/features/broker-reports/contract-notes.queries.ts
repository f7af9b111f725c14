/** The register of contract notes: every trade of a period that has a number, also a deleted one, and gaps between numbers. */
import type { brokerReports, ContractNote, NumberGap } from '@em/contract/broker-reports/broker-reports'
import { GAP_MAX, NOTES_MAX } from '@em/contract/broker-reports/broker-reports'
import { byColumn } from '@em/contract/fee-tariffs/fees'
import type { z } from 'zod'
import { containing } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { brokerCalled, brokerGroup, brokerOf, isOfBroker } from '../brokers/named.ts'
import { symbolOn } from '../equities/names/name-on.ts'
import type { Asked } from './commission.queries.ts'

// A number that occurs twice in one portfolio, on one side and day, is a duplicate; a contract that is split over portfolios is none.
const NOTES = statement(
  'broker-reports.contract-notes',
  `WITH notes AS (
     SELECT t.id, v.contract_number, ${brokerCalled('v.broker_name')} AS broker_name, v.trade_date, t.side, ${symbolOn('e', 'v.trade_date')} AS symbol, v.quantity, v.price, v.gross, v.brokerage, v.cse_fees, v.cds_fees,
            v.clearing_fees, v.sec, v.stl, v.net, p.portfolio_name, t.deal_number, t.is_deleted, v.reason,
            count(*) FILTER (WHERE NOT t.is_deleted)
              OVER (PARTITION BY v.contract_number, ${brokerGroup('v.broker_name')}, t.portfolio_id, t.side, v.trade_date) AS alike
       FROM trade_versions v JOIN trades t ON t.id = v.trade_id AND t.version = v.version AND v.opening_date IS NULL
       JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id ${brokerOf('v.broker_name')}
      WHERE v.trade_date BETWEEN :startDate::date AND :endDate::date AND v.contract_number IS NOT NULL
        AND (:portfolioId?::bigint IS NULL OR t.portfolio_id = :portfolioId) AND (:broker?::text IS NULL OR ${isOfBroker('v.broker_name', ':broker')})),
   told AS (
     SELECT n.*, CASE WHEN n.is_deleted THEN 'deleted' WHEN n.alike > 1 THEN 'duplicate' ELSE 'recorded' END AS status FROM notes n
      WHERE (:search?::text IS NULL OR concat_ws(' ', n.contract_number, n.symbol, n.deal_number, n.portfolio_name) ILIKE :search))
   SELECT o.*, d.id AS document_id, d.file_name, count(*) OVER () AS total
     FROM told o
     LEFT JOIN LATERAL (SELECT d.id, d.file_name FROM trade_document_trades k JOIN trade_documents d ON d.id = k.document_id
                         WHERE k.trade_id = o.id LIMIT 1) AS d ON true
    WHERE (:status?::text IS NULL OR o.status = :status)
    ORDER BY lpad(o.contract_number, 60, ' '), o.trade_date, o.id LIMIT :limit OFFSET :offset`,
)
// Numbers of digits alone, as brokers count them.
const GAPS = statement(
  'broker-reports.gaps',
  `WITH numbers AS (
     SELECT min(coalesce(${brokerCalled('v.broker_name')}, '')) AS broker, ${brokerGroup('v.broker_name')} AS broker_key, v.contract_number::numeric AS number
       FROM trade_versions v JOIN trades t ON t.id = v.trade_id AND t.version = v.version AND v.opening_date IS NULL ${brokerOf('v.broker_name')}
      WHERE v.trade_date BETWEEN :startDate::date AND :endDate::date AND v.contract_number ~ '^[0-9]{1,18}$'
        AND (:portfolioId?::bigint IS NULL OR t.portfolio_id = :portfolioId) AND (:broker?::text IS NULL OR ${isOfBroker('v.broker_name', ':broker')})
      GROUP BY 2, 3),
   pairs AS (SELECT broker, number, lead(number) OVER (PARTITION BY broker_key ORDER BY number) AS next FROM numbers)
   SELECT broker, number::text AS after, next::text AS before, (next - number - 1)::int AS missing FROM pairs
    WHERE next - number BETWEEN 2 AND :most::numeric + 1 ORDER BY broker, number LIMIT 1000`,
)

type Filter = Pick<z.output<(typeof brokerReports.notes)['query']>, 'status' | 'search' | 'limit' | 'offset'>

/** One page of the register by number, and how many a filter leaves. */
export async function contractNotes(
  db: Queryable,
  asked: Asked,
  { status, search, limit, offset }: Filter,
): Promise<{ rows: ContractNote[]; total: number }> {
  const rows = await db.query(NOTES, {
    ...asked,
    status: status ?? null,
    search: search ? containing(search) : null,
    limit: limit ?? NOTES_MAX,
    offset: offset ?? 0,
  })
  return { rows: rows.map(noteOf), total: rows[0]?.total ?? 0 }
}

function noteOf(row: RowOf<typeof NOTES>): ContractNote {
  const fees = byColumn(({ column }) => jsonNumber(row[column]))
  return {
    tradeId: row.id,
    number: row.contract_number ?? '',
    broker: row.broker_name ?? '',
    tradeDate: row.trade_date,
    side: row.side as 'buy' | 'sell',
    symbol: row.symbol,
    quantity: row.quantity,
    price: jsonNumber(row.price),
    gross: jsonNumber(row.gross),
    ...fees,
    total_fees: Math.round(Object.values(fees).reduce((sum, fee) => sum + fee * 100, 0)) / 100,
    net: jsonNumber(row.net),
    portfolio: row.portfolio_name,
    dealNumber: row.deal_number,
    document: row.document_id === null ? null : { id: row.document_id, fileName: row.file_name ?? '' },
    status: row.status as ContractNote['status'],
    reason: row.is_deleted ? row.reason : null,
  }
}

/** Gaps of at most `GAP_MAX` numbers between two notes of a broker; the first thousand. */
export async function numberGaps(db: Queryable, asked: Asked): Promise<NumberGap[]> {
  const rows = await db.query(GAPS, { ...asked, most: String(GAP_MAX) })
  return rows.map(({ broker, after, before, missing }) => ({
    broker: broker ?? '',
    after: after ?? '',
    before: before ?? '',
    missing: missing ?? 0,
  }))
}
