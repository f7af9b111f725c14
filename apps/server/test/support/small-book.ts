/** One of each: bodies that are right, and a book with a security, a portfolio, accounts, rates and a first buy. */
import type { Api } from './api.ts'

type Body = Record<string, unknown>

/** A right body for each call that records something, by the route's name. Texts that must differ end in `at`. */
export function rightBodies(at = 1): Record<string, Body> {
  const buy = {
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolio: 'Growth',
    portfolioId: 'GROWTH',
    quantity: 1000,
    price: 20.5,
    contractNumber: `C${at}`,
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-12',
    settlementDate: '2026-06-16',
    settlementAccount: 1,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
  }
  return {
    'equities.create': { name: `Company ${at}`, symbol: `CO${at}.N0000`, sector: 'Other' },
    'equities.update': { name: 'John Keells Holdings PLC', version: 1 },
    'portfolios.create': {
      portfolioId: `P${at}`,
      portfolioName: `Portfolio ${at}`,
      portfolioType: 'Equity Portfolio',
      entity: 'Head Office',
      fundManager: 'N. Perera',
      baseCurrency: 'LKR',
      targetYield: 12.5,
    },
    'portfolios.update': { fundManager: 'K. Silva', version: 1 },
    'strategies.create': {
      portfolioId: 'GROWTH',
      strategy_id: `S${at}`,
      strategy_type: 'Trading',
      entity_business_unit: 'Finance',
    },
    'settlement-accounts.create': {
      payment_method: 'Bank Transfer',
      account_name: 'Trading account',
      account_number: `1000${at}`,
      bank_name: 'Commercial Bank',
      branch_name: 'Colombo 3',
    },
    'settlement-accounts.update': { branch_name: 'Colombo 7', version: 1 },
    'cds-accounts.create': {
      participant: 'ABC',
      account_number: `${1000 + at}`,
      category: 'LC',
      holder_name: 'Head Office',
    },
    'chart-of-accounts.create': { account_code: `77${at}`, account_name: `Account ${at}` },
    'chart-of-accounts.update': { description: 'Changed', version: 1 },
    'brokers.create': { name: `Broker ${at}` },
    'brokers.update': { phone: '+94 11 2345678', version: 1 },
    'holidays.create': {
      date: `2027-01-${String(1 + (at % 28)).padStart(2, '0')}`,
      name: 'A day off',
      type: 'Exchange Closure',
    },
    'holidays.update': { name: 'Another name', version: 1 },
    'costing-methods.assign': { portfolioId: 'GROWTH', costing_method: 'WAP' },
    'cost-of-funds.create': {
      effectiveDate: `2026-0${1 + (at % 5)}-01`,
      costOfFunds: 12,
      taxRate: 30,
    },
    'trades.calculate-buy': { quantity: 1000, price: 20.5, costOfFunds: 8.4 },
    'trades.save-buy': buy,
    'trades.enter-buy': buy,
    'journal.create': {
      date: '2026-06-01',
      description: 'Opening capital',
      lines: [
        { account_code: '1010', debit: 1_000_000, portfolioId: 'GROWTH', settlementAccount: 1 },
        { account_code: '3000', credit: 1_000_000, portfolioId: 'GROWTH' },
      ],
    },
    'journal.change': {
      date: '2026-06-02',
      description: `Charges ${at}`,
      account_code: '6300',
      debit: 10.5,
      portfolioId: 'GROWTH',
      status: at % 2 === 0 ? 'Draft' : 'Posted',
    },
    'journal.reverse': { date: '2026-06-14', reason: 'Entered twice' },
    'journal.post-drafts': { ids: [at, 1] },
    'recurring.create': { entry_id: 1, unit: 'month', first_date: '2026-06-30' },
    'attachments.add': {
      owner_kind: 'journal-entry',
      owner_id: 1,
      file_name: `note ${at}.txt`,
      data: 'Tm90ZQ==',
    },
    'attachments.mark-removed': { reason: 'The wrong file' },
  }
}

const FIRST = [
  ['POST /equities', { name: 'John Keells Holdings PLC', symbol: 'JKH.N0000' }],
  [
    'POST /portfolios',
    {
      portfolioId: 'GROWTH',
      portfolioName: 'Growth',
      portfolioType: 'Equity Portfolio',
      entity: 'Head Office',
      fundManager: 'N. Perera',
      baseCurrency: 'LKR',
    },
  ],
] as const

/** Fills an empty installation through the API. @throws when one of the calls is refused. */
export async function fillSmallBook(api: Api): Promise<void> {
  const bodies = rightBodies()
  const later = [
    ['POST /accounts', bodies['settlement-accounts.create']],
    ['POST /brokers', { name: 'Asha Securities' }],
    ['POST /cost-of-funds', { effectiveDate: '2025-01-01', costOfFunds: 12, taxRate: 30 }],
    ['POST /portfolio-costing-method', bodies['costing-methods.assign']],
    ['POST /journal-entries', bodies['journal.create']],
    ['POST /trade-summary/save-buy-transaction', bodies['trades.save-buy']],
  ] as const
  for (const [where, body] of [...FIRST, ...later]) {
    const answer = await api.call(where, { body })
    if (answer.status !== 201) {
      throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
  }
}
