import { z } from 'zod'
import { changeOf, recordVersion, text } from '../kit/fields.ts'
import { idParams, removed, versionQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/** Views of lists that people keep under a name, and their favourite tabs. Each person has their own, on every machine. */

/** Views of one person, at most. */
export const VIEWS_MAX = 200
const COLUMNS_MAX = 200
const FAVOURITES_MAX = 50

const columnId = text(80, 'The column')
const viewColumns = z.object({
  /** The columns in their order; those that came later are last. */
  order: z.array(columnId).max(COLUMNS_MAX),
  shown: z.array(columnId).max(COLUMNS_MAX),
  hidden: z.array(columnId).max(COLUMNS_MAX),
  widths: z.array(z.object({ column: columnId, width: z.number().min(1).max(5_000) })).max(COLUMNS_MAX),
  /** The sort of a list that is sorted on the page; of others it is in the address. */
  sort: z.array(z.object({ column: columnId, desc: z.boolean() })).max(10),
})
export type ViewColumns = z.output<typeof viewColumns>

const terms = {
  name: text(60, 'The name'),
  /** The query of the list's address, after `?`: its filters, its sort and its days. */
  query: z.string().max(2_000, 'Must be at most 2,000 characters.').default(''),
  /** The text in the search of the list. */
  search: z.string().max(200, 'Must be at most 200 characters.').default(''),
  columns: viewColumns.prefault({ order: [], shown: [], hidden: [], widths: [], sort: [] }),
  /** Whether the list opens with it. */
  is_default: z.boolean({ error: 'Must be true or false.' }).default(false),
}

export const savedView = z.object({
  id: z.number(),
  list: z.string(),
  name: z.string(),
  query: z.string(),
  search: z.string(),
  columns: viewColumns,
  is_default: z.boolean(),
  version: z.number(),
})
export type SavedView = z.output<typeof savedView>

const base = { tag: 'Screens', needs: 'signed-in' } as const
export const savedViews = {
  list: route({
    ...base,
    name: 'saved-views.list',
    load: 'light',
    method: 'GET',
    path: '/saved-views',
    summary: "One's own views of lists, by list and name",
    reply: z.array(savedView),
  }),
  create: route({
    ...base,
    name: 'saved-views.create',
    method: 'POST',
    path: '/saved-views',
    status: 201,
    summary: 'Keep the filters, sort, days and columns of a list under a name',
    body: z.object({ list: text(80, 'The list'), ...terms }),
    reply: savedView,
  }),
  change: route({
    ...base,
    name: 'saved-views.change',
    method: 'PUT',
    path: '/saved-views/:id',
    summary: 'Rename a view, change what it shows, or make it the one that its list opens with',
    params: idParams,
    body: z.object({ ...changeOf(terms), version: recordVersion }),
    reply: savedView,
  }),
  remove: route({
    ...base,
    name: 'saved-views.remove',
    method: 'DELETE',
    path: '/saved-views/:id',
    summary: 'Delete a view',
    params: idParams,
    query: versionQuery,
    reply: removed,
  }),
}

const favouriteTabs = z.object({
  /** The ids of tabs, in the order in which they are shown. */
  tabs: z.array(text(80, 'The tab')).max(FAVOURITES_MAX, `Must be at most ${FAVOURITES_MAX} tabs.`),
})
export const favourites = {
  get: route({
    ...base,
    name: 'favourites.get',
    load: 'light',
    method: 'GET',
    path: '/favourite-tabs',
    summary: "One's own favourite tabs in their order",
    reply: favouriteTabs,
  }),
  save: route({
    ...base,
    name: 'favourites.save',
    method: 'PUT',
    path: '/favourite-tabs',
    summary: 'Set the favourite tabs and their order; a tab that is named twice counts once',
    body: favouriteTabs,
    reply: favouriteTabs,
  }),
}
