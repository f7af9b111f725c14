/** The events that corporate actions and transfers have on chains, as core's rules take them. */
import type { ChainEvent } from '@em/core/chains/chain-event'
import { decimalOf, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import type { ChainKey } from './lock.queries.ts'

/** The columns of an event, in the form that `actionEventOf` takes. */
export const ACTION_EVENT_COLUMNS = `a.id, a.kind, a.source, a.event_date, a.settlement_date, a.bought_on, a.quantity, a.price, a.cost, a.charges, a.gross,
          a.net, a.cost_of_funds, a.given_by, a.held, a.num, a.den, a.less, a.most, a.allocations, a.listed_on,
          (SELECT k.title FROM corporate_actions k WHERE k.id = a.action_id) AS title`
const OF_CHAIN = statement(
  'chains.action-events',
  `SELECT ${ACTION_EVENT_COLUMNS} FROM action_events a WHERE a.portfolio_id = :portfolioId AND a.equity_id = :equityId ORDER BY a.id`,
)
/** The stored fields of an event. */
export type ActionEventRow = RowOf<typeof OF_CHAIN>

/** The events of corporate actions on a chain. */
export async function loadActionEvents(
  db: Queryable,
  { portfolioId, equityId }: ChainKey,
): Promise<ChainEvent[]> {
  return (await db.query(OF_CHAIN, { portfolioId, equityId })).map(actionEventOf)
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)

/** A stored event as an event of its chain. */
export function actionEventOf(row: ActionEventRow): ChainEvent {
  const { kind } = row
  const source = row.source as 'corporate action' | 'transfer'
  const head = { id: String(row.id), sequence: row.id, tradeDate: row.event_date, source }
  const settlementDate = row.settlement_date ?? row.event_date
  const quantity = BigInt(row.quantity)
  const costOfFundsRate = row.cost_of_funds === null ? null : decimalOf(row.cost_of_funds, RATE_SCALE)
  const follows =
    row.held === null || row.num === null || row.den === null
      ? {}
      : {
          follows: {
            held: BigInt(row.held),
            num: BigInt(row.num),
            den: BigInt(row.den),
            ...(row.less !== null && { less: BigInt(row.less) }),
            ...(row.most !== null && { most: BigInt(row.most) }),
          },
        }
  const named = row.allocations as readonly { lot: number; quantity: number }[] | null
  const allocations =
    named === null
      ? {}
      : { allocations: named.map((one) => ({ lotId: String(one.lot), quantity: BigInt(one.quantity) })) }
  const listing = row.listed_on === null ? {} : { listing: { on: row.listed_on, what: row.title ?? '' } }
  switch (kind) {
    case 'receipt':
      return {
        ...head,
        kind,
        settlementDate,
        quantity,
        price: decimalOf(row.price, PRICE_SCALE),
        cost: cents(row.cost),
        charges: cents(row.charges),
        costOfFundsRate,
        ...(row.bought_on !== null && { boughtOn: row.bought_on }),
        ...listing,
      }
    case 'scale':
      return { ...head, kind, quantity, proceeds: cents(row.gross), ...follows, ...listing }
    case 'cost': {
      const by = row.given_by === 'shares' ? 'shares' : 'cost'
      return { ...head, kind, cost: cents(row.cost), charges: cents(row.charges), by, ...follows }
    }
    case 'withdrawal':
      return { ...head, kind, quantity, ...follows, ...allocations }
    case 'disposal': {
      const money = { gross: cents(row.gross), net: cents(row.net), costOfFundsRate }
      return { ...head, kind, settlementDate, quantity, ...money, ...follows, ...allocations }
    }
    default:
      throw new RangeError(`no rule for an event of kind ${String(kind)}`)
  }
}
