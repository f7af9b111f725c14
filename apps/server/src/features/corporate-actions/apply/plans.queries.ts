/** Plans of actions, one for each portfolio, and what they are made from: what is held, chosen, allotted and paid, and the outcome of recorded events. */
import { KINDS } from '@em/contract/corporate-actions/kinds'
import type { Holding } from '@em/core/chains/chain-event'
import {
  type AccountHeld,
  type Allotment,
  type ConfirmedMoney,
  type Election,
  type EventOutcome,
  type EventSecurity,
  type HeldLot,
  NO_ENTITLEMENT,
  type Plan,
  type PlanFacts,
  type WriteOffRole,
} from '@em/core/corporate-actions/plan'
import { planOf } from '@em/core/corporate-actions/plan-of'
import { type TaxRate, taxRateInForce } from '@em/core/corporate-actions/plans/dividend'
import type { EntryLine } from '@em/core/ledger/lines'
import { type Treatment, treatmentOf } from '@em/core/ledger/treatment'
import { decimalOf, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { ACTION_EVENT_COLUMNS } from '../../chains/action-events.queries.ts'
import {
  isTaxedByRegister,
  loadTaxRates,
  NOT_TAKEN_OUT,
  type StoredAction,
  taxDayOfAction,
} from '../facts/action-rows.queries.ts'
import { readAccounts } from './held-accounts.queries.ts'

const OF_ACTIONS = 'unnest((SELECT :actionIds::bigint[]), (SELECT :turns::int[])) AS k (id, turn)'
const IN_SCOPE = '(:portfolioIds?::bigint[] IS NULL OR x.portfolio_id = ANY (:portfolioIds))'

// The state just before a corporate action of the day: openings of the day are there already.
const HELD = statement(
  'actions.held-before',
  `SELECT k.id AS action_id!, c.portfolio_id, h.quantity, h.cost, h.charges
     FROM unnest((SELECT :actionIds::bigint[]), (SELECT :equityIds::bigint[]), (SELECT :days::date[]), (SELECT :onlyOf?::bigint[])) AS k (id, equity, day, only_of)
     JOIN chains c ON c.equity_id = k.equity AND (k.only_of IS NULL OR c.portfolio_id = k.only_of)
    CROSS JOIN LATERAL (
      SELECT e.quantity, e.cost, e.charges FROM chain_events e
       WHERE e.chain_id = c.id AND (e.event_date < k.day OR (e.event_date = k.day AND e.rank < 0))
       ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1) h
    WHERE h.quantity > 0 AND (:portfolioIds?::bigint[] IS NULL OR c.portfolio_id = ANY (:portfolioIds))`,
)
const RIGHTS_LEFT = statement(
  'actions.rights-left',
  `SELECT k.id AS action_id!, c.portfolio_id, h.quantity
     FROM unnest((SELECT :actionIds::bigint[]), (SELECT :equityIds::bigint[]), (SELECT :days::date[]), (SELECT :onlyOf?::bigint[])) AS k (id, equity, day, only_of)
     JOIN chains c ON c.equity_id = k.equity AND (k.only_of IS NULL OR c.portfolio_id = k.only_of)
    CROSS JOIN LATERAL (
      SELECT e.quantity FROM chain_events e WHERE e.chain_id = c.id AND e.event_date <= k.day
       ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1) h
    WHERE h.quantity > 0 AND (:portfolioIds?::bigint[] IS NULL OR c.portfolio_id = ANY (:portfolioIds))`,
)
const ELECTIONS = statement(
  'actions.elections-in-force',
  `SELECT DISTINCT ON (x.action_id, x.portfolio_id) x.action_id, x.portfolio_id, x.subscribe, x.sell, x.lapse, x.additional, x.pay_date,
          x.settlement_account_id, x.taken_out, x.allocations
     FROM action_elections x JOIN ${OF_ACTIONS} ON k.id = x.action_id AND k.turn = x.turn WHERE ${IN_SCOPE}
    ORDER BY x.action_id, x.portfolio_id, x.id DESC`,
)
const ALLOTMENTS = statement(
  'actions.allotments-in-force',
  `SELECT DISTINCT ON (x.action_id, x.portfolio_id) x.action_id, x.portfolio_id, x.allotted, x.allotted_on, x.refunded_on, x.settlement_account_id
     FROM action_allotments x JOIN ${OF_ACTIONS} ON k.id = x.action_id AND k.turn = x.turn WHERE ${IN_SCOPE} AND ${NOT_TAKEN_OUT('x')}
    ORDER BY x.action_id, x.portfolio_id, x.id DESC`,
)
const MONEY = statement(
  'actions.money-in-force',
  `SELECT x.action_id, x.portfolio_id, x.kind, x.money_date, x.amount, x.settlement_account_id, x.against
     FROM action_money x JOIN ${OF_ACTIONS} ON k.id = x.action_id AND k.turn = x.turn WHERE ${IN_SCOPE} AND ${NOT_TAKEN_OUT('x')} ORDER BY x.id`,
)
const STANDINGS = statement(
  'actions.standings',
  `SELECT x.action_id, x.portfolio_id, x.version, x.expected_role, x.expected, x.due, x.received, x.written_off, x.is_confirmed, x.is_open, x.settlement_account_id, t.tax_rate, t.tax_rate_on, t.ex_tax_rate, t.ex_tax,
          t.held, t.entitled, t.gross, t.tax, t.net, t.fraction, t.memo_tax
     FROM action_standings x JOIN action_entitlements t ON t.action_id = x.action_id AND t.portfolio_id = x.portfolio_id AND t.version = x.version
    WHERE x.action_id = ANY (:actionIds::bigint[]) AND ${IN_SCOPE}`,
)
/** The state of an action in a portfolio, with its entitlement in force. */
export type StandingRow = RowOf<typeof STANDINGS>
const EVENTS = statement(
  'actions.events-standing',
  `SELECT a.action_id, a.plan_portfolio_id, a.part, a.portfolio_id, a.equity_id, ${ACTION_EVENT_COLUMNS}, e.quantity_change, e.cost_change, e.charges_change
     FROM action_events a LEFT JOIN chain_events e ON e.id = a.id
    WHERE a.action_id = ANY (:actionIds::bigint[]) AND (:portfolioIds?::bigint[] IS NULL OR a.plan_portfolio_id = ANY (:portfolioIds))
    ORDER BY a.id`,
)
/** An event on a chain, with its results. */
export type StandingEventRow = RowOf<typeof EVENTS>
const CHANGED_LOTS = statement(
  'actions.changed-lots',
  `SELECT k.event_id, k.lot_event_id, k.quantity_change, k.cost_change, k.charges_change, l.trade_date, l.settlement_date, l.cost_of_funds,
          (l.remaining_quantity - coalesce((
             SELECT sum(n.quantity_change) FROM lot_changes n JOIN chain_events y ON y.id = n.event_id
              WHERE n.lot_event_id = l.event_id AND (y.event_date, y.rank, y.id) >= (x.event_date, x.rank, x.id)), 0))::bigint AS shares_before!
     FROM lot_changes k JOIN lots l ON l.event_id = k.lot_event_id JOIN chain_events x ON x.id = k.event_id
    WHERE k.event_id = ANY (:eventIds::bigint[]) ORDER BY l.trade_date, l.event_id`,
)
const PORTFOLIOS = statement(
  'actions.portfolios-of-plans',
  `SELECT p.id, p.portfolio_id AS code, p.portfolio_name AS name, p.accounting_treatment, p.entity, m.costing_method
     FROM portfolios p LEFT JOIN costing_methods m ON m.portfolio_id = p.id WHERE p.id = ANY (:ids::bigint[])`,
)

/** The known facts of an action in one portfolio. */
export interface KnownOf {
  held: Holding
  /** The accounts of its shares, where they are shared or several. */
  accounts: readonly AccountHeld[]
  rightsLeft: bigint
  election: Election | null
  allotment: Allotment | null
  readonly money: ConfirmedMoney[]
  standing: StandingRow | null
  readonly events: StandingEventRow[]
  readonly outcomes: Map<string, EventOutcome>
}

export interface PlanPortfolio {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly entity: string
  readonly treatment: Treatment
  readonly method: string | null
}

export interface PlanWorld {
  /** By action, by portfolio. */
  readonly known: ReadonlyMap<number, ReadonlyMap<number, KnownOf>>
  readonly portfolios: ReadonlyMap<number, PlanPortfolio>
  readonly lots: ReadonlyMap<string, HeldLot>
  readonly lotShares: ReadonlyMap<string, bigint>
  readonly taxRates: readonly TaxRate[]
}

/** Named lots as they are stored, [{lot, quantity}]. */
export const namedLots = (stored: unknown) =>
  (stored as readonly { readonly lot: number; readonly quantity: number }[]).map(({ lot, quantity }) => ({
    lotId: String(lot),
    quantity: BigInt(quantity),
  }))
const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)
const NOTHING: Holding = { quantity: 0n, cost: 0n, charges: 0n }

