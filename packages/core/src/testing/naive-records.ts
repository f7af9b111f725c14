/**
 * The records of the naive model of corporate actions (naive-actions.ts): holdings, entries, entitlements.
 * Scales as there.
 */
import type {
  NaiveAction,
  NaiveEntitled,
  NaiveFacts,
  NaiveMoney,
  NaivePortfolio,
  NaiveSecurity,
} from './naive-facts.ts'
import { NaiveHolding } from './naive-holding.ts'

export class NaiveRecords {
  readonly facts: NaiveFacts
  readonly holdings = new Map<string, NaiveHolding>()
  readonly posted = new Map<string, bigint>()
  readonly entitled = new Map<string, NaiveEntitled>()
  readonly owed = new Map<string, bigint>()
  #next: number

  constructor(facts: NaiveFacts) {
    this.facts = facts
    this.#next = Math.max(
      0,
      ...facts.trades.map(({ sequence }) => sequence),
      ...(facts.sequences?.values() ?? []),
    )
  }

  at(portfolio: number, security: NaiveSecurity): NaiveHolding {
    const key = `${portfolio} ${security}`
    const one = this.holdings.get(key) ?? new NaiveHolding(this.of(portfolio).method)
    this.holdings.set(key, one)
    return one
  }

  of(portfolio: number): NaivePortfolio {
    return this.facts.portfolios[portfolio] as NaivePortfolio
  }

  post(portfolio: number, date: string, role: string, security: NaiveSecurity | '-', amount: bigint): void {
    const key = `${portfolio} ${date} ${role} ${security}`
    this.posted.set(key, (this.posted.get(key) ?? 0n) + amount)
  }

  /** A lot that an action opens, in the order in which it was recorded, else after all others. */
  lot(key: string, bought: string, quantity: bigint, cost: bigint, charges = 0n) {
    this.#next += 1
    const sequence = this.facts.sequences?.get(key) ?? this.#next
    return { key, bought, sequence, quantity, cost, charges }
  }

  /** The postings for shares that leave for money; rights stay in profit or loss. */
  gain(
    portfolio: number,
    date: string,
    security: NaiveSecurity,
    proceeds: bigint,
    out: { readonly cost: bigint; readonly charges: bigint },
  ): void {
    const post = (role: string, amount: bigint) => this.post(portfolio, date, role, security, amount)
    post('investment', -out.cost)
    if (this.of(portfolio).treatment === 'FVTPL' || security === 'R') {
      post('realized-gain', out.cost - proceeds)
    } else {
      post('transaction-costs', -out.charges)
      post('retained-earnings', out.cost + out.charges - proceeds)
    }
  }

  /** Money that is owed: as it was confirmed, or taken as paid on its day. */
  paid(
    action: NaiveAction,
    portfolio: number,
    role: string,
    security: NaiveSecurity | '-',
    owed: bigint,
    due: string | null,
  ): void {
    this.owed.set(`${action.key} ${portfolio}`, owed)
    const money = action.money.get(portfolio) ?? []
    const assumed: NaiveMoney[] =
      owed === 0n || due === null ? [] : [{ kind: 'received', date: due, amount: owed }]
    for (const { kind, date, amount } of money.length === 0 ? assumed : money) {
      const income = role === 'dividend-receivable' ? 'dividend-income' : 'other-income'
      const lost = role === 'payable' || amount < 0n ? income : 'impairment'
      this.post(portfolio, date, kind === 'received' ? 'cash' : lost, security, amount)
      this.post(portfolio, date, role, security, -amount)
    }
  }

  say(action: NaiveAction, portfolio: number, said: Partial<NaiveEntitled>): void {
    const none = { held: 0n, entitled: 0n, gross: 0n, tax: 0n, net: 0n, fraction: 0n, memoTax: 0n }
    this.entitled.set(`${action.key} ${portfolio}`, { ...none, ...said })
  }
}
