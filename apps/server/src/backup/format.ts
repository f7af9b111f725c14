/**
 * The form of a backup file. In this order: a line that says what it is, the header as JSON, the contents in pieces, and
 * the SHA-256 of all bytes before it. The pieces joined and unpacked are records: what the file holds, the rows of each
 * table as COPY gives them, and what they must come to.
 */
import { z } from 'zod'

/** The product refuses a file of a higher number than it knows. */
export const FORMAT = 1
export const TITLE = `Equity Manager backup ${FORMAT}\n`
export const TITLE_PATTERN = /^Equity Manager backup (\d{1,6})\n/
/** Longer than any title. */
export const TITLE_BYTES_MAX = 40
export const HEADER_BYTES_MAX = 64 * 1024
/** The size of a piece, which is compressed and sealed as a whole. */
export const PIECE_BYTES = 256 * 1024
/** A piece begins with its length; this bit says that it is the last. */
export const LAST_PIECE = 0x8000_0000
export const CHECKSUM_BYTES = 32
/** Of a record that is not rows. */
export const RECORD_BYTES_MAX = 4 * 1024 * 1024

/** Something that the person at the console can act on; the message is whole sentences, printed without a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`))

/** How the key comes from the passphrase. The bounds keep a forged file from asking for all memory. */
const encryption = z.object({
  cipher: z.literal('aes-256-gcm'),
  keyDerivation: z.literal('argon2id'),
  salt: hex(16),
  memoryKiB: z
    .number()
    .int()
    .min(8)
    .max(1024 * 1024),
  passes: z.number().int().min(1).max(100),
  lanes: z.number().int().min(1).max(16),
  /** Distinguishes a wrong passphrase from damaged contents. */
  keyCheck: hex(32),
})
export type Encryption = z.infer<typeof encryption>

export const headerShape = z.object({
  /** The version of Equity Manager that made the file. */
  product: z.string(),
  /** The numbers of the migrations that made the tables. */
  migrations: z.array(z.number().int().min(1)).min(1).max(10_000),
  postgres: z.string(),
  /** The moment of the snapshot. */
  takenAt: z.iso.datetime(),
  compression: z.literal('zstd'),
  encryption: encryption.nullable(),
})
export type Header = z.infer<typeof headerShape>

const name = z.string().min(1).max(63)
export const contentsShape = z.object({
  tables: z.array(z.object({ name, columns: z.array(name) })).max(10_000),
  sequences: z.array(z.object({ name, last: z.string().regex(/^-?\d+$/), called: z.boolean() })).max(10_000),
})
export type Contents = z.infer<typeof contentsShape>

export const tableEndShape = z.object({ name, rows: z.number().int().min(0), sha256: hex(32) })
export type TableEnd = z.infer<typeof tableEndShape>

export const endShape = z.object({
  tables: z.number().int(),
  rows: z.number().int(),
  /** Of the records before, rows left out: their sums are in those. */
  sha256: hex(32),
})

/** The parts of a backup, in this order: contents, then rows and end of each table, then the end of all. */
export type Part =
  | { readonly kind: 'contents'; readonly contents: Contents }
  | { readonly kind: 'rows'; readonly bytes: Buffer }
  | { readonly kind: 'table end'; readonly end: TableEnd }

/** The letters that records begin with. */
export const LETTER = { contents: 0x43, rows: 0x52, tableEnd: 0x54, end: 0x45 } as const
