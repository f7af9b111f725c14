/** Why a file is not read, said inside a reader process. */
import type { RefusalCode } from '@em/contract'
import type { Facts } from '../refusal.ts'
import type { ReaderLimits } from '../settings.ts'

/** Becomes the Refusal of the same code in the server. */
export class FileRefusal extends Error {
  readonly code: RefusalCode
  readonly facts: Facts

  constructor(code: RefusalCode, facts: Facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

export const tookTooLong = ({ timeMs }: ReaderLimits) =>
  new FileRefusal('file.unreadable', {
    reason: `it takes longer than ${timeMs / 1000} seconds to read. Please split it into smaller files.`,
  })
export const tookTooMuchMemory = ({ memoryMb }: ReaderLimits) =>
  new FileRefusal('file.too-many', {
    limit: `fits into ${memoryMb} MB of memory while it is read. Please split it into smaller files`,
  })
export const isDamaged = () => new FileRefusal('file.unreadable', { reason: 'it is damaged.' })
