/** Orders as they are listed and shown: their state, what was filled of them, their checks, and trades that would fit. */

import { LIST_MAX } from '@em/contract/kit/register'
import type { LimitCheck } from '@em/contract/limits/limits'
import { ORDER_SIDES, type Order, type OrderRow, type OrderTrade } from '@em/contract/orders/orders'
import { ASKING, type OrderState } from '@em/core/orders/order-acts'
import { splitByAsk } from '@em/core/orders/split'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import type { SignedIn } from '../../platform/authorize.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { readForTheBooks, scopeNow } from '../../platform/database/scope.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { isOfBroker } from '../brokers/named.ts'
import { anyLimits, checksOf } from '../limits/checks.queries.ts'

/** "ORD-000042" */
export const orderNumber = (id: number): string => `ORD-${String(id).padStart(6, '0')}`

const NAME = "u.first_name || ' ' || u.last_name"
/** Trades in force that fill order `o`. */
const FILLS = `FROM order_fills k
  JOIN trades t ON t.id = k.trade_id AND NOT t.is_deleted
  JOIN trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version
 WHERE k.order_id = o.id`
/** The approvers of request `r`, of the approvals that count. */
const APPROVED_BY = `(SELECT string_agg(DISTINCT ${NAME}, ', ') FROM em.approval_steps a JOIN users u ON u.id = a.by_user
  WHERE a.request_id = r.id AND a.what = 'approved'
    AND NOT EXISTS (SELECT FROM em.approval_steps l WHERE l.request_id = r.id AND l.what = 'lapsed' AND l.id > a.id))`
/** The request that an act carried out, and whether it released what a hard limit refuses. */
const CARRIED_OUT =
  "em.approval_steps c JOIN em.approval_requests r ON r.id = c.request_id WHERE c.what = 'carried-out' AND c.act_id ="
const IS_RELEASE = `r.rules @> '[{"rule": null}]'`
const RELEASED_BY = `(SELECT ${APPROVED_BY} FROM order_steps s JOIN em.approval_steps c ON c.act_id = s.act_id AND c.what = 'carried-out'
   JOIN em.approval_requests r ON r.id = c.request_id AND ${IS_RELEASE}
  WHERE s.order_id = o.id AND s.version = o.version ORDER BY s.id DESC LIMIT 1)`
const COLUMNS = `o.id, o.version, z.state AS state!, v.side, v.equity_id, e.symbol, e.name AS company_name, s.quantity, v.amount, v.limit_price,
  v.broker_name, o.valid_until, v.reason, s.codes AS codes!, f.quantity AS filled!, f.gross AS filled_gross!,
  round(f.gross / nullif(f.quantity, 0), 4) AS average_price, ${NAME} AS proposed_by!, o.proposed_at, o.proposed_on, o.proposed_by AS proposer_id, ${RELEASED_BY} AS released_by`
const FROM = `FROM orders o
  JOIN order_versions v ON v.order_id = o.id AND v.version = o.version
  JOIN equities e ON e.id = v.equity_id
  JOIN users u ON u.id = o.proposed_by
 CROSS JOIN LATERAL (SELECT sum(p.quantity)::bigint AS quantity, array_agg(i.portfolio_id ORDER BY p.place) AS codes,
                            string_agg(i.portfolio_id || ' ' || i.portfolio_name, ' ') AS words
                       FROM order_portfolios p JOIN portfolios i ON i.id = p.portfolio_id
                      WHERE p.order_id = o.id AND p.version = o.version) s
 CROSS JOIN LATERAL (SELECT coalesce(sum(tv.quantity), 0)::bigint AS quantity, coalesce(sum(tv.gross), 0) AS gross,
                            (array_agg(tv.price ORDER BY k.recorded_at DESC, k.trade_id DESC))[1] AS last_price ${FILLS}) f
 CROSS JOIN LATERAL (SELECT order_state(o.step, o.valid_until, :today::date, s.quantity, v.amount, f.quantity, f.gross, f.last_price) AS state) z`
// Of open ones alone, those whose last day has passed are not looked at.
const LEFT = `(:states?::text[] IS NULL OR z.state = ANY (:states)) AND (:since?::date IS NULL OR o.valid_until >= :since)
      AND (:portfolioId?::bigint IS NULL OR EXISTS (SELECT FROM order_portfolios p WHERE p.order_id = o.id AND p.version = o.version
                                                                                     AND p.portfolio_id = :portfolioId))
      AND (:pattern?::text IS NULL OR 'ORD-' || lpad(o.id::text, 6, '0') ILIKE :pattern OR e.symbol ILIKE :pattern OR e.name ILIKE :pattern
           OR v.broker_name ILIKE :pattern OR s.words ILIKE :pattern)`
