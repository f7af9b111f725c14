/**
 * A second model of corporate actions: it walks trades and actions day by day from nothing, and each
 * changes holdings and accounts as domain and vectors say, without a line of the product's own. Money in
 * cents, prices in 1/10000, rates per share in 10^-10, percentages in 1/10000 %. For model tests.
 */
import { addDays } from '../values/dates.ts'
import type {
  NaiveAction,
  NaiveFacts,
  NaiveSecurity,
  NaiveTerms,
  NaiveTrade,
  NaiveWorld,
} from './naive-facts.ts'
import { halfUp, shared } from './naive-holding.ts'
import { NaiveRecords } from './naive-records.ts'

interface Step {
  readonly date: string
  readonly rank: number
  readonly sequence: number
  run(): void
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const WHOLE = 1_000_000n

/** Walks through everything. @throws Impossible where more would leave than there is. */
export function naiveWorldOf(facts: NaiveFacts): NaiveWorld {
  return new NaiveWalk(facts).world()
}

class NaiveWalk extends NaiveRecords {
  world(): NaiveWorld {
    const steps = [
      ...this.facts.trades.map((trade) => this.#traded(trade)),
      ...this.facts.actions.flatMap((action) => this.#acted(action)),
    ]
    steps.sort((a, b) =>
      a.date === b.date ? a.rank - b.rank || a.sequence - b.sequence : a.date < b.date ? -1 : 1,
    )
    const { until = '9999' } = this.facts
    for (const step of steps) if (step.date <= until) step.run()
    for (const [key, amount] of this.posted) if (amount === 0n) this.posted.delete(key)
    return {
      holdings: this.holdings,
      posted: this.posted,
      entitled: this.entitled,
      owed: this.owed,
    }
  }

  #traded(trade: NaiveTrade): Step {
    const { key, sequence, portfolio, security, date, quantity, gross, fees: charges } = trade
    const run = () => {
      const holding = this.at(portfolio, security)
      if (trade.side === 'buy')
        holding.takeIn({ key, bought: date, sequence, quantity, cost: gross, charges })
      else holding.takeOut(quantity, trade.picks)
    }
    return { date, rank: 1, sequence, run }
  }

  #acted(action: NaiveAction): Step[] {
    const { terms, portfolio } = action
    const some = portfolio === null ? this.facts.portfolios.map((_, at) => at) : [portfolio]
    const steps: Step[] = []
    const on = (date: string, run: () => void, rank = 0) => steps.push({ date, rank, sequence: 0, run })
    for (const at of some) this.#oneOf(action, at, terms, on)
    return steps
  }

