/** How the server and a reader process speak: a request in, its answer out. Both sides import this file. */
import type { RefusalCode } from '@em/contract'
import type { Facts } from '../refusal.ts'
import type { ReaderLimits } from '../settings.ts'

/** The first line of a request, as JSON; the bytes of the file follow it. */
export interface RequestHead {
  /** URL of the script that reads the file; it exports `read`. */
  readonly script: string
  /** The script's further arguments, in addition to the bytes: sheet, mapping and the like. */
  readonly asked: object
  readonly bytes: number
  /** Whether the process takes another file afterwards; else it ends. */
  readonly stay: boolean
  readonly limits: ReaderLimits
}

/** The export `read` of a reader script: a value that JSON can hold. @throws FileRefusal. */
export type ReadScript = (bytes: Uint8Array, asked: never) => Promise<unknown>

/** The bytes that a reader writes before its answer, when it begins to read: its time counts from there. */
export const BEGUN = 0x42

/** The first byte of an answer; then its length in bytes (32 bits), then the reading as JSON, or a refusal as JSON. */
export const ANSWER = { reading: 0x52, refusal: 0x46 } as const
export const ANSWER_HEAD_BYTES = 5

export interface AnsweredRefusal {
  readonly code: RefusalCode
  readonly facts: Facts
}

/** Bytes of JSON that a reading may have. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024
