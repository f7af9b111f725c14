/** Records, corrects and takes back an announcement; keeps those of a file. */
import { createHash } from 'node:crypto'
import type {
  AnnouncementDetail,
  AnnouncementReport,
  AnnouncementSent,
} from '@em/contract/announcements/announcements'
import { laidOver } from '@em/contract/kit/fields'
import { announcementClassOf, priorityOfCategory } from '@em/core/announcements/categories'
import { dayInWords } from '@em/core/values/date-texts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { announcementById, type Viewer } from './announcements.queries.ts'
import type { AnnouncementFile } from './files/announcement-table.ts'
import {
  type AnnouncementFields,
  announcementOfSet,
  announcementsByName,
  holdAnnouncements,
  keepAnnouncements,
  keepNext,
  nameOf,
  type ReceivedAnnouncement,
  type Standing,
  standingAnnouncement,
} from './keep.commands.ts'

const ENTITY = 'announcement'

/** The typed fields, with the priority of the category where none was typed. */
function typed(sent: AnnouncementSent): Omit<AnnouncementFields, 'kind' | 'filePath'> {
  const { title, category, date } = sent
  return {
    title,
    category,
    date,
    time: sent.time ?? null,
    company: sent.company ?? null,
    symbol: sent.symbol ?? null,
    priority: sent.priority ?? priorityOfCategory(category),
    summary: sent.summary ?? null,
    content: sent.content ?? null,
  }
}

/** As the audit trail shows it. */
const audited = ({
  date,
  time,
  category,
  title,
  company,
  symbol,
  priority,
  summary,
}: AnnouncementFields) => ({
  title,
  category,
  company,
  symbol,
  date,
  time,
  priority,
  summary,
})

/** @throws Refusal `announcements.duplicate` (409) where one of the same day, company and title is recorded already. */
async function refuseSecond(
  tx: Transaction,
  row: Omit<AnnouncementFields, 'kind' | 'filePath'>,
  but?: number,
): Promise<void> {
  const second = (await announcementsByName(tx, [row.date])).get(nameOf(row))
  if (second === undefined || second.isRemoved || second.id === but) return
  throw refuseField('announcements.duplicate', 'title', { date: dayInWords(row.date) })
}

/** Records one announcement. @throws Refusal `announcements.duplicate` (409). */
export async function recordAnnouncement(
  tx: Transaction,
  sent: AnnouncementSent,
  by: { readonly recordedBy: number; readonly viewer: Viewer },
): Promise<Outcome<AnnouncementDetail>> {
  await holdAnnouncements(tx)
  const row: ReceivedAnnouncement = { ...typed(sent), kind: null, filePath: null, origin: null }
  await refuseSecond(tx, row)
  const { setId } = await keepAnnouncements(tx, { source: 'typed', rows: [row], recordedBy: by.recordedBy })
  const answer = await announcementById(tx, await announcementOfSet(tx, setId ?? 0), by.viewer)
  return {
    answer,
    audit: { action: 'announcements.record', entity: ENTITY, entityId: answer.id, after: audited(row) },
  }
}

/** @throws Refusal `record.missing` (404), `record.stale` (409). */
async function held(tx: Transaction, id: number, version: number | null): Promise<Standing> {
  await holdAnnouncements(tx)
  const standing = await standingAnnouncement(tx, id)
  if (standing === undefined || standing.isRemoved)
    throw new Refusal('record.missing', { what: 'The announcement' })
  if (version !== null && version !== standing.version)
    throw new Refusal('record.stale', { what: 'The announcement' })
  return standing
}

interface Correction {
  readonly id: number
  readonly version: number | null
  readonly reason: string | null
  readonly recordedBy: number
}

/** Corrects an announcement by its next version. @throws Refusal `record.missing`, `record.stale`, `announcements.duplicate`. */
export async function changeAnnouncement(
  tx: Transaction,
  sent: AnnouncementSent,
  { id, version, viewer, ...by }: Correction & { readonly viewer: Viewer },
): Promise<Outcome<AnnouncementDetail>> {
  const standing = await held(tx, id, version)
  // The priority follows another category, unless one is written.
  const { priority = standing.category === sent.category ? standing.priority : null, ...said } = sent
  const { kind, filePath } = standing
  const next: AnnouncementFields = {
    ...typed({ ...laidOver<AnnouncementFields>(standing, said), priority }),
    kind,
    filePath,
  }
  // The exchange itself may announce two things under one title on a day.
  if (nameOf(next) !== nameOf(standing)) await refuseSecond(tx, next, id)
  await keepNext(tx, standing, next, by)
  return {
    answer: await announcementById(tx, id, viewer),
    audit: {
      action: 'announcements.change',
      entity: ENTITY,
      entityId: id,
      before: audited(standing),
      after: { ...audited(next), reason: by.reason },
    },
  }
}

/** Takes an announcement back: no list shows it, its versions stay. @throws Refusal `record.missing`. */
export async function removeAnnouncement(
  tx: Transaction,
  { id, reason, recordedBy }: Omit<Correction, 'version'>,
): Promise<Outcome<{ success: true; id: number }>> {
  const standing = await held(tx, id, null)
  await keepNext(tx, standing, 'taken back', { reason, recordedBy })
  return {
    answer: { success: true, id },
    audit: {
      action: 'announcements.take-back',
      entity: ENTITY,
      entityId: id,
      before: audited(standing),
      after: { title: standing.title, reason },
    },
  }
}

/** Rows of a refusal that are named one by one. */
const NAMED_MOST = 20

/** @throws Refusal `announcements.rows` naming what cannot be read, line by line. */
export function refuseProblems({ problems }: Pick<AnnouncementFile, 'problems'>): void {
  if (problems.length === 0) return
  const details = problems.slice(0, NAMED_MOST).map(({ field, message }) => ({ field, message }))
  throw new Refusal('announcements.rows', { count: problems.length }, details)
}

interface Upload {
  readonly file: AnnouncementFile
  readonly fileName: string
  /** The file, base64. */
  readonly data: string
  readonly recordedBy: number
}

/** Keeps the announcements of a file: all of them or nothing. */
export async function uploadAnnouncements(
  tx: Transaction,
  { file, fileName, data, recordedBy }: Upload,
): Promise<Outcome<AnnouncementReport>> {
  const rows = file.rows.map(({ name, ...row }): ReceivedAnnouncement => {
    const known = row.kind === null ? undefined : announcementClassOf(row.kind)
    return {
      ...row,
      filePath: null,
      origin: name === null ? null : `file/${name}`,
      priority: row.priority ?? known?.priority ?? priorityOfCategory(row.category),
    }
  })
  const { setId, ...answer } = await keepAnnouncements(tx, {
    source: 'file',
    rows,
    fileName: fileName || null,
    sha256: createHash('sha256').update(data, 'base64').digest(),
    recordedBy,
  })
  return {
    answer,
    audit: {
      action: 'announcements.upload',
      entity: 'announcements',
      entityId: setId ?? 0,
      after: { file_name: fileName || null, ...answer },
    },
  }
}
