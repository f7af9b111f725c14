/** Trades, openings, settlements and holdings at the depository, as acts. */
import { FEES } from '@em/contract/fee-tariffs/fees'
import { columns, ORDER, RECORDED, type Section } from '../format/section.ts'
import {
  accountName,
  LAST_IN_ORDER,
  lotName,
  mailOf,
  orderOfActs,
  portfolioCode,
  symbolOf,
  TRADE_ACTS,
} from './shared-sql.ts'

const fees = Object.fromEntries(
  FEES.map(({ column, label }) => [column, ['money', `${label}, as charged`] as const]),
)

/** Versions of trades with their order; what has no audit row follows by the time it was recorded. */
const versionsOf = (condition: string) => `versions AS (
    SELECT t.id, t.deal_number, t.side, t.portfolio_id, t.equity_id, t.batch_id, v.* FROM trades t JOIN trade_versions v ON v.trade_id = t.id WHERE ${condition}),
  placed AS (
    SELECT v.trade_id, v.version, coalesce(p.place, ${LAST_IN_ORDER}) AS place
      FROM versions v LEFT JOIN (${TRADE_ACTS}) p ON p.trade_id = v.trade_id AND p.version = v.version)`

const openings: Section = {
  name: 'openings',
  isActs: true,
  says: "Opening lots: positions from before the first day of a portfolio's books. One row a version: a later one changes or deletes it.",
  columns: columns({
    ...ORDER,
    deal_number: ['text', 'The number of the lot'],
    version: ['whole', '1 records it, each later one corrects or deletes it'],
    portfolio: ['text', 'The code of the portfolio'],
    symbol: ['text', 'The security'],
    opening_date: ['date', "The first day of the portfolio's books"],
    bought_on: ['date', 'The day the shares were bought'],
    settlement_date: ['date', 'When that was settled'],
    quantity: ['whole', 'Shares'],
    price: ['decimal', 'Per share'],
    cost: ['money', 'Without fees'],
    charges: ['money', 'Fees paid on them, kept next to the cost'],
    fair_value: ['money', 'Brought forward; empty where nothing was'],
    cost_of_funds: ['decimal', 'In percent a year'],
    reference: ['text', 'What the person gave it'],
    broker: ['text', 'The name of the broker'],
    deleted: ['yes or no', 'This version deletes it'],
    reason: ['text', 'Why it was changed'],
    import: ['whole', 'Rows of the same number were recorded together'],
    ...RECORDED,
  }),
  sql: `WITH ${versionsOf("t.side = 'opening'")}
    SELECT k.place AS "order", v.deal_number, v.version, ${portfolioCode('v.portfolio_id')} AS portfolio, ${symbolOf('v.equity_id')} AS symbol,
           v.opening_date, v.trade_date AS bought_on, v.settlement_date, v.quantity, v.price, v.gross AS cost, v.carried_charges AS charges, v.fair_value,
           v.cost_of_funds, v.contract_number AS reference, v.broker_name AS broker, v.is_deleted AS deleted, v.reason,
           CASE WHEN v.version = 1 THEN v.batch_id END AS import, v.recorded_at, ${mailOf('v.recorded_by')} AS recorded_by
      FROM versions v JOIN placed k ON k.trade_id = v.trade_id AND k.version = v.version ORDER BY k.place, v.trade_id`,
}

