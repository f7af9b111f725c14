/** Settlement instructions for tests. The tests' today is 20 November 2026. */
import type { Ladder, SettlementRow } from '@em/contract/settlements/settlements'
import { LADDER_STEPS } from '@em/contract/settlements/settlements'

export function settlement(changes: Partial<SettlementRow> = {}): SettlementRow {
  return {
    trade_id: 9,
    deal_number: 'BUY-9',
    contract_number: 'C-9',
    side: 'buy',
    direction: 'pay',
    symbol: 'JKH.N0000',
    company_name: 'John Keells Holdings PLC',
    portfolio: 'Growth Fund',
    portfolioId: 'GROWTH',
    broker_name: 'Asha Securities',
    settlement_account: 1,
    account_name: 'Trading account',
    account_number: '1000',
    bank_name: 'Commercial Bank',
    payment_method: 'Bank Transfer',
    trade_date: '2026-11-16',
    settlement_date: '2026-11-18',
    due_date: '2026-11-18',
    paid_on: null,
    net_value: 1_011_200,
    paid: 0,
    outstanding: 1_011_200,
    status: 'overdue',
    is_part: false,
    is_deleted: false,
    is_booked: true,
    reference: null,
    evidence: null,
    ...changes,
  }
}

/** A ladder on which so much is overdue and nothing else is due. */
export function ladderOf(overdue: number): Ladder {
  const flow = { count: overdue, amount: 1_011_200 * overdue }
  const none = { count: 0, amount: 0 }
  return {
    today: '2026-11-20',
    orders: null,
    steps: LADDER_STEPS.map((step) => ({
      step,
      from: step === 'today' ? '2026-11-20' : null,
      to: step === 'today' ? '2026-11-20' : null,
      count: step === 'overdue' ? overdue : 0,
      pay: step === 'overdue' ? flow : none,
      receive: none,
      net: step === 'overdue' ? -flow.amount : 0,
    })),
    accounts: [],
  }
}
