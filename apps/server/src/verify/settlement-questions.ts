/** Sums of settlements that are kept per month, against the trades and what happened to them. */
import type { Question } from './question.ts'

const KEY = 'month, standing, portfolio_id, settlement_account_id, broker_name, side'
const OF_PORTFOLIO = '($1::bigint IS NULL OR portfolio_id = $1)'

/** A trade that settles, by the version in force, and the state of its settlement; `rest` with the sign of its side. */
const SETTLING = `
  SELECT t.portfolio_id, coalesce(v.settlement_account_id, 0) AS settlement_account_id, coalesce(v.broker_name, '') AS broker_name,
         t.side, v.settlement_date, n.net, n.net - coalesce(s.paid, 0) AS rest, s.status, s.due_date, s.paid_on, s.paid
    FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    LEFT JOIN settlement_states s ON s.trade_id = t.id
    CROSS JOIN LATERAL (SELECT CASE WHEN t.is_deleted THEN 0 ELSE v.net END AS net) n
   WHERE t.side <> 'opening' AND (n.net <> 0 OR s.trade_id IS NOT NULL) AND ${OF_PORTFOLIO}`

const monthlySums: Question = {
  name: 'monthly sums of settlements',
  counted: `SELECT count(*) AS count FROM (SELECT DISTINCT ${KEY} FROM settlement_months WHERE ${OF_PORTFOLIO}) k`,
  wrong: `
    SELECT concat_ws(', ', (SELECT p.portfolio_code FROM (SELECT id, portfolio_id FROM portfolios) p (id, portfolio_code) WHERE p.id = portfolio_id), month, standing, side,
                     nullif(broker_name, ''), 'settlement account ' || nullif(settlement_account_id, 0)) AS place,
           'trades, paying, payable, receivable' AS what,
           coalesce(concat_ws(', ', k.trades, k.paying, k.payable, k.receivable), 'none') AS stored,
           coalesce(concat_ws(', ', s.trades, s.paying, s.payable, s.receivable), 'none') AS expected
      FROM (SELECT ${KEY}, sum(trades) AS trades, sum(paying) AS paying, sum(payable) AS payable, sum(receivable) AS receivable
              FROM settlement_months WHERE ${OF_PORTFOLIO} GROUP BY ${KEY}) k
      FULL JOIN (
        SELECT ${KEY}, sum(sign) AS trades, sum(CASE WHEN pays THEN sign ELSE 0 END) AS paying,
               sum(CASE WHEN pays THEN sign * amount ELSE 0 END) AS payable, sum(CASE WHEN pays THEN 0 ELSE sign * amount END) AS receivable
          FROM (SELECT t.*, x.standing, date_trunc('month', x.day::timestamp)::date AS month, x.sign, abs(x.amount) AS amount,
                       (t.side = 'buy') = (x.amount >= 0) AS pays
                  FROM (${SETTLING}) t CROSS JOIN LATERAL (VALUES
                    (CASE WHEN t.net <> 0 THEN 'booked' END, t.settlement_date, 1, t.net),
                    (CASE WHEN t.net <> 0 AND t.status IS NOT NULL THEN 'moved' END, t.settlement_date, -1, t.net),
                    (CASE WHEN t.status = 'open' THEN 'due' END, t.due_date, 1, t.rest),
                    (CASE WHEN t.net <> 0 AND t.status = 'settled' THEN 'settled' END, t.paid_on, 1, t.paid)) x (standing, day, sign, amount)
                 WHERE x.standing IS NOT NULL) parts GROUP BY ${KEY}) s USING (${KEY})
     WHERE (coalesce(k.trades, 0), coalesce(k.paying, 0), coalesce(k.payable, 0), coalesce(k.receivable, 0))
           IS DISTINCT FROM (coalesce(s.trades, 0), coalesce(s.paying, 0), coalesce(s.payable, 0), coalesce(s.receivable, 0))`,
}

export const SETTLEMENT_QUESTIONS: readonly Question[] = [monthlySums]
