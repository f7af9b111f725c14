/** Books with a safekeeping account: 40,000 shares of JKH, of which 1,000 settle on 2 April 2026. It is 10 April. */
import {
  type CustodianMessage,
  type CustodianMessageDetail,
  custodianMessages,
} from '@em/contract/custodian/custodian'
import { safekeepingAccounts } from '@em/contract/custodian/safekeeping-accounts'
import { equities } from '@em/contract/equities/equities'
import { type SettlementsActed, settlements } from '@em/contract/settlements/settlements'
import type { SampleStatement } from '@em/core/testing/custodian-samples'
import { expect } from 'vitest'
import { type Api, startApi } from './api.ts'
import { ask, type Books, type Refused, settleManually, startBooks } from './books.ts'

export const ISIN = 'LK0092N00003'
export const COMB = 'LK0053N00005'
export const ACCOUNT = 'ABC12345LC00'
export const DAY = '2026-03-31'

export const statement = (
  holdings: SampleStatement['holdings'],
  more: Partial<SampleStatement> = {},
): SampleStatement => ({ account: ACCOUNT, date: DAY, holdings, ...more })

export const comparedLines = ({ lines }: Pick<CustodianMessageDetail, 'lines'>) =>
  lines.map(({ symbol, stated, ours, difference, cause }) => [symbol, stated, ours, difference, cause])

/** The calls of Custodian Integration. */
export function custodianCalls(api: Api) {
  const addAccount = (more: object = {}, token?: string) =>
    api.call<{ id: number; version: number; portfolios: string; basis: string } & Refused>(
      safekeepingAccounts.routes.create,
      {
        body: {
          account: ACCOUNT,
          custodian: 'Deutsche Bank',
          bic: 'DEUTLKLX',
          portfolios: ['GROW'],
          ...more,
        },
        ...(token !== undefined && { token }),
      } as never,
    )
  const upload = (text: string | Uint8Array, more: object = {}) =>
    api.call<CustodianMessage & Refused>(custodianMessages.upload, {
      body: {
        file: { fileName: 'custodian.txt', data: Buffer.from(text as string).toString('base64') },
      } as never,
      ...more,
    })
  const detail = (id: number) =>
    ask(api, custodianMessages.get, { params: { id } }) as Promise<CustodianMessageDetail>
  return {
    addAccount,
    upload,
    detail,
    compared: async (text: string): Promise<CustodianMessageDetail> => {
      const { status, body } = await upload(text)
      expect([status, body.message ?? '']).toEqual([201, ''])
      return detail(body.id)
    },
    accept: (id: number, lines: number[], more: object = {}, sent: object = {}) =>
      api.call<SettlementsActed & Refused>(custodianMessages.accept, {
        params: { id },
        body: { lines, ...more },
        ...sent,
      } as never),
    outstanding: async (id: number) => {
      const { settlement } = await ask(api, settlements.one, { params: { id } })
      return [settlement.status, settlement.paid, settlement.outstanding]
    },
  }
}

export interface CustodianBooks extends ReturnType<typeof custodianCalls> {
  readonly api: Api
  readonly books: Books
  /** Its id. */
  readonly account: number
  /** 1,000 shares of COMB at 20.00, to settle on 6 April. */
  readonly buyComb: (more?: object) => Promise<number>
}

export async function startCustodianBooks(): Promise<CustodianBooks> {
  const api = await startApi({ today: '2026-04-10' })
  const books = await startBooks(api)
  await settleManually(books)
  for (const [symbol, isin] of [
    ['JKH.N0000', ISIN],
    ['COMB.N0000', COMB],
  ]) {
    const found = await ask(api, equities.routes.list, { query: { symbol } })
    const id = (found as { id: number }[])[0]?.id
    await ask(api, equities.routes.update, { params: { id }, body: { isin } })
  }
  const calls = custodianCalls(api)
  const { status, body } = await calls.addAccount()
  expect([status, body.portfolios, body.basis]).toEqual([201, 'GROW', 'settled'])
  await books.bought({ tradeDate: '2026-01-05', settlementDate: '2026-01-07', quantity: 39_000 })
  await books.bought({ tradeDate: '2026-03-30', settlementDate: '2026-04-02', quantity: 1_000 })
  const buyComb = async (more: object = {}) => {
    const bought = await books.bought({
      companyName: 'Commercial Bank of Ceylon PLC',
      symbol: 'COMB.N0000',
      tradeDate: '2026-03-31',
      settlementDate: '2026-04-06',
      quantity: 1_000,
      price: 20,
      ...more,
    })
    return bought.id
  }
  return { api, books, account: body.id, buyComb, ...calls }
}
