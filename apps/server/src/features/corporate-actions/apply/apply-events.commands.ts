/** Applies the plans to the events on chains: adds new ones, removes those no longer planned, moves those that differ. */
import type { ChainEvent } from '@em/core/chains/chain-event'
import type { ChainChange } from '@em/core/chains/change'
import type { PlannedEvent } from '@em/core/corporate-actions/plan'
import { isRejection, type Rejection } from '@em/core/rejections'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'
import { Rows, sendRows, tableOf } from '../../../platform/database/rows.ts'
import { concernsPerson } from '../../../platform/database/scope.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { actionEventOf } from '../../chains/action-events.queries.ts'
import { changeChain } from '../../chains/change.queries.ts'
import type { ChangedChain } from '../../chains/changed-chain.ts'
import { type ChainKey, chainKey, type LockedChain, lockChains } from '../../chains/lock.queries.ts'
import { drawTradeIds } from '../../trades/keep/begin.commands.ts'
import { keepWriteSet } from '../../trades/keep/write-set.commands.ts'
import { isInBooks, type PlannedAction, securityAt } from './plans.queries.ts'

/** Chains that are walked side by side. */
const CHAINS_AT_ONCE = 100

/** A chain that changed, with where it is. */
export interface MovedChain {
  readonly chain: LockedChain
  readonly change: ChainChange
}

interface EventRow {
  readonly planned: PlannedAction
  readonly part: string
  readonly position: ChainKey
  readonly event: ChainEvent
}

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)
const costOf = (event: ChainEvent) => ('cost' in event ? event.cost : 0n)
const chargesOf = (event: ChainEvent) => ('charges' in event ? event.charges : 0n)
const followOf = (event: ChainEvent) => ('follows' in event ? event.follows : undefined)
const grossOf = (event: ChainEvent) =>
  event.kind === 'disposal' ? event.gross : event.kind === 'scale' ? event.proceeds : 0n

const EVENTS = tableOf<EventRow>('action_events', [
  { name: 'id', type: 'bigint', of: ({ event }) => event.sequence },
  { name: 'action_id', type: 'bigint', of: ({ planned }) => planned.action.id },
  { name: 'plan_portfolio_id', type: 'bigint', of: ({ planned }) => planned.portfolio.id },
  { name: 'part', type: 'text', of: ({ part }) => part },
  { name: 'portfolio_id', type: 'bigint', of: ({ position }) => position.portfolioId },
  { name: 'equity_id', type: 'bigint', of: ({ position }) => position.equityId },
  { name: 'kind', type: 'text', of: ({ event }) => event.kind },
  { name: 'source', type: 'text', of: ({ event }) => ('source' in event ? (event.source ?? '') : '') },
  { name: 'event_date', type: 'date', of: ({ event }) => event.tradeDate },
  {
    name: 'settlement_date',
    type: 'date',
    of: ({ event }) => ('settlementDate' in event ? event.settlementDate : null),
  },
  {
    name: 'bought_on',
    type: 'date',
    of: ({ event }) => ('boughtOn' in event ? (event.boughtOn ?? null) : null),
  },
  { name: 'quantity', type: 'bigint', of: ({ event }) => ('quantity' in event ? event.quantity : 0n) },
  {
    name: 'price',
    type: 'numeric',
    of: ({ event }) => formatDecimal('price' in event ? event.price : 0n, PRICE_SCALE),
  },
  { name: 'cost', type: 'numeric', of: ({ event }) => money(costOf(event)) },
  { name: 'charges', type: 'numeric', of: ({ event }) => money(chargesOf(event)) },
  { name: 'gross', type: 'numeric', of: ({ event }) => money(grossOf(event)) },
  { name: 'net', type: 'numeric', of: ({ event }) => money('net' in event ? event.net : 0n) },
  {
    name: 'cost_of_funds',
    type: 'numeric',
    of: ({ event }) =>
      'costOfFundsRate' in event && event.costOfFundsRate !== null
        ? formatDecimal(event.costOfFundsRate, RATE_SCALE)
        : null,
  },
  { name: 'given_by', type: 'text', of: ({ event }) => ('by' in event ? event.by : null) },
  {
    name: 'listed_on',
    type: 'date',
    of: ({ event }) => ('listing' in event ? (event.listing?.on ?? null) : null),
  },
  { name: 'held', type: 'bigint', of: ({ event }) => followOf(event)?.held ?? null },
  { name: 'num', type: 'numeric', of: ({ event }) => followOf(event)?.num ?? null },
  { name: 'den', type: 'numeric', of: ({ event }) => followOf(event)?.den ?? null },
  { name: 'less', type: 'bigint', of: ({ event }) => followOf(event)?.less ?? null },
  { name: 'most', type: 'bigint', of: ({ event }) => followOf(event)?.most ?? null },
  {
    name: 'allocations',
    type: 'jsonb',
    of: ({ event }) => {
      const parts = 'allocations' in event ? (event.allocations ?? []) : []
      if (parts.length === 0) return null
      return JSON.stringify(
        parts.map((part) => ({ lot: Number(part.lotId), quantity: Number(part.quantity) })),
      )
    },
  },
])
const FORGET = statement(
  'actions.forget-events',
  'DELETE FROM em.action_events WHERE id = ANY (:ids::bigint[])',
)

