/** Proposes, changes, approves, places, cancels and fills orders. */
import { faultOfAsk, type Order, type orders } from '@em/contract/orders/orders'
import type { Figures } from '@em/core/limits/released'
import { isOpenTo, type OrderAct } from '@em/core/orders/order-acts'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { releasersNow } from '../../platform/asks.ts'
import type { SignedIn } from '../../platform/authorize.ts'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import type { Outcome } from '../../platform/door.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { releasedFigures } from '../approvals/released.queries.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { holdByLimits } from '../limits/hold.commands.ts'
import { type Asked, askedOf, changed } from './asked.queries.ts'
import { type FoundOrder, findOrder, ofOrder, orderNumber } from './orders.queries.ts'

/** Two orders on the same shares look at each other: one after the other. */
const HOLD_SECURITY = statement(
  'orders.hold-security',
  `SELECT ${takeLock('orders of a security', { key: ':equityId::bigint::integer' })}`,
)
const HOLD = statement('orders.hold', 'SELECT version FROM orders WHERE id = :id FOR UPDATE')
const SECURITY_OF = statement(
  'orders.security-of',
  'SELECT v.equity_id FROM orders o JOIN order_versions v ON v.order_id = o.id AND v.version = o.version WHERE o.id = :id',
)
const ADD = statement(
  'orders.add',
  `INSERT INTO orders (step, valid_until, proposed_on, proposed_by) VALUES ('proposal', :validUntil::date, :today::date, :by) RETURNING id`,
)
const ADD_VERSION = statement(
  'orders.add-version',
  `INSERT INTO order_versions (order_id, version, side, equity_id, amount, limit_price, broker_name, valid_until, reason, recorded_by, judged)
   VALUES (:id, :version, :side, :equityId, :amount?::numeric, :limitPrice?::numeric, :broker?, :validUntil::date, :reason?, :by,
           :judged::jsonb)`,
)
const ADD_PORTFOLIOS = statement(
  'orders.add-portfolios',
  `INSERT INTO order_portfolios (order_id, version, portfolio_id, place, quantity)
   SELECT :id, :version, a.portfolio_id, a.place, a.quantity
     FROM unnest(:portfolioIds::bigint[], :quantities?::bigint[]) WITH ORDINALITY AS a (portfolio_id, quantity, place)`,
)
const ADD_STEP = statement(
  'orders.add-step',
  'INSERT INTO order_steps (order_id, version, what, reason, by_user) VALUES (:id, :version, :what, :reason?, :by)',
)
const MOVE = statement(
  'orders.move',
  'UPDATE orders SET step = :step, version = :version, valid_until = :validUntil::date WHERE id = :id',
)
const TRADES = statement(
  'orders.trades',
  `SELECT t.id, t.deal_number, t.portfolio_id, t.equity_id, t.side, tv.trade_date, k.order_id AS filled_order,
          (SELECT o.id FROM orders o WHERE o.id = k.order_id) AS seen_order
     FROM trades t JOIN trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version
     LEFT JOIN em.order_fills k ON k.trade_id = t.id
    WHERE t.id = ANY (:ids::bigint[]) AND NOT t.is_deleted`,
)
const FILL = statement(
  'orders.fill',
  'INSERT INTO order_fills (trade_id, order_id, recorded_by) SELECT trade, :id, :by FROM unnest(:trades::bigint[]) AS trade',
)
const UNFILL = statement(
  'orders.unfill',
  'DELETE FROM order_fills WHERE order_id = :id AND trade_id = :trade RETURNING trade_id',
)

const WRITER = statement(
  'orders.writer',
  `SELECT v.recorded_by, u.first_name || ' ' || u.last_name AS name! FROM order_versions v JOIN users u ON u.id = v.recorded_by
    WHERE v.order_id = :id AND v.version = :version`,
)

interface Now {
  readonly today: string
  readonly user: SignedIn
}
/**
 * Limits hold what an order asks for: a soft one asks for a reason, a hard one for a release by another person. Answers the checks that the order shows, and what all were judged by.
 * Nothing has filled it yet: a part filled order is neither changed nor approved.
 * @throws Refusal as `holdByLimits`.
 */
