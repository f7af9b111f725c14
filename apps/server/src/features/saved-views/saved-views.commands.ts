/** Keeps, changes and deletes views of lists, and sets favourite tabs. Each person changes their own alone. */

import { laidOver } from '@em/contract/kit/fields'
import {
  type favourites,
  type SavedView,
  type savedViews,
  VIEWS_MAX,
} from '@em/contract/saved-views/saved-views'
import type { SignedIn } from '../../platform/authorize.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import type { Outcome } from '../../platform/door.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { ownFavourites, ownView } from './saved-views.queries.ts'

/** One change of a person after the other: the most is the most, a name is there once, and so is a default. */
const ONE_BY_ONE = statement(
  'saved-views.one-by-one',
  `SELECT ${takeLock('lists of a person', { key: ':ownerId::bigint::integer' })}`,
)
const COUNT = statement(
  'saved-views.count',
  'SELECT count(*)::integer AS count! FROM saved_views WHERE owner_id = :ownerId',
)
const NAMED = statement(
  'saved-views.named',
  'SELECT id FROM saved_views WHERE owner_id = :ownerId AND list = :list AND lower(name) = lower(:name)',
)
const NO_DEFAULT = statement(
  'saved-views.no-default',
  'UPDATE saved_views SET is_default = false WHERE owner_id = :ownerId AND list = :list AND is_default AND id <> :id',
)
const ADD = statement(
  'saved-views.add',
  `INSERT INTO saved_views (owner_id, list, name, query, search, columns, is_default)
   VALUES (:ownerId, :list, :name, :query, :search, :columns::jsonb, :isDefault) RETURNING id`,
)
const CHANGE = statement(
  'saved-views.change',
  `UPDATE saved_views SET name = :name, query = :query, search = :search, columns = :columns::jsonb, is_default = :isDefault,
          version = version + 1 WHERE id = :id`,
)
const REMOVE = statement('saved-views.remove', 'DELETE FROM saved_views WHERE id = :id')
const SAVE_FAVOURITES = statement(
  'favourites.save',
  `INSERT INTO favourite_tabs (owner_id, tabs) VALUES (:ownerId, :tabs::text[])
   ON CONFLICT (owner_id) DO UPDATE SET tabs = excluded.tabs`,
)

type Terms = Pick<SavedView, 'list' | 'name' | 'query' | 'search' | 'columns' | 'is_default'>

/** The fields of a view in the audit trail. */
const audited = ({ list, name, query, is_default }: SavedView) => ({ list, name, query, is_default })

const inSql = ({ columns, is_default: isDefault, ...terms }: Terms) => ({
  ...terms,
  columns: JSON.stringify(columns),
  isDefault,
})

/** @throws Refusal `record.duplicate`. */
async function refuseSameName(tx: Transaction, { list, name }: Terms, ownerId: number, id: number) {
  const named = await tx.query(NAMED, { ownerId, list, name })
  if (named.some((one) => one.id !== id))
    throw refuseField('record.duplicate', 'name', { what: 'A view', field: 'name' })
}

/** One's own view, for a change. @throws Refusal 404, `record.stale`. */
async function lockView(tx: Transaction, id: number, user: SignedIn, version: number | null | undefined) {
  await tx.query(ONE_BY_ONE, { ownerId: user.id })
  const view = await ownView(tx, id, user)
  if (version != null && version !== view.version) throw new Refusal('record.stale', { what: 'The view' })
  return view
}

/** @throws Refusal `view.too-many`, `record.duplicate`. */
export async function createView(
  tx: Transaction,
  { body, user }: WriteInput<typeof savedViews.create>,
): Promise<Outcome<SavedView>> {
  await tx.query(ONE_BY_ONE, { ownerId: user.id })
  const [held] = await tx.query(COUNT, { ownerId: user.id })
  if ((held?.count ?? 0) >= VIEWS_MAX) throw new Refusal('view.too-many', { limit: VIEWS_MAX })
  await refuseSameName(tx, body, user.id, 0)
  if (body.is_default) await tx.query(NO_DEFAULT, { ownerId: user.id, list: body.list, id: 0 })
  const [added] = await tx.query(ADD, { ownerId: user.id, ...inSql(body) })
  const answer = await ownView(tx, added?.id ?? 0, user)
  return {
    answer,
    audit: {
      action: 'saved-views.create',
      entity: 'saved-view',
      entityId: answer.id,
      after: audited(answer),
    },
  }
}

/** @throws Refusal 404, `record.stale`, `record.duplicate`. */
export async function changeView(
  tx: Transaction,
  { params: { id }, body, user }: WriteInput<typeof savedViews.change>,
): Promise<Outcome<SavedView>> {
  const { version, ...change } = body
  const before = await lockView(tx, id, user, version)
  const next = laidOver(before, change)
  await refuseSameName(tx, next, user.id, id)
  if (next.is_default) await tx.query(NO_DEFAULT, { ownerId: user.id, list: next.list, id })
  const { name, query, search, columns, isDefault } = inSql(next)
  await tx.query(CHANGE, { id, name, query, search, columns, isDefault })
  const answer = await ownView(tx, id, user)
  return {
    answer,
    audit: {
      action: 'saved-views.change',
      entity: 'saved-view',
      entityId: id,
      before: audited(before),
      after: audited(answer),
    },
  }
}

/** @throws Refusal 404, `record.stale`. */
export async function removeView(
  tx: Transaction,
  { params: { id }, query, user }: WriteInput<typeof savedViews.remove>,
): Promise<Outcome<{ success: true; id: number }>> {
  const before = await lockView(tx, id, user, query.version)
  await tx.query(REMOVE, { id })
  return {
    answer: { success: true, id },
    audit: { action: 'saved-views.remove', entity: 'saved-view', entityId: id, before: audited(before) },
  }
}

export async function saveFavourites(
  tx: Transaction,
  { body, user }: WriteInput<typeof favourites.save>,
): Promise<Outcome<{ tabs: string[] }>> {
  await tx.query(ONE_BY_ONE, { ownerId: user.id })
  const before = await ownFavourites(tx, user)
  const answer = { tabs: [...new Set(body.tabs)] }
  await tx.query(SAVE_FAVOURITES, { ownerId: user.id, tabs: answer.tabs })
  return {
    answer,
    audit: { action: 'favourites.save', entity: 'favourite-tabs', entityId: user.id, before, after: answer },
  }
}