  #oneOf(
    action: NaiveAction,
    at: number,
    terms: NaiveTerms,
    on: (date: string, run: () => void, rank?: number) => void,
  ): void {
    const { security, key } = action
    const { ex, payment } = terms
    const post = (role: string, amount: bigint, of: NaiveSecurity | '-' = security, date = ex) =>
      this.post(at, date, role, of, amount)
    const own = () => this.at(at, security)
    const choice = action.choices.get(at)
    const fractions = (price: bigint | null, num: bigint, den: bigint, quantity: bigint) =>
      price === null ? 0n : halfUp(((quantity * num) % den) * price, den * 100n)
    const below = (num: bigint, den: bigint, quantity: bigint) => (((quantity * num) % den) * 10_000n) / den
    /** Cash for fractions, where the shares stay. */
    const fractionGain = (cash: bigint) => {
      post('receivable', cash)
      if (this.of(at).treatment === 'FVTPL') post('realized-gain', -cash)
      else post('retained-earnings', -cash)
    }
    switch (terms.kind) {
      case 'dividend':
        return on(ex, () => {
          const holding = own()
          const held = holding.quantity
          const gross = halfUp(held * terms.rate, 10n ** 8n)
          const exempt = halfUp(held * terms.exempt, 10n ** 8n)
          const tax = terms.recovery ? 0n : halfUp((gross - exempt) * terms.tax, WHOLE)
          this.say(action, at, { held, gross, tax, net: gross - tax })
          post('dividend-receivable', gross - tax)
          if (terms.recovery) {
            const cost = least(gross, holding.cost)
            holding.give(cost, 0n, 'shares')
            post('investment', -cost)
            post('dividend-income', cost - gross)
          } else {
            post('withholding-tax', tax)
            post('dividend-income', -gross)
          }
          this.paid(action, at, 'dividend-receivable', security, gross - tax, payment)
        })
      case 'scrip':
        return on(ex, () => {
          const holding = own()
          const held = holding.quantity
          const entitled = (held * terms.percent) / WHOLE
          this.say(action, at, { held, entitled, fraction: below(terms.percent, WHOLE, held) })
          if (entitled > 0n) holding.become(held + entitled)
        })
      case 'scrip at a price':
        return on(ex, () => {
          const holding = own()
          const held = holding.quantity
          const [num, den] = [terms.rate * (WHOLE - terms.tax), WHOLE * terms.price * WHOLE]
          const entitled = (held * num) / den
          const gross = halfUp(held * terms.rate, 10n ** 8n)
          const tax = halfUp(gross * terms.tax, WHOLE)
          const cost = halfUp(entitled * terms.price, 100n)
          const residual = gross - tax - cost
          const paid = terms.residual && residual > 0n && (terms.asIncome || payment !== null) ? residual : 0n
          const taxes = terms.asIncome ? { tax, memoTax: 0n } : { tax: 0n, memoTax: tax }
          this.say(action, at, {
            held,
            entitled,
            gross,
            net: gross - tax,
            fraction: below(num, den, held),
            ...taxes,
          })
          post('dividend-receivable', paid)
          if (terms.asIncome) {
            post('investment', cost)
            post('withholding-tax', tax)
            post('dividend-income', -cost - tax - paid)
            if (entitled > 0n) holding.takeIn(this.lot(`${key}/${at}/shares`, ex, entitled, cost))
          } else {
            post('dividend-income', -paid)
            if (entitled > 0n) holding.become(held + entitled)
          }
          this.paid(action, at, 'dividend-receivable', security, paid, payment)
        })
      case 'bonus':
        return on(ex, () => {
          const holding = own()
          const held = holding.quantity
          const entitled = (held * terms.from) / terms.to
          const cash = fractions(terms.fractionPrice, terms.from, terms.to, held)
          const fraction = below(terms.from, terms.to, held)
          this.say(action, at, { held, entitled, gross: cash, net: cash, fraction })
          if (entitled > 0n) holding.become(held + entitled)
          fractionGain(cash)
          this.paid(action, at, 'receivable', security, cash, payment)
        })
      case 'split':
      case 'consolidation':
        return on(ex, () => {
          const holding = own()
          const held = holding.quantity
          const entitled = (held * terms.to) / terms.from
          const cash = fractions(terms.fractionPrice, terms.to, terms.from, held)
          const fraction = below(terms.to, terms.from, held)
          this.say(action, at, { held, entitled, gross: cash, net: cash, fraction })
          if (entitled > 0n) {
            holding.become(entitled)
            fractionGain(cash)
          } else {
            post('receivable', cash)
            this.gain(at, ex, security, cash, holding.takeOut(held, null))
          }
          this.paid(action, at, 'receivable', security, cash, payment)
        })
      case 'rights':
        return this.#rights(action, at, terms, on)
      case 'merger':
        return on(ex, () => {
          const holding = own()
          const held = holding.quantity
          const entitled = (held * terms.from) / terms.to
          const cash =
            halfUp(held * terms.cash, 10n ** 8n) + fractions(terms.firstDay, terms.from, terms.to, held)
          const fraction = below(terms.from, terms.to, held)
          this.say(action, at, { held, entitled, gross: cash, net: cash, fraction })
          const value = halfUp(entitled * terms.firstDay, 100n)
          this.gain(at, ex, security, value + cash, holding.takeOut(held, null))
          if (entitled > 0n) this.at(at, 'B').takeIn(this.lot(`${key}/${at}/in`, ex, entitled, value))
          post('investment', value, 'B')
          post('receivable', cash)
          this.paid(action, at, 'receivable', security, cash, payment)
        })
      case 'spin-off':
        return on(ex, () => {
          const holding = own()
          const held = holding.quantity
          const entitled = (held * terms.from) / terms.to
          const cash = fractions(terms.fractionPrice, terms.from, terms.to, held)
          const fraction = below(terms.from, terms.to, held)
          this.say(action, at, { held, entitled, gross: cash, net: cash, fraction })
          fractionGain(cash)
          if (entitled > 0n) this.#spinOff(action, at, terms, entitled)
          this.paid(action, at, 'receivable', security, cash, payment)
        })
      case 'identity':
        return on(ex, () => this.say(action, at, { held: own().quantity }))
      case 'delisting':
        return on(ex, () => {
          const held = own().quantity
          const cash = halfUp(held * terms.cash, 10n ** 8n)
          this.say(action, at, { held, gross: cash, net: cash })
          post('receivable', cash)
          this.gain(at, ex, security, cash, own().takeOut(held, null))
          this.paid(action, at, 'receivable', security, cash, payment)
        })
      case 'buyback':
      case 'tender':
        return on(ex, () => {
          const held = own().quantity
          const isTender = terms.kind === 'tender'
          const entitled = isTender ? held : (held * terms.from) / terms.to
          const offered = choice?.sell ?? (isTender ? 0n : entitled)
          const sold = least(offered, entitled)
          const gross = halfUp(sold * terms.price, 100n)
          const fees = sold === 0n ? 0n : terms.fees
          const fraction = isTender ? 0n : below(terms.from, terms.to, held)
          this.say(action, at, { held, entitled, gross, net: gross - fees, fraction })
          post('receivable', gross - fees)
          post('fee.brokerage', fees)
          this.gain(at, ex, security, gross, own().takeOut(sold, null))
          this.paid(action, at, 'receivable', security, gross - fees, payment)
        })
      case 'election':
        return this.#chosen(action, at, terms, on)
      case 'ipo': {
        const allotment = action.allotments.get(at)
        on(ex, () => {
          const gross = terms.invested
          this.say(action, at, { entitled: (gross * 100n) / terms.price, gross, net: gross })
          post('ipo-application', gross, '-')
          post('cash', -gross, '-')
        })
        if (allotment === undefined) return
        return on(allotment.date, () => {
          const cost = halfUp(allotment.allotted * terms.price, 100n)
          if (allotment.allotted > 0n)
            own().takeIn(this.lot(`${key}/${at}/allotted`, allotment.date, allotment.allotted, cost))
          post('investment', cost, security, allotment.date)
          post('ipo-application', -cost, '-', allotment.date)
          this.paid(action, at, 'ipo-application', '-', terms.invested - cost, allotment.refundDate)
        })
      }
      case 'transfer':
        return on(ex, () => this.#transfer(action, at, terms), 1)
    }
  }

  /** The new shares have the ages of the old ones, and what each lot of them gave; one without a share gives to its neighbour. */
  #spinOff(
    action: NaiveAction,
    at: number,
    terms: Extract<NaiveTerms, { kind: 'spin-off' }>,
    entitled: bigint,
  ): void {
    const holding = this.at(at, action.security)
    const value = halfUp(entitled * terms.firstDay, 100n)
    const whole = halfUp(holding.quantity * terms.parent, 100n) + value
    const cost = halfUp(holding.cost * value, whole)
    const charges = halfUp(holding.charges * value, whole)
    const given = holding.give(cost, charges, 'cost')
    const shares = shared(
      entitled,
      given.map((part) => part.quantity),
    )
    const costs = shared(
      cost,
      given.map((part) => part.cost),
    )
    const fees = shared(
      charges,
      given.map((part) => part.charges),
    )
    const rows = given.map((part, index) => ({
      of: part.lot,
      shares: shares[index] as bigint,
      cost: costs[index] as bigint,
      charges: fees[index] as bigint,
    }))
    for (const [index, row] of rows.entries()) {
      if (row.shares > 0n) continue
      const taker =
        rows.slice(0, index).findLast((one) => one.shares > 0n) ?? rows.find((one) => one.shares > 0n)
      if (taker === undefined) continue
      taker.cost += row.cost
      taker.charges += row.charges
    }
    for (const row of rows.filter((one) => one.shares > 0n)) {
      const key = `${action.key}/${at}/lot ${row.of.key}`
      this.at(at, 'B').takeIn(this.lot(key, row.of.bought, row.shares, row.cost, row.charges))
    }
    const costed = this.of(at).treatment === 'FVOCI' ? charges : 0n
    for (const [role, amount] of [
      ['investment', cost],
      ['transaction-costs', costed],
    ] as const) {
      this.post(at, terms.ex, role, 'B', amount)
      this.post(at, terms.ex, role, action.security, -amount)
    }
  }