async function hold(
  tx: Transaction,
  id: number | null,
  asked: Asked,
  { today, user }: Now,
  released: readonly Figures[] = [],
): Promise<{ limits: Order['checks']; judged: readonly Figures[] }> {
  const { body, equityId, portfolioIds, quantities } = asked
  const acts = portfolioIds.map((portfolioId, index) => ({
    kind: body.side,
    portfolioId,
    securityId: equityId,
    quantity: quantities?.[index] ?? 0n,
    price: body.limitPrice,
    broker: body.broker,
    ...(body.amount !== null && { amount: body.amount }),
  }))
  const field = body.amount === null ? 'quantity' : 'amount'
  const { reason } = body
  const of = {
    acts,
    today,
    see: user.portfolios.see,
    except: id,
    reason,
    field,
  }
  const found = await holdByLimits(tx, { ...of, released })
  return {
    limits: ofOrder(found.map(({ check }) => check)),
    // What nothing was asked for needs no release.
    judged: found.flatMap(({ check, figures }) => (check.asks === 'refusal' ? [figures] : [])),
  }
}

interface NewVersion {
  readonly id: number
  readonly version: number
  readonly judged: readonly Figures[]
  readonly by: number
}
async function addVersion(tx: Transaction, { id, version, judged, by }: NewVersion, asked: Asked) {
  const { body, equityId, portfolioIds, quantities } = asked
  await tx.query(ADD_VERSION, {
    id,
    version,
    side: body.side,
    equityId,
    amount: body.amount === null ? null : formatDecimal(body.amount, MONEY_SCALE),
    limitPrice: body.limitPrice === null ? null : formatDecimal(body.limitPrice, PRICE_SCALE),
    broker: body.broker,
    validUntil: body.validUntil,
    reason: body.reason,
    judged: JSON.stringify(judged),
    by,
  })
  await tx.query(ADD_PORTFOLIOS, {
    id,
    version,
    portfolioIds: [...portfolioIds],
    quantities: quantities === null ? portfolioIds.map(() => null) : quantities.map(Number),
  })
}

/**
 * Approves it at once where the person approves orders and nothing is exceeded, or another person has released it. Of a person who does not
 * approve orders, the release counts as the approval where the releaser approves orders: he is not asked twice.
 */
async function approveAtOnce(tx: Transaction, { shown, limits }: FoundOrder, now: Now): Promise<Order> {
  const { user } = now
  const releasers = releasersNow()
  const needsOther = isExceeded(shown) && releasers.length === 0
  const approves = (one: Pick<SignedIn, 'id' | 'rights'>) => one.rights.has('orders.approve')
  const by = [user, ...releasers].find(approves)
  if (by === undefined || needsOther) return shown
  await step(tx, shown, { what: 'approved', reason: null, by: by.id })
  return (await findOrder(tx, shown.id, now, limits)).shown
}

const isExceeded = ({ checks }: Order) => checks.some(({ state }) => state === 'exceeded')

/** Adds a step to the version in force, and moves the order there. */
async function step(
  tx: Transaction,
  { id, version, validUntil }: Order,
  { what, reason, by }: { what: 'approved' | 'placed' | 'cancelled'; reason: string | null; by: number },
): Promise<void> {
  await tx.query(ADD_STEP, { id, version, what, reason, by })
  await tx.query(MOVE, { id, step: what, version, validUntil })
}

/** @throws Refusal as `askedOf`. */
export async function proposeOrder(
  tx: Transaction,
  { body }: WriteInput<typeof orders.create>,
  now: Now,
): Promise<Outcome<Order>> {
  const asked = await askedOf(tx, body, now.today)
  await tx.query(HOLD_SECURITY, { equityId: asked.equityId })
  const { limits, judged } = await hold(tx, null, asked, now)
  const { validUntil } = body
  const [added] = await tx.query(ADD, { validUntil, today: now.today, by: now.user.id })
  const id = added?.id ?? 0
  await addVersion(tx, { id, version: 1, judged, by: now.user.id }, asked)
  await tx.query(ADD_STEP, { id, version: 1, what: 'proposed', reason: null, by: now.user.id })
  const answer = await approveAtOnce(tx, await findOrder(tx, id, now, limits), now)
  return {
    answer,
    audit: { action: 'orders.create', entity: 'order', entityId: id, after: audited(answer) },
  }
}

