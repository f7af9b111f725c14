/** A story of corporate actions (core/testing/action-story.ts) played over HTTP: its portfolios, securities, trades and actions. */

import type { ActionStory } from '@em/core/testing/action-story'
import type { NaiveAction, NaivePortfolio, NaiveSecurity, NaiveTrade } from '@em/core/testing/naive-facts'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import type { Api } from './api.ts'
import { PORTFOLIO } from './books.ts'
import { counter } from './counters.ts'

type Body = Record<string, unknown>
export interface Outcome {
  readonly status: number
  readonly code: string | undefined
}
interface Answered extends Outcome {
  readonly id: number
}

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)
const price = (units: bigint) => formatDecimal(units, PRICE_SCALE)
const perShare = (units: bigint) => formatDecimal(units, 10)
const rate = (units: bigint) => formatDecimal(units, RATE_SCALE)
const NAMES: Readonly<Record<NaiveSecurity, string>> = { A: 'Held', B: 'New', R: 'Held' }
const nextStory = counter()

export class ActionBooks {
  readonly #api: Api
  readonly #bank: number
  readonly #story = `S${nextStory()}`
  /** Portfolios by their index, then what trades and actions are called there. */
  readonly portfolioIds: number[] = []
  readonly #trades = new Map<string, { readonly id: number; readonly version: number }>()
  readonly #actions = new Map<string, { readonly id: number }>()

  private constructor(api: Api, bank: number) {
    this.#api = api
    this.#bank = bank
  }

