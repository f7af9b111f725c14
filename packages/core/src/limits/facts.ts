/**
 * The facts that limits are measured of: what portfolios hold, own and owe on a day, with acts added that are
 * not recorded.
 */
import { holdingValue } from '../valuation/holding-value.ts'
import type { PlainDate } from '../values/dates.ts'
import { type Cents, divideHalfAway, grossOf, type PriceUnits, type Shares } from '../values/money.ts'

/** A security as limits group it. Null: not known. */
export interface LimitSecurity {
  readonly id: number
  readonly symbol: string
  readonly issuer: string
  readonly issuerGroup: string | null
  readonly sector: string | null
  readonly board: string | null
  /** The letter of its class. */
  readonly securityClass: string
  /** Votes of a share. */
  readonly votes: bigint
  /** Issued shares on the day. */
  readonly issued: Shares | null
}

export interface LimitHolding {
  readonly portfolioId: number
  readonly securityId: number
  readonly quantity: Shares
  readonly price: PriceUnits | null
  /** Its value if there is no price: the carrying amount. */
  readonly carried: Cents
  readonly value: Cents
}

export interface LimitPortfolio {
  readonly id: number
  readonly code: string
  readonly netAssets: Cents
  readonly cash: Cents
  /** Cash expected at the end of each of `ladderDays`. */
  readonly ladder: readonly Cents[]
}

/** The outstanding amount of a trade. */
export interface OpenSettlement {
  readonly portfolioId: number
  readonly broker: string
  /** Null: it failed, and has no new day. */
  readonly due: PlainDate | null
  readonly isLate: boolean
  readonly pays: boolean
  readonly amount: Cents
}

/** A trade of the day, or an act. */
export interface Dealt {
  /** The day that it was dealt on, where that is before the day of the facts. */
  readonly tradeDate?: PlainDate
  readonly portfolioId: number
  readonly securityId: number
  readonly broker: string | null
  readonly side: 'buy' | 'sell'
  readonly gross: Cents
}

export interface LimitFacts {
  readonly day: PlainDate
  readonly securities: ReadonlyMap<number, LimitSecurity>
  readonly portfolios: ReadonlyMap<number, LimitPortfolio>
  readonly holdings: readonly LimitHolding[]
  /** Null: a day that is to come. */
  readonly settlements: readonly OpenSettlement[] | null
  /** The day and the market days after it. */
  readonly ladderDays: readonly PlainDate[]
  readonly dealt: readonly Dealt[]
  /** Acts that were laid over the books. */
  readonly acts: readonly Dealt[]
  /** Acts before this day are judged only by the holding after them. Left out: no act is so old. */
  readonly actsFrom?: PlainDate
}

/** A buy or sale that is not recorded. */
export interface LimitAct {
  readonly kind: 'buy' | 'sell'
  readonly portfolioId: number
  readonly securityId: number
  readonly quantity: Shares
  readonly price: PriceUnits
  /** As holdings value it; null where there is none. */
  readonly marketPrice: PriceUnits | null
  readonly settlementDate: PlainDate
  readonly broker: string | null
  /** The day that it was dealt on, where that is before the day of the facts. */
  readonly tradeDate?: PlainDate
  /** Of an account that settles manually what is due is late until it is confirmed; else it is taken as paid. */
  readonly settlesManually?: boolean
  feesOf(gross: Cents): Cents
}

/** The same act of another quantity. */
export const ofQuantity = (act: LimitAct, quantity: Shares): LimitAct => ({ ...act, quantity })

export const actGross = (act: LimitAct): Cents => grossOf(act.quantity, act.price)
export const actFees = (act: LimitAct): Cents => (act.quantity === 0n ? 0n : act.feesOf(actGross(act)))

interface OfPortfolio {
  readonly holdings: readonly LimitHolding[]
  readonly settlements: readonly OpenSettlement[]
  readonly dealt: readonly Dealt[]
  readonly acts: readonly Dealt[]
}
const NONE: OfPortfolio = { holdings: [], settlements: [], dealt: [], acts: [] }
const byPortfolio = new WeakMap<LimitFacts, ReadonlyMap<number, OfPortfolio>>()

/** The facts of each portfolio: sorted once, also where hundreds of scopes are cut out of them. */
function apart(facts: LimitFacts): ReadonlyMap<number, OfPortfolio> {
  const known = byPortfolio.get(facts)
  if (known !== undefined) return known
  const of = ({ portfolioId }: { readonly portfolioId: number }) => portfolioId
  const [holdings, settlements, dealt, acts] = [
    Map.groupBy(facts.holdings, of),
    Map.groupBy(facts.settlements ?? [], of),
    Map.groupBy(facts.dealt, of),
    Map.groupBy(facts.acts, of),
  ]
  const found = new Map(
    [...facts.portfolios.keys()].map((id) => [
      id,
      {
        holdings: holdings.get(id) ?? [],
        settlements: settlements.get(id) ?? [],
        dealt: dealt.get(id) ?? [],
        acts: acts.get(id) ?? [],
      },
    ]),
  )
  byPortfolio.set(facts, found)
  return found
}