/** @throws Refusal as `askedOf` and `held`. */
export async function changeOrder(
  tx: Transaction,
  { params, body: { version: read, ...change } }: WriteInput<typeof orders.change>,
  now: Now,
): Promise<Outcome<Order>> {
  const before = await held(tx, { id: params.id, act: 'change', version: read, symbol: change.symbol }, now)
  const body = changed(before.shown, change)
  const fault = faultOfAsk(body)
  if (fault !== null) throw new Refusal('request.invalid', {}, [fault])
  const asked = await askedOf(tx, body, now.today, before.shown)
  const { id, version } = before.shown
  const { limits, judged } = await hold(tx, id, asked, now)
  await addVersion(tx, { id, version: version + 1, judged, by: now.user.id }, asked)
  await tx.query(ADD_STEP, { id, version: version + 1, what: 'changed', reason: null, by: now.user.id })
  await tx.query(MOVE, { id, step: 'proposal', version: version + 1, validUntil: body.validUntil })
  const answer = await approveAtOnce(tx, await findOrder(tx, id, now, limits), now)
  return {
    answer,
    audit: {
      action: 'orders.change',
      entity: 'order',
      entityId: id,
      before: audited(before.shown),
      after: audited(answer),
    },
  }
}

const ACT_WORDS: Readonly<Record<OrderAct, string>> = {
  change: 'changed',
  approve: 'approved',
  place: 'placed',
  cancel: 'cancelled',
  fill: 'filled',
  unfill: 'changed',
}

interface Held {
  readonly id: number
  readonly act: OrderAct
  /** As it was read; left out where the act does not rest on what the order asks for. */
  readonly version?: number
  /** The security that it will be of: its orders are held, too. */
  readonly symbol?: string | undefined
}

/** The order, held until the transaction ends, with its checks by limits only where it is approved. @throws Refusal 404, `record.stale`, `order.state` (409). */
async function held(tx: Transaction, { id, act, version, symbol }: Held, now: Now): Promise<FoundOrder> {
  const [security] = await tx.query(SECURITY_OF, { id })
  const other = symbol === undefined ? undefined : (await resolveCompany(tx, symbol, now.today, 'symbol')).id
  const securities = new Set([other, security?.equity_id].filter((one) => one !== undefined))
  for (const equityId of [...securities].toSorted((a, b) => a - b))
    await tx.query(HOLD_SECURITY, { equityId })
  await tx.query(HOLD, { id })
  const found = await findOrder(tx, id, now, act === 'approve' ? undefined : [])
  const { shown } = found
  if (version !== undefined && version !== shown.version)
    throw new Refusal('record.stale', { what: 'The order' })
  if (!isOpenTo(act, shown.state)) {
    throw new Refusal('order.state', {
      number: shown.number,
      state: shown.state === 'proposal' ? 'a proposal' : shown.state.replace('-', ' '),
      act: ACT_WORDS[act],
    })
  }
  return found
}

/** @throws Refusal as `held`, `order.own` (409). */
export async function approveOrder(
  tx: Transaction,
  { params, body }: WriteInput<typeof orders.approve>,
  now: Now,
): Promise<Outcome<Order>> {
  const found = await held(tx, { id: params.id, act: 'approve', version: body.version }, now)
  const [writer] = await tx.query(WRITER, { id: params.id, version: found.shown.version })
  if (isExceeded(found.shown) && writer?.recorded_by === now.user.id)
    throw new Refusal('order.own', { number: found.shown.number, name: writer.name })
  // The books may have moved since it was written.
  const written = changed(found.shown, {})
  const { equityId, portfolioIds } = found
  const quantities =
    found.shown.amount === null ? found.shown.shares.map(({ quantity }) => BigInt(quantity ?? 0)) : null
  const reason = body.reason ?? written.reason
  const asked = { equityId, portfolioIds, quantities, body: { ...written, reason } }
  const released = await releasedFigures(tx, params.id, found.shown.version)
  const { limits } = await hold(tx, params.id, asked, now, released)
  return await stepped(tx, found, { what: 'approved', reason: body.reason, limits }, now)
}
/** @throws Refusal as `held`. */
export async function markPlaced(
  tx: Transaction,
  { params, body }: WriteInput<typeof orders.place>,
  now: Now,
): Promise<Outcome<Order>> {
  const found = await held(tx, { id: params.id, act: 'place', version: body.version }, now)
  return await stepped(tx, found, { what: 'placed', reason: body.reason }, now)
}

/** @throws Refusal as `held`. */
export async function cancelOrder(
  tx: Transaction,
  { params, body }: WriteInput<typeof orders.cancel>,
  now: Now,
): Promise<Outcome<Order>> {
  const found = await held(tx, { id: params.id, act: 'cancel', version: body.version }, now)
  return await stepped(tx, found, { what: 'cancelled', reason: body.reason }, now)
}

