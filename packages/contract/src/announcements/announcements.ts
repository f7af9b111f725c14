import {
  ANNOUNCEMENT_BOARDS,
  ANNOUNCEMENT_CATEGORIES,
  ANNOUNCEMENT_PRIORITIES,
  type AnnouncementBoard,
} from '@em/core/announcements/categories'
import { symbolFromText } from '@em/core/securities/symbol'
import { z } from 'zod'
import { attachment } from '../attachments/attachments.ts'
import { FILE_BYTES_MAX } from '../kit/bounds.ts'
import { date, id, optional, optionalText, recordVersion, sentFile, text } from '../kit/fields.ts'
import { fileAnswers } from '../kit/file-answers.ts'
import { idParams, removed } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * What the exchange and its companies announce: typed, from a file, or read from the exchange's public calls. An announcement
 * is recorded in versions: a correction is the next one. Dates and times are Colombo's.
 */

/** Announcements of one file: the exchange makes some fifty a day. */
export const ANNOUNCEMENT_ROWS_MAX = 2_000
export const ANNOUNCEMENT_CONTENT_MAX = 20_000
/** The rows of a page that is asked for without a limit. */
export const ANNOUNCEMENT_PAGE = 500
/** Most versions of one announcement in the answer, newest first. */
export const ANNOUNCEMENT_VERSIONS_MAX = 50

/** The filters of dates: how many days back from today. */
export const ANNOUNCEMENT_DAYS = ['7', '30', '90'] as const
export const ANNOUNCEMENT_SOURCES = { typed: 'Typed', file: 'From a file', feed: 'Exchange' } as const

const board = z.enum(ANNOUNCEMENT_BOARDS as [AnnouncementBoard, ...AnnouncementBoard[]])
const category = z.enum(ANNOUNCEMENT_CATEGORIES)
const priority = z.enum(ANNOUNCEMENT_PRIORITIES)
const source = z.enum(['typed', 'file', 'feed'])

const fields = {
  title: z.string(),
  category,
  /** What the exchange itself calls its kind. */
  kind: z.string().nullable(),
  company: z.string().nullable(),
  symbol: z.string().nullable(),
  date: z.string(),
  /** HH:MM; null where only the day is known. */
  time: z.string().nullable(),
  priority,
  summary: z.string().nullable(),
}
const recorded = { source, recorded_at: z.string(), recorded_by: z.string() }

/** An announcement as lists show it: without its full text. */
export const announcement = z.object({
  id: z.number(),
  version: z.number(),
  ...fields,
  ...recorded,
  /** Names of its files. */
  attachments: z.array(z.string()),
  /** Symbols of the securities that it concerns and that are held; empty for who may not see holdings. */
  held: z.array(z.string()),
})
export type Announcement = z.output<typeof announcement>

const security = z.object({ symbol: z.string(), name: z.string(), held: z.boolean() })
export const announcementDetail = announcement.extend({
  content: z.string().nullable(),
  files: z.array(attachment.pick({ id: true, file_name: true, media_type: true, bytes: true })),
  /** The securities of the company, or the one that it names. */
  securities: z.array(security),
  /** Where the exchange keeps its document; null where there is none. */
  document: z.string().nullable(),
})
export type AnnouncementDetail = z.output<typeof announcementDetail>

const announcementVersion = z.object({
  version: z.number(),
  is_removed: z.boolean(),
  ...fields,
  content: z.string().nullable(),
  ...recorded,
  reason: z.string().nullable(),
})
export type AnnouncementVersion = z.output<typeof announcementVersion>

const time = z
  .string({ error: 'Must be a time like 14:30.' })
  .max(1_000, { error: 'Must be a time like 14:30.', abort: true })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 14:30.')
const symbol = z
  .string({ error: 'The symbol must be text.' })
  .max(200, { error: 'The symbol must have at most 20 characters.', abort: true })
  .transform((value, context) => {
    const read = symbolFromText(value)
    if (read !== null) return read
    context.addIssue({ code: 'custom', message: 'Must be a symbol like JKH.N0000.' })
    return z.NEVER
  })

