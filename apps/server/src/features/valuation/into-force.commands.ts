/**
 * Puts the valuations of a run into force. At its end a run excludes postings on the accounts of shares, and writes of prices and holidays, until it
 * commits, and looks whether anything was written since it read: a valuation that rests on that is stale from its first moment on.
 */

import { isDeepStrictEqual } from 'node:util'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'
import { linesUntil, type RunInputs } from './inputs.queries.ts'
import type { StoredPortfolio } from './keep-run.commands.ts'

// Runs and what takes them back come one after the other; one over all portfolios takes longer than a lock is usually waited for.
const PATIENCE = statement('valuations.patience', "SELECT set_config('lock_timeout', '25s', true)")
const LOCK = statement('valuations.lock', `SELECT ${takeLock('valuations')}`)
const HOLD = statement('valuations.hold', 'SELECT hold_what_values_rest_on() AS held!')

const PUT = statement(
  'valuations.bring-into-force',
  `INSERT INTO em.valuations_in_force AS f (portfolio_id, valuation_date, valuation_id, run_id, by_close)
   SELECT p.portfolio, :date::date, p.valuation, :runId, p.by_close
     FROM unnest(:portfolioIds::bigint[], :valuationIds::bigint[], :byClose::boolean[]) AS p (portfolio, valuation, by_close)
   ON CONFLICT (portfolio_id, valuation_date)
   DO UPDATE SET valuation_id = excluded.valuation_id, run_id = excluded.run_id, by_close = excluded.by_close`,
)
const UNMARK = statement(
  'valuations.unmark',
  'DELETE FROM em.valuation_marks WHERE valuation_id = ANY (:valuationIds::bigint[])',
)
const MARK = statement(
  'valuations.mark',
  `INSERT INTO em.valuation_marks (valuation_id)
   SELECT v FROM unnest(:valuationIds::bigint[]) AS v WHERE NOT EXISTS (SELECT FROM em.valuation_marks m WHERE m.valuation_id = v)`,
)

/** Removes the marks of valuations that are current again. */
export async function unmark(tx: Transaction, valuationIds: readonly number[]): Promise<void> {
  if (valuationIds.length > 0) await tx.query(UNMARK, { valuationIds })
}

/** Waits until no other run is running; nothing is read before. */
export async function lockValuations(tx: Transaction): Promise<void> {
  await tx.query(PATIENCE)
  await tx.query(LOCK)
}

/** Tried so many times, some three seconds each: an import may take a minute. */
const TRIES = 40

/** Postings, prices and runs wait until the transaction ends. @throws Refusal `valuation.busy` where an import takes too long. */
export async function holdInputs(tx: Transaction): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const [row] = await tx.query(HOLD)
    if (row?.held === true) return
  }
  throw new Refusal('valuation.busy')
}

/** The portfolios of which something changed since the inputs were read. Asked while no other transaction can change more. */
async function changedSince(tx: Transaction, inputs: RunInputs, stored: readonly StoredPortfolio[]) {
  const { date, calendar } = inputs
  const portfolioIds = stored.map(({ of }) => of.portfolio.id)
  const equityIds = [...inputs.securities.keys()]
  const [lines, prices, now] = await Promise.all([
    linesUntil(tx, portfolioIds, date),
    knownPrices(tx, equityIds, { date, calendar }),
    loadCalendar(tx),
  ])
  // Which days are market days decides of every price.
  if (!isDeepStrictEqual(now, calendar)) return new Set(portfolioIds)
  const said = (equityId: number, from: RunInputs['prices']) => {
    const known = from.get(equityId)
    if (known === undefined) return ''
    const { lastTrade, close, source, next, subscription } = known
    return [known.date, lastTrade, close, source, next?.date, next?.previousClose, subscription].join(' ')
  }
  const moved = new Set(equityIds.filter((id) => said(id, prices) !== said(id, inputs.prices)))
  return new Set(
    portfolioIds.filter(
      (id) =>
        lines.get(id) !== inputs.linesUntil.get(id) ||
        (inputs.held.get(id) ?? []).some(({ equityId }) => moved.has(equityId)),
    ),
  )
}

/**
 * Puts the valuations of a run into force, also those that an earlier run had found. Nothing else of the transaction waits for
 * another one after this.
 */
export async function putIntoForce(
  tx: Transaction,
  runId: number,
  inputs: RunInputs,
  stored: readonly StoredPortfolio[],
): Promise<void> {
  await holdInputs(tx)
  const changed = await changedSince(tx, inputs, stored)
  const ids = (wanted: boolean) =>
    stored.filter(({ of }) => changed.has(of.portfolio.id) === wanted).map(({ valuationId }) => valuationId)
  await tx.query(PUT, {
    date: inputs.date,
    runId,
    portfolioIds: stored.map(({ of }) => of.portfolio.id),
    valuationIds: stored.map(({ valuationId }) => valuationId),
    byClose: stored.map(({ of }) => of.basis === 'Close'),
  })
  await unmark(tx, ids(false))
  await tx.query(MARK, { valuationIds: ids(true) })
}
