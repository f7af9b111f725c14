/**
 * November 2026 of the demo, open: a trade that came late, and three things to do: a broker's file to record in Trade Report, a
 * dividend to receive, two lines of a bank statement to match.
 */
import { addDays } from '@em/core/values/dates'
import type { Entitlement } from '../../packages/contract/src/corporate-actions/corporate-actions.ts'
import type { DemoAct } from './acts.ts'
import { type BankLine, bankLineOf, beginMonth, booked, seenByBank } from './bank.ts'
import { DEMO_TODAY } from './book.ts'
import { waitingTradeFile } from './broker-documents.ts'
import { rupees } from './buys.ts'
import type { Call } from './call.ts'
import type { Market } from './market.ts'

export interface OpenMonth {
  readonly call: Call
  readonly market: Market
  readonly acts: readonly DemoAct[]
  /** Ids of the settlement accounts in the book's order. */
  readonly accounts: readonly number[]
  /** The id of the dividend to receive. */
  readonly dividend: number
}

export async function openNovember(month: OpenMonth): Promise<void> {
  await recordLateTrade(month)
  await keepFile(month)
  await matchSome(month)
}

/** The account of the trading book: its November statement is here up to the day before today. */
const TRADING = 1
const LATE_DAY = '2026-10-12'
const LATE_CONTRACT = 'ASEC/26/90017'

/** A buy of a locked month whose papers came in November: later sales of the security cost otherwise, posted on the first open day. */
async function recordLateTrade({ call, market, acts, accounts }: OpenMonth): Promise<void> {
  const sold = acts.flatMap((act) =>
    act.kind === 'sell' && act.trade.portfolio === 'MGF' && act.trade.tradeDate > LATE_DAY
      ? [act.trade.company]
      : [],
  )
  const bySymbol = Map.groupBy(sold, ({ symbol }) => symbol)
  const [[company] = []] = [...bySymbol.values()].sort((a, b) => b.length - a.length)
  const bar = market.bars.get(company?.symbol ?? '')?.get(LATE_DAY)
  if (company === undefined || bar === undefined)
    throw new Error('The demo has no sale for its late trade to change')
  const { id } = await call('POST', '/trade-summary/save-buy-transaction?openPeriod=1', {
    companyName: company.name,
    symbol: company.symbol,
    portfolioId: 'MGF',
    quantity: Math.max(100, Math.min(10_000, Math.floor(bar.shares / 300) * 100)),
    price: rupees(bar.low),
    contractNumber: LATE_CONTRACT,
    dealNumber: 'BUY-20261105-152010',
    brokerName: 'Asia Securities (Pvt) Ltd',
    tradeDate: LATE_DAY,
    settlementDate: '2026-10-14',
    paymentMethod: 'Bank Transfer',
    settlementAccount: accounts[0],
    description: 'Contract note received on 5 November',
  })
  const paid = { tradeId: id, date: '2026-11-06', reference: 'CEFT-88102' }
  await call('POST', '/settlements/confirm', { items: [paid] })
}

/** Today's file of a broker is read and waits in Trade Report. */
async function keepFile({ call }: OpenMonth): Promise<void> {
  await call('POST', '/trade-documents', {
    file: {
      fileName: `ASH-${DEMO_TODAY.replaceAll('-', '')}.txt`,
      data: Buffer.from(waitingTradeFile(), 'latin1').toString('base64'),
    },
  })
}

/** The bank paid the dividend that the books do not have yet, and took one payment later than the books say. */
async function matchSome({ call, accounts, dividend }: OpenMonth): Promise<void> {
  const account = accounts[TRADING] ?? 0
  const until = addDays(DEMO_TODAY, -1)
  const { transactions: all, openingBalance } = await booked(call, account, '2026-11-01', until)
  const transactions = seenByBank(all)
  const late = transactions.findIndex(({ date }) => addDays(date, DAYS_LATE) <= until)
  const entitled = await call<Entitlement[]>('GET', `/corporate-actions/${dividend}/entitlements`)
  const net = entitled.find(({ portfolioId }) => portfolioId === 'STB')?.net ?? 0
  if (late < 0 || net === 0) throw new Error('The demo has no line of the bank that is left to match')
  const lines: BankLine[] = [
    ...transactions.map((line, at) => {
      const paid = bankLineOf(line)
      return at === late ? { ...paid, date: addDays(line.date, DAYS_LATE) } : paid
    }),
    {
      date: until,
      description: 'DIVIDEND CIC HOLDINGS PLC',
      reference: 'CDS-DIV',
      debit: net,
      credit: null,
    },
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const statement = { period: '2026-11', opening: openingBalance, lines }
  await beginMonth(call, { id: account, fileName: 'Trading Settlement November 2026.csv' }, statement)
}

/** Calendar days; three are paired without a question. */
const DAYS_LATE = 6

/** The demo user has the holdings of all portfolios made as a file after each trading day. */
export function schedule(call: Call): Promise<unknown> {
  return call('POST', '/report-schedules', {
    report: 'daily-holdings',
    portfolioId: 'all',
    format: 'xlsx',
    every: 'market-day',
    time: '16:30',
  })
}
