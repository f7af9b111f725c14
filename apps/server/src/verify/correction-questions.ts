/** Questions about corrections: reversals, the entries in force, differences of re-costed sales, allocations. */
import type { Question } from './question.ts'

const OF_PORTFOLIO = '($1::bigint IS NULL OR t.portfolio_id = $1)'
const LIVE = 'h.reversal_of IS NULL AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)'
// An amount that follows the balance of a mapping is no difference of a sale.
const NO_MOVE = "h.reference IS DISTINCT FROM 'GL-MAPPING'"
// Entries of trades are asked by their trade; others (a person's journal entries) belong to no portfolio alone.
const ENTRIES = 'journal_entries h LEFT JOIN trades t ON t.id = h.trade_id'

/** An entry and its reversal come to nothing on every key; nothing is reversed twice, nor a reversal itself. */
const reversals: Question = {
  name: 'reversals that mirror their entries',
  counted: `SELECT count(*) AS count FROM ${ENTRIES} WHERE h.reversal_of IS NOT NULL AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT concat_ws(' ', 'entry', h.reversal_of, 'with its reversal', h.id) AS place, concat_ws(' ', 'sum on', d.role) AS what,
           d.amount::text AS stored, '0.00' AS expected
      FROM ${ENTRIES} CROSS JOIN LATERAL (
        SELECT l.role, sum(l.debit - l.credit) AS amount FROM journal_lines l WHERE l.entry_id IN (h.id, h.reversal_of)
         GROUP BY l.role, l.account_id, l.portfolio_id, l.equity_id, l.settlement_account_id, l.broker_id, l.transaction_type
        HAVING sum(l.debit - l.credit) <> 0) d
     WHERE h.reversal_of IS NOT NULL AND ${OF_PORTFOLIO}
    UNION ALL
    SELECT 'entry ' || h.id, 'reversal of entry ' || h.reversal_of,
           CASE WHEN o.id IS NULL THEN 'no entry' WHEN o.reversal_of IS NOT NULL THEN 'a reversal itself'
                WHEN o.entry_date > h.entry_date THEN 'dated later' ELSE 'trade ' || coalesce(o.trade_id::text, 'none') END,
           'an entry of trade ' || coalesce(h.trade_id::text, 'none')
      FROM ${ENTRIES} LEFT JOIN journal_entries o ON o.id = h.reversal_of
     WHERE h.reversal_of IS NOT NULL AND ${OF_PORTFOLIO}
       AND (o.id IS NULL OR o.reversal_of IS NOT NULL OR o.entry_date > h.entry_date OR o.trade_id IS DISTINCT FROM h.trade_id)
    UNION ALL
    SELECT 'entry ' || h.reversal_of, 'reversals', count(*)::text, '1'
      FROM ${ENTRIES} WHERE h.reversal_of IS NOT NULL AND ${OF_PORTFOLIO} GROUP BY h.reversal_of HAVING count(*) > 1`,
}

/**
 * A trade's entries in force belong to its version in force: one trade entry (an open item has that of the
 * opening), at most one settlement. Where
 * the settlement was acted upon, its entries follow from that (`compareSettlements`).
 */
const standing: Question = {
  name: 'entries that stand for the version in force',
  counted: `SELECT count(*) AS count FROM journal_entries h JOIN trades t ON t.id = h.trade_id WHERE ${LIVE} AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT concat_ws(' ', t.deal_number, 'entry', h.id) AS place, 'version' AS what, h.trade_version::text AS stored,
           CASE WHEN t.is_deleted THEN 'reversed, as the trade is deleted' ELSE t.version::text END AS expected
      FROM journal_entries h JOIN trades t ON t.id = h.trade_id
     WHERE ${LIVE} AND ${OF_PORTFOLIO} AND (t.is_deleted OR h.trade_version <> t.version)
       AND (h.kind <> 'settlement' OR NOT EXISTS (SELECT FROM settlement_confirmations c WHERE c.trade_id = t.id)
            OR (t.is_deleted AND NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = t.id)))
    UNION ALL
    SELECT t.deal_number, 'trade and settlement entries', concat_ws(' and ', n.trades, n.settlements), '1 and 1'
      FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE h.kind = CASE WHEN v.opening_date IS NULL THEN 'trade' ELSE 'opening' END) AS trades, count(*) FILTER (WHERE h.kind = 'settlement') AS settlements
          FROM journal_entries h WHERE h.trade_id = t.id AND ${LIVE}) n
     WHERE ${OF_PORTFOLIO} AND NOT t.is_deleted AND t.side <> 'opening'
       AND (n.trades <> 1 OR (n.settlements <> (CASE WHEN v.net = 0 THEN 0 ELSE 1 END)
            AND NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = t.id)))`,
}