async function stepped(
  tx: Transaction,
  { shown }: FoundOrder,
  {
    what,
    reason,
    limits,
  }: { what: 'approved' | 'placed' | 'cancelled'; reason: string | null; limits?: Order['checks'] },
  now: Now,
): Promise<Outcome<Order>> {
  await step(tx, shown, { what, reason, by: now.user.id })
  const answer = (await findOrder(tx, shown.id, now, limits)).shown
  return {
    answer,
    audit: {
      action: what === 'approved' ? 'orders.approve' : what === 'placed' ? 'orders.place' : 'orders.cancel',
      entity: 'order',
      entityId: shown.id,
      before: audited(shown),
      after: audited(answer),
    },
  }
}

/**
 * Trades of the order's portfolios, security and side, dealt since it was proposed, fill it. Limit price and broker choose what is proposed,
 * and refuse nothing: what was dealt was dealt. A trade can fill only an approved order.
 * @throws Refusal as `held`, `order.not-fitting` (422), `order.fills-another` (409).
 */
export async function fillOrder(
  tx: Transaction,
  { params, body }: WriteInput<typeof orders.fill>,
  now: Now,
): Promise<Outcome<Order>> {
  const found = await held(tx, { id: params.id, act: 'fill' }, now)
  // Its last day may have passed before anybody approved what it asks for.
  const { number, steps, version } = found.shown
  if (!steps.some((one) => one.what === 'approved' && one.version === version))
    throw new Refusal('order.state', { number, state: 'not approved', act: ACT_WORDS.fill })
  const ids = [...new Set(body.trades)]
  const trades = await tx.query(TRADES, { ids })
  for (const [index, id] of ids.entries()) {
    const trade = trades.find((one) => one.id === id)
    if (trade === undefined) throw new Refusal('record.missing', { what: `Trade ${id}` })
    const why = notFitting(trade, found)
    const facts = { deal: trade.deal_number, number: found.shown.number }
    if (why !== null) throw refuseField('order.not-fitting', `trades.${index}`, { ...facts, why })
    if (trade.filled_order !== null && trade.filled_order !== params.id)
      throw new Refusal('order.fills-another', {
        ...facts,
        // An order over a portfolio that the person does not see is not named.
        order: trade.seen_order === null ? 'another order' : `the order ${orderNumber(trade.seen_order)}`,
      })
  }
  const added = trades.filter(({ filled_order }) => filled_order === null).map(({ id }) => id)
  await tx.query(FILL, { id: params.id, trades: added, by: now.user.id })
  return filled(tx, 'orders.fill', found, now)
}

function notFitting(
  trade: RowOf<typeof TRADES>,
  { shown, equityId, portfolioIds, proposedOn }: FoundOrder,
): string | null {
  if (trade.equity_id !== equityId) return 'it is of another security'
  if (trade.side !== shown.side) return `it is no ${shown.side === 'buy' ? 'buy' : 'sale'}`
  if (!portfolioIds.includes(trade.portfolio_id)) return 'it is of another portfolio'
  return trade.trade_date < proposedOn ? 'it was dealt before the order was proposed' : null
}

/** @throws Refusal as `held`, `order.no-fill` (404). */
export async function unfillOrder(
  tx: Transaction,
  { params }: WriteInput<typeof orders.unfill>,
  now: Now,
): Promise<Outcome<Order>> {
  const found = await held(tx, { id: params.id, act: 'unfill' }, now)
  const [gone] = await tx.query(UNFILL, { id: params.id, trade: params.trade })
  if (gone === undefined) throw new Refusal('order.no-fill')
  return filled(tx, 'orders.unfill', found, now)
}

async function filled(
  tx: Transaction,
  action: 'orders.fill' | 'orders.unfill',
  { shown }: FoundOrder,
  now: Now,
): Promise<Outcome<Order>> {
  const answer = (await findOrder(tx, shown.id, now)).shown
  return {
    answer,
    audit: { action, entity: 'order', entityId: shown.id, before: audited(shown), after: audited(answer) },
  }
}

/** The fields of an order in the audit trail. */
function audited(order: Order) {
  const { number, state, side, symbol, quantity, amount, limitPrice, broker, validUntil, reason, filled } =
    order
  return {
    number,
    state,
    side,
    symbol,
    portfolios: order.shares
      .map(({ portfolioName, quantity: asked }) =>
        asked === null ? portfolioName : `${portfolioName} ${asked}`,
      )
      .join(', '),
    quantity,
    amount,
    limit_price: limitPrice,
    broker,
    valid_until: validUntil,
    reason,
    filled,
    fills: order.fills.map(({ deal_number }) => deal_number).join(', ') || null,
  }
}
