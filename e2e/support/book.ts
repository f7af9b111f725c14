/** What a book needs before its first trade, recorded through the API. */
import type { Installation } from './installation.ts'

export const EQUITY = {
  name: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  sector: 'Investment Trusts & Holdings',
}
export const PORTFOLIO = {
  portfolioId: 'GROWTH',
  portfolioName: 'Growth Fund',
  portfolioType: 'Equity Portfolio',
  entity: 'Head Office',
  fundManager: 'N. Perera',
  baseCurrency: 'LKR',
}
export const ACCOUNT = {
  payment_method: 'Bank Transfer',
  account_name: 'Trading account',
  account_number: '1000123456',
  bank_name: 'Commercial Bank',
  branch_name: 'Colombo 3',
}

/** One of each; answers the settlement account's id. `account` says something else of that. */
export async function fillBook(at: Installation, token: string, account: object = {}): Promise<number> {
  await at.post('/equities', EQUITY, token)
  await at.post('/equities', { name: 'Commercial Bank of Ceylon PLC', symbol: 'COMB.N0000' }, token)
  await at.post('/portfolios', PORTFOLIO, token)
  await at.post('/portfolio-costing-method', { portfolioId: 'GROWTH', costing_method: 'WAP' }, token)
  await at.post('/cost-of-funds', { effectiveDate: '2025-01-01', costOfFunds: 12, taxRate: 30 }, token)
  return Number((await at.post('/accounts', { ...ACCOUNT, ...account }, token))['id'])
}

/** The same with a recorded buy, for screens that show something. */
export async function fillBookWithBuy(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token)
  const buy = {
    companyName: EQUITY.name,
    symbol: EQUITY.symbol,
    portfolioId: 'GROWTH',
    quantity: 1000,
    price: 200.5,
    contractNumber: 'C-1',
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-10',
    settlementDate: '2026-06-12',
    settlementAccount,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
  }
  await at.post('/trade-summary/save-buy-transaction', buy, token)
}

/** How many buys the book holds. */
export async function buysRecorded(at: Installation, token: string): Promise<number> {
  const buys = await at.get<{ data?: unknown[] } | unknown[]>('/trade-summary/buy-transactions', token)
  return Array.isArray(buys) ? buys.length : (buys.data?.length ?? 0)
}