/** Whether each side of a transfer has money of its own. */
const isAcross = ({ terms, toPortfolioId }: StoredAction) =>
  toPortfolioId !== null && terms !== null && 'price' in terms && terms.price !== null

/** The events of a transfer between entities are of one side's plan, its entries of both: they are planned together. */
function withBothSides(
  actions: readonly StoredAction[],
  portfolioIds: readonly number[] | null,
): readonly number[] | null {
  if (portfolioIds === null) return null
  const sides = actions.filter(isAcross).flatMap(({ portfolioId, toPortfolioId }) => {
    const both = [portfolioId, toPortfolioId].filter((id) => id !== null)
    return both.some((id) => portfolioIds.includes(id)) ? both : []
  })
  return sides.length === 0 ? portfolioIds : [...new Set([...portfolioIds, ...sides])]
}

/** Reads what the plans of some actions need, for some portfolios or all (null). */
export async function readPlanWorld(
  db: Queryable,
  actions: readonly StoredAction[],
  some: readonly number[] | null,
): Promise<PlanWorld> {
  const portfolioIds = withBothSides(actions, some)
  const dated = actions.flatMap((action) =>
    action.held === null || action.exDate === null || KINDS[action.kind].ignoresHolding === true
      ? []
      : [{ action, equityId: action.held.id, day: action.exDate }],
  )
  const rights = actions.flatMap((action) =>
    action.rights === null || action.lastDate === null
      ? []
      : [{ action, equityId: action.rights.id, day: action.lastDate }],
  )
  const keys = {
    actionIds: actions.map(({ id }) => id),
    turns: actions.map(({ turn }) => turn),
    portfolioIds,
  }
  const keysOf = (of: typeof dated) => ({
    actionIds: of.map(({ action }) => action.id),
    equityIds: of.map(({ equityId }) => equityId),
    days: of.map(({ day }) => day),
    onlyOf: of.map(({ action }) => action.portfolioId),
    portfolioIds,
  })
  const [held, left, elections, allotments, money, standings, events, taxRates] = await Promise.all([
    db.query(HELD, keysOf(dated)),
    rights.length === 0 ? [] : db.query(RIGHTS_LEFT, keysOf(rights)),
    db.query(ELECTIONS, keys),
    db.query(ALLOTMENTS, keys),
    db.query(MONEY, keys),
    db.query(STANDINGS, { actionIds: keys.actionIds, portfolioIds }),
    db.query(EVENTS, { actionIds: keys.actionIds, portfolioIds }),
    actions.some(isTaxedByRegister) ? loadTaxRates(db) : [],
  ])
  const known = new Map(actions.map(({ id }) => [id, new Map<number, KnownOf>()]))
  const at = (actionId: number, portfolioId: number): KnownOf => {
    const ofAction = known.get(actionId) ?? new Map<number, KnownOf>()
    const one = ofAction.get(portfolioId) ?? {
      held: NOTHING,
      accounts: [],
      rightsLeft: 0n,
      election: null,
      allotment: null,
      money: [],
      standing: null,
      events: [],
      outcomes: new Map(),
    }
    ofAction.set(portfolioId, one)
    return one
  }
  for (const row of held) {
    at(row.action_id, row.portfolio_id).held = {
      quantity: BigInt(row.quantity),
      cost: cents(row.cost),
      charges: cents(row.charges),
    }
  }
  const standing = dated.flatMap(({ action, day }) =>
    action.portfolioId === null && action.held !== null
      ? [{ actionId: action.id, equityId: action.held.id, day, of: known.get(action.id) ?? new Map() }]
      : [],
  )
  for (const [one, accounts] of await readAccounts(db, standing)) one.accounts = accounts
  for (const row of left) at(row.action_id, row.portfolio_id).rightsLeft = BigInt(row.quantity)
  for (const row of elections) {
    if (row.taken_out) continue
    at(row.action_id, row.portfolio_id).election = {
      subscribe: BigInt(row.subscribe),
      sell: BigInt(row.sell),
      lapse: BigInt(row.lapse),
      additional: BigInt(row.additional),
      date: row.pay_date,
      settlementAccountId: row.settlement_account_id,
      ...(row.allocations !== null && { allocations: namedLots(row.allocations) }),
    }
  }
  for (const row of allotments) {
    at(row.action_id, row.portfolio_id).allotment = {
      allotted: BigInt(row.allotted),
      date: row.allotted_on,
      refundDate: row.refunded_on,
      settlementAccountId: row.settlement_account_id,
    }
  }
  for (const row of money) {
    at(row.action_id, row.portfolio_id).money.push({
      kind: row.kind as ConfirmedMoney['kind'],
      ...(row.against !== null && { against: row.against as WriteOffRole }),
      date: row.money_date,
      amount: cents(row.amount),
      settlementAccountId: row.settlement_account_id,
    })
  }
  for (const row of standings) at(row.action_id, row.portfolio_id).standing = row
  // The application's own portfolio, that of a transfer and that of an open item are there whatever they hold.
  for (const action of actions) {
    const { id, kind, portfolioId, toPortfolioId, takenOn } = action
    if (KINDS[kind].ofOne !== true && takenOn === null) continue
    for (const own of [portfolioId, isAcross(action) ? toPortfolioId : null])
      if (own !== null && (portfolioIds === null || portfolioIds.includes(own))) at(id, own)
  }
  const keeping = new Set(actions.filter(({ kind }) => KINDS[kind].keepsAges === true).map(({ id }) => id))
  const eventIds = events.filter((row) => keeping.has(row.action_id)).map(({ id }) => id)
  const lots = eventIds.length === 0 ? [] : await db.query(CHANGED_LOTS, { eventIds })
  const byEvent = Map.groupBy(lots, (row) => row.event_id)
  for (const row of events) {
    const one = at(row.action_id, row.plan_portfolio_id)
    one.events.push(row)
    if (row.quantity_change === null) continue
    one.outcomes.set(row.part, {
      change: {
        quantity: BigInt(row.quantity_change),
        cost: cents(row.cost_change),
        charges: cents(row.charges_change),
      },
      lots: (byEvent.get(row.id) ?? []).map((lot) => ({
        lotId: String(lot.lot_event_id),
        quantity: BigInt(lot.quantity_change),
        cost: cents(lot.cost_change),
        charges: cents(lot.charges_change),
      })),
    })
  }
  const ids = new Set([...known.values()].flatMap((ofAction) => [...ofAction.keys()]))
  for (const { toPortfolioId } of actions) if (toPortfolioId !== null) ids.add(toPortfolioId)
  return {
    known,
    portfolios: await portfoliosOf(db, [...ids]),
    lots: new Map(
      lots.map((row): [string, HeldLot] => [
        String(row.lot_event_id),
        {
          id: String(row.lot_event_id),
          tradeDate: row.trade_date,
          settlementDate: row.settlement_date,
          costOfFundsRate: decimalOf(row.cost_of_funds, RATE_SCALE),
        },
      ]),
    ),
    taxRates,
    lotShares: new Map(lots.map((row) => [String(row.lot_event_id), BigInt(row.shares_before)])),
  }
}

