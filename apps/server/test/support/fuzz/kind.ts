import type { Change, Next } from './changes.ts'

/** A kind of file that is broken by chance: a whole one, what breaks it, and what its reader may not make of it. */
export interface FuzzedKind {
  readonly whole: () => Promise<Buffer>
  readonly changes: readonly Change[]
  /**
   * Reads a changed file.
   * @param next draws the options of the reader.
   * @returns what is wrong in what was read; null for a right reading.
   * @throws FileRefusal where the file is refused or asked about, which is right as well.
   */
  readonly judge: (bytes: Buffer, next: Next, whole: Buffer) => Promise<string | null>
}
