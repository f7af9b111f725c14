/**
 * Sells the lots of a generated book half a year after they were bought, by set-based SQL: each sale takes one lot whole, oldest
 * first, as first in, first out does (`npm run verify` holds on the result). Gains and losses by turns.
 */
import type pg from 'pg'

/** Runs on a connection of the owner with search_path set, after `generateBook`. */
export async function sellLots(client: pg.Client, to: string, say: (line: string) => void): Promise<void> {
  const step = async (what: string, sql: string, values: unknown[] = []) => {
    const start = performance.now()
    await client.query(sql, values)
    say(`  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  await client.query(
    `INSERT INTO costing_methods (portfolio_id, costing_method) SELECT id, 'FIFO' FROM portfolios WHERE portfolio_id LIKE 'BENCH-%'
       AND id NOT IN (SELECT portfolio_id FROM costing_methods)`,
  )
  await client.query(
    `CREATE TEMP TABLE market_days AS
     SELECT day::date AS day, row_number() OVER (ORDER BY day) AS no
       FROM generate_series(date '2015-01-01', $1::date + 15, interval '1 day') day
      WHERE extract(isodow FROM day) < 6 AND NOT EXISTS (SELECT FROM holidays h WHERE h.date = day::date)`,
    [to],
  )
  await client.query(
    'ALTER TABLE market_days ADD PRIMARY KEY (day); CREATE UNIQUE INDEX ON market_days (no); ANALYZE market_days',
  )
  await step(
    'sales',
    `CREATE TEMP TABLE sold AS
     SELECT o.*, nextval('chain_event_ids') AS id, nextval('journal_entries_id_seq') AS entry_id, nextval('journal_entries_id_seq') AS settlement_entry_id
       FROM (
         SELECT l.chain_id, c.portfolio_id, c.equity_id, e.name AS company, l.event_id AS lot_id, l.quantity, l.cost, l.charges,
                v.settlement_account_id AS account_id, d.day AS trade_date, settled.day AS settlement_date,
                settled.day - l.settlement_date AS days, round(l.price * (0.85 + (l.event_id % 40) / 100.0), 2) AS price,
                round(l.quantity * round(l.price * (0.85 + (l.event_id % 40) / 100.0), 2), 2) AS gross
           FROM lots l JOIN chains c ON c.id = l.chain_id JOIN equities e ON e.id = c.equity_id
           JOIN trade_versions v ON v.trade_id = l.event_id AND v.version = 1
          CROSS JOIN LATERAL (SELECT day, no FROM market_days WHERE day >= l.trade_date + 182 ORDER BY day LIMIT 1) d
           JOIN market_days settled ON settled.no = d.no + CASE WHEN d.day < '2024-06-10' THEN 3 ELSE 2 END
          WHERE d.day <= $1::date AND l.remaining_quantity > 0
          ORDER BY d.day, l.event_id) o`,
    [to],
  )
  await client.query(
    `ALTER TABLE sold ADD brokerage numeric, ADD cse numeric, ADD cds numeric, ADD clearing numeric, ADD sec numeric, ADD stl numeric, ADD net numeric,
            ADD financing numeric, ADD maker bigint;
     UPDATE sold SET brokerage = round(gross * 0.64 / 100, 2), cse = round(gross * 0.084 / 100, 2), cds = round(gross * 0.012 / 100, 2),
            clearing = round(gross * 0.012 / 100, 2), sec = round(gross * 0.072 / 100, 2), stl = round(gross * 0.3 / 100, 2),
            maker = (SELECT id FROM users WHERE email = 'generator@bench.invalid');
     UPDATE sold SET net = gross - brokerage - cse - cds - clearing - sec - stl;
     UPDATE sold SET financing = round(net * 8.65 * days / 36500, 2)`,
  )
  await step(
    'trades, versions, results, lots',
    `INSERT INTO trades (id, chain_id, portfolio_id, equity_id, side, deal_number, recorded_by) OVERRIDING SYSTEM VALUE
     SELECT id, chain_id, portfolio_id, equity_id, 'sell', 'SELL-' || to_char(trade_date, 'YYYYMMDD') || '-110000-' || id, maker FROM sold ORDER BY id;
     INSERT INTO trade_versions (trade_id, version, trade_date, settlement_date, quantity, price, gross, brokerage, cse_fees, cds_fees,
         clearing_fees, sec, stl, net, cost_of_funds, contract_number, broker_name, settlement_account_id, payment_method, recorded_by)
     SELECT id, 1, trade_date, settlement_date, quantity, price, gross, brokerage, cse, cds, clearing, sec, stl, net, 8.65,
            'S' || id, 'Bench Broker', account_id, 'Bank Transfer', maker FROM sold;
     INSERT INTO event_results (event_id, money_generation_cost, cost_out, charges_out, capital_gain, holding_days, bought_price, profit_loss,
         portfolio_id, equity_id, disposed_on, proceeds, fees)
     SELECT id, financing, cost, charges, gross - cost, days, round(cost / quantity, 4), gross - cost - financing,
            portfolio_id, equity_id, trade_date, gross, gross - net FROM sold;
     INSERT INTO lot_changes (event_id, lot_event_id, quantity_change, cost_change, charges_change)
     SELECT id, lot_id, -quantity, -cost, -charges FROM sold;
     UPDATE lots l SET remaining_quantity = 0, remaining_cost = 0, remaining_charges = 0 FROM sold s WHERE s.lot_id = l.event_id;
     INSERT INTO audit (act_id, user_id, action, entity, entity_id) SELECT current_act(), maker, 'trades.sell', 'trade', id::text FROM sold`,
  )
  await step(
    'chains and their history',
    `CREATE TEMP TABLE moves AS
     SELECT chain_id, event_date, rank, id, kind, source, quantity_change, cost_change, charges_change FROM chain_events
      UNION ALL SELECT chain_id, trade_date, 1, id, 'sell', 'trade', -quantity, -cost, -charges FROM sold;
     DELETE FROM chain_events;
     INSERT INTO chain_events (chain_id, event_date, rank, id, kind, source, quantity_change, cost_change, charges_change, quantity, cost, charges)
     SELECT chain_id, event_date, rank, id, kind, source, quantity_change, cost_change, charges_change,
            sum(quantity_change) OVER w, sum(cost_change) OVER w, sum(charges_change) OVER w
       FROM moves WINDOW w AS (PARTITION BY chain_id ORDER BY event_date, rank, id);
     UPDATE chains c SET last_event_date = m.day, last_event_id = m.id
       FROM (SELECT DISTINCT ON (chain_id) chain_id, event_date AS day, id FROM moves ORDER BY chain_id, event_date DESC, rank DESC, id DESC) m
      WHERE m.chain_id = c.id;
     UPDATE chains c SET quantity = coalesce(t.quantity, 0), cost = coalesce(t.cost, 0), charges = coalesce(t.charges, 0),
            age_rate = coalesce(t.quantity * 8.65, 0), age_rate_days = coalesce(t.share_days * 8.65, 0),
            lot_rate = coalesce(t.net * 8.65, 0), lot_rate_days = coalesce(t.money_days * 8.65, 0)
       FROM chains own LEFT JOIN (
              SELECT chain_id, sum(remaining_quantity) AS quantity, sum(remaining_cost) AS cost, sum(remaining_charges) AS charges,
                     sum(remaining_cost + remaining_charges) AS net,
                     sum(remaining_quantity * (settlement_date - date '2000-01-01')) AS share_days,
                     sum((remaining_cost + remaining_charges) * (settlement_date - date '2000-01-01')) AS money_days
                FROM lots GROUP BY chain_id) t ON t.chain_id = own.id
      WHERE own.id = c.id;
     UPDATE chains c SET disposed_proceeds = s.proceeds, disposed_cost = s.cost, disposed_charges = s.charges, disposed_fees = s.fees,
            disposed_financing = s.financing
       FROM (SELECT chain_id, sum(gross) AS proceeds, sum(cost) AS cost, sum(charges) AS charges, sum(gross - net) AS fees,
                    sum(financing) AS financing FROM sold GROUP BY chain_id) s
      WHERE s.chain_id = c.id`,
  )
  await step(
    'journal',
    `INSERT INTO journal_entries (id, entry_date, kind, cause_kind, cause_id, transaction_type, description, reference, trade_id, trade_version, line_count, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT e.id, e.day, e.kind, 'trade', s.id, e.type, 'Sale ' || company || ' shares', 'SELL-' || to_char(trade_date, 'YYYYMMDD') || '-110000-' || s.id,
            s.id, 1, e.lines, maker
       FROM sold s, LATERAL (VALUES
         (entry_id, trade_date, 'trade', 'Revenue',
          2 + (gross <> cost)::int + (brokerage > 0)::int + (cse > 0)::int + (cds > 0)::int + (clearing > 0)::int + (sec > 0)::int + (stl > 0)::int),
         (settlement_entry_id, settlement_date, 'settlement', 'Bank Payment', 2)) e (id, day, kind, type, lines)`,
  )
  await step(
    'ledger lines and balances',
    `INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description, portfolio_id, equity_id, settlement_account_id)
     SELECT l.entry_id, row_number() OVER (PARTITION BY l.entry_id ORDER BY l.no), l.day, m.account_id, l.role, greatest(l.amount, 0), greatest(-l.amount, 0),
            l.type, 'Sale ' || company || ' shares', s.portfolio_id, s.equity_id, CASE WHEN l.role = 'cash' THEN s.account_id END
       FROM sold s, LATERAL (VALUES
         (entry_id, 1, trade_date, 'receivable', net, 'Revenue'), (entry_id, 2, trade_date, 'fee.brokerage', brokerage, 'Trading Expense'),
         (entry_id, 3, trade_date, 'fee.cse', cse, 'Trading Expense'), (entry_id, 4, trade_date, 'fee.cds', cds, 'Trading Expense'),
         (entry_id, 5, trade_date, 'fee.clearing', clearing, 'Trading Expense'), (entry_id, 6, trade_date, 'fee.sec', sec, 'Trading Expense'),
         (entry_id, 7, trade_date, 'fee.stl', stl, 'Trading Expense'), (entry_id, 8, trade_date, 'investment', -cost, 'Revenue'),
         (entry_id, 9, trade_date, 'realized-gain', cost - gross, 'Revenue'),
         (settlement_entry_id, 1, settlement_date, 'cash', net, 'Bank Payment'),
         (settlement_entry_id, 2, settlement_date, 'receivable', -net, 'Bank Payment')) l (entry_id, no, day, role, amount, type)
       JOIN gl_mappings m ON m.role = l.role AND m.portfolio_id = 0 AND m.settlement_account_id = 0
      WHERE l.amount <> 0`,
  )
  await client.query('DROP TABLE sold, moves, market_days')
  await step('statistics', 'ANALYZE')
}
