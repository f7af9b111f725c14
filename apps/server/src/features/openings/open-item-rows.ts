/** Open items as they were sent: finds what they name, and reports what cannot be found by item and field. */

import { PER_SHARE_SCALE } from '@em/contract/corporate-actions/field'
import type { ActionForm } from '@em/contract/corporate-actions/kinds'
import { refusalMessage } from '@em/contract/kit/errors'
import { type OpenItem, type OpenItemOf, openItem } from '@em/contract/openings/open-items'
import { isRejection } from '@em/core/rejections'
import { decideOpenTrade, type OpenTradeDecision } from '@em/core/trades/decide-open-trade'
import { dayInWords } from '@em/core/values/date-texts'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import type { Detail } from '../../platform/refusal.ts'
import type { TradeContext } from '../trades/terms/context.queries.ts'
import { brokersOf } from './opening-rows.ts'

const EQUITIES = statement(
  'open-items.equities',
  `SELECT id, symbol, name AS "companyName", is_active AS "isActive" FROM equities WHERE lower(symbol) = ANY (:words::text[])`,
)
const ACCOUNTS = statement(
  'open-items.accounts',
  `SELECT id, account_name AS "accountName", account_number AS "accountNumber", bank_name AS "bankName", branch_name AS "branchName",
          payment_method AS "paymentMethod" FROM settlement_accounts WHERE id = ANY (:ids::bigint[])`,
)
type Equity = RowOf<typeof EQUITIES>
type Account = RowOf<typeof ACCOUNTS>

/** An item with what it names. */
export interface NamedItem {
  readonly item: OpenItem
  readonly equity: Equity
  readonly account: Account | null
  readonly brokerId: number | null
  /** Of a trade. */
  readonly decision: OpenTradeDecision | null
  /** The same for equal items. */
  readonly key: string
}

interface World {
  readonly portfolio: TradeContext['portfolio']
  readonly openingDate: string
}

const SCALES: Readonly<Record<string, number>> = {
  ratePerShare: PER_SHARE_SCALE,
  taxRate: RATE_SCALE,
  price: PRICE_SCALE,
  fees: MONEY_SCALE,
  amount: MONEY_SCALE,
}