async function portfoliosOf(db: Queryable, ids: readonly number[]): Promise<Map<number, PlanPortfolio>> {
  const rows = ids.length === 0 ? [] : await db.query(PORTFOLIOS, { ids })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        code: row.code,
        name: row.name,
        entity: row.entity,
        treatment: treatmentOf(row.accounting_treatment).treatment,
        method: row.costing_method,
      },
    ]),
  )
}

// The plans of some actions from what is known, each with the places that its events and lines are about.

/** One action in one portfolio. */
export interface PlannedAction {
  readonly action: StoredAction
  readonly portfolio: PlanPortfolio
  readonly known: KnownOf
  /** With nothing but the entitlement where the action is not in the books. */
  readonly plan: Plan
}

/** Whether a portfolio chooses the lots of shares that it gives. */
export const picksLots = ({ method }: Pick<PlanPortfolio, 'method'>): boolean => method === 'CHERRY'

const IN_BOOKS: readonly string[] = ['entitled', 'processed']
export const isInBooks = ({ state }: Pick<StoredAction, 'state'>): boolean => IN_BOOKS.includes(state)

const NO_PLAN: Plan = { entitlement: NO_ENTITLEMENT, events: [], entries: [], expected: null, isOpen: false }

/**
 * Where a tax rate of the register is taken from: what an entitlement was counted with; the same, but the rate on the payment date where
 * that has come since; or what is in force now.
 */
