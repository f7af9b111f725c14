/** What an order asks for, found in the registers; and a change laid over what it asked for. */

import { laidOver } from '@em/contract/kit/fields'
import { ORDER_DAYS_MAX, type Order, type orders } from '@em/contract/orders/orders'
import { addMarketDays, closedReason } from '@em/core/holidays/market-calendar'
import { dayInWords } from '@em/core/values/date-texts'
import { addDays } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import type { Queryable } from '../../platform/database/database.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { refuseField } from '../../platform/refusal.ts'
import { requireBroker } from '../brokers/names.queries.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { requireActive, resolvePortfolio } from '../portfolios/portfolios.queries.ts'

type Content = WriteInput<typeof orders.create>['body']
type Change = Omit<WriteInput<typeof orders.change>['body'], 'version'>

export interface Asked {
  readonly equityId: number
  readonly portfolioIds: readonly number[]
  /** Null: an amount is asked for. */
  readonly quantities: readonly bigint[] | null
  readonly body: Content
}

/**
 * `recorded`: the order that is changed. Its broker, portfolios and last day are not judged again where they stay: the registers may have moved.
 * @throws Refusal 404, `order.past`, `order.far`, `order.closed`, `broker.not-registered`, `broker.inactive`, `order.inactive`, `portfolio.not-active`, `order.portfolio-twice` (422).
 */
export async function askedOf(
  db: Queryable,
  body: Content,
  today: string,
  recorded?: Pick<Order, 'broker' | 'validUntil' | 'shares'>,
): Promise<Asked> {
  if (body.validUntil !== recorded?.validUntil) await refuseDay(db, body.validUntil, today)
  if (body.broker !== null && body.broker !== recorded?.broker) await requireBroker(db, body.broker, 'broker')
  const equity = await resolveCompany(db, body.symbol, today, 'symbol')
  if (!equity.isActive) throw refuseField('order.inactive', 'symbol', { symbol: equity.symbol })
  const named = body.portfolios ?? [{ portfolioId: body.portfolioId, quantity: body.quantity }]
  const portfolioIds: number[] = []
  for (const [index, { portfolioId }] of named.entries()) {
    const portfolio = await resolvePortfolio(db, { portfolioId })
    const { id, portfolioName } = portfolio
    const field = body.portfolios === null ? 'portfolioId' : `portfolios.${index}.portfolioId`
    if (recorded?.shares.every((one) => one.portfolioId !== portfolio.portfolioId) !== false)
      requireActive(portfolio, field)
    if (portfolioIds.includes(id)) {
      throw refuseField('order.portfolio-twice', field, { portfolio: portfolioName })
    }
    portfolioIds.push(id)
  }
  const quantities = named.flatMap(({ quantity }) => (quantity === null ? [] : [quantity]))
  return {
    equityId: equity.id,
    portfolioIds,
    quantities: quantities.length === named.length ? quantities : null,
    body,
  }
}

/** An order is dealt on a market day, its last one too. */
async function refuseDay(db: Queryable, date: string, today: string): Promise<void> {
  if (date < today) throw refuseField('order.past', 'validUntil', { date })
  const last = addDays(today, ORDER_DAYS_MAX)
  if (date > last) throw refuseField('order.far', 'validUntil', { days: ORDER_DAYS_MAX, date: last })
  const calendar = await loadCalendar(db)
  const reason = closedReason(calendar, date)
  if (reason === null) return
  const [before, after] = [addMarketDays(calendar, date, -1), addMarketDays(calendar, date, 1)]
  const days = [before, after].filter((day) => day >= today && day <= last).map(dayInWords)
  throw refuseField('order.closed', 'validUntil', { date, reason, days: days.join(' or ') })
}

/**
 * What an order asks for with a change laid over it. Portfolios take the place of a portfolio with its quantity or amount, and the other
 * way round; a quantity takes the place of an amount.
 */
export function changed(order: Order, change: Change): Content {
  const units = (rupees: number | null, scale: number) =>
    rupees === null ? null : decimalOf(String(rupees), scale)
  const [only, ...others] = order.shares
  const shares = order.shares.map(({ portfolioId, quantity }) => ({
    portfolioId,
    quantity: BigInt(quantity ?? 0),
  }))
  const isOne = others.length === 0
  const recorded: Content = {
    portfolioId: isOne ? (only?.portfolioId ?? null) : null,
    portfolios: isOne ? null : shares,
    quantity: isOne && order.quantity !== null ? BigInt(order.quantity) : null,
    amount: units(order.amount, MONEY_SCALE),
    symbol: order.symbol,
    side: order.side,
    limitPrice: units(order.limitPrice, PRICE_SCALE),
    broker: order.broker,
    validUntil: order.validUntil,
    reason: order.reason,
  }
  const taken: Partial<Content> = {
    ...(change.portfolios != null && { portfolioId: null, quantity: null, amount: null }),
    ...(change.portfolioId != null && { portfolios: null }),
    ...(change.quantity != null && { amount: null }),
    ...(change.amount != null && { quantity: null }),
  }
  return laidOver({ ...recorded, ...taken }, change)
}
