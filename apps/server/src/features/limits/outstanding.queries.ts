/** The amounts that brokers and we owe each other of trades, on a day: exposure is measured of them. */
import type { OpenSettlement } from '@em/core/limits/facts'
import { type DatedRecord, outstandingOnDay } from '@em/core/settlements/outstanding-on-day'
import { type Settles, settlementStatus } from '@em/core/settlements/settlement'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { brokerCalled, brokerOf } from '../brokers/named.ts'
import {
  ANY_MANUAL,
  DUE,
  NET,
  OUTSTANDING,
  openTradeIds,
  pays,
  SETTLES_MANUALLY,
  stateSql,
} from '../settlements/list/settlements.state.ts'

const OF_TODAY = statement(
  'limits.settlements',
  `SELECT k."portfolioId", ${brokerCalled('k.written')} AS broker!, k.due, k.state IN ('overdue', 'failed') AS "isLate!", k.pays AS "pays!", abs(k.amount) AS amount!
     FROM (SELECT t.portfolio_id AS "portfolioId", v.broker_name AS written, ${DUE} AS due, ${stateSql(':today::date')} AS state,
                  ${pays(OUTSTANDING)} AS pays, ${OUTSTANDING} AS amount
             FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
             LEFT JOIN settlement_states s ON s.trade_id = t.id
            WHERE t.id IN (${openTradeIds(':today::date')}) AND (:portfolioIds?::bigint[] IS NULL OR t.portfolio_id = ANY (:portfolioIds))) k
     ${brokerOf('k.written')}
    WHERE k.state IN ('pending', 'part', 'overdue', 'failed') AND k.amount <> 0 AND k.written IS NOT NULL`,
)
// The trades of which something may have been outstanding on a past day: due from then on, not settled by now, or paid after it.
const OF_DAY = statement(
  'limits.settlements-of-day',
  `SELECT t.id, t.portfolio_id AS "portfolioId", ${brokerCalled('v.broker_name')} AS broker!, t.side, v.trade_date AS "tradeDate",
          v.settlement_date AS "settlementDate", ${NET} AS net!, coalesce(${SETTLES_MANUALLY}, false) AS "isByHand!",
          (SELECT json_agg(json_build_object('kind', c.kind, 'date', c.actual_date, 'pays', c.pays, 'amount', c.amount::text, 'dueDate', c.due_date,
                                             'recordedOn', (c.recorded_at AT TIME ZONE 'Asia/Colombo')::date) ORDER BY c.id)
             FROM settlement_confirmations c WHERE c.trade_id = t.id) AS records
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN settlement_states s ON s.trade_id = t.id
     ${brokerOf('v.broker_name')}
    WHERE t.id IN (SELECT trade_id FROM trade_versions WHERE settlement_date >= :day::date
                   UNION ALL SELECT trade_id FROM settlement_states WHERE status <> 'settled'
                   UNION ALL SELECT trade_id FROM settlement_confirmations WHERE actual_date > :day::date
                   UNION ALL SELECT o.id FROM trades o JOIN trade_versions v ON v.trade_id = o.id AND v.version = o.version
                              WHERE (SELECT ${ANY_MANUAL}) AND NOT o.is_settled AND NOT o.is_deleted AND ${SETTLES_MANUALLY})
      AND v.trade_date <= :day::date AND t.side <> 'opening' AND (NOT t.is_deleted OR s.trade_id IS NOT NULL)
      AND v.broker_name IS NOT NULL AND (:portfolioIds?::bigint[] IS NULL OR t.portfolio_id = ANY (:portfolioIds))`,
)

interface AskedOutstanding {
  readonly day: string
  readonly today: string
  /** Null: every portfolio. */
  readonly portfolioIds: number[] | null
}

/** The amounts outstanding on a day; null of one that is to come. Of a past day by what is known of it now, as everything else is. */
export async function outstandingOn(
  db: Queryable,
  { day, today, portfolioIds }: AskedOutstanding,
): Promise<OpenSettlement[] | null> {
  if (day > today) return null
  if (day === today) return (await db.query(OF_TODAY, { today, portfolioIds })).map(ofToday)
  const rows = await db.query(OF_DAY, { day, portfolioIds })
  return rows.flatMap((row) => ofDay(row, day) ?? [])
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)

const ofToday = (row: RowOf<typeof OF_TODAY>): OpenSettlement => ({
  portfolioId: row.portfolioId,
  broker: row.broker,
  due: row.due,
  isLate: row.isLate,
  pays: row.pays,
  amount: cents(row.amount),
})

interface StoredRecord extends Omit<DatedRecord, 'amount'> {
  readonly amount: string
  readonly pays: boolean
}

/** The amount outstanding of one trade; null where there was none. */
function ofDay(row: RowOf<typeof OF_DAY>, day: string): OpenSettlement | null {
  const isBuy = row.side === 'buy'
  const records = ((row.records ?? []) as unknown as StoredRecord[]).map(
    ({ pays: isPaid, amount, ...one }) => ({
      ...one,
      amount: isBuy === isPaid ? cents(amount) : -cents(amount),
    }),
  )
  const terms = {
    dealNumber: '',
    tradeDate: row.tradeDate,
    settlementDate: row.settlementDate,
    net: cents(row.net),
  }
  const { isActedUpon, ...standing } = outstandingOnDay(terms, records, day)
  const settles: Settles = row.isByHand ? 'by hand' : 'automatic'
  const state = settlementStatus(standing, day, { settles, isActedUpon })
  if (state === 'settled' || state === 'assumed') return null
  const { outstanding, due } = standing
  return {
    portfolioId: row.portfolioId,
    broker: row.broker,
    due,
    isLate: state === 'overdue' || state === 'failed',
    pays: isBuy === outstanding > 0n,
    amount: outstanding < 0n ? -outstanding : outstanding,
  }
}