  static async begin(api: Api, bank: number, portfolios: readonly NaivePortfolio[]): Promise<ActionBooks> {
    const books = new ActionBooks(api, bank)
    for (const [at, { method, treatment, entity }] of portfolios.entries()) {
      const portfolioId = books.#code(at)
      const made = await books.#send('POST /portfolios', {
        ...PORTFOLIO,
        portfolioId,
        portfolioName: portfolioId,
        entity: entity === 0 ? 'Test Fund' : 'Other Fund',
        accountingTreatment: treatment,
      })
      books.portfolioIds.push(made.id)
      await books.#send('POST /portfolio-costing-method', { portfolioId, costing_method: method })
    }
    for (const one of ['A', 'B'] as const)
      await books.#send('POST /equities', {
        symbol: books.symbol(one),
        name: `${NAMES[one]} ${books.#story}`,
      })
    return books
  }

  #code(portfolio: number): string {
    return `${this.#story}P${portfolio}`
  }

  symbol(security: NaiveSecurity): string {
    return security === 'R' ? `${this.#story}A.R0000` : `${this.#story}${security}.N0000`
  }

  async #send(where: string, body?: Body): Promise<Answered> {
    const answer = await this.#api.call<Body>(where, body === undefined ? {} : { body })
    if (answer.status >= 500) throw new Error(`${where} answered ${answer.status}`)
    return {
      status: answer.status,
      code: answer.body?.['code'] as string | undefined,
      id: Number(answer.body?.['id']),
    }
  }

  /** Does what makes the facts of the story the next ones; answers the refusal, or the last status. */
  async take(story: ActionStory, next: ActionStory['facts']): Promise<Outcome> {
    const { trades, actions } = story.facts
    const was = new Map(trades.map((one) => [one.key, one]))
    for (const trade of next.trades) {
      const before = was.get(trade.key)
      if (before === undefined) return this.#record(trade)
      if (before !== trade) return this.#change(trade)
    }
    for (const trade of trades)
      if (!next.trades.some(({ key }) => key === trade.key)) return this.#remove(trade)
    for (const action of next.actions) {
      const before = actions.find(({ key }) => key === action.key)
      if (before === undefined) return this.#process(action)
      if (before !== action) return this.#alter(before, action)
    }
    for (const action of actions)
      if (!next.actions.some(({ key }) => key === action.key)) return this.#takeBack(action)
    throw new Error('nothing differs')
  }

  async #trade(trade: NaiveTrade): Promise<Body> {
    const fees = { cseFees: 0, cdsFees: 0, clearingFees: 0, sec: 0, stl: 0 }
    const [rights] = await this.#rows<{ name: string }>('SELECT name FROM equities WHERE symbol = $1', [
      this.symbol(trade.security),
    ])
    return {
      companyName: rights?.name ?? '',
      symbol: this.symbol(trade.security),
      portfolioId: this.#code(trade.portfolio),
      brokerName: 'Some broker',
      settlementAccount: this.#bank,
      contractNumber: trade.key,
      tradeDate: trade.date,
      settlementDate: trade.date,
      quantity: Number(trade.quantity),
      [trade.side === 'buy' ? 'price' : 'soldPrice']: price(trade.price),
      feeSource: 'manual',
      brokerage: money(trade.fees),
      ...fees,
      ...(await this.#picks(trade.picks)),
    }
  }

  async #picks(picks: NaiveTrade['picks']): Promise<Body> {
    const rows = []
    for (const [key, quantity] of picks ?? [])
      rows.push({ buyTransactionId: await this.lotId(key), allocatedQuantity: Number(quantity) })
    return rows.length === 0 ? {} : { allocations: rows }
  }

  /** The id of the lot that the story calls by its key: a lot of a trade, or one that an action opened. */
  async lotId(key: string): Promise<number> {
    const trade = this.#trades.get(key)
    if (trade !== undefined) return trade.id
    const [action = '', portfolio = '', ...rest] = key.split('/')
    const part = rest.join('/')
    const named = part.startsWith('lot ') ? `lot ${await this.lotId(part.slice(4))}` : part
    const [row] = await this.#rows<{ id: number }>(
      'SELECT id FROM action_events WHERE action_id = $1 AND plan_portfolio_id = $2 AND part = $3',
      [this.#actions.get(action)?.id ?? 0, this.portfolioIds[Number(portfolio)], named],
    )
    return row?.id ?? 999_999_999
  }

  #rows<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
    return this.#api.database.query<Row>(sql, values)
  }

  async #record(trade: NaiveTrade): Promise<Outcome> {
    // Rights have no symbol before the first issue.
    const [known] = await this.#rows('SELECT id FROM equities WHERE symbol = $1', [
      this.symbol(trade.security),
    ])
    if (known === undefined) return { status: 422, code: 'trade.security-unknown' }
    const done = await this.#send(`POST /transaction-entries/${trade.side}`, await this.#trade(trade))
    if (done.status === 201) this.#trades.set(trade.key, { id: done.id, version: 1 })
    return done
  }

  async #change(trade: NaiveTrade): Promise<Outcome> {
    const { id, version } = this.#trades.get(trade.key) ?? { id: 0, version: 0 }
    const body = { ...(await this.#trade(trade)), version, reason: 'typed wrong' }
    const done = await this.#send(`PUT /transaction-entries/${trade.side}/${id}`, body)
    if (done.status === 200) this.#trades.set(trade.key, { id, version: version + 1 })
    return done
  }

  #remove({ key, side }: NaiveTrade): Promise<Outcome> {
    return this.#send(`DELETE /transaction-entries/${side}/${this.#trades.get(key)?.id}`)
  }

  /** Announced and processed; what is refused is cancelled again, so that its day is free. */
  async #process(action: NaiveAction): Promise<Outcome> {
    const made = await this.#send('POST /corporate-actions', await this.#form(action))
    if (made.status !== 201) return made
    const done = await this.#send(`POST /corporate-actions/${made.id}/process`, { unnamedLots: 'oldest' })
    if (done.status === 200) this.#actions.set(action.key, { id: made.id })
    else await this.#send(`POST /corporate-actions/${made.id}/cancel`, { reason: 'refused' })
    return done
  }

  async #takeBack({ key }: NaiveAction): Promise<Outcome> {
    const path = `/corporate-actions/${this.#actions.get(key)?.id}`
    const done = await this.#send(`POST ${path}/reverse`, { reason: 'called off' })
    if (done.status === 201) await this.#send(`POST ${path}/cancel`, { reason: 'called off' })
    return done
  }

  /** Other terms, a choice, an allotment or money of an action. */
  async #alter(before: NaiveAction, action: NaiveAction): Promise<Outcome> {
    const path = `/corporate-actions/${this.#actions.get(action.key)?.id}`
    for (const [at, choice] of action.choices) {
      if (before.choices.get(at) === choice) continue
      const { subscribe, sell, additional, date } = choice
      const shares = { subscribe: Number(subscribe), sell: Number(sell), additional: Number(additional) }
      return this.#send(`PUT ${path}/elections`, {
        elections: [{ portfolioId: this.#code(at), ...shares, date, unnamedLots: 'oldest' }],
      })
    }
    for (const [at, one] of action.allotments) {
      if (before.allotments.get(at) === one) continue
      const { allotted, date, refundDate } = one
      const body = { portfolioId: this.#code(at), allotted: Number(allotted), date, refundDate }
      return this.#send(`POST ${path}/allot`, body)
    }
    for (const [at, rows] of action.money) {
      const last = rows.at(-1)
      if (last === undefined || before.money.get(at)?.length === rows.length) continue
      const body = { portfolioId: this.#code(at), date: last.date, amount: money(last.amount) }
      return last.kind === 'received'
        ? this.#send(`POST ${path}/receive`, body)
        : this.#send(`POST ${path}/write-off`, { ...body, reason: 'lost' })
    }
    return this.#send(`PUT ${path}`, { ...(await this.#form(action)), reason: 'typed wrong' })
  }

  async #form({ security, portfolio, terms }: NaiveAction): Promise<Body> {
    const { ex } = terms
    const base = {
      securityCode: this.symbol(security),
      settlementAccount: this.#bank,
      ...(portfolio !== null && { portfolioId: this.#code(portfolio) }),
    }
    const dated = { ...base, paymentDate: terms.payment }
    const ratio = 'from' in terms ? { ratioFrom: Number(terms.from), ratioTo: Number(terms.to) } : {}
    const fraction =
      'fractionPrice' in terms && terms.fractionPrice !== null
        ? { fractionPrice: price(terms.fractionPrice) }
        : {}
    const day = { ...dated, effectiveDate: ex, ...ratio, ...fraction }
    switch (terms.kind) {
      case 'dividend':
        return {
          ...dated,
          kind: 'dividend',
          announcementDate: ex,
          exDividendDate: ex,
          dividendRate: perShare(terms.rate),
          exemptRate: perShare(terms.exempt),
          taxRate: rate(terms.tax),
          recoveryOfCost: terms.recovery,
        }
      case 'scrip':
      case 'scrip at a price': {
        const scrip = { ...dated, kind: 'scrip', declarationDate: ex, exDividendDate: ex, allotmentDate: ex }
        if (terms.kind === 'scrip')
          return { ...scrip, dividendRate: rate(terms.percent), residualPaid: false }
        return {
          ...scrip,
          ratePerShare: perShare(terms.rate),
          issuePrice: price(terms.price),
          taxRate: rate(terms.tax),
          asIncome: terms.asIncome,
          residualPaid: terms.residual,
        }
      }
      case 'bonus':
        return { ...dated, ...ratio, ...fraction, kind: 'bonus', exDate: ex, allotmentDate: ex }
      case 'rights':
        return {
          ...base,
          kind: 'rights',
          rightsRatioFrom: Number(terms.from),
          rightsRatioTo: Number(terms.to),
          offerPrice: price(terms.price),
          announcementDate: ex,
          exRightsDate: ex,
          subscriptionEnd: terms.last,
        }
      case 'split':
      case 'consolidation':
      case 'identity':
        return { ...day, kind: terms.kind }
      case 'merger':
        return {
          ...day,
          kind: 'merger',
          newSecurityCode: this.symbol('B'),
          cashPerShare: perShare(terms.cash),
          firstDayPrice: price(terms.firstDay),
        }
      case 'spin-off':
        return {
          ...day,
          kind: 'spin-off',
          newSecurityCode: this.symbol('B'),
          parentPrice: price(terms.parent),
          firstDayPrice: price(terms.firstDay),
        }
      case 'delisting':
        return { ...day, kind: 'delisting', pricePerShare: perShare(terms.cash) }
      case 'buyback':
      case 'tender':
        return { ...day, kind: terms.kind, offerPrice: price(terms.price), fees: money(terms.fees) }
      case 'election':
        return {
          ...dated,
          kind: 'election',
          exDividendDate: ex,
          electionDate: terms.last,
          allotmentDate: terms.allotment,
          ratePerShare: perShare(terms.rate),
          issuePrice: price(terms.price),
          taxRate: rate(terms.tax),
        }
      case 'ipo':
        return {
          ...base,
          kind: 'ipo',
          companyName: 'New Company PLC',
          ipoDate: ex,
          appliedDate: ex,
          pricePerShare: price(terms.price),
          totalInvestment: money(terms.invested),
          paymentMethod: 'RTGS',
        }
      case 'transfer':
        return {
          ...base,
          kind: 'transfer',
          toPortfolio: this.#code(terms.to),
          transferDate: ex,
          quantity: Number(terms.quantity),
          ...(terms.price !== null && { transferPrice: price(terms.price) }),
          ...(await this.#picks(terms.picks)),
        }
    }
  }

  /** Which action of the story an entitlement is of. */
  keyOf(actionId: number): string {
    return [...this.#actions].find(([, { id }]) => id === actionId)?.[0] ?? `other ${actionId}`
  }
}
