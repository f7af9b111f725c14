/** Reads announcements: a page of them, one with its files and securities, its versions. */
import {
  ANNOUNCEMENT_PAGE,
  ANNOUNCEMENT_VERSIONS_MAX,
  type Announcement,
  type AnnouncementDetail,
  type AnnouncementVersion,
  type announcements,
} from '@em/contract/announcements/announcements'
import { BOARD_CATEGORIES } from '@em/core/announcements/categories'
import { addDays } from '@em/core/values/dates'
import type { z } from 'zod'
import { containing } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { attachmentsOf } from '../attachments/attachments.queries.ts'

/** Securities with what they are and were called, and when. */
const CALLED = `(SELECT n.equity_id, upper(n.symbol) AS called, company_key(n.name) AS company_key, n.begins, n.ends FROM names_by_day() n)`
/** The securities held in the person's portfolios, by their symbols of today. */
const HELD = `held AS MATERIALIZED (
    SELECT upper(e.symbol) AS symbol, n.* FROM ${CALLED} n JOIN equities e ON e.id = n.equity_id
     WHERE :mayHold::bool AND EXISTS (SELECT FROM chains c WHERE c.equity_id = e.id AND c.quantity > 0))`
/** The exchange names a company by its whole symbol, by the symbol without its class, or by its name alone, as it was called that day. */
const concerns = (a: string, n: string) =>
  `${a}.announced_on >= ${n}.begins AND ${a}.announced_on < ${n}.ends
   AND CASE WHEN ${a}.symbol IS NULL THEN ${a}.company_key = ${n}.company_key
            WHEN strpos(${a}.symbol, '.') > 0 THEN ${n}.called = ${a}.symbol
            ELSE split_part(${n}.called, '.', 1) = ${a}.symbol END`
const HEAD = `a.id, a.version, a.title, a.category, a.kind, a.company, a.symbol, a.announced_on AS date, a.announced_at AS time, a.priority,
          a.summary, s.source, s.recorded_at, trim(u.first_name || ' ' || u.last_name) AS recorded_by`
const FROM =
  'announcements a JOIN announcement_sets s ON s.id = a.set_id LEFT JOIN users u ON u.id = s.recorded_by'
const FILES = `(SELECT coalesce(array_agg(f.file_name ORDER BY f.id), '{}') FROM attachments f
                  WHERE f.owner_kind = 'announcement' AND f.owner_id = a.id AND f.removed_at IS NULL) AS attachments!`
const HELD_OF = `(SELECT coalesce(array_agg(DISTINCT h.symbol), '{}') FROM held h WHERE ${concerns('a', 'h')}) AS held!`

const LEFT = `NOT a.is_removed AND (:categories?::text[] IS NULL OR a.category = ANY(:categories?::text[]))
      AND (:since?::date IS NULL OR a.announced_on >= :since?::date)
      AND (:day?::date IS NULL OR a.announced_on = :day?::date)
      AND (:priority?::text IS NULL OR a.priority = :priority?::text)
      AND (:search?::text IS NULL OR a.title ILIKE :search? OR a.company ILIKE :search? OR :bySymbol::bool AND a.symbol ILIKE :search?)
      AND (NOT :onlyHeld::bool OR EXISTS (SELECT FROM held h WHERE ${concerns('a', 'h')}))`

const LIST = statement(
  'announcements.list',
  `WITH ${HELD},
     page AS MATERIALIZED (
       SELECT a.id FROM announcements a WHERE ${LEFT}
          AND (:beforeDay?::date IS NULL OR (a.announced_on, coalesce(a.announced_at, ''), a.id) < (:beforeDay?::date, :beforeTime, :beforeId::bigint))
        ORDER BY a.announced_on DESC, coalesce(a.announced_at, '') DESC, a.id DESC LIMIT :most::int)
   SELECT ${HEAD}, ${FILES}, ${HELD_OF}
     FROM page JOIN announcements a ON a.id = page.id JOIN announcement_sets s ON s.id = a.set_id LEFT JOIN users u ON u.id = s.recorded_by
    ORDER BY a.announced_on DESC, coalesce(a.announced_at, '') DESC, a.id DESC`,
)
const COUNT = statement(
  'announcements.count',
  `WITH ${HELD} SELECT count(*) AS total! FROM announcements a WHERE ${LEFT}`,
)
const ONE = statement(
  'announcements.one',
  `WITH ${HELD} SELECT ${HEAD}, a.content, a.file_path, ${FILES}, ${HELD_OF} FROM ${FROM} WHERE a.id = :id AND NOT a.is_removed`,
)
const SECURITIES = statement(
  'announcements.securities',
  `SELECT DISTINCT e.symbol, e.name, :mayHold::bool AND EXISTS (SELECT FROM chains c WHERE c.equity_id = e.id AND c.quantity > 0) AS held!
     FROM announcements a JOIN ${CALLED} n ON ${concerns('a', 'n')} JOIN equities e ON e.id = n.equity_id
    WHERE a.id = :id ORDER BY e.symbol LIMIT 50`,
)
const VERSIONS = statement(
  'announcements.versions',
  `SELECT v.version, v.is_removed, v.title, v.category, v.kind, v.company, v.symbol, v.announced_on AS date, v.announced_at AS time, v.priority,
          v.summary, v.content, s.source, s.reason, s.recorded_at, trim(u.first_name || ' ' || u.last_name) AS recorded_by
     FROM announcement_versions v JOIN announcement_sets s ON s.id = v.set_id LEFT JOIN users u ON u.id = s.recorded_by
    WHERE v.announcement_id = :id ORDER BY v.version DESC LIMIT :most::int`,
)

