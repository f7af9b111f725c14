/** Keeps the file that a job makes: in parts, as it is made, in the transaction of the job. */
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { EXPORT_RETENTION_DAYS, type ExportFile } from '@em/contract/exports/exports'
import type { Right } from '@em/contract/identity/rights'
import type { Portfolios } from '../../platform/authorize.ts'
import { dayInColombo } from '../../platform/clock.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

const MB = 1024 * 1024
/** A part holds about so many bytes. */
const PART_BYTES = MB

/** The most that is kept, in bytes: of one file as it is downloaded, and of one person's files as they are stored. */
export interface ExportLimits {
  readonly fileBytes: number
  readonly personBytes: number
}
export const EXPORT_LIMITS: ExportLimits = { fileBytes: 2048 * MB, personBytes: 2048 * MB }

/** A file to be made. */
export interface ExportMade {
  readonly ownerId: number
  readonly job: number | null
  /** The right and the portfolios that it is read with. */
  readonly needs: Right
  readonly portfolios: Portfolios
  readonly fileName: string
  readonly mediaType: string
  /** Text is kept compressed. */
  readonly gzipped: boolean
}

const ADD = statement(
  'exports.add',
  `INSERT INTO export_files (owner_id, job_id, needs, portfolios, file_name, media_type, gzipped, kept_until)
   VALUES (:ownerId, :job?, :needs, :portfolios?, :fileName, :mediaType, :gzipped, clock_timestamp()) RETURNING id`,
)
const TAKEN = statement(
  'exports.taken',
  `SELECT coalesce(sum(stored), 0)::bigint AS stored, coalesce(min(kept_until), now()) AS oldest FROM export_files
    WHERE owner_id = :ownerId AND stored > 0`,
)
const ADD_PART = statement(
  'exports.add-part',
  'INSERT INTO export_parts (file_id, part, content) VALUES (:id, :part, :content)',
)
const FINISH = statement(
  'exports.finish',
  `UPDATE export_files SET rows = :rows, bytes = :bytes, stored = :stored,
                           kept_until = clock_timestamp() + make_interval(days => :days::integer)
    WHERE id = :id RETURNING kept_until`,
)
/** For a transaction that waits longer than one may else do nothing: what a file is made of is read, or the file is made. */
export const BE_PATIENT = statement(
  'exports.be-patient',
  "SELECT set_config('idle_in_transaction_session_timeout', '600s', true)",
)

/**
 * Makes a file and keeps it for a week.
 * @param content is asked for when there is room for more of it; `rows` once all of it was there.
 * @throws Refusal `export.too-large`, `export.person-full`.
 */
export async function keepExport(
  tx: Transaction,
  made: ExportMade,
  content: AsyncIterable<Uint8Array | string>,
  rows: () => number,
  limits: ExportLimits = EXPORT_LIMITS,
): Promise<ExportFile> {
  const { fileName, mediaType, gzipped, ownerId } = made
  tx.send(BE_PATIENT, {})
  const [taken] = await tx.query(TAKEN, { ownerId })
  const [added] = await tx.query(ADD, {
    ...made,
    portfolios: made.portfolios === 'all' ? null : made.portfolios,
  })
  const id = added?.id ?? 0
  let bytes = 0
  let stored = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
      bytes += chunk.length
      if (bytes > limits.fileBytes) throw new Refusal('export.too-large', { limit: inMb(limits.fileBytes) })
      yield chunk
    }
  }
  async function keep(packed: AsyncIterable<Uint8Array>): Promise<void> {
    let part = 0
    for await (const one of inParts(packed)) {
      stored += one.length
      if (stored + (taken?.stored ?? 0) > limits.personBytes) throw full(limits.personBytes, taken?.oldest)
      await tx.query(ADD_PART, { id, part, content: one })
      part += 1
    }
  }
  await (gzipped ? pipeline(counted, createGzip(), keep) : pipeline(counted, keep))
  const [finished] = await tx.query(FINISH, { id, rows: rows(), bytes, stored, days: EXPORT_RETENTION_DAYS })
  return {
    id,
    file_name: fileName,
    media_type: mediaType,
    rows: rows(),
    bytes,
    kept_until: finished?.kept_until ?? '',
  }
}

/** Puts what comes in pieces together to parts. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(waiting, length)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}

const inMb = (bytes: number) => `${Math.floor(bytes / MB).toLocaleString('en-LK')} MB`

const full = (limit: number, oldest = '') =>
  new Refusal('export.person-full', {
    days: EXPORT_RETENTION_DAYS,
    limit: inMb(limit),
    date: dayInColombo(new Date(oldest)),
  })
