/** The start of tests of trades and books: two portfolios, securities, accounts, and a buy to vary. */

import { brokers } from '@em/contract/brokers/brokers'
import { equities } from '@em/contract/equities/equities'
import type { Reply, Route } from '@em/contract/kit/route'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import type { BuyTransaction } from '@em/contract/trades/trades'
import { trades } from '@em/contract/trades/trades'
import type { Answer, Api } from './api.ts'

export interface Books {
  readonly api: Api
  /** Settlement accounts: by bank transfer and by cheque. */
  readonly bank: number
  readonly cheque: number
  readonly broker: number
  /** The body of the usual buy. */
  readonly usual: Readonly<Record<string, unknown>>
  /** The usual buy: 100,000 JKH at 10.00 on Monday 2026-06-15 for the FVTPL portfolio. */
  buy(changes?: Record<string, unknown>, sent?: object): Promise<Answer<BuyTransaction & Refused>>
  /** The same, which must succeed. */
  bought(changes?: Record<string, unknown>): Promise<BuyTransaction>
}

/** `api.ask` for routes whose optional fields the types of the contract call required. */
export function ask<R extends Route>(api: Api, route: R, sent: object): Promise<Reply<R>> {
  return api.ask(route, sent as never)
}

/** Makes accounts settle by hand, both where none is named: what is due is overdue until it is confirmed. */
export async function settleManually({ api, bank, cheque }: Books, accounts = [bank, cheque]): Promise<void> {
  for (const id of accounts) {
    const answer = await api.call(`PUT /accounts/${id}`, { body: { settles: 'by hand' } })
    if (answer.status !== 200) throw new Error(`account ${id} answered ${answer.status}`)
  }
}

/** The fields of a refusal, in addition to those of an answer. */
export interface Refused {
  readonly code?: string
  readonly message?: string
  readonly details?: readonly { field: string; message: string }[]
}

export const PORTFOLIO = {
  portfolioType: 'Equity Portfolio',
  entity: 'Test Fund',
  fundManager: 'N. Perera',
  baseCurrency: 'LKR',
  status: 'Active',
}

/** Puts the records in place through the API: GROW (FVTPL), HOLD (FVOCI); JKH, COMB.N, COMB.X, SAMP. */
export async function startBooks(api: Api): Promise<Books> {
  const portfolio = (portfolioId: string, portfolioName: string, more = {}) =>
    api.ask(portfolios.routes.create, {
      body: { ...PORTFOLIO, portfolioId, portfolioName, ...more } as never,
    })
  await portfolio('GROW', 'Growth Fund', { accountingTreatment: 'FVTPL' })
  await portfolio('HOLD', 'Holding Fund', { accountingTreatment: 'FVOCI' })
  for (const [symbol, name] of [
    ['JKH.N0000', 'John Keells Holdings PLC'],
    ['COMB.N0000', 'Commercial Bank of Ceylon PLC'],
    ['COMB.X0000', 'Commercial Bank of Ceylon PLC'],
    ['SAMP.N0000', 'Sampath Bank PLC'],
  ]) {
    await api.ask(equities.routes.create, { body: { symbol, name } as never })
  }
  const account = (payment_method: string, account_number: string) =>
    api.ask(settlementAccounts.routes.create, {
      body: {
        payment_method,
        account_number,
        account_name: `${payment_method} account`,
        bank_name: 'Bank of Ceylon',
        branch_name: 'Colombo 01',
      } as never,
    }) as Promise<{ id: number }>
  const bank = (await account('Bank Transfer', '7001')).id
  const cheque = (await account('Cheque', '7002')).id
  const broker = (await api.ask(brokers.routes.create, {
    body: { name: 'Asia Securities (Pvt) Ltd' } as never,
  })) as { id: number }
  const usual = {
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId: 'GROW',
    quantity: 100_000,
    price: 10,
    contractNumber: 'C-1',
    brokerName: 'Asia Securities (Pvt) Ltd',
    tradeDate: '2026-06-15',
    settlementDate: '2026-06-17',
    settlementAccount: bank,
    costOfFunds: 10,
  }
  const buy: Books['buy'] = (changes = {}, sent = {}) =>
    api.call(trades.saveBuy, { body: { ...usual, ...changes }, ...sent })
  return {
    api,
    bank,
    cheque,
    broker: broker.id,
    usual,
    buy,
    bought: async (changes) => {
      const answer = await buy(changes)
      if (answer.status !== 201)
        throw new Error(`a buy answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}