/** An item as it is stored: figures as exact texts, blank fields left out, with today's symbol. */
export function storedItem(item: OpenItem, symbol: string): Record<string, unknown> {
  const said = Object.entries({ ...item, symbol }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(
    said.map(([field, value]) => [
      field,
      typeof value === 'bigint' ? formatDecimal(value, SCALES[field] ?? 0) : value,
    ]),
  )
}

/** A stored item as it was sent. */
export const itemOf = (form: unknown): OpenItem => openItem.parse(form)

/** The key that equal items share: the id of the security and all other fields. */
export function keyOf(item: OpenItem, equityId: number): string {
  const said = storedItem(item, '')
  const fields = Object.keys(said).toSorted()
  return JSON.stringify([
    equityId,
    ...fields.map((field) => [
      field,
      typeof said[field] === 'string' ? String(said[field]).toLowerCase() : said[field],
    ]),
  ])
}

const word = (text: string) => text.trim().toLowerCase()

/** The items with what they name, in order; items with a fault are reported instead. */
export async function namedItems(
  db: Queryable,
  items: readonly OpenItem[],
  world: World,
): Promise<{ readonly named: NamedItem[]; readonly faults: Detail[]; readonly failed: number }> {
  const [equities, accounts, brokerOf] = await Promise.all([
    db.query(EQUITIES, { words: [...new Set(items.map(({ symbol }) => word(symbol)))] }),
    db.query(ACCOUNTS, {
      ids: [...new Set(items.flatMap(({ settlementAccount }) => settlementAccount ?? []))],
    }),
    brokersOf(
      db,
      items.map((item) => ('broker' in item ? item.broker : null)),
    ),
  ])
  const equityOf = new Map(equities.map((equity) => [word(equity.symbol), equity]))
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  const named: NamedItem[] = []
  const faults: Detail[] = []
  const failed = new Set<number>()
  for (const [index, item] of items.entries()) {
    const fault = (field: string, message: string) => {
      failed.add(index)
      faults.push({ field: `items.${index}.${field}`, message })
    }
    const equity = equityOf.get(word(item.symbol))
    if (equity === undefined)
      fault('symbol', `The security ${item.symbol} was not found. Add it in Equity Master first.`)
    const account = item.settlementAccount === null ? null : accountOf.get(item.settlementAccount)
    if (account === undefined) fault('settlementAccount', 'The settlement account was not found.')
    if (item.kind === 'dividend' || item.kind === 'application') refuseDates(item, world.openingDate, fault)
    const brokerId = 'broker' in item ? brokerOf(item.broker) : null
    const isTrade = item.kind === 'buy' || item.kind === 'sell'
    // All faults of an item are reported at once, also where its security is not known.
    const security = equity ?? { id: 0, symbol: item.symbol, companyName: item.symbol, isActive: true }
    const decision = isTrade ? decide(item, { ...world, equity: security }, brokerId, fault) : null
    if (equity === undefined || account === undefined || failed.has(index)) continue
    named.push({ item, equity, account, brokerId, decision, key: keyOf(item, equity.id) })
  }
  return { named, faults, failed: failed.size }
}

type Fault = (field: string, message: string) => void

function refuseDates(
  item: OpenItemOf<'dividend'> | OpenItemOf<'application'>,
  openingDate: string,
  fault: Fault,
): void {
  const begin = dayInWords(openingDate)
  if (item.kind === 'application') {
    if (item.amount <= 0n) fault('amount', 'The amount must be above zero.')
    if (item.paidOn >= openingDate)
      fault(
        'paidOn',
        `Paid on ${dayInWords(item.paidOn)}, not before the opening date ${begin}. Record it as an application under Corporate Actions.`,
      )
    return
  }
  const { exDate, paymentDate } = item
  if (exDate >= openingDate)
    fault(
      'exDate',
      `XD is ${dayInWords(exDate)}, not before the opening date ${begin}. Record it as a dividend under Corporate Actions.`,
    )
  if (paymentDate !== null && paymentDate < openingDate)
    fault(
      'paymentDate',
      `Paid on ${dayInWords(paymentDate)}, before the opening date ${begin}: nothing of it is open. Leave the date out where the payment is to be notified.`,
    )
}

function decide(
  item: OpenItemOf<'buy'> | OpenItemOf<'sell'>,
  world: World & { readonly equity: Equity },
  brokerId: number | null,
  fault: Fault,
): OpenTradeDecision | null {
  const { kind, quantity, price, fees, tradeDate, settlementDate, settlementAccount } = item
  const decision = decideOpenTrade(
    {
      side: kind,
      quantity,
      price,
      fees,
      tradeDate,
      settlementDate,
      brokerId,
      settlementAccountId: settlementAccount,
    },
    world,
  )
  if (!isRejection(decision)) return decision
  fault(decision.field ?? 'kind', refusalMessage(decision.code, decision.facts))
  return null
}

const COMMON = {
  portfolio: null,
  remarks: null,
  draft: false,
}

/** A dividend or an application as the form of the action that it is. */
export function formOfItem(
  item: OpenItemOf<'dividend'> | OpenItemOf<'application'>,
  { portfolioId, equity }: { readonly portfolioId: string; readonly equity: Equity },
): ActionForm {
  const common = {
    ...COMMON,
    portfolioId,
    securityCode: equity.symbol,
    securityName: equity.companyName,
    settlementAccount: item.settlementAccount,
  }
  if (item.kind === 'application')
    return {
      ...common,
      kind: 'ipo',
      companyName: equity.companyName.slice(0, 200),
      ipoDate: item.paidOn,
      appliedDate: item.paidOn,
      pricePerShare: item.price,
      totalInvestment: item.amount,
      paymentMethod: 'Other',
    }
  return {
    ...common,
    kind: 'dividend',
    sharesHeld: item.shares,
    datesToBeNotified: item.paymentDate === null,
    dividendType: 'Cash',
    announcementDate: item.exDate,
    exDividendDate: item.exDate,
    recordDate: null,
    paymentDate: item.paymentDate,
    dividendRate: item.ratePerShare,
    exemptRate: null,
    taxRate: item.taxRate,
    taxWithheld: null,
    recoveryOfCost: false,
  }
}
