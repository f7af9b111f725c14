/**
 * The state of a settlement, defined in one place for every list, slip, sum and export: SQL over trades `t`, their versions
 * in force `v` and the states `s` of those that something happened to. The rule is `settlementStatus` of the core.
 */

/** The net value in force; a deleted trade has none. */
export const NET = '(CASE WHEN t.is_deleted THEN 0 ELSE v.net END)'
/** The paid amount, with the sign of the trade's side. */
export const PAID = 'coalesce(s.paid, 0)'
/** The unpaid amount, with the sign of the trade's side. */
export const OUTSTANDING = `(${NET} - ${PAID})`
/** When what is outstanding is expected; null where it failed or nothing is outstanding. */
export const DUE = 'CASE WHEN s.trade_id IS NULL THEN v.settlement_date ELSE s.due_date END'

/** Whether an amount with the sign of the trade's side is paid: a buy's is, and a sale's below zero. */
export const pays = (amount: string) => `((t.side = 'buy') = (${amount} >= 0))`

/** Whether any account settles by hand, and whether the trade's does. */
export const ANY_MANUAL = "EXISTS (SELECT FROM settlement_accounts WHERE settles = 'by hand')"
export const SETTLES_MANUALLY =
  "v.settlement_account_id = ANY (ARRAY(SELECT id FROM settlement_accounts WHERE settles = 'by hand'))"

const NOTHING_TO_SETTLE = "(t.side = 'opening' OR (s.trade_id IS NULL AND v.net = 0))"

/** The state as `SETTLEMENT_WORDS` names it. In: the parameter that is today. */
export function stateSql(today: string): string {
  return `CASE WHEN t.is_settled OR ${NOTHING_TO_SETTLE} THEN 'settled'
    WHEN s.status = 'failed' THEN 'failed'
    WHEN ${DUE} < ${today} THEN CASE WHEN s.trade_id IS NULL AND NOT coalesce(${SETTLES_MANUALLY}, false) THEN 'assumed' ELSE 'overdue' END
    WHEN ${PAID} <> 0 THEN 'part' ELSE 'pending' END`
}

/**
 * The ids of all trades with payments outstanding, by indexes: those expected from today on, those that were
 * acted upon, and what is overdue on accounts that settle by hand. Others may be among them: `stateSql` decides.
 */
export function openTradeIds(today: string): string {
  return `SELECT trade_id FROM trade_versions WHERE settlement_date >= ${today}
    UNION ALL SELECT trade_id FROM settlement_states WHERE status <> 'settled'
    UNION ALL SELECT t.id FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
      WHERE (SELECT ${ANY_MANUAL}) AND NOT t.is_settled AND NOT t.is_deleted AND t.side <> 'opening' AND ${SETTLES_MANUALLY}`
}