const alone = new WeakMap<LimitFacts, Map<number, LimitFacts>>()

/** Facts of some portfolios only. Those of one alone are asked for by every limit that holds for each. */
export function factsOf(facts: LimitFacts, portfolioIds: ReadonlySet<number>): LimitFacts {
  const [id] = portfolioIds
  if (portfolioIds.size !== 1 || id === undefined) return cut(facts, portfolioIds)
  const known = alone.get(facts) ?? new Map<number, LimitFacts>()
  alone.set(facts, known)
  const found = known.get(id) ?? cut(facts, portfolioIds)
  known.set(id, found)
  return found
}

function cut(facts: LimitFacts, portfolioIds: ReadonlySet<number>): LimitFacts {
  const parts = apart(facts)
  const some = [...portfolioIds].filter((id) => facts.portfolios.has(id))
  const of = some.map((id) => parts.get(id) ?? NONE)
  return {
    ...facts,
    portfolios: new Map(
      some.flatMap((id) => {
        const found = facts.portfolios.get(id)
        return found === undefined ? [] : [[id, found] as const]
      }),
    ),
    holdings: of.flatMap(({ holdings }) => holdings),
    settlements: facts.settlements === null ? null : of.flatMap(({ settlements }) => settlements),
    dealt: of.flatMap(({ dealt }) => dealt),
    acts: of.flatMap(({ acts }) => acts),
  }
}

/** The facts with acts laid over them, one after the other. A sale of more than is held sells what is held. */
export function withActs(facts: LimitFacts, acts: readonly LimitAct[]): LimitFacts {
  if (acts.length === 0) return facts
  const then: Changing = {
    holdings: [...facts.holdings],
    portfolios: new Map(facts.portfolios),
    settlements: facts.settlements === null ? null : [...facts.settlements],
    dealt: [...facts.dealt],
    acts: [...facts.acts],
  }
  for (const act of acts) lay(act, then, facts)
  return { ...facts, ...then }
}

interface Changing {
  readonly holdings: LimitHolding[]
  readonly portfolios: Map<number, LimitPortfolio>
  readonly settlements: OpenSettlement[] | null
  readonly dealt: Dealt[]
  readonly acts: Dealt[]
}

function lay(act: LimitAct, then: Changing, { day, ladderDays, actsFrom = '' }: LimitFacts): void {
  const { portfolioId, securityId, kind, broker, settlementDate, tradeDate = day } = act
  const index = then.holdings.findIndex(
    (one) => one.portfolioId === portfolioId && one.securityId === securityId,
  )
  const before = then.holdings[index]
  const held = before?.quantity ?? 0n
  const done = kind === 'sell' && act.quantity > held ? ofQuantity(act, held) : act
  const gross = actGross(done)
  const after = holdingAfter(before, done, gross)
  const net = kind === 'buy' ? -gross - actFees(done) : gross - actFees(done)
  if (before !== undefined) then.holdings.splice(index, 1)
  if (after.quantity > 0n) then.holdings.push(after)
  const portfolio = then.portfolios.get(portfolioId)
  if (portfolio !== undefined)
    then.portfolios.set(portfolioId, {
      ...portfolio,
      netAssets: portfolio.netAssets + after.value - (before?.value ?? 0n) + net,
      cash: portfolio.cash + net,
      ladder: portfolio.ladder.map((cash, day) =>
        (ladderDays[day] ?? '') >= settlementDate ? cash + net : cash,
      ),
    })
  const isDue = settlementDate < day
  if (broker !== null && net !== 0n && (!isDue || act.settlesManually === true))
    then.settlements?.push({
      portfolioId,
      broker,
      due: settlementDate,
      isLate: isDue,
      pays: net < 0n,
      amount: net < 0n ? -net : net,
    })
  const dealt: Dealt = { portfolioId, securityId, broker, side: kind, gross, tradeDate }
  if (tradeDate === day) then.dealt.push(dealt)
  if (tradeDate >= actsFrom) then.acts.push(dealt)
}

function holdingAfter(before: LimitHolding | undefined, act: LimitAct, gross: Cents): LimitHolding {
  const { portfolioId, securityId, kind } = act
  const held = before?.quantity ?? 0n
  const quantity = kind === 'buy' ? held + act.quantity : held - act.quantity
  const price = before === undefined ? act.marketPrice : before.price
  const was = before?.carried ?? 0n
  const carried = kind === 'buy' ? was + gross : held === 0n ? 0n : divideHalfAway(was * quantity, held)
  return { portfolioId, securityId, quantity, price, carried, value: holdingValue(quantity, price, carried) }
}