export type TaxRatesFrom = 'kept' | 'come' | 'in force'

/** The plan of each action in each portfolio. A tax rate of the register stays the one that an entitlement was computed with, unless asked otherwise. */
export function planAll(
  actions: readonly StoredAction[],
  world: PlanWorld,
  today: string,
  taxRates: TaxRatesFrom = 'kept',
): PlannedAction[] {
  return actions.flatMap((action) =>
    // In order, so that what comes of them is numbered alike whenever it is done.
    [...(world.known.get(action.id) ?? [])]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([portfolioId, known]) => {
        const portfolio = world.portfolios.get(portfolioId)
        if (portfolio === undefined) return []
        const plan = planFor(action, known, portfolio, world, { today, taxRates })
        return [{ action, portfolio, known, plan }]
      }),
  )
}

function planFor(
  action: StoredAction,
  known: KnownOf,
  portfolio: PlanPortfolio,
  world: PlanWorld,
  { today, taxRates }: { readonly today: string; readonly taxRates: TaxRatesFrom },
): Plan {
  const isNothing = action.state === 'draft' || action.state === 'cancelled'
  if (action.terms === null || isNothing || isLeft(action, portfolio)) return NO_PLAN
  const { held, accounts, rightsLeft, election, allotment, money, outcomes } = known
  const { lots, lotShares } = world
  const facts = {
    treatment: portfolio.treatment,
    picksLots: picksLots(portfolio),
    held,
    accounts,
    rightsLeft,
    election,
    allotment,
    money,
    outcomes,
    lots,
    lotShares,
    ...taxOf(action, known, portfolio, world, { today, taxRates }),
    today,
    isTaking: portfolio.id === action.toPortfolioId,
  }
  const plan = planOf(action.terms, facts)
  return isInBooks(action) ? plan : { ...NO_PLAN, entitlement: plan.entitlement }
}

