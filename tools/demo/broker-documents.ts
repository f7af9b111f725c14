/** Documents as the demo's brokers send them, of its companies, prices and client accounts. */

import { type DocumentLine, netOf } from '@em/core/documents/line'
import { exampleFill, tradeFileOf } from '@em/core/documents/sample'
import { chargeFees } from '@em/core/fee-tariffs/charge'
import { DEFAULT_TARIFFS, type Tariff } from '@em/core/fee-tariffs/tariff'
import { CSE_HOLIDAYS } from '@em/core/holidays/cse-holidays'
import { marketCalendar, settlementDateFor } from '@em/core/holidays/market-calendar'
import { grossOf } from '@em/core/values/money'
import { DEMO_TODAY } from './book.ts'
import { MAIN_CDS } from './cds.ts'
import { COMPANIES } from './companies.ts'

const CALENDAR = marketCalendar(CSE_HOLIDAYS)
const ORDINARY = DEFAULT_TARIFFS.find(({ securityClass }) => securityClass === 'ordinary') as Tariff
/** Prices of documents have four decimals, those of the demo's companies are in cents. */
const PRICE_UNITS = 100n

/** The data of a fill in a document; the rest follows. */
interface Dealt {
  readonly side: 'buy' | 'sell'
  readonly symbol: string
  readonly quantity: number
  readonly contract: string
  readonly time: string
  /** Below the last price, in cents. */
  readonly below?: number
}

/** The fills of the demo's last day for a client account, with the fees of the schedule. */
export function fillsOf(
  dealt: readonly Dealt[],
  client: { readonly account: string; readonly name: string },
): DocumentLine[] {
  return dealt.map(({ side, symbol, quantity, contract, time, below = 0 }, at) => {
    const company = COMPANIES.find((one) => one.symbol === symbol)
    if (company === undefined) throw new Error(`The demo does not know ${symbol}`)
    const price = BigInt(company.lastPrice - below) * PRICE_UNITS
    const gross = grossOf(BigInt(quantity), price)
    const { fees } = chargeFees(ORDINARY, gross)
    const line = {
      ...exampleFill(),
      line: at + 1,
      tradeDate: DEMO_TODAY,
      tradeTime: time,
      settlementDate: settlementDateFor(CALENDAR, DEMO_TODAY),
      side,
      symbol,
      isin: null,
      companyName: company.name.toUpperCase(),
      executionId: `EX${contract}${String(at + 1).padStart(8, '0')}`,
      orderId: `ORD${contract.padStart(9, '0')}`,
      contractNumber: contract,
      clientAccount: client.account,
      clientName: client.name,
      quantity: BigInt(quantity),
      price,
      gross,
      fees,
    }
    return { ...line, net: netOf(line) }
  })
}

/** Today's trade file for the growth fund, which waits to be recorded: two contracts, one of them in two fills. */
export function waitingTradeFile(): string {
  return tradeFileOf(
    fillsOf(
      [
        { side: 'buy', symbol: 'JKH.N0000', quantity: 12_000, contract: '84410', time: '10:02:11' },
        { side: 'buy', symbol: 'JKH.N0000', quantity: 8_000, contract: '84410', time: '10:05:40', below: 10 },
        { side: 'buy', symbol: 'HAYL.N0000', quantity: 5_000, contract: '84411', time: '11:31:05' },
      ],
      {
        account: `${MAIN_CDS.participant}-${MAIN_CDS.account_number}-LC/00`,
        name: 'MAHAWELI GROWTH FUND',
      },
    ),
  )
}
