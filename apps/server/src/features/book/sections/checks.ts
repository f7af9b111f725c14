/** The totals of the books when the file was made: the loaded books must have the same. */
import { columns, type Section } from '../format/section.ts'

/** Sections that are not loaded but compared, row by row, with the same question asked of the books that were loaded. */
export const CHECKS: readonly Section[] = [
  {
    name: 'trial_balance',
    says: 'The balance of every account and portfolio over all days, debit less credit.',
    columns: columns({
      account: ['text', 'The code of the account'],
      portfolio: ['text', 'The code of the portfolio; empty: of none'],
      balance: ['money', 'Debit less credit'],
    }),
    sql: `SELECT a.account_code AS account, p.portfolio_id AS portfolio, sum(d.debit - d.credit)::numeric(20, 2) AS balance
            FROM ledger_months d JOIN chart_of_accounts a ON a.id = d.account_id LEFT JOIN portfolios p ON p.id = d.portfolio_id
           GROUP BY a.account_code, p.portfolio_id HAVING sum(d.debit - d.credit) <> 0
           ORDER BY a.account_code COLLATE "C", p.portfolio_id COLLATE "C" NULLS FIRST`,
  },
  {
    name: 'positions',
    says: 'What each portfolio holds of each security, with cost and the fees carried beside it.',
    columns: columns({
      portfolio: ['text', 'The code of the portfolio'],
      symbol: ['text', 'The security'],
      quantity: ['whole', 'Shares'],
      cost: ['money', 'Without fees'],
      charges: ['money', 'Fees carried'],
    }),
    sql: `SELECT p.portfolio_id AS portfolio, e.symbol, c.quantity, c.cost, c.charges
            FROM chains c JOIN portfolios p ON p.id = c.portfolio_id JOIN equities e ON e.id = c.equity_id
           WHERE c.quantity > 0 ORDER BY p.portfolio_id COLLATE "C", e.symbol COLLATE "C"`,
  },
  {
    name: 'lots',
    says: 'What is left of each lot.',
    columns: columns({
      portfolio: ['text', 'The code of the portfolio'],
      symbol: ['text', 'The security'],
      lot: ['text', 'The deal number of the trade that opened it, or `corporate action`'],
      trade_date: ['date', 'The day it was bought'],
      quantity: ['whole', 'Shares left'],
      cost: ['money', 'Left, without fees'],
      charges: ['money', 'Left of the fees carried'],
    }),
    sql: `SELECT * FROM (SELECT p.portfolio_id AS portfolio, e.symbol, coalesce((SELECT t.deal_number FROM trades t WHERE t.id = l.event_id), 'corporate action') AS lot, l.trade_date, l.remaining_quantity AS quantity,
                 l.remaining_cost AS cost, l.remaining_charges AS charges
            FROM lots l JOIN chains c ON c.id = l.chain_id JOIN portfolios p ON p.id = c.portfolio_id JOIN equities e ON e.id = c.equity_id
           WHERE l.remaining_quantity > 0) l
           ORDER BY portfolio COLLATE "C", symbol COLLATE "C", trade_date, lot COLLATE "C", quantity, cost, charges`,
  },
]
