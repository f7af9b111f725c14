/** Gives an exported file to its maker, as long as it is kept and he may still read its contents. */
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isRight } from '@em/contract/identity/rights'
import { isWithin, requireRight, type SignedIn } from '../../platform/authorize.ts'
import { dayInColombo } from '../../platform/clock.ts'
import { type Queryable, statement } from '../../platform/database/database.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'

const FILE = statement(
  'exports.file',
  `SELECT file_name, media_type, gzipped, stored, needs, portfolios, kept_until, kept_until < clock_timestamp() OR stored = 0 AS gone
     FROM export_files WHERE id = :id AND owner_id = :ownerId`,
)
const PART = statement(
  'exports.part',
  'SELECT content FROM export_parts WHERE file_id = :id AND part = :part',
)

/** The user who asks for a file. */
interface Asker {
  readonly user: SignedIn
  /** Whether he takes a compressed file as it is kept: nothing is unpacked here to be packed again on the way. */
  readonly takesGzip: boolean
}

/**
 * A file as a stream: one part of it is in memory at a time.
 * @throws Refusal `record.missing` for another user's, `export.gone` after its week, `rights.missing` and `export.outside`
 *   where it was made with more than the person has now.
 */
export async function readExport(db: Queryable, id: number, { user, takesGzip }: Asker): Promise<FileAnswer> {
  const [file] = await db.query(FILE, { id, ownerId: user.id })
  if (file === undefined) throw new Refusal('record.missing', { what: 'The exported file' })
  if (file.gone === true) throw new Refusal('export.gone', { date: dayInColombo(new Date(file.kept_until)) })
  if (!isRight(file.needs)) throw new Error(`export ${id} needs the right ${file.needs}, which there is not`)
  requireRight(file.needs, user)
  if (!isWithin(file.portfolios, user)) throw new Refusal('export.outside')
  const parts = Readable.from(partsOf(db, id, file.stored))
  const answer = { fileName: file.file_name, mediaType: file.media_type }
  if (!file.gzipped) return { ...answer, content: parts }
  if (takesGzip) return { ...answer, content: parts, encoding: 'gzip' }
  // Where one of the two breaks off, the other ends with it, and the reader gets the error.
  return { ...answer, content: pipeline(parts, createGunzip(), () => undefined) }
}

/** @throws where the file's week ends meanwhile: half a file must not look like a whole one. */
async function* partsOf(db: Queryable, id: number, stored: number): AsyncGenerator<Buffer> {
  let given = 0
  for (let part = 0; given < stored; part += 1) {
    const [row] = await db.query(PART, { id, part })
    if (row === undefined) throw new Error(`part ${part} of export ${id} is gone`)
    given += row.content.length
    yield row.content
  }
}
