/** Views of lists and favourite tabs, as their owner is shown them. */
import type { SavedView, ViewColumns } from '@em/contract/saved-views/saved-views'
import type { SignedIn } from '../../platform/authorize.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

const OWN = statement(
  'saved-views.own',
  `SELECT id, list, name, query, search, columns, is_default, version FROM saved_views
    WHERE owner_id = :ownerId AND (:id?::bigint IS NULL OR id = :id) ORDER BY list, lower(name), id`,
)
const FAVOURITES = statement('favourites.own', 'SELECT tabs FROM favourite_tabs WHERE owner_id = :ownerId')

const toView = ({ columns, ...row }: RowOf<typeof OWN>): SavedView => ({
  ...row,
  columns: columns as unknown as ViewColumns,
})

export async function ownViews(db: Queryable, user: Pick<SignedIn, 'id'>): Promise<SavedView[]> {
  const rows = await db.query(OWN, { ownerId: user.id, id: null })
  return rows.map(toView)
}

/** One of one's own. @throws Refusal 404, also for a view of another person. */
export async function ownView(db: Queryable, id: number, user: Pick<SignedIn, 'id'>): Promise<SavedView> {
  const [row] = await db.query(OWN, { ownerId: user.id, id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The view' })
  return toView(row)
}

export async function ownFavourites(db: Queryable, user: Pick<SignedIn, 'id'>): Promise<{ tabs: string[] }> {
  const [row] = await db.query(FAVOURITES, { ownerId: user.id })
  return { tabs: row?.tabs ?? [] }
}