/** A difference of a re-costed sale names the trade of its chain that moved it, and touches nothing but cost and gain. */
const differences: Question = {
  name: 'differences of re-costed sales',
  counted: `SELECT count(*) AS count FROM ${ENTRIES} WHERE h.kind = 'correction' AND ${NO_MOVE} AND h.reversal_of IS NULL AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT concat_ws(' ', t.deal_number, 'entry', h.id) AS place, 'because of trade' AS what,
           coalesce(CASE WHEN h.cause_kind = 'trade' THEN h.cause_id::text END, 'none') || CASE WHEN m.id IS NULL THEN ' (not there)' ELSE '' END AS stored,
           'another trade of the same portfolio and security' AS expected
      FROM ${ENTRIES} LEFT JOIN trades m ON h.cause_kind = 'trade' AND m.id = h.cause_id
     WHERE h.kind = 'correction' AND ${NO_MOVE} AND h.reversal_of IS NULL AND ${OF_PORTFOLIO}
       AND NOT (h.cause_kind = 'action' AND EXISTS (SELECT FROM corporate_actions x WHERE x.id = h.cause_id))
       AND (m.id IS NULL OR m.id = t.id OR m.chain_id IS DISTINCT FROM t.chain_id)
    UNION ALL
    SELECT concat_ws(' ', t.deal_number, 'entry', h.id), 'because of trade', h.cause_id::text, 'its own, for kind ' || h.kind
      FROM ${ENTRIES} WHERE h.cause_kind = 'trade' AND h.trade_id IS NOT NULL AND h.cause_id <> h.trade_id AND (h.kind <> 'correction' OR h.reversal_of IS NOT NULL) AND ${OF_PORTFOLIO}
    UNION ALL
    SELECT concat_ws(' ', t.deal_number, 'entry', h.id), 'role', l.role, 'cost and gain of a sale'
      FROM ${ENTRIES} JOIN journal_lines l ON l.entry_id = h.id
     WHERE h.kind = 'correction' AND ${NO_MOVE} AND h.reversal_of IS NULL AND ${OF_PORTFOLIO}
       AND (t.side IS DISTINCT FROM 'sell'
            OR l.role NOT IN ('investment', 'realized-gain', 'transaction-costs', 'fair-value-reserve', 'retained-earnings'))`,
}

/** Allocations in force, with the sale and the buy that they join. */
const ALLOCATED = `
  trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version AND NOT t.is_deleted
  JOIN trade_allocations a ON a.trade_id = t.id AND a.version = t.version
  LEFT JOIN trades b ON b.id = a.buy_trade_id
  LEFT JOIN trade_versions w ON w.trade_id = b.id AND w.version = b.version`

/** Lots that events opened, or made more or fewer: the walk of the chain says what is within them. */
const BY_EVENT = `(EXISTS (SELECT FROM action_events x WHERE x.id = a.buy_trade_id)
          OR EXISTS (SELECT FROM lot_changes k JOIN action_events x ON x.id = k.event_id WHERE k.lot_event_id = a.buy_trade_id))`

/** The shares that cherry-picked sales take of a buy are within it; each sale takes what it sells, of buys not later than itself. */
const allocations: Question = {
  name: 'allocations within their lots',
  counted: `SELECT count(*) AS count FROM ${ALLOCATED} WHERE ${OF_PORTFOLIO}`,
  wrong: `
    SELECT coalesce(b.deal_number, 'trade ' || a.buy_trade_id) AS place, 'allocated' AS what, sum(a.quantity)::text AS stored,
           'at most ' || coalesce(w.quantity, 0) AS expected
      FROM ${ALLOCATED} WHERE ${OF_PORTFOLIO} AND NOT ${BY_EVENT} GROUP BY b.deal_number, a.buy_trade_id, w.quantity
    HAVING sum(a.quantity) > coalesce(w.quantity, 0)
    UNION ALL
    SELECT t.deal_number, 'allocated', sum(a.quantity)::text, v.quantity::text
      FROM ${ALLOCATED} WHERE ${OF_PORTFOLIO} GROUP BY t.id, t.deal_number, v.quantity HAVING sum(a.quantity) <> v.quantity
    UNION ALL
    SELECT t.deal_number, 'allocation to trade ' || a.buy_trade_id,
           CASE WHEN b.id IS NULL THEN 'none' WHEN b.is_deleted THEN 'a deleted one'
                ELSE concat_ws(' ', 'a', b.side, 'of', coalesce(w.opening_date, w.trade_date)) END,
           'a buy or opening lot of its portfolio and security up to ' || v.trade_date
      FROM ${ALLOCATED} WHERE ${OF_PORTFOLIO}
       AND NOT EXISTS (SELECT FROM action_events x WHERE x.id = a.buy_trade_id AND x.kind = 'receipt' AND x.portfolio_id = t.portfolio_id AND x.equity_id = t.equity_id)
       AND (b.id IS NULL OR b.is_deleted OR b.side NOT IN ('buy', 'opening') OR b.chain_id <> t.chain_id
            OR coalesce(w.opening_date, w.trade_date) > v.trade_date)`,
}

export const CORRECTION_QUESTIONS: readonly Question[] = [reversals, standing, differences, allocations]