/** A wanted event, under the identity that it has or is to get. */
interface Wanted {
  readonly planned: PlannedAction
  readonly part: string
  readonly position: ChainKey
  readonly event: PlannedEvent['event']
  /** Null: it is new. */
  readonly id: number | null
}

/** Events to be added, and events to be removed. */
export interface Difference {
  readonly come: readonly Wanted[]
  readonly go: readonly {
    readonly id: number
    readonly position: ChainKey
    readonly takenBack: boolean
  }[]
}

/** The difference between the current events and the plans. */
export function differenceOf(plans: readonly PlannedAction[]): Difference {
  const come: Wanted[] = []
  const go: { id: number; position: ChainKey; takenBack: boolean }[] = []
  for (const planned of plans) {
    const takenBack = !isInBooks(planned.action)
    const standing = new Map(planned.known.events.map((row) => [row.part, row]))
    for (const { part, security: at, portfolioId, event } of planned.plan.events) {
      const position = {
        portfolioId: Number(portfolioId ?? planned.portfolio.id),
        equityId: securityAt(planned.action, at).id,
      }
      const row = standing.get(part)
      standing.delete(part)
      const isThere =
        row !== undefined && row.portfolio_id === position.portfolioId && row.equity_id === position.equityId
      if (isThere && same(actionEventOf(row), event)) continue
      if (row !== undefined)
        go.push({
          id: row.id,
          position: { portfolioId: row.portfolio_id, equityId: row.equity_id },
          takenBack,
        })
      come.push({ planned, part, position, event, id: row?.id ?? null })
    }
    for (const row of standing.values())
      go.push({
        id: row.id,
        position: { portfolioId: row.portfolio_id, equityId: row.equity_id },
        takenBack,
      })
  }
  return { come, go }
}

/** Whether an event says the same, whatever it is called. */
function same(stored: ChainEvent, planned: PlannedEvent['event']): boolean {
  const { id: _id, sequence: _sequence, ...facts } = stored
  const spelled = (value: object) =>
    JSON.stringify(
      Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one),
    )
  return spelled(facts) === spelled(planned)
}

/**
 * Writes what differs; answers the chains that moved, none where nothing differs.
 * @throws Refusal where a chain cannot be so: `lots.insufficient` and others of core, `action.needed` where shares were sold since;
 *   `rights.outside` in place of them where the portfolio is not the person's.
 */
