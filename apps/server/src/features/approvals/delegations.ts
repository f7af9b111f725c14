/** Delegations: a deputy decides for a person, from a day until another. */
import { type ApprovalDelegation, DELEGATION_DAYS_MOST } from '@em/contract/approvals/approvals'
import { addDays } from '@em/core/values/dates'
import type { SignedIn } from '../../platform/authorize.ts'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'

const LIST = statement(
  'approval-delegations.list',
  `SELECT d.id, d.from_user, f.first_name || ' ' || f.last_name AS from_name!, d.to_user, t.first_name || ' ' || t.last_name AS to_name!,
          d.from_day, d.until_day, d.reason, d.ended_at
     FROM approval_delegations d JOIN users f ON f.id = d.from_user JOIN users t ON t.id = d.to_user
    WHERE :all::boolean OR d.from_user = :person::bigint OR d.to_user = :person::bigint ORDER BY d.id DESC LIMIT 1000`,
)
const ADD = statement(
  'approval-delegations.add',
  `INSERT INTO approval_delegations (from_user, to_user, from_day, until_day, reason)
   VALUES (:from, :to, :fromDay::date, :untilDay::date, :reason) RETURNING id`,
)
const END = statement(
  'approval-delegations.end',
  'UPDATE approval_delegations SET ended_at = clock_timestamp() WHERE id = :id AND from_user = :person AND ended_at IS NULL RETURNING id',
)
const ACTIVE = statement('approval-delegations.active', 'SELECT FROM users WHERE id = :id AND is_active')

const PEOPLE = statement(
  'approval-delegations.people',
  `SELECT u.id, u.first_name || ' ' || u.last_name AS name! FROM users u WHERE u.is_active AND u.id <> :person::bigint ORDER BY 2, 1`,
)

/** The active people that a decider can delegate to, without himself. None for other users. */
export const delegatesOf = (db: Queryable, user: SignedIn): Promise<{ id: number; name: string }[]> =>
  readForTheBooks(db, async () => {
    if (!user.rights.has('approvals.decide')) return []
    const people = await db.query(PEOPLE, { person: user.id })
    return people.map(({ id, name }) => ({ id, name: name.trim() }))
  })

/** Those from and to a person; a user who writes rules sees all. */
export const listDelegations = (db: Queryable, user: SignedIn): Promise<ApprovalDelegation[]> =>
  readForTheBooks(db, async () => {
    const rows = await db.query(LIST, { person: user.id, all: user.rights.has('approvals.rules') })
    return rows.map((row) => ({
      id: row.id,
      from: { id: row.from_user, name: row.from_name.trim() },
      to: { id: row.to_user, name: row.to_name.trim() },
      fromDay: row.from_day,
      until: row.until_day,
      reason: row.reason,
      endedAt: row.ended_at,
    }))
  })

async function one(tx: Transaction, id: number, user: SignedIn): Promise<ApprovalDelegation> {
  const found = (await listDelegations(tx, user)).find((row) => row.id === id)
  if (found === undefined) throw new Refusal('record.missing', { what: 'The delegation' })
  return found
}

const audit = (action: string, after: ApprovalDelegation) => ({
  action: `approval-delegations.${action}`,
  entity: 'approval-delegation',
  entityId: after.id,
  after: {
    ...after,
    name: `${after.from.name} to ${after.to.name}`,
    from: after.from.name,
    to: after.to.name,
  },
})

interface Wanted {
  readonly to: number
  readonly from: string
  readonly until: string
  readonly reason: string
}

/** @throws Refusal `delegation.self`, `delegation.person`, `delegation.days` (422). */
export async function delegate(
  tx: Transaction,
  user: SignedIn,
  { to, from, until, reason }: Wanted,
  today: string,
): Promise<Outcome<ApprovalDelegation>> {
  if (to === user.id) throw refuseField('delegation.self', 'to')
  if ((await tx.query(ACTIVE, { id: to })).length === 0) throw refuseField('delegation.person', 'to', { to })
  if (from < today || until < from || until > addDays(from, DELEGATION_DAYS_MOST - 1))
    throw refuseField('delegation.days', from < today ? 'from' : 'until', { most: DELEGATION_DAYS_MOST })
  const [added] = await tx.query(ADD, { from: user.id, to, fromDay: from, untilDay: until, reason })
  const answer = await one(tx, added?.id ?? 0, user)
  return { answer, audit: audit('create', answer) }
}

/** @throws Refusal 404 for one that is not the person's, or has ended. */
export async function endDelegation(
  tx: Transaction,
  user: SignedIn,
  id: number,
): Promise<Outcome<ApprovalDelegation>> {
  const [ended] = await tx.query(END, { id, person: user.id })
  if (ended === undefined) throw new Refusal('record.missing', { what: 'The delegation' })
  const answer = await one(tx, id, user)
  return { answer, audit: audit('end', answer) }
}