  #rights(
    action: NaiveAction,
    at: number,
    terms: Extract<NaiveTerms, { kind: 'rights' }>,
    on: (date: string, run: () => void) => void,
  ): void {
    const { security, key } = action
    const { ex, price } = terms
    const choice = action.choices.get(at)
    const allotment = action.allotments.get(at)
    const applied = (choice?.subscribe ?? 0n) + (choice?.additional ?? 0n)
    const post = (date: string, role: string, amount: bigint, of: NaiveSecurity | '-' = '-') =>
      this.post(at, date, role, of, amount)
    on(ex, () => {
      const held = this.at(at, security).quantity
      const entitled = (held * terms.from) / terms.to
      const gross = halfUp(entitled * price, 100n)
      const fraction = (((held * terms.from) % terms.to) * 10_000n) / terms.to
      this.say(action, at, { held, entitled, gross, net: gross, fraction })
      if (entitled > 0n) this.at(at, 'R').takeIn(this.lot(`${key}/${at}/rights`, ex, entitled, 0n))
    })
    if (choice !== undefined) {
      const money = halfUp(applied * price, 100n)
      on(choice.date, () => {
        post(choice.date, 'ipo-application', money)
        post(choice.date, 'cash', -money)
      })
    }
    const lapse = addDays(terms.last, 1)
    if (lapse <= this.facts.today)
      on(lapse, () => {
        const rights = this.at(at, 'R')
        const waiting =
          allotment !== undefined && allotment.date <= terms.last ? 0n : (choice?.subscribe ?? 0n)
        if (rights.quantity > waiting)
          this.gain(at, lapse, 'R', 0n, rights.takeOut(rights.quantity - waiting, null))
      })
    if (allotment === undefined) return
    const { date, allotted } = allotment
    on(date, () => {
      const rights = this.at(at, 'R')
      const out = rights.takeOut(least(choice?.subscribe ?? 0n, rights.quantity), null)
      const paid = halfUp(allotted * price, 100n)
      post(date, 'investment', -out.cost, 'R')
      if (allotted > 0n && (choice?.subscribe ?? 0n) > 0n) {
        this.at(at, security).takeIn(this.lot(`${key}/${at}/allotted`, date, allotted, paid + out.cost))
        post(date, 'investment', paid + out.cost, security)
        post(date, 'ipo-application', -paid)
      } else post(date, 'realized-gain', out.cost, 'R')
      this.paid(
        action,
        at,
        'ipo-application',
        '-',
        halfUp(applied * price, 100n) - paid,
        allotment.refundDate,
      )
    })
  }

  #chosen(
    action: NaiveAction,
    at: number,
    terms: Extract<NaiveTerms, { kind: 'election' }>,
    on: (date: string, run: () => void) => void,
  ): void {
    const { security, key } = action
    let [net, entitled] = [0n, 0n]
    on(terms.ex, () => {
      const held = this.at(at, security).quantity
      const [num, den] = [terms.rate * (WHOLE - terms.tax), WHOLE * terms.price * WHOLE]
      const gross = halfUp(held * terms.rate, 10n ** 8n)
      const tax = halfUp(gross * terms.tax, WHOLE)
      entitled = (held * num) / den
      net = gross - tax
      const fraction = (((held * num) % den) * 10_000n) / den
      this.say(action, at, { held, entitled, gross, tax, net, fraction })
      for (const [role, amount] of [
        ['dividend-receivable', net],
        ['withholding-tax', tax],
        ['dividend-income', -gross],
      ] as const)
        this.post(at, terms.ex, role, security, amount)
    })
    on(terms.allotment, () => {
      const shares = least(action.choices.get(at)?.subscribe ?? 0n, entitled)
      const cost = halfUp(shares * terms.price, 100n)
      if (shares > 0n)
        this.at(at, security).takeIn(this.lot(`${key}/${at}/allotted`, terms.allotment, shares, cost))
      this.post(at, terms.allotment, 'investment', security, cost)
      this.post(at, terms.allotment, 'dividend-receivable', security, -cost)
      this.paid(action, at, 'dividend-receivable', security, net - cost, terms.payment)
    })
  }

  #transfer(action: NaiveAction, at: number, terms: Extract<NaiveTerms, { kind: 'transfer' }>): void {
    const { security, key } = action
    const { ex, to, quantity, price } = terms
    const giver = this.at(at, security)
    const held = giver.quantity
    const out = giver.takeOut(quantity, terms.picks)
    const post = (portfolio: number, role: string, amount: bigint) =>
      this.post(portfolio, ex, role, security, amount)
    if (price !== null) {
      const gross = halfUp(quantity * price, 100n)
      this.say(action, at, { held, entitled: quantity, gross, net: gross })
      this.gain(at, ex, security, gross, out)
      post(at, 'receivable', gross)
      this.at(to, security).takeIn(this.lot(`${key}/${at}/in`, ex, quantity, gross))
      post(to, 'investment', gross)
      post(to, 'payable', -gross)
      this.say(action, to, { entitled: quantity, gross: -gross, net: -gross })
      // Each side is paid separately.
      this.paid(action, at, 'receivable', security, gross, null)
      this.paid(action, to, 'payable', security, -gross, null)
      return
    }
    this.say(action, at, { held, entitled: quantity })
    const ofPool = giver.method === 'WAP'
    const weights = out.parts.map((part) => part.quantity)
    const costs = ofPool ? shared(out.cost, weights) : out.parts.map((part) => part.cost)
    const fees = ofPool ? shared(out.charges, weights) : out.parts.map((part) => part.charges)
    for (const [index, part] of out.parts.entries()) {
      const lot = `${key}/${at}/lot ${part.lot.key}`
      const [cost, charges] = [costs[index] as bigint, fees[index] as bigint]
      this.at(to, security).takeIn(this.lot(lot, part.lot.bought, part.quantity, cost, charges))
    }
    const charges = this.of(at).treatment === 'FVOCI' ? out.charges : 0n
    for (const [portfolio, sign] of [
      [at, 1n],
      [to, -1n],
    ] as const) {
      post(portfolio, 'inter-portfolio-clearing', sign * (out.cost + charges))
      post(portfolio, 'investment', -sign * out.cost)
      post(portfolio, 'transaction-costs', -sign * charges)
    }
  }
}
