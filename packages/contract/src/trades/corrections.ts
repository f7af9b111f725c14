import { z } from 'zod'
import { type BuyChange, recordedBuyChange, recordedSellChange } from '../batches/batches.ts'
import { optional, optionalText, recordId } from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { type SellChange, sellTransaction } from './sells.ts'
import { tradeDryRun } from './trade-preview.ts'
import { buyTransaction } from './trades.ts'

/**
 * Correcting what was recorded: a change adds a version, a deletion adds one that says so; the old entries are
 * reversed and the new ones posted, and sales whose cost moves get one difference entry each. `?dryRun=1` shows all
 * of it and writes nothing. An optional field that is left out stays as it is recorded; null or blank empties it. Portfolio and security stay: a trade in the wrong place is deleted and recorded again.
 */
const change = z.object({
  /** The version that was edited; a stale one is refused. */
  version: optional(recordId('Must be the version that was read.')),
  reason: optionalText(500),
})
const writeQuery = z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() })
const removeQuery = writeQuery.extend({
  version: z.coerce.number().int().positive().optional(),
  reason: z.string().max(500).optional(),
})
type Change = z.output<typeof change>
const changed = <T>(input: z.ZodType<T, Record<string, unknown>>) =>
  z.intersection(input, change) as unknown as z.ZodType<T & Change, Record<string, unknown>>

const removal = z.union([
  z.object({ success: z.literal(true), id: z.number(), version: z.number() }),
  tradeDryRun,
])
/** The routes keep the names `changes.*`: answers to repeated requests are stored under them. */
const base = { tag: 'Corrections', params: idParams } as const
export const corrections = {
  changeBuy: route({
    ...base,
    name: 'changes.change-buy',
    needs: 'trades.correct',
    method: 'PUT',
    path: '/transaction-entries/buy/:id',
    summary:
      'Correct a buy, by its price or, for a bulk buy, by its gross value; an optional field left out stays',
    query: writeQuery,
    body: changed<BuyChange>(recordedBuyChange),
    reply: z.union([buyTransaction, tradeDryRun]),
  }),
  removeBuy: route({
    ...base,
    name: 'changes.remove-buy',
    needs: 'trades.correct',
    method: 'DELETE',
    path: '/transaction-entries/buy/:id',
    summary: 'Delete a buy',
    query: removeQuery,
    reply: removal,
  }),
  changeSell: route({
    ...base,
    name: 'changes.change-sell',
    needs: 'trades.correct',
    method: 'PUT',
    path: '/transaction-entries/sell/:id',
    summary:
      'Correct a sale; without contract number or broker where it was recorded so; an optional field left out stays',
    query: writeQuery,
    body: changed<SellChange>(recordedSellChange),
    reply: z.union([sellTransaction, tradeDryRun]),
  }),
  removeSell: route({
    ...base,
    name: 'changes.remove-sell',
    needs: 'trades.correct',
    method: 'DELETE',
    path: '/transaction-entries/sell/:id',
    summary: 'Delete a sale',
    query: removeQuery,
    reply: removal,
  }),
}