export async function applyEvents(
  tx: Transaction,
  plans: readonly PlannedAction[],
  by: RecordedBy,
): Promise<MovedChain[]> {
  const { come, go } = differenceOf(plans)
  if (come.length === 0 && go.length === 0) return []
  const drawn = await drawTradeIds(tx, come.filter(({ id }) => id === null).length)
  let next = 0
  const rows = come.map((wanted): EventRow => {
    const id = wanted.id ?? (drawn[next++] as number)
    return { ...wanted, event: { ...wanted.event, id: String(id), sequence: id } }
  })
  const positions = new Map(
    [...rows.map(({ position }) => position), ...go.map(({ position }) => position)].map((position) => [
      chainKey(position),
      position,
    ]),
  )
  const chains = await lockChains(tx, [...positions.values()])
  const comeBy = Map.groupBy(rows, ({ position }) => chainKey(position))
  const goBy = Map.groupBy(go, ({ position }) => chainKey(position))
  const takenBack = go.filter((one) => one.takenBack).map(({ id }) => String(id))
  const moved: MovedChain[] = []
  const changed: ChangedChain[] = []
  const all = [...chains]
  for (let at = 0; at < all.length; at += CHAINS_AT_ONCE) {
    const some = all.slice(at, at + CHAINS_AT_ONCE).map(([key, chain]) => {
      const gone = (goBy.get(key) ?? []).map(({ id }) => String(id))
      return { chain, gone, order: { come: (comeBy.get(key) ?? []).map(({ event }) => event), go: gone } }
    })
    // Their questions travel together.
    const changes = await Promise.all(some.map(({ chain, order }) => changeChain(tx, chain, order)))
    for (const [index, { chain, gone }] of some.entries()) {
      const change = changes[index]
      if (change === undefined) continue
      if (isRejection(change)) {
        // Of a portfolio that the person does not see nothing is named.
        if (!concernsPerson(chain.position.portfolioId)) throw new Refusal('rights.outside')
        throw await whyNot(tx, chain, change, plans)
      }
      moved.push({ chain, change })
      changed.push({ chain, change, gone, takenBack, bought: [] })
    }
  }
  if (go.length > 0) tx.send(FORGET, { ids: go.map(({ id }) => id) })
  sendRows(tx, [new Rows(EVENTS, rows)])
  await keepWriteSet(tx, { ...recorder(by), chains: changed })
  return moved
}

/** Refuses what takes shares out of portfolios without a costing method. */
export function refuseWithoutMethod(plans: readonly PlannedAction[]): void {
  for (const { plan, portfolio, action } of plans) {
    // A holding that leaves as a whole leaves at its whole cost, whatever the method.
    const takes = plan.events.some(({ event, security: position }) => {
      if (position === 'rights') return false
      if (event.kind !== 'disposal' && event.kind !== 'withdrawal') return false
      const { follows } = event
      if (follows === undefined || follows.num !== follows.den || (follows.less ?? 0n) > 0n) return true
      return follows.most !== undefined && follows.most < follows.held
    })
    if (takes && portfolio.method === null) {
      if (!concernsPerson(portfolio.id)) throw new Refusal('rights.outside')
      throw new Refusal('action.method-needed', { portfolio: portfolio.name, title: action.title })
    }
  }
}

// Why a plan cannot be applied to a chain, explained by the obstacle.

const NAMES = statement(
  'actions.names-of-event',
  `SELECT e.symbol, p.portfolio_name AS portfolio, t.deal_number, a.title
     FROM equities e CROSS JOIN portfolios p
     LEFT JOIN trades t ON t.id = :eventId::bigint
     LEFT JOIN action_events x ON x.id = :eventId LEFT JOIN corporate_actions a ON a.id = x.action_id
    WHERE e.id = :equityId AND p.id = :portfolioId`,
)

/** The refusal for what core refuses: a later sale or event that would have too few shares is named. */
export async function whyNot(
  db: Queryable,
  chain: Pick<LockedChain, 'position'>,
  { code, facts }: Rejection,
  plans: readonly PlannedAction[],
): Promise<Refusal> {
  const eventId = Number(facts['eventId'] ?? 0)
  const [row] = await db.query(NAMES, { eventId, ...chain.position })
  const portfolio = row?.portfolio ?? ''
  const own = plans.find(({ known }) => known.events.some(({ id }) => id === eventId))
  const title = plans[0]?.action.title ?? ''
  if (code === 'costing-method.missing') return new Refusal('action.method-needed', { portfolio, title })
  const later = row?.deal_number ?? row?.title ?? null
  if (later !== null && own === undefined && (code.startsWith('lots.') || code.startsWith('allocations.'))) {
    const date = facts['date'] ?? ''
    return new Refusal('action.needed', { title, portfolio, symbol: row?.symbol ?? '', date, later })
  }
  return new Refusal(code, facts)
}
