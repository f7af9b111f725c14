/**
 * SQL that several sections share: the order of an act among all, and the names of things outside of this installation.
 * Every write leaves an audit row, numbered in the order in which writes ended: that number is the order of acts.
 */

/** The version of a trade that an audit row belongs to: the first its record, each later one a change. */
export const TRADE_ACTS = `SELECT a.entity_id::bigint AS trade_id, row_number() OVER (PARTITION BY a.entity_id ORDER BY a.id) AS version, a.id AS place
    FROM audit a WHERE a.entity = 'trade'`

/** The first audit row at or after the time of each fact. `facts` selects `id` and `at`. */
export const orderOfActs = (facts: string) => `SELECT id, place FROM (
    SELECT k.id, k.is_fact, min(k.place) OVER (ORDER BY k.at DESC) AS place
      FROM (SELECT f.id, f.at, NULL::bigint AS place, true AS is_fact FROM (${facts}) f
            UNION ALL SELECT NULL, a.at, a.id, false FROM audit a) k) m WHERE m.is_fact`

/** Behind everything: a fact that no audit row follows. */
export const LAST_IN_ORDER = '9000000000000000'

/** A settlement account by what is unique of it. */
export const accountName = (id: string) =>
  `(SELECT s.bank_name || ' / ' || s.account_number FROM settlement_accounts s WHERE s.id = ${id})`
export const portfolioCode = (id: string) => `(SELECT p.portfolio_id FROM portfolios p WHERE p.id = ${id})`
export const symbolOf = (id: string) => `(SELECT e.symbol FROM equities e WHERE e.id = ${id})`
export const mailOf = (id: string) => `(SELECT u.email FROM users u WHERE u.id = ${id})`
export const codeOf = (id: string) => `(SELECT c.account_code FROM chart_of_accounts c WHERE c.id = ${id})`

/** The name of a lot's origin: a trade by its deal number; a corporate action by its number, portfolio and part. */
export const lotName = (id: string) => `coalesce((SELECT t.deal_number FROM trades t WHERE t.id = ${id}),
    (SELECT 'action:' || ae.action_id || ':' || p.portfolio_id || ':' || ae.part FROM action_events ae JOIN portfolios p ON p.id = ae.plan_portfolio_id WHERE ae.id = ${id}))`
