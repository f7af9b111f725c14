/** The one writer of announcements: received announcements become versions, and the newest of them the announcements. */
import type { Announcement, AnnouncementReport } from '@em/contract/announcements/announcements'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'

/** The fields of an announcement. */
export interface AnnouncementFields {
  readonly date: string
  readonly time: string | null
  readonly category: Announcement['category']
  readonly kind: string | null
  readonly title: string
  readonly company: string | null
  readonly symbol: string | null
  readonly priority: Announcement['priority']
  readonly summary: string | null
  readonly content: string | null
  /** Where the exchange keeps its document. */
  readonly filePath: string | null
}

/** One from a file or the exchange; its origin is its name in that source, null where it has none there. */
export interface ReceivedAnnouncement extends AnnouncementFields {
  readonly origin: string | null
}

export interface AnnouncementsToKeep {
  readonly source: Announcement['source']
  readonly rows: readonly ReceivedAnnouncement[]
  readonly fileName?: string | null
  readonly sha256?: Buffer | null
  readonly reason?: string | null
  readonly recordedBy: number
}

const COLUMNS =
  'announced_on, announced_at, category, kind, title, company, symbol, priority, summary, content, file_path'
const columnsOf = (table: string) => COLUMNS.replaceAll(/\w+/g, (name) => `${table}.${name}`)

// One writer at a time: the second one sees what the first one kept.
const HOLD = statement('announcements.hold', `SELECT ${takeLock('announcements')}`)
const ADD_SET = statement(
  'announcements.add-set',
  `INSERT INTO announcement_sets (source, file_name, sha256, reason, rows, added, changed, recorded_by)
   VALUES (:source, :fileName?, :sha256?, :reason?, :rows, :added, :changed, :recordedBy) RETURNING id`,
)
const BY_ORIGIN = statement(
  'announcements.by-origin',
  `SELECT a.id, a.origin AS origin!, a.version, a.is_removed, ${columnsOf('a')} FROM announcements a WHERE a.origin = ANY(:origins::text[])`,
)
// The exchange's last version: what a person corrected since stays as long as the exchange sends the same.
const SENT_BY_EXCHANGE = statement(
  'announcements.told-by-exchange',
  `SELECT a.id, a.origin AS origin!, a.version, false AS is_removed!, ${columnsOf('v')}
     FROM announcements a
     JOIN LATERAL (SELECT w.* FROM announcement_versions w JOIN announcement_sets s ON s.id = w.set_id
                    WHERE w.announcement_id = a.id AND s.source = 'feed' ORDER BY w.version DESC LIMIT 1) v ON true
    WHERE a.origin = ANY(:origins::text[])`,
)
const OF_DAYS = statement(
  'announcements.of-days',
  `SELECT a.id, a.version, a.is_removed, ${columnsOf('a')} FROM announcements a WHERE a.announced_on = ANY(:days::date[]) ORDER BY a.id`,
)
const ONE = statement(
  'announcements.standing',
  `SELECT a.id, a.version, a.is_removed, ${columnsOf('a')} FROM announcements a WHERE a.id = :id`,
)
const CHANGE = statement(
  'announcements.change',
  `UPDATE announcements SET version = version + 1, set_id = :setId, is_removed = :isRemoved, announced_on = :date::date, announced_at = :time?,
          category = :category, kind = :kind?, title = :title, company = :company?, symbol = :symbol?, priority = :priority,
          summary = :summary?, content = :content?, file_path = :filePath?
    WHERE id = :id`,
)
// What a set made of the announcements is their next version.
const KEEP_VERSIONS = statement(
  'announcements.keep-versions',
  `INSERT INTO announcement_versions (announcement_id, version, set_id, is_removed, ${COLUMNS})
   SELECT a.id, a.version, a.set_id, a.is_removed, ${columnsOf('a')} FROM announcements a WHERE a.set_id = :setId`,
)
const OF_SET = statement('announcements.of-set', 'SELECT id FROM announcements WHERE set_id = :setId')

type NewRow = ReceivedAnnouncement & { readonly setId: number }
const ANNOUNCEMENTS = tableOf<NewRow>('announcements', [
  { name: 'origin', type: 'text', of: ({ origin }) => origin },
  { name: 'version', type: 'integer', of: () => 1 },
  { name: 'set_id', type: 'bigint', of: ({ setId }) => setId },
  { name: 'announced_on', type: 'date', of: ({ date }) => date },
  { name: 'announced_at', type: 'text', of: ({ time }) => time },
  { name: 'category', type: 'text', of: ({ category }) => category },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'title', type: 'text', of: ({ title }) => title },
  { name: 'company', type: 'text', of: ({ company }) => company },
  { name: 'symbol', type: 'text', of: ({ symbol }) => symbol },
  { name: 'priority', type: 'text', of: ({ priority }) => priority },
  { name: 'summary', type: 'text', of: ({ summary }) => summary },
  { name: 'content', type: 'text', of: ({ content }) => content },
  { name: 'file_path', type: 'text', of: ({ filePath }) => filePath },
])

type StandingRow = Omit<RowOf<typeof ONE>, 'priority'> & { readonly priority: string }
/** An announcement as it is now. */
export interface Standing extends AnnouncementFields {
  readonly id: number
  readonly version: number
  readonly isRemoved: boolean
}

const standingOf = (row: StandingRow): Standing => ({
  id: row.id,
  version: row.version,
  isRemoved: row.is_removed,
  date: row.announced_on,
  time: row.announced_at,
  category: row.category as Announcement['category'],
  kind: row.kind,
  title: row.title,
  company: row.company,
  symbol: row.symbol,
  priority: row.priority as Announcement['priority'],
  summary: row.summary,
  content: row.content,
  filePath: row.file_path,
})

