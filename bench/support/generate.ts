/**
 * Fills an empty database with a large book by set-based SQL: the same facts, derived rows and entries that the
 * product's own commands write (`npm run verify` holds on the result), only faster. Buys of ordinary shares under
 * the band limit, portfolios x securities of equal weight, the first portfolio with a stated number of trades.
 */
import type pg from 'pg'

export interface Book {
  readonly trades: number
  readonly portfolios: number
  readonly securities: number
  /** Trades of the first portfolio; the others share the rest. */
  readonly inFirst: number
  readonly from: string
  readonly to: string
}

/** Runs on a connection of the owner with search_path set. Takes about 25 s for 200,000 trades. */
export async function generateBook(
  client: pg.Client,
  book: Book,
  say: (line: string) => void,
): Promise<void> {
  const step = async (what: string, sql: string, values: unknown[] = []) => {
    const start = performance.now()
    await client.query(sql, values)
    say(`  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  await client.query('SET synchronous_commit = off')
  await step(
    'master data',
    `INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Bench', 'Generator', 'generator@bench.invalid', 'none') ON CONFLICT DO NOTHING`,
  )
  await client.query(
    `INSERT INTO equities (name, symbol, sector) SELECT 'Bench Company ' || n || ' PLC', 'B' || lpad(n::text, 3, '0') || '.N0000', 'Other' FROM generate_series(1, $1::int) n`,
    [book.securities],
  )
  await client.query(
    `INSERT INTO portfolios (portfolio_id, portfolio_name, portfolio_type, entity, fund_manager, base_currency, status, accounting_treatment)
     SELECT 'BENCH-' || n, 'Bench Portfolio ' || n, 'Equity Portfolio', 'Bench', 'Bench', 'LKR', 'Active', 'FVTPL' FROM generate_series(1, $1::int) n`,
    [book.portfolios],
  )
  await client.query(
    `INSERT INTO settlement_accounts (payment_method, account_name, account_number, bank_name, branch_name)
     SELECT 'Bank Transfer', 'Bench Account ' || n, 'BENCH-' || n, 'Bench Bank', 'Main' FROM generate_series(1, 3) n`,
  )
  await client.query(
    `INSERT INTO chains (portfolio_id, equity_id) SELECT p.id, e.id FROM portfolios p, equities e
      WHERE p.portfolio_id LIKE 'BENCH-%' AND e.symbol LIKE 'B%.N0000' ON CONFLICT DO NOTHING`,
  )
  await client.query(
    `CREATE TEMP TABLE gen_days AS
     SELECT day::date AS day, row_number() OVER (ORDER BY day) AS no
       FROM generate_series($1::date, $2::date + 10, interval '1 day') day
      WHERE extract(isodow FROM day) < 6 AND NOT EXISTS (SELECT FROM holidays h WHERE h.date = day::date)`,
    [book.from, book.to],
  )
  await client.query('ALTER TABLE gen_days ADD PRIMARY KEY (no)')
  await client.query('ANALYZE gen_days, chains, equities, portfolios')
  await step(
    'market days and facts',
    `CREATE TEMP TABLE gen AS
     WITH numbered AS (
       SELECT n, CASE WHEN n % ($1::int / $3::int) = 0 THEN 0 ELSE 1 + n % ($2::int - 1) END AS p,
              1 + abs(hashint4(n)::bigint) % (SELECT count(*) FROM equities WHERE symbol LIKE 'B%.N0000') AS s,
              1 + (n::bigint * (SELECT max(no) - 1 FROM gen_days WHERE day <= $4::date) / $1::int)::int AS day_no,
              (100 + (n * 31) % 900)::bigint AS quantity,
              (10 + ((n * 17) % 2000) * 0.1)::numeric(18, 4) AS price
         FROM generate_series(0, $1::int - 1) n)
     SELECT g.n, c.id AS chain_id, c.portfolio_id, c.equity_id, e.name AS company, d.day AS trade_date,
            settled.day AS settlement_date,
            g.quantity, g.price, round(g.quantity * g.price, 2) AS gross,
            round(round(g.quantity * g.price, 2) * 0.64 / 100, 2) AS brokerage, round(round(g.quantity * g.price, 2) * 0.084 / 100, 2) AS cse,
            round(round(g.quantity * g.price, 2) * 0.012 / 100, 2) AS cds, round(round(g.quantity * g.price, 2) * 0.012 / 100, 2) AS clearing,
            round(round(g.quantity * g.price, 2) * 0.072 / 100, 2) AS sec, round(round(g.quantity * g.price, 2) * 0.3 / 100, 2) AS stl,
            (SELECT id FROM settlement_accounts WHERE account_number = 'BENCH-' || (1 + g.n % 3)) AS account_id
       FROM numbered g
       JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS no FROM portfolios WHERE portfolio_id LIKE 'BENCH-%') p ON p.no = g.p
       JOIN (SELECT id, name, row_number() OVER (ORDER BY id) AS no FROM equities WHERE symbol LIKE 'B%.N0000') e ON e.no = g.s
       JOIN chains c ON c.portfolio_id = p.id AND c.equity_id = e.id
       JOIN gen_days d ON d.no = g.day_no
       JOIN gen_days settled ON settled.no = g.day_no + CASE WHEN d.day < '2024-06-10' THEN 3 ELSE 2 END`,
    [book.trades, book.portfolios, book.inFirst, book.to],
  )
  await step(
    'trades',
    `ALTER TABLE gen ADD trade_id bigint, ADD fees numeric, ADD net numeric;
     UPDATE gen SET fees = brokerage + cse + cds + clearing + sec + stl, net = gross + brokerage + cse + cds + clearing + sec + stl,
            trade_id = ids.id
       FROM (SELECT n AS no, nextval('chain_event_ids') AS id FROM (SELECT n FROM gen ORDER BY trade_date, n) o) ids WHERE ids.no = gen.n;
     INSERT INTO trades (id, chain_id, portfolio_id, equity_id, side, deal_number, recorded_by) OVERRIDING SYSTEM VALUE
     SELECT trade_id, chain_id, portfolio_id, equity_id, 'buy', 'BUY-' || to_char(trade_date, 'YYYYMMDD') || '-100000-' || (n + 2),
            (SELECT id FROM users WHERE email = 'generator@bench.invalid') FROM gen ORDER BY trade_id`,
  )
  await step(
    'versions, results, lots',
    `INSERT INTO trade_versions (trade_id, version, trade_date, settlement_date, quantity, price, gross, brokerage, cse_fees, cds_fees,
         clearing_fees, sec, stl, net, cost_of_funds, contract_number, broker_name, settlement_account_id, payment_method, recorded_by)
     SELECT trade_id, 1, trade_date, settlement_date, quantity, price, gross, brokerage, cse, cds, clearing, sec, stl, net, 8.65,
            'C' || n, 'Bench Broker', account_id, 'Bank Transfer', (SELECT id FROM users WHERE email = 'generator@bench.invalid') FROM gen;
     INSERT INTO event_results (event_id, money_generation_cost, portfolio_id) SELECT trade_id, round(net * 8.65 / 36500, 2), portfolio_id FROM gen;
     INSERT INTO lots (chain_id, event_id, trade_date, settlement_date, price, quantity, cost, charges, remaining_quantity,
                       remaining_cost, remaining_charges, cost_of_funds)
     SELECT chain_id, trade_id, trade_date, settlement_date, price, quantity, gross, fees, quantity, gross, fees, 8.65 FROM gen`,
  )
  await step(
    'chains and their history',
    `INSERT INTO chain_events (chain_id, event_date, rank, id, kind, source, quantity_change, cost_change, charges_change, quantity, cost, charges)
     SELECT chain_id, trade_date, 1, trade_id, 'buy', 'trade', quantity, gross, fees, sum(quantity) OVER w, sum(gross) OVER w, sum(fees) OVER w
       FROM gen WINDOW w AS (PARTITION BY chain_id ORDER BY trade_date, trade_id);
     UPDATE chains SET quantity = t.quantity, cost = t.gross, charges = t.fees, last_event_date = t.day, last_event_rank = 1, last_event_id = t.seq,
            age_rate = t.quantity * 8.65, age_rate_days = t.share_days * 8.65, lot_rate = t.net * 8.65, lot_rate_days = t.money_days * 8.65
       FROM (SELECT chain_id, sum(quantity) AS quantity, sum(gross) AS gross, sum(fees) AS fees, sum(net) AS net,
                    sum(quantity * (settlement_date - date '2000-01-01')) AS share_days, sum(net * (settlement_date - date '2000-01-01')) AS money_days,
                    max(trade_date) AS day, max(trade_id) AS seq
               FROM gen GROUP BY chain_id) t WHERE t.chain_id = chains.id`,
  )
  await step(
    'journal',
    `ALTER TABLE gen ADD entry_id bigint, ADD settlement_entry_id bigint;
     UPDATE gen SET entry_id = ids.a, settlement_entry_id = ids.b
       FROM (SELECT trade_id AS no, nextval('journal_entries_id_seq') AS a, nextval('journal_entries_id_seq') AS b
               FROM (SELECT trade_id FROM gen ORDER BY trade_id) o) ids WHERE ids.no = gen.trade_id;
     INSERT INTO journal_entries (id, entry_date, kind, cause_kind, cause_id, transaction_type, description, reference, trade_id, trade_version, line_count, recorded_by)
     OVERRIDING SYSTEM VALUE
     SELECT e.id, e.day, e.kind, 'trade', trade_id, e.type, 'Purchase ' || company || ' shares',
            'BUY-' || to_char(trade_date, 'YYYYMMDD') || '-100000-' || (n + 2), trade_id, 1, e.lines,
            (SELECT id FROM users WHERE email = 'generator@bench.invalid')
       FROM gen, LATERAL (VALUES
         (entry_id, trade_date, 'trade', 'Investment Purchase',
          2 + (brokerage > 0)::int + (cse > 0)::int + (cds > 0)::int + (clearing > 0)::int + (sec > 0)::int + (stl > 0)::int),
         (settlement_entry_id, settlement_date, 'settlement', 'Bank Payment', 2)) e (id, day, kind, type, lines)`,
  )
  await step(
    'ledger lines and balances',
    `INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description, portfolio_id, equity_id, settlement_account_id)
     SELECT l.entry_id, row_number() OVER (PARTITION BY l.entry_id ORDER BY l.no), l.day, m.account_id, l.role, l.debit, l.credit, l.type,
            'Purchase ' || company || ' shares', gen.portfolio_id, gen.equity_id, CASE WHEN l.role = 'cash' THEN gen.account_id END
       FROM gen, LATERAL (VALUES
         (entry_id, 1, trade_date, 'investment', gross, 0, 'Investment Purchase'),
         (entry_id, 2, trade_date, 'fee.brokerage', brokerage, 0, 'Trading Expense'),
         (entry_id, 3, trade_date, 'fee.cse', cse, 0, 'Trading Expense'),
         (entry_id, 4, trade_date, 'fee.cds', cds, 0, 'Trading Expense'),
         (entry_id, 5, trade_date, 'fee.clearing', clearing, 0, 'Trading Expense'),
         (entry_id, 6, trade_date, 'fee.sec', sec, 0, 'Trading Expense'),
         (entry_id, 7, trade_date, 'fee.stl', stl, 0, 'Trading Expense'),
         (entry_id, 8, trade_date, 'payable', 0, net, 'Investment Purchase'),
         (settlement_entry_id, 1, settlement_date, 'payable', net, 0, 'Bank Payment'),
         (settlement_entry_id, 2, settlement_date, 'cash', 0, net, 'Bank Payment')) l (entry_id, no, day, role, debit, credit, type)
       JOIN gl_mappings m ON m.role = l.role AND m.portfolio_id = 0 AND m.settlement_account_id = 0
      WHERE l.debit <> 0 OR l.credit <> 0`,
  )
  await step(
    'prices and audit',
    `INSERT INTO price_sets (source, trade_date, rows, added, changed, removed, recorded_by)
     SELECT 'summary', day, ${book.securities}, ${book.securities}, 0, 0, 0 FROM (SELECT DISTINCT trade_date AS day FROM gen) d ORDER BY day;
     INSERT INTO price_versions (symbol, trade_date, version, set_id, is_removed, last_trade)
     SELECT e.symbol, s.trade_date, 1, s.id, false, (10 + (e.id * 13 + extract(doy FROM s.trade_date)::int) % 200)::numeric
       FROM equities e, price_sets s WHERE e.symbol LIKE 'B%.N0000';
     SELECT keep_newest_prices(id) FROM price_sets;
     INSERT INTO audit (act_id, user_id, action, entity, entity_id)
     SELECT current_act(), (SELECT id FROM users WHERE email = 'generator@bench.invalid'), 'trades.buy', 'trade', trade_id::text FROM gen;
     DROP TABLE gen, gen_days`,
  )
  await step('statistics', 'ANALYZE')
}
