/** Registers for imports into one portfolio: BENCH-1 by FIFO, a settlement account of that number, a hundred securities. */
import type pg from 'pg'

export async function fillOnePortfolio(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO equities (name, symbol, sector)
     SELECT 'Bench Company ' || n || ' PLC', 'B' || lpad(n::text, 3, '0') || '.N0000', 'Other' FROM generate_series(1, 100) n`,
  )
  await client.query(
    `INSERT INTO portfolios (portfolio_id, portfolio_name, portfolio_type, entity, fund_manager, base_currency, status, accounting_treatment)
     SELECT 'BENCH-' || n, 'Bench Portfolio ' || n, 'Equity Portfolio', 'Bench', 'Bench', 'LKR', 'Active', 'FVTPL'
       FROM generate_series(1, 2) n`,
  )
  await client.query(
    `INSERT INTO costing_methods (portfolio_id, costing_method)
     SELECT id, 'FIFO' FROM portfolios WHERE portfolio_id LIKE 'BENCH-%'`,
  )
  await client.query(
    `INSERT INTO settlement_accounts (payment_method, account_name, account_number, bank_name, branch_name)
     VALUES ('Bank Transfer', 'Bench Account', 'BENCH-1', 'Bench Bank', 'Main')`,
  )
}