/** The reader: whether he may see what is held, and where the exchange keeps its documents. */
export interface Viewer {
  readonly mayHold: boolean
  /** The address that paths of the exchange's documents are put to. */
  readonly documents: string
}

type Asked = z.output<(typeof announcements.list)['query']>
const CURSOR = /^(\d{4}-\d{2}-\d{2})_((?:\d{2}:\d{2})?)_(\d{1,15})$/

function afterOf(cursor: string | undefined) {
  if (cursor === undefined) return { beforeDay: null, beforeTime: '', beforeId: 0 }
  const [, beforeDay, beforeTime = '', beforeId] = CURSOR.exec(cursor) ?? []
  if (beforeDay === undefined) {
    const message = 'This is not a cursor of this list.'
    throw new Refusal('request.invalid', {}, [{ field: 'cursor', message }])
  }
  return { beforeDay, beforeTime, beforeId: Number(beforeId) }
}

const headOf = <Row extends RowOf<typeof LIST>>(row: Row) => ({
  ...row,
  category: row.category as Announcement['category'],
  recorded_by: row.recorded_by ?? '',
})

/** A page of announcements, newest first, and how many there are. `onlyHeld` and `held` have no effect where holdings may not be seen. */
export async function listAnnouncements(
  db: Queryable,
  asked: Omit<Asked, 'held'> & { readonly onlyHeld: boolean },
  { today, mayHold }: Pick<Viewer, 'mayHold'> & { readonly today: string },
): Promise<{ rows: Announcement[]; total: number; nextCursor: string | null }> {
  const { board, category, priority, days, search, onlyHeld, limit = ANNOUNCEMENT_PAGE } = asked
  const ofBoard = board === undefined ? null : BOARD_CATEGORIES[board]
  const categories =
    category == null ? ofBoard : ofBoard?.some((one) => one === category) === false ? [] : [category]
  const filter = {
    categories: categories === null ? null : [...categories],
    since: days === undefined || days === 'all' ? null : addDays(today, -Number(days)),
    day: asked.date ?? null,
    priority: priority ?? null,
    search: search ? containing(search) : null,
    bySymbol: board === undefined || board === 'notices',
    onlyHeld,
    mayHold,
  }
  const [found, [counted]] = await Promise.all([
    db.query(LIST, { ...filter, ...afterOf(asked.cursor), most: limit + 1 }),
    db.query(COUNT, filter),
  ])
  const rows = found.slice(0, limit).map(headOf)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows,
    total: counted?.total ?? 0,
    nextCursor: last === undefined ? null : `${last.date}_${last.time ?? ''}_${last.id}`,
  }
}

const missing = () => new Refusal('record.missing', { what: 'The announcement' })

/** One announcement. @throws Refusal `record.missing` (404), also for one that was taken back. */
export async function announcementById(
  db: Queryable,
  id: number,
  { mayHold, documents }: Viewer,
): Promise<AnnouncementDetail> {
  const [found] = await db.query(ONE, { id, mayHold })
  if (found === undefined) throw missing()
  const files = (await attachmentsOf(db, 'announcement', id)).filter(({ removed_at }) => removed_at === null)
  const { file_path, ...head } = headOf(found)
  return {
    ...head,
    files: files.map(({ id: file, file_name, media_type, bytes }) => ({
      id: file,
      file_name,
      media_type,
      bytes,
    })),
    securities: await db.query(SECURITIES, { id, mayHold }),
    document: file_path === null ? null : documentOf(file_path, documents),
  }
}

/** The address of a document: below that of the exchange's documents, and nowhere else. */
function documentOf(path: string, documents: string): string | null {
  if (!URL.canParse(path, documents)) return null
  const url = new URL(path, documents)
  return url.origin === new URL(documents).origin ? url.href : null
}

/** @throws Refusal `record.missing` (404), also for one that was taken back. */
export async function requireAnnouncement(db: Queryable, id: number): Promise<void> {
  const [found] = await db.query(ONE, { id, mayHold: false })
  if (found === undefined) throw missing()
}

/** The versions of an announcement, newest first, also of one that was taken back. @throws Refusal `record.missing` (404). */
export async function versionsOf(db: Queryable, id: number): Promise<AnnouncementVersion[]> {
  const rows = await db.query(VERSIONS, { id, most: ANNOUNCEMENT_VERSIONS_MAX })
  if (rows.length === 0) throw missing()
  return rows.map((row) => ({
    ...row,
    category: row.category as Announcement['category'],
    priority: row.priority as Announcement['priority'],
    recorded_by: row.recorded_by ?? '',
  }))
}
