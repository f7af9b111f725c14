/**
 * Corporate actions planned once more from their forms and from what is held: what they did on chains, in the ledger and to
 * entitlements must be what is planned.
 */
import { addDays } from '@em/core/values/dates'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { sameEntitlement } from '../features/corporate-actions/apply/apply.commands.ts'
import { entriesLacking } from '../features/corporate-actions/apply/apply-entries.commands.ts'
import { differenceOf } from '../features/corporate-actions/apply/apply-events.commands.ts'
import {
  isInBooks,
  type PlannedAction,
  type PlanWorld,
  planAll,
  readPlanWorld,
} from '../features/corporate-actions/apply/plans.queries.ts'
import { loadActions, type StoredAction } from '../features/corporate-actions/facts/action-rows.queries.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Findings } from './report.ts'
import { withWriteOffs } from './write-offs.ts'

const CHECK = 'corporate actions'
const ACTIONS_AT_ONCE = 20

const IDS = `
  SELECT a.id FROM corporate_actions a
   WHERE a.state <> 'draft' AND ($1::bigint IS NULL OR a.portfolio_id = $1 OR a.portfolio_id IS NULL) ORDER BY a.id`

/** Compares every action, some at a time. */
export async function compareActions(
  tx: Transaction,
  portfolioId: number | null,
  found: Findings,
): Promise<void> {
  const ids = (await tx.query<{ id: number }>(IDS, [portfolioId])).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += ACTIONS_AT_ONCE) {
    const actions = await loadActions(tx, ids.slice(at, at + ACTIONS_AT_ONCE))
    const world = await readPlanWorld(tx, actions, portfolioId === null ? null : [portfolioId])
    const plans = actions.flatMap((action) => planAll([action], world, dayOf(action, world)))
    for (const plan of plans) compareOne(plan, found)
    // Write-offs by an account rule of this room: planned with the code that posts them they would always agree.
    const booked = plans
      .filter(({ known }) => known.events.length > 0 || known.standing !== null)
      .map((plan) => withWriteOffs(plan, found, CHECK))
    const accountOf = (action: PlannedAction['action'], portfolio: number) =>
      world.known.get(action.id)?.get(portfolio)?.standing?.settlement_account_id ?? null
    for (const { actionId, entry } of await entriesLacking(tx, booked, accountOf)) {
      found.add({
        check: CHECK,
        place: `action ${actionId} on ${entry.entryDate}`,
        what: 'ledger',
        stored: 'differs by',
        expected: entry.lines
          .map(({ role, debit, credit }) => `${role} ${formatDecimal(debit - credit, MONEY_SCALE)}`)
          .join(', '),
      })
    }
    found.count(CHECK, plans.length)
  }
}

/** The day to plan an action on: whether its last day is over shows in the stored state, not on the clock. */
function dayOf(action: StoredAction, world: PlanWorld): string {
  const last = action.lastDate ?? '9999-01-01'
  const rows = [...(world.known.get(action.id)?.values() ?? [])]
  const isOver =
    action.state === 'processed' || rows.some(({ events }) => events.some(({ part }) => part === 'lapse'))
  return isOver ? addDays(last, 1) : last
}

function compareOne(plan: PlannedAction, found: Findings): void {
  const { action, portfolio, known } = plan
  const place = `${action.title}, ${portfolio.code}`
  const { come, go } = differenceOf([plan])
  if (come.length > 0 || go.length > 0) {
    found.add({
      check: CHECK,
      place,
      what: 'events on chains',
      stored: known.events.map(({ part }) => part).join(', ') || 'none',
      expected:
        plan.plan.events
          .map(({ part, event }) => `${part} ${'quantity' in event ? event.quantity : ''}`)
          .join(', ') || 'none',
    })
  }
  const { entitlement } = plan.plan
  const isNothing = entitlement.held === 0n && entitlement.entitled === 0n && entitlement.gross === 0n
  if (
    !sameEntitlement(plan) &&
    !(known.standing === null && isNothing) &&
    (isInBooks(action) || action.state === 'announced')
  ) {
    found.add({
      check: CHECK,
      place,
      what: 'entitlement',
      stored: known.standing === null ? 'none' : `${known.standing.held} held, ${known.standing.net}`,
      expected: `${entitlement.held} held, ${formatDecimal(entitlement.net, MONEY_SCALE)}`,
    })
  }
}
