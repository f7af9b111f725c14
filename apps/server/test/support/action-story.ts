/** A portfolio with lots of its own and the effects of corporate actions on it, written line by line for a golden file. */
import type { CorporateActionDetail, Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import { holdings } from '@em/contract/holdings/holdings'
import { periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import type { CostingMethod } from '@em/core/chains/chain-event'
import { expect } from 'vitest'
import { ask, type Books } from './books.ts'
import { type OneHolding, oneHolding } from './one-holding.ts'

const money = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export class ActionStory {
  readonly lines: string[] = []
  readonly title: string
  readonly of: OneHolding
  readonly #books: Books
  #others: OneHolding[] = []
  #last = 0

  private constructor(books: Books, of: OneHolding, title: string) {
    this.#books = books
    this.of = of
    this.title = title
  }

  static async begin(
    books: Books,
    title: string,
    treatment: string,
    method: CostingMethod,
  ): Promise<ActionStory> {
    const story = new ActionStory(books, await oneHolding(books, method, treatment), title)
    story.lines.push('', title, '='.repeat(title.length))
    return story
  }

  /** Another portfolio, of another entity where one is named. */
  async another(treatment: string, method: CostingMethod, entity?: string): Promise<OneHolding> {
    const other = await oneHolding(this.#books, method, treatment)
    const { api } = this.#books
    if (entity !== undefined) {
      const [row] = await api.database.query<{ version: number }>(
        'SELECT version FROM portfolios WHERE id = $1',
        [other.id],
      )
      await ask(api, portfolios.routes.update, {
        params: { id: other.id },
        body: { entity, version: row?.version },
      })
      expect((await api.ask(periods.list)).map(({ name }) => name)).toContain(entity)
    }
    this.#others.push(other)
    return other
  }

  /** A buy before the story begins; answers the identity of its lot. */
  async lot(date: string, quantity: number, price: number): Promise<number> {
    const bought = await this.of.buy(date, quantity, price)
    expect([bought.status_, bought['message']]).toEqual([201, undefined])
    this.lines.push(`  ${date}  Buy ${quantity.toLocaleString('en')} @ ${money(price)}`)
    await this.#skip()
    return bought.id
  }

  async sell(date: string, quantity: number, price: number, more: object = {}): Promise<void> {
    const sold = await this.of.sell(date, quantity, price, more)
    expect([sold.status_, sold['message']]).toEqual([201, undefined])
    await this.writeEntries(`${date}  Sell ${quantity.toLocaleString('en')} @ ${money(price)}`)
  }

  /** The shares held at the end of a day, and how many of them can be sold. */
  async sellable(asOf: string): Promise<void> {
    const held = await ask(this.#books.api, holdings.totalQuantity, {
      query: { portfolioId: this.of.portfolioId, symbol: 'JKH.N0000', asOf },
    })
    const [all, some] = [held.total_quantity, held.sellable_quantity].map((one) => one.toLocaleString('en'))
    this.lines.push('', `  ${asOf}  ${all} held, ${some} of them can be sold`)
  }

  /** A sale that is refused, with the sentence. */
  async refused(date: string, quantity: number, price: number): Promise<void> {
    const sold = await this.of.sell(date, quantity, price)
    expect(sold.status_).toBe(422)
    this.lines.push('', `  ${date}  Sell ${quantity.toLocaleString('en')}: ${String(sold['message'])}`)
  }

  async buyLate(date: string, quantity: number, price: number): Promise<void> {
    await this.#skip()
    const bought = await this.of.buy(date, quantity, price)
    expect([bought.status_, bought['message']]).toEqual([201, undefined])
    await this.writeEntries(
      `${date}  Buy ${quantity.toLocaleString('en')} @ ${money(price)}, recorded late`,
      true,
    )
  }

  async sellRights(date: string, quantity: number, price: number): Promise<void> {
    const names = { companyName: 'John Keells Holdings PLC (Rights)', symbol: 'JKH.R0000' }
    await this.sell(date, quantity, price, names)
  }

  async announce(what: string, form: object): Promise<number> {
    const { api } = this.#books
    const body = { securityCode: 'JKH.N0000', portfolioId: this.of.portfolioId, ...form }
    const made = await api.call<CorporateActionDetail & { message?: string }>('POST /corporate-actions', {
      body,
    })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    this.lines.push('', `  ${what}`)
    return made.body.id
  }

  async process(id: number, query = ''): Promise<void> {
    await this.act('Processed', `POST /corporate-actions/${id}/process${query}`, {})
  }

  /** A call, and the entries that came of it. */
  async act(what: string, path: string, body: object): Promise<void> {
    const done = await this.#books.api.call<{ message?: string }>(path, { body })
    expect([what, done.body.message, done.status < 300]).toEqual([what, undefined, true])
    await this.writeEntries(what)
  }

  /** The entries posted since; of trades only sales, and no settlements. */
  async writeEntries(what: string, onlyEvents = false): Promise<void> {
    this.lines.push('', `  ${what}`)
    const rows = await this.#posted()
    for (const entry of Map.groupBy(rows, ({ id, portfolio }) => `${id} ${portfolio}`).values()) {
      const [head] = entry
      if (head === undefined || (onlyEvents && head.kind !== 'event')) continue
      const side = (name: 'debit' | 'credit') =>
        entry
          .filter((line) => Number(line[name]) !== 0)
          .map((line) => `${line.code} ${money(Number(line[name]))}`)
          .join(', ')
      const where = head.portfolio === this.of.id ? '' : '   (the other portfolio)'
      this.lines.push(`    ${head.date}  ${side('debit')} / ${side('credit')}${where}`)
    }
  }

  async #posted() {
    const rows = await this.#books.api.database.query<{
      id: number
      date: string
      kind: string
      code: string
      debit: string
      credit: string
      portfolio: number
    }>(
      `SELECT h.id, h.entry_date AS date, h.kind, a.account_code AS code, l.debit, l.credit, l.portfolio_id AS portfolio
         FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
        WHERE l.portfolio_id = ANY ($1) AND h.id > $2 AND h.kind <> 'settlement'
        ORDER BY h.entry_date, h.id, l.portfolio_id, CASE WHEN h.kind = 'event' THEN a.account_code END, l.line_no`,
      [[this.of.id, ...this.#others.map(({ id }) => id)], this.#last],
    )
    this.#last = Math.max(this.#last, ...rows.map(({ id }) => id))
    return rows
  }

  async #skip(): Promise<void> {
    await this.#posted()
  }

  /** The open lots of a security. */
  async lots(symbol = 'JKH.N0000', of: OneHolding = this.of): Promise<void> {
    const code = symbol === 'R' ? 'JKH.R0000' : symbol
    const rows = await this.#books.api.database.query<{ quantity: number; cost: string; charges: string }>(
      `SELECT l.remaining_quantity AS quantity, l.remaining_cost AS cost, l.remaining_charges AS charges
         FROM lots l JOIN chains c ON c.id = l.chain_id JOIN equities e ON e.id = c.equity_id
        WHERE c.portfolio_id = $1 AND e.symbol = $2 AND l.remaining_quantity > 0 ORDER BY l.trade_date, l.event_id`,
      [of.id, code],
    )
    const lots = rows.map(
      (lot) =>
        `${lot.quantity.toLocaleString('en')} | ${money(Number(lot.cost))} | ${money(Number(lot.charges))}`,
    )
    const whose = of === this.of ? '' : ' in the other portfolio'
    const what = code === 'JKH.N0000' ? `Lots${whose}` : `Lots of ${code}${whose}`
    this.lines.push(`    ${what}: ${lots.join('; ') || 'none'}`)
  }

  async entitlements(id: number): Promise<void> {
    const { api } = this.#books
    const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements?versions=all`)
    for (const one of body) {
      this.lines.push(
        `    Entitlement version ${one.version}: ${one.shares_held.toLocaleString('en')} held, gross ${money(one.gross)}, tax ${money(one.tax)}, net ${money(one.net)}, outstanding ${money(one.outstanding)}, entitled ${one.entitled_shares.toLocaleString('en')}, fraction ${one.fraction}, memo tax ${money(one.memo_tax)}`,
      )
    }
  }

  async theoretical(id: number): Promise<void> {
    const { api } = this.#books
    const { body } = await api.call<CorporateActionDetail>(`GET /corporate-actions/${id}`)
    const value = body.theoretical
    this.lines.push(`    TERP ${money(value?.terp ?? 0)}, a right ${money(value?.rightValue ?? 0)}`)
  }
}
