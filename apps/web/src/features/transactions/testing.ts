/** A recorded trade for tests. */
import type { SellTransaction } from '@em/contract/books/sells'
import type { Trade, TradeVersion } from './trade.ts'

const FACTS = {
  id: 3,
  version: 1,
  company_name: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  portfolioId: 'GROWTH',
  deal_number: 'BUY-3',
  description: null,
  quantity: 1000,
  gross_value: 200500,
  brokerage: 1283.2,
  cse_fees: 168.42,
  cds_fees: 24.06,
  clearing_fees: 24.06,
  sec: 144.36,
  stl: 601.5,
  step_up: null,
  fee_source: 'schedule',
  net_value: 202745.6,
  contract_number: 'C-1',
  broker_name: 'Asha Securities',
  trade_date: '2026-06-10',
  settlement_date: '2026-06-12',
  settlement_account: 1,
  account_name: 'Trading account',
  account_number: '1000',
  payment_method: 'Bank Transfer',
  cost_of_funds: 8.4,
  generate_payment: 'No',
  cash_flow_on_settlement: null,
  valuation_method: 'WAP',
  bought_price: 180,
  holding_cost: 180000,
  capital_gain: 20500,
  hdays: 10,
  money_generation_cost: 46.66,
  profit_loss: 20453.34,
  allocations: [],
}

export const VERSION: TradeVersion = {
  version: 1,
  recorded_at: '2026-06-10T05:00:00Z',
  recorded_by: 'Nadeesha Perera',
  reason: null,
  is_deleted: false,
  trade_date: FACTS.trade_date,
  settlement_date: FACTS.settlement_date,
  quantity: FACTS.quantity,
  price: 200.5,
  total_fees: 2245.6,
  net_value: FACTS.net_value,
  contract_number: FACTS.contract_number,
  broker_name: FACTS.broker_name,
  cost_of_funds: FACTS.cost_of_funds,
  account_name: FACTS.account_name,
  account_number: FACTS.account_number,
  cash_flow_on_settlement: null,
  generate_payment: 'No',
  description: null,
  allocations: null,
}

export function trade(side: 'buy' | 'sell', changes: Partial<SellTransaction> = {}): Trade {
  const facts = { ...FACTS, ...changes }
  return {
    trade: { ...facts, side, price: 200.5, portfolio: 'Growth Fund' },
    buy: side === 'buy' ? facts : null,
    sell: side === 'sell' ? facts : null,
    is_deleted: false,
    versions: [{ ...VERSION, quantity: facts.quantity }],
    entries: [],
    lots: [],
  } as unknown as Trade
}
