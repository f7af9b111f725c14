import { z } from 'zod'
import { text } from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { BROKER_NAMES_MOST } from './brokers.ts'

/**
 * Names in trades that are not in Brokers, and adopted names. A trade keeps the name as written; every report finds its broker by
 * these names. Names are compared without regard to case and spaces. Amounts in rupees.
 */

const broker = z.object({ id: z.number(), name: z.string() })

const openName = z.object({
  /** As it was written, in one of its spellings. */
  name: z.string(),
  trades: z.number(),
  /** Net values of purchases and of sales. */
  bought: z.number(),
  sold: z.number(),
  /** The last month in which one of them was to settle, YYYY-MM. */
  lastMonth: z.string(),
  /** Brokers with a similar name; at most five. */
  near: z.array(broker),
})
export type OpenBrokerName = z.output<typeof openName>

export const openBrokerNames = z.object({
  names: z.array(openName),
  /** Sums of the names; trades without a name are not included. */
  trades: z.number(),
  bought: z.number(),
  sold: z.number(),
  /** Trades that name no broker at all. */
  nameless: z.object({ trades: z.number(), bought: z.number(), sold: z.number() }),
  /** There are more names than are listed (`OPEN_NAMES_MOST`); the sums are of all. */
  hasMore: z.boolean(),
})
export type OpenBrokerNames = z.output<typeof openBrokerNames>
/** Names that are not in Brokers listed at once, the largest amounts first. */
export const OPEN_NAMES_MOST = 1_000

const adoptedName = z.object({
  name: z.string(),
  broker,
  adoptedAt: z.string(),
  /** Null: the former name of the broker. */
  adoptedBy: z.string().nullable(),
})
export type AdoptedBrokerName = z.output<typeof adoptedName>

const named = z.object({ name: text(200, 'The name') })
const base = { tag: 'Brokers' } as const
export const brokerNames = {
  open: route({
    ...base,
    name: 'broker-names.open',
    needs: 'trades.read',
    method: 'GET',
    path: '/broker-names/open',
    summary: 'Names in trades that are not in Brokers, with their trades and net values, the largest first',
    reply: openBrokerNames,
  }),
  adopted: route({
    ...base,
    name: 'broker-names.adopted',
    needs: 'registers.read',
    load: 'light',
    method: 'GET',
    path: '/broker-names',
    summary: 'Names that brokers adopted: trades under them are read as theirs',
    reply: z.array(adoptedName).max(BROKER_NAMES_MOST),
  }),
  adopt: route({
    ...base,
    name: 'broker-names.adopt',
    needs: 'registers.change',
    scope: 'all',
    method: 'POST',
    path: '/brokers/:id/names',
    status: 201,
    summary:
      'Adopt a name: trades under it, also earlier ones, are read as the broker’s; nothing recorded changes',
    params: idParams,
    body: named,
    reply: adoptedName,
  }),
  takeBack: route({
    ...base,
    name: 'broker-names.take-back',
    needs: 'registers.change',
    scope: 'all',
    method: 'POST',
    path: '/brokers/:id/names/take-back',
    summary: 'Take an adopted name back: trades under it are nobody’s in Brokers again',
    params: idParams,
    body: named,
    reply: adoptedName,
  }),
}