const FIELDS = [
  'date',
  'time',
  'category',
  'kind',
  'title',
  'company',
  'symbol',
  'priority',
  'summary',
  'content',
  'filePath',
] as const satisfies readonly (keyof AnnouncementFields)[]
const isSame = (a: AnnouncementFields, b: AnnouncementFields) =>
  FIELDS.every((field) => a[field] === b[field])

/** The key of an announcement whose source has no name for it: its day, company and title. */
export const nameOf = ({
  date,
  company,
  title,
}: Pick<AnnouncementFields, 'date' | 'company' | 'title'>): string =>
  [date, company ?? '', title].join('\n').toLowerCase()

/** Announcements are recorded one act after the other. */
export const holdAnnouncements = (tx: Transaction) => tx.query(HOLD)

/** One announcement; undefined where there is none. Call `holdAnnouncements` before. */
export async function standingAnnouncement(tx: Transaction, id: number): Promise<Standing | undefined> {
  const [row] = await tx.query(ONE, { id })
  return row === undefined ? undefined : standingOf(row)
}

/** Those of some days by what names them (`nameOf`); of two of one name the first one recorded. */
export async function announcementsByName(
  tx: Transaction,
  days: readonly string[],
): Promise<Map<string, Standing>> {
  const rows = days.length === 0 ? [] : await tx.query(OF_DAYS, { days: [...new Set(days)] })
  const found = new Map<string, Standing>()
  for (const standing of rows.map(standingOf)) {
    const name = nameOf(standing)
    if (!found.has(name)) found.set(name, standing)
  }
  return found
}

async function byOrigin(
  tx: Transaction,
  { source, rows }: Pick<AnnouncementsToKeep, 'source' | 'rows'>,
): Promise<Map<string, Standing>> {
  const origins = rows.flatMap(({ origin }) => origin ?? [])
  if (origins.length === 0) return new Map()
  const found = await tx.query(source === 'feed' ? SENT_BY_EXCHANGE : BY_ORIGIN, { origins })
  return new Map(found.map((row) => [row.origin, standingOf(row)]))
}

/**
 * Keeps received announcements: new ones, and the next version of known ones that differ. One that is
 * received again unchanged is not kept.
 */
export async function keepAnnouncements(
  tx: Transaction,
  received: AnnouncementsToKeep,
): Promise<AnnouncementReport & { readonly setId: number | null }> {
  await holdAnnouncements(tx)
  const { rows } = received
  const named = await byOrigin(tx, received)
  const days = rows.filter(({ origin }) => origin === null).map(({ date }) => date)
  const unnamed = await announcementsByName(tx, days)
  const fresh: ReceivedAnnouncement[] = []
  const changed: { readonly standing: Standing; readonly row: AnnouncementFields }[] = []
  for (const row of rows) {
    const standing = row.origin === null ? unnamed.get(nameOf(row)) : named.get(row.origin)
    if (standing === undefined) fresh.push(row)
    // The kind and the document are the exchange's words; a file or a person that says none leaves them.
    else {
      const whole = { ...row, kind: row.kind ?? standing.kind, filePath: row.filePath ?? standing.filePath }
      if (standing.isRemoved || !isSame(standing, whole)) changed.push({ standing, row: whole })
    }
  }
  const report = {
    rows: rows.length,
    added: fresh.length,
    changed: changed.length,
    unchanged: rows.length - fresh.length - changed.length,
  }
  if (fresh.length + changed.length === 0) return { ...report, setId: null }
  const setId = await addSet(tx, received, report)
  if (fresh.length > 0) {
    await addRows(tx, [
      new Rows(
        ANNOUNCEMENTS,
        fresh.map((row) => ({ ...row, setId })),
      ),
    ])
  }
  for (const { standing, row } of changed) await changeOne(tx, setId, standing, row)
  await tx.query(KEEP_VERSIONS, { setId })
  return { ...report, setId }
}

async function addSet(
  tx: Transaction,
  { source, fileName = null, sha256 = null, reason = null, recordedBy }: Omit<AnnouncementsToKeep, 'rows'>,
  { rows, added, changed }: Pick<AnnouncementReport, 'rows' | 'added' | 'changed'>,
): Promise<number> {
  const values = { source, fileName, sha256, reason, rows, added, changed, recordedBy }
  const [set] = await tx.query(ADD_SET, values)
  return (set as { id: number }).id
}

const changeOne = (
  tx: Transaction,
  setId: number,
  { id }: Pick<Standing, 'id'>,
  row: AnnouncementFields,
  isRemoved = false,
) => {
  const { date, time, category, kind, title, company, symbol, priority, summary, content, filePath } = row
  return tx.query(CHANGE, {
    id,
    setId,
    isRemoved,
    date,
    time,
    category,
    kind,
    title,
    company,
    symbol,
    priority,
    summary,
    content,
    filePath,
  })
}

/** Keeps the next version of one announcement: corrected, or taken back. Where it equals the current one, nothing is kept. */
export async function keepNext(
  tx: Transaction,
  standing: Standing,
  next: AnnouncementFields | 'taken back',
  by: { readonly reason: string | null; readonly recordedBy: number },
): Promise<void> {
  if (next !== 'taken back' && isSame(standing, next)) return
  const setId = await addSet(tx, { source: 'typed', ...by }, { rows: 1, added: 0, changed: 1 })
  if (next === 'taken back') await changeOne(tx, setId, standing, standing, true)
  else await changeOne(tx, setId, standing, next)
  await tx.query(KEEP_VERSIONS, { setId })
}

/** The announcement that a set of one recorded. */
export async function announcementOfSet(tx: Transaction, setId: number): Promise<number> {
  const [row] = await tx.query(OF_SET, { setId })
  return (row as { id: number }).id
}