/** Whether a portfolio was a side of a transfer before another one was named: it has neither to give nor to take. */
const isLeft = ({ portfolioId, toPortfolioId }: StoredAction, { id }: PlanPortfolio): boolean =>
  toPortfolioId !== null && id !== portfolioId && id !== toPortfolioId

/** Where the register has no rate for the day, nothing is withheld; the answer warns of it. */
function taxOf(
  action: StoredAction,
  known: KnownOf,
  { entity }: PlanPortfolio,
  world: PlanWorld,
  { today, taxRates: from }: { readonly today: string; readonly taxRates: TaxRatesFrom },
): Pick<PlanFacts, 'taxRate' | 'exTaxRate' | 'taxRateOn'> {
  const exDate = action.exDate ?? ''
  const inForce = (day: string) => taxRateInForce(world.taxRates, entity, day) ?? 0n
  const received = known.money.find(({ kind }) => kind === 'received')?.date ?? null
  const day = taxDayOfAction(action, today, received)
  const { standing } = known
  if (from !== 'in force' && standing !== null && standing.tax_rate !== null) {
    const storedRate = decimalOf(standing.tax_rate, RATE_SCALE)
    // Of entitlements from before days were kept nothing is provisional: they stay until they are processed again.
    if (from === 'come' && day !== exDate && standing.tax_rate_on === exDate)
      return { taxRate: inForce(day), exTaxRate: storedRate, taxRateOn: day }
    const ex = standing.ex_tax_rate
    return {
      taxRate: storedRate,
      exTaxRate: ex === null ? storedRate : decimalOf(ex, RATE_SCALE),
      taxRateOn: standing.tax_rate_on,
    }
  }
  return { taxRate: inForce(day), exTaxRate: inForce(exDate), taxRateOn: day === '' ? null : day }
}

/** The security that a place of an action is. Throws where the action has none there. */
export function securityAt(
  action: StoredAction,
  place: EventSecurity,
): { readonly id: number; readonly symbol: string; readonly name: string } {
  const found = place === 'held' ? action.held : place === 'new' ? action.new : action.rights
  if (found === null) throw new Error(`action ${action.id} has no ${place} security`)
  return found
}

export const equityOfLine = (action: StoredAction, place: EventSecurity | null): EntryLine['equityId'] =>
  place === null ? null : securityAt(action, place).id