const trades: Section = {
  name: 'trades',
  isActs: true,
  says: 'Buys and sales; those that were open items of an opening are listed there. One row a version: the first records the trade, each later one corrects or deletes it; the last one is in force.',
  columns: columns({
    ...ORDER,
    deal_number: ['text', 'The number of the trade'],
    version: ['whole', '1 records it, each later one corrects or deletes it'],
    side: ['text', '`buy` or `sell`'],
    portfolio: ['text', 'The code of the portfolio'],
    symbol: ['text', 'The security'],
    trade_date: ['date', 'The day of the trade'],
    trade_time: ['text', 'When it was dealt on that day, HH:MM:SS; empty where nothing says it'],
    settlement_date: ['date', 'The day its money is due'],
    quantity: ['whole', 'Shares'],
    price: ['decimal', 'Per share, 4 decimals'],
    gross: ['money', 'Gross value'],
    ...fees,
    net: ['money', 'Gross and fees of a buy, gross less fees of a sale; follows from them'],
    fee_source: ['text', '`schedule`: by the tariff; `contract`: as the contract note says; `manual`: typed'],
    cost_of_funds: ['decimal', 'In percent a year; empty where none was given'],
    contract_number: ['text', 'Of the contract note'],
    description: ['text', 'What the person noted'],
    broker: ['text', 'The name of the broker'],
    settlement_account: ['text', 'The bank account, `bank / number`'],
    cash_flow_on_settlement: ['text', 'As the form has it'],
    generate_payment: ['text', '`Yes` or `No`'],
    takes: ['list', 'Of a cherry-picked sale: the lots that it takes, [{"lot", "quantity"}]'],
    deleted: ['yes or no', 'This version deletes it'],
    reason: ['text', 'Why it was changed'],
    import: ['whole', 'Rows of the same number were recorded together'],
    ...RECORDED,
  }),
  sql: `WITH ${versionsOf('v.opening_date IS NULL')}
    SELECT k.place AS "order", v.deal_number, v.version, v.side, ${portfolioCode('v.portfolio_id')} AS portfolio, ${symbolOf('v.equity_id')} AS symbol,
           v.trade_date, v.trade_time, v.settlement_date, v.quantity, v.price, v.gross, ${FEES.map(({ column }) => `v.${column}`).join(', ')}, v.net, v.fee_source,
           v.cost_of_funds, v.contract_number, v.description, v.broker_name AS broker, ${accountName('v.settlement_account_id')} AS settlement_account,
           v.cash_flow_on_settlement, v.generate_payment,
           (SELECT json_agg(json_build_object('lot', ${lotName('a.buy_trade_id')}, 'quantity', a.quantity) ORDER BY a.buy_trade_id)
              FROM trade_allocations a WHERE a.trade_id = v.trade_id AND a.version = v.version) AS takes,
           v.is_deleted AS deleted, v.reason, CASE WHEN v.version = 1 THEN v.batch_id END AS import, v.recorded_at, ${mailOf('v.recorded_by')} AS recorded_by
      FROM versions v JOIN placed k ON k.trade_id = v.trade_id AND k.version = v.version ORDER BY k.place, v.trade_id`,
}

const settlements: Section = {
  name: 'settlements',
  isActs: true,
  says: 'What happened to the settlement of trades: paid in whole or in part, failed, put off, reopened. A trade that settled as booked has no row here.',
  columns: columns({
    ...ORDER,
    deal_number: ['text', 'The trade'],
    kind: ['text', '`settled`, `part`, `failed`, `rescheduled` or `reopened`'],
    date: ['date', 'The day of the payment, or of the failure'],
    amount: ['money', 'What was paid'],
    due_date: ['date', 'When the rest is expected'],
    reference: ['text', 'Of the payment'],
    note: ['text', 'What the person noted'],
    ...RECORDED,
  }),
  sql: `WITH
      placed AS (${TRADE_ACTS}),
      timed AS (${orderOfActs('SELECT c.id, c.recorded_at AS at FROM settlement_confirmations c')})
    SELECT greatest(coalesce(m.place, ${LAST_IN_ORDER}), coalesce(k.place, 0)) AS "order", t.deal_number, c.kind, c.actual_date AS date,
           CASE WHEN c.amount > 0 THEN c.amount END AS amount, c.due_date, c.reference, c.note, c.recorded_at, ${mailOf('c.recorded_by')} AS recorded_by
      FROM settlement_confirmations c JOIN trades t ON t.id = c.trade_id JOIN timed m ON m.id = c.id
      LEFT JOIN placed k ON k.trade_id = c.trade_id AND k.version = c.trade_version ORDER BY 1, c.id`,
}

const placements: Section = {
  name: 'cds_placements',
  isActs: true,
  says: 'The account at the depository of a trade or another lot, where that is not the main account of its portfolio.',
  columns: columns({
    ...ORDER,
    lot: ['text', 'A deal number, or `action:` with number, portfolio and part of a corporate action'],
    account: ['text', 'The account, as printed; empty: the main account again'],
    quantity: ['whole', 'So many of its shares; empty: all'],
    ...RECORDED,
  }),
  sql: `WITH timed AS (${orderOfActs('SELECT c.id, c.recorded_at AS at FROM cds_placements c')})
    SELECT coalesce(m.place, ${LAST_IN_ORDER}) AS "order", ${lotName('c.event_id')} AS lot, a.account, c.quantity, c.recorded_at, ${mailOf('c.recorded_by')} AS recorded_by
      FROM cds_placements c JOIN timed m ON m.id = c.id LEFT JOIN cds_accounts a ON a.id = c.account_id
     WHERE ${lotName('c.event_id')} IS NOT NULL ORDER BY 1, c.id`,
}

export const TRADE_SECTIONS: readonly Section[] = [openings, trades, settlements, placements]