/** An announcement as it is sent. */
const sent = z.object({
  title: text(300, 'The title'),
  category: z.enum(ANNOUNCEMENT_CATEGORIES, { error: 'Please select a category.' }),
  company: optionalText(200, 'The company').optional(),
  symbol: optional(symbol).optional(),
  date,
  time: optional(time).optional(),
  /** Left out: that of its category. */
  priority: optional(z.enum(ANNOUNCEMENT_PRIORITIES, { error: 'Must be High, Medium or Low.' })).optional(),
  summary: optionalText(1_000, 'The summary').optional(),
  content: optionalText(ANNOUNCEMENT_CONTENT_MAX, 'The content').optional(),
})
export type AnnouncementSent = z.output<typeof sent>

const report = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
})
export type AnnouncementReport = z.output<typeof report>

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const base = { tag: 'Announcements' } as const
export const announcements = {
  list: route({
    ...base,
    name: 'announcements.list',
    needs: 'prices.read',
    load: 'list',
    method: 'GET',
    path: '/announcements',
    summary:
      'Announcements, newest first; `days` counts back from today, `search` looks in title and company (of notices also the symbol), `held=1` leaves those of securities held',
    query: z.object({
      board: board.optional(),
      category: optional(category).optional(),
      priority: optional(priority).optional(),
      days: z.enum(['all', ...ANNOUNCEMENT_DAYS]).optional(),
      /** Those of one day alone. */
      date: optional(date).optional(),
      search: z
        .string()
        .max(100)
        .transform((value) => value.normalize('NFC').trim())
        .optional(),
      held: yes,
      limit: z.coerce.number().int().min(1).max(ANNOUNCEMENT_PAGE).optional(),
      cursor: z.string().max(100).optional(),
    }),
    reply: z.array(announcement),
  }),
  get: route({
    ...base,
    name: 'announcements.get',
    needs: 'prices.read',
    load: 'light',
    method: 'GET',
    path: '/announcements/:id',
    summary: 'One announcement with its full text, its files and the securities that it concerns',
    params: idParams,
    reply: announcementDetail,
  }),
  versions: route({
    ...base,
    name: 'announcements.versions',
    needs: 'prices.read',
    load: 'light',
    method: 'GET',
    path: '/announcements/:id/versions',
    summary: 'An announcement as it was recorded, the newest version first',
    params: idParams,
    reply: z.array(announcementVersion),
  }),
  file: route({
    ...base,
    name: 'announcements.file',
    needs: 'prices.read',
    method: 'GET',
    path: '/announcements/:id/files/:file',
    summary: 'A file of an announcement, as a download',
    params: z.object({ id, file: id }),
    reply: z.string(),
  }),
  record: route({
    ...base,
    name: 'announcements.record',
    needs: 'prices.record',
    scope: 'all',
    method: 'POST',
    path: '/announcements',
    status: 201,
    summary: 'Record an announcement',
    query: z.object({ dryRun: yes }),
    body: sent,
    reply: announcementDetail,
  }),
  change: route({
    ...base,
    name: 'announcements.change',
    needs: 'prices.record',
    scope: 'all',
    method: 'PUT',
    path: '/announcements/:id',
    summary: 'Correct an announcement, as its next version; the earlier ones are kept',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: sent.extend({
      version: recordVersion.optional(),
      reason: optionalText(500, 'The reason').optional(),
    }),
    reply: announcementDetail,
  }),
  remove: route({
    ...base,
    name: 'announcements.remove',
    needs: 'prices.record',
    scope: 'all',
    method: 'DELETE',
    path: '/announcements/:id',
    summary: 'Take an announcement back that was recorded wrongly, as its next version',
    params: idParams,
    query: z.object({ dryRun: yes, reason: optionalText(500, 'The reason').optional() }),
    reply: removed,
  }),
  upload: route({
    ...base,
    name: 'announcements.upload',
    needs: 'prices.record',
    scope: 'all',
    load: 'upload',
    sends: 'form',
    method: 'POST',
    path: '/announcements/upload',
    status: 201,
    summary:
      'Announcements of a file (.xlsx or .csv, at most 10 MB) with the columns Date, Title and Category: all of it or nothing; one that is there already gets its next version where it changed',
    query: z.object({ dryRun: yes }),
    body: z.object({
      file: sentFile(FILE_BYTES_MAX),
      ...fileAnswers,
    }),
    reply: report,
  }),
}
