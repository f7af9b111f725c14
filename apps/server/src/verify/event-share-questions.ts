/** Questions about the notes of shares of corporate actions: the sum of all changes is what is on the chains, day by day. */
import type { Question } from './question.ts'

const OF_PORTFOLIO = '($1::bigint IS NULL OR c.portfolio_id = $1)'
const ON_CHAINS = "e.source IN ('corporate action', 'transfer')"

const shares: Question = {
  name: 'shares of corporate actions (noted = on the chains)',
  counted: `SELECT count(*) AS count FROM chains c JOIN chain_events e ON e.chain_id = c.id AND ${ON_CHAINS} WHERE ${OF_PORTFOLIO}`,
  wrong: `
    SELECT concat_ws(' ', p.portfolio_id, q.symbol, 'on', d.day) AS place, 'shares of events' AS what, d.noted::text AS stored, d.stands::text AS expected
      FROM (SELECT portfolio_id, equity_id, day, sum(noted) AS noted, sum(stands) AS stands
              FROM (SELECT c.portfolio_id, c.equity_id, c.belongs_to AS day, c.quantity AS noted, 0 AS stands FROM action_shares c WHERE ${OF_PORTFOLIO}
                    UNION ALL
                    SELECT c.portfolio_id, c.equity_id, e.event_date, 0, e.quantity_change
                      FROM chains c JOIN chain_events e ON e.chain_id = c.id AND ${ON_CHAINS} WHERE ${OF_PORTFOLIO}) s
             GROUP BY 1, 2, 3 HAVING sum(noted) <> sum(stands)) d
      JOIN portfolios p ON p.id = d.portfolio_id JOIN equities q ON q.id = d.equity_id`,
}

export const EVENT_SHARE_QUESTIONS: readonly Question[] = [shares]