const LIST = statement(
  'orders.list',
  `SELECT ${COLUMNS} ${FROM} WHERE ${LEFT} AND (:before?::bigint IS NULL OR o.id < :before) ORDER BY o.id DESC LIMIT :most`,
)
const COUNT = statement('orders.count', `SELECT count(*) AS total! ${FROM} WHERE ${LEFT}`)
const ONE = statement('orders.one', `SELECT ${COLUMNS} ${FROM} WHERE o.id = :id`)
const SHARES = statement(
  'orders.shares',
  `SELECT p.portfolio_id AS id, i.portfolio_id AS code, i.portfolio_name AS name, p.quantity,
          coalesce((SELECT sum(tv.quantity) ${FILLS} AND t.portfolio_id = p.portfolio_id), 0)::bigint AS filled!
     FROM orders o JOIN order_portfolios p ON p.order_id = o.id AND p.version = o.version JOIN portfolios i ON i.id = p.portfolio_id
    WHERE o.id = :id ORDER BY p.place`,
)
const STEPS = statement(
  'orders.steps',
  `SELECT s.what, s.version, ${NAME} AS by!, s.at, s.reason, p.number, p.approved_by, p.is_release
     FROM order_steps s JOIN users u ON u.id = s.by_user
     LEFT JOIN LATERAL (SELECT 'APR-' || lpad(r.id::text, 6, '0') AS number, ${APPROVED_BY} AS approved_by, ${IS_RELEASE} AS is_release
                          FROM ${CARRIED_OUT} s.act_id) p
            ON NOT EXISTS (SELECT FROM order_steps n WHERE n.order_id = s.order_id AND n.act_id = s.act_id AND n.id > s.id)
    WHERE s.order_id = :id ORDER BY s.id`,
)
const TRADE = `t.id AS trade_id, t.deal_number, tv.contract_number, i.portfolio_id AS code, tv.trade_date, tv.quantity, tv.price, tv.gross,
  tv.broker_name`
const FILLED_BY = statement(
  'orders.filled-by',
  `SELECT ${TRADE} FROM orders o
    CROSS JOIN LATERAL (SELECT t.id, t.deal_number, t.portfolio_id, t.version, k.recorded_at ${FILLS}) t
     JOIN trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version
     JOIN portfolios i ON i.id = t.portfolio_id
    WHERE o.id = :id ORDER BY t.recorded_at, t.id`,
)
const FITTING = statement(
  'orders.fitting',
  `SELECT ${TRADE} FROM orders o
     JOIN order_versions v ON v.order_id = o.id AND v.version = o.version
     JOIN order_portfolios p ON p.order_id = o.id AND p.version = o.version
     JOIN chains c ON c.portfolio_id = p.portfolio_id AND c.equity_id = v.equity_id
     JOIN chain_events x ON x.chain_id = c.id AND x.event_date BETWEEN o.proposed_on AND o.valid_until
     JOIN trades t ON t.id = x.id AND t.side = v.side AND NOT t.is_deleted
     JOIN trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version
     JOIN portfolios i ON i.id = t.portfolio_id
    WHERE o.id = :id
      AND (v.broker_name IS NULL OR tv.broker_name IS NULL OR ${isOfBroker('tv.broker_name', 'v.broker_name')})
      AND (v.limit_price IS NULL OR CASE v.side WHEN 'buy' THEN tv.price <= v.limit_price ELSE tv.price >= v.limit_price END)
      AND NOT EXISTS (SELECT FROM em.order_fills k WHERE k.trade_id = t.id)
    ORDER BY tv.trade_date DESC, t.id DESC LIMIT :most`,
)
/** Of the books, not of what the person sees: an order over a hidden portfolio asks for the same shares. */
const HELD = statement(
  'orders.held',
  `SELECT i.portfolio_name AS name, coalesce((SELECT c.quantity FROM em.chains c WHERE c.portfolio_id = a.portfolio_id AND c.equity_id = :equityId), 0) AS held!,
          a.asked AS asked!,
          coalesce((SELECT sum(greatest(p.quantity - coalesce((SELECT sum(tv.quantity) FROM em.order_fills k
                                                                 JOIN em.trades t ON t.id = k.trade_id AND NOT t.is_deleted AND t.portfolio_id = p.portfolio_id
                                                                 JOIN em.trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version
                                                                WHERE k.order_id = o.id), 0), 0))
                      FROM em.orders o
                      JOIN em.order_versions v ON v.order_id = o.id AND v.version = o.version AND v.side = 'sell' AND v.equity_id = :equityId
                      JOIN em.order_portfolios p ON p.order_id = o.id AND p.version = o.version AND p.portfolio_id = a.portfolio_id
                     WHERE o.step <> 'cancelled' AND o.valid_until >= :today::date AND o.id <> :id), 0)::bigint AS others!
     FROM unnest(:portfolioIds::bigint[], :asked::bigint[]) AS a (portfolio_id, asked) JOIN portfolios i ON i.id = a.portfolio_id`,
)

const FITTING_MAX = 100
type Row = RowOf<typeof LIST>

export interface ListedOrders {
  readonly states?: readonly OrderState[] | undefined
  readonly portfolioId: number | null
  readonly search?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly today: string
}

/** A page of orders, newest first, and how many there are. @throws Refusal `request.invalid` for a cursor that is none. */
export async function listOrders(
  db: Queryable,
  asked: ListedOrders,
): Promise<{ rows: OrderRow[]; total: number; nextCursor: string | null }> {
  const { states, portfolioId, search = '', limit = LIST_MAX, cursor, today } = asked
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'This is not a cursor of this list.' },
    ])
  const isOpen = states?.every((state) => ASKING.includes(state)) === true
  const filter = {
    today,
    states: states === undefined ? null : [...states],
    since: isOpen ? today : null,
    portfolioId,
    pattern: search === '' ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`,
  }
  const rows = await db.query(LIST, {
    ...filter,
    before: cursor === undefined ? null : Number(cursor),
    most: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  // A list that is whole on one page needs no count.
  const isWhole = cursor === undefined && last === undefined
  const total = isWhole ? rows.length : ((await db.query(COUNT, filter))[0]?.total ?? 0)
  return { rows: shown.map(toRow), total, nextCursor: last === undefined ? null : String(last.id) }
}

function toRow(row: Row): OrderRow {
  return {
    id: row.id,
    number: orderNumber(row.id),
    version: row.version,
    state: row.state as OrderState,
    side: row.side as (typeof ORDER_SIDES)[number],
    symbol: row.symbol,
    company_name: row.company_name,
    quantity: row.quantity,
    amount: jsonNumber(row.amount),
    limitPrice: jsonNumber(row.limit_price),
    broker: row.broker_name,
    validUntil: row.valid_until,
    reason: row.reason,
    portfolios: row.codes,
    filled: row.filled,
    filledGross: jsonNumber(row.filled_gross),
    averagePrice: jsonNumber(row.average_price),
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    releasedBy: row.released_by,
  }
}

/** The user who reads an order, and on which day. */
export interface Reading {
  readonly today: string
  readonly user: Pick<SignedIn, 'rights'>
}

/** The fields of an order that commands need in addition to the shown ones. */
export interface FoundOrder {
  readonly shown: Order
  readonly equityId: number
  readonly proposedOn: string
  readonly proposerId: number
  readonly portfolioIds: readonly number[]
  /** Its checks by limits, of those that are shown. */
  readonly limits: Order['checks']
}

/**
 * An order with its checks. Who has judged it by the limits already gives what he found: that is the dear part.
 * @throws Refusal `record.missing` (404), also for an order of a portfolio that the person does not see.
 */
export async function findOrder(
  db: Queryable,
  id: number,
  { today, user }: Reading,
  judged?: Order['checks'],
): Promise<FoundOrder> {
  const [row] = await db.query(ONE, { id, today })
  if (row === undefined) throw new Refusal('record.missing', { what: `The order ${orderNumber(id)}` })
  const of = { id }
  const [shares, steps, fills, fitting] = await Promise.all([
    db.query(SHARES, of),
    db.query(STEPS, of),
    db.query(FILLED_BY, of),
    db.query(FITTING, { id, most: FITTING_MAX }),
  ])
  const found = toRow(row)
  const isAsking = ASKING.includes(found.state)
  const sales =
    isAsking && found.side === 'sell'
      ? await saleChecks(db, {
          id,
          equityId: row.equity_id,
          today,
          shares: shares.map((share) => ({
            portfolioId: share.id,
            asked: Math.max((share.quantity ?? 0) - share.filled, 0),
          })),
          symbol: row.symbol,
        })
      : []
  const limits = isAsking
    ? (judged ?? (await limitChecks(db, { id, today, user, acts: actsOf(row, shares) })))
    : []
  return {
    limits,
    equityId: row.equity_id,
    proposedOn: row.proposed_on,
    proposerId: row.proposer_id,
    portfolioIds: shares.map((share) => share.id),
    shown: {
      ...found,
      shares: shares.map(({ code, name, quantity, filled }) => ({
        portfolioId: code,
        portfolioName: name,
        quantity,
        filled,
      })),
      checks: [...sales, ...limits],
      steps: steps.map(toStep),
      fills: fills.map(toTrade),
      fitting: isAsking || found.state === 'lapsed' ? fitting.map(toTrade) : [],
    },
  }
}

/** Of several steps of one act, the last names who approved it. */
function toStep({ what, version, by, at, reason, ...request }: RowOf<typeof STEPS>): Order['steps'][number] {
  const { number, approved_by: approvedBy, is_release: isRelease } = request
  const approval = number === null ? null : { number, by: approvedBy ?? '', isRelease: isRelease === true }
  return { what: what as Order['steps'][number]['what'], version, by, at, reason, approval }
}

/** The open rest of an order, as limits judge it. */
function actsOf(row: Row, shares: readonly RowOf<typeof SHARES>[]) {
  const amount =
    row.amount === null ? null : decimalOf(row.amount, MONEY_SCALE) - decimalOf(row.filled_gross, MONEY_SCALE)
  return shares.map(({ id, quantity, filled }) => ({
    kind: row.side === 'buy' ? ('buy' as const) : ('sell' as const),
    portfolioId: id,
    securityId: row.equity_id,
    quantity: BigInt(Math.max((quantity ?? 0) - filled, 0)),
    price: row.limit_price === null ? null : decimalOf(row.limit_price, PRICE_SCALE),
    broker: row.broker_name,
    ...(amount !== null && { amount }),
  }))
}

interface LimitsAsked extends Reading {
  readonly id: number
  readonly acts: ReturnType<typeof actsOf>
}

/** Limits that an order worsens and that it would exceed or come near to, or that cannot be computed. */
function limitChecks(db: Queryable, { id, today, acts }: LimitsAsked): Promise<Order['checks']> {
  const see = scopeNow()?.portfolios ?? 'all'
  return readForTheBooks(db, async () => {
    if (!(await anyLimits(db))) return []
    return ofOrder((await checksOf(db, { acts, today, see, except: id })).checks)
  })
}

/** The checks that an order shows. */
export const ofOrder = (checks: readonly LimitCheck[]): Order['checks'] =>
  checks
    .filter(({ turn, state, asks }) => turn === 'worse' && (state !== 'within' || asks !== 'nothing'))
    .map((check) => ({
      state: check.asks === 'refusal' ? 'exceeded' : check.state,
      text: check.text,
      limit: check.limit.code,
      measured: measuredOf(check),
      value: check.after.value,
    }))

/** "Growth Fund, JKH.N0000" */
const measuredOf = ({ scope, subject }: LimitCheck): string =>
  [scope.label, subject.label].filter((one) => one !== '').join(', ')

const toTrade = (row: RowOf<typeof FITTING>): OrderTrade => ({
  trade_id: row.trade_id,
  deal_number: row.deal_number,
  contract_number: row.contract_number,
  portfolioId: row.code,
  trade_date: row.trade_date,
  quantity: row.quantity,
  price: jsonNumber(row.price),
  gross_value: jsonNumber(row.gross),
  broker_name: row.broker_name,
})

interface SaleAsked {
  readonly id: number
  readonly equityId: number
  readonly symbol: string
  readonly today: string
  readonly shares: readonly { readonly portfolioId: number; readonly asked: number }[]
}

/** A sale of more shares than a portfolio holds, with what its other open sales ask for, is exceeded. */
async function saleChecks(db: Queryable, asked: SaleAsked): Promise<Order['checks']> {
  const rows = await db.query(HELD, {
    id: asked.id,
    equityId: asked.equityId,
    today: asked.today,
    portfolioIds: asked.shares.map(({ portfolioId }) => portfolioId),
    asked: asked.shares.map((share) => share.asked),
  })
  return rows
    .filter(({ held, asked: wanted, others }) => wanted > 0 && wanted + others > held)
    .map(({ name, held, asked: wanted, others }) => ({
      state: 'exceeded',
      limit: null,
      measured: null,
      value: null,
      text: `${name} holds ${count(held)} ${asked.symbol}. This order asks for ${count(wanted)}${others > 0 ? `, other open orders for ${count(others)}` : ''}.`,
    }))
}

const count = (shares: number) => shares.toLocaleString('en-LK')

/** @throws Refusal `record.missing` (404), `order.split` (422). */
export async function splitOrder(db: Queryable, id: number, dealt: bigint, now: Reading) {
  const { shown } = await findOrder(db, id, now)
  const asked = shown.shares.map(({ quantity, filled }) => BigInt(Math.max((quantity ?? 0) - filled, 0)))
  const left = asked.reduce((sum, one) => sum + one, 0n)
  if (dealt > left) throw refuseField('order.split', 'dealt', { left: Number(left), dealt: Number(dealt) })
  const given = splitByAsk(dealt, asked)
  return shown.shares.map(({ portfolioId, portfolioName }, index) => ({
    portfolioId,
    portfolioName,
    quantity: Number(given[index] ?? 0n),
  }))
}
