/** Broken files: each is made of a whole one by a few changes that the same seed makes again, and must be read, asked about or refused. */
import { chance } from '@em/core/documents/sample'
import { FileRefusal } from '../../../src/platform/file-readers/file-refusal.ts'
import { CUSTODIANS } from './custodian.ts'
import { DOCUMENTS } from './documents.ts'
import type { FuzzedKind } from './kind.ts'
import { STATEMENTS } from './statements.ts'
import { TABLES } from './tables.ts'

const KINDS = { ...DOCUMENTS, ...TABLES, ...STATEMENTS, ...CUSTODIANS }
export type Fuzzed = keyof typeof KINDS
const keysOf = <Key extends string>(kinds: Readonly<Record<Key, FuzzedKind>>) => Object.keys(kinds) as Key[]
export const FUZZED_DOCUMENTS = keysOf(DOCUMENTS)
/** Tables and formats of every other reader. */
export const FUZZED_TABLES = [...keysOf(TABLES), ...keysOf(STATEMENTS), ...keysOf(CUSTODIANS)]
export const FUZZED = keysOf(KINDS)

export interface FuzzOutcome {
  readonly read: number
  /** How many were refused, by code. */
  readonly refused: ReadonlyMap<string, number>
  readonly slowestMs: number
  /** Faults of a reader, with the number of the file; the first ten. */
  readonly faults: readonly string[]
}

const CHANGES_MAX = 4
const FAULTS_MAX = 10

/** The file of a number: made of the whole one by one to four changes. */
function brokenFile(kind: Fuzzed, whole: Buffer, { seed, file }: { seed: number; file: number }) {
  const { changes } = KINDS[kind]
  const next = chance(seed * 1_000_003 + file)
  let bytes = whole
  for (let left = 1 + next(CHANGES_MAX); left > 0; left -= 1) {
    bytes = changes[next(changes.length)]?.(bytes, next) ?? bytes
  }
  return { bytes, next }
}

export async function fuzzReader(kind: Fuzzed, files: number, seed = 1): Promise<FuzzOutcome> {
  const { whole: make, judge } = KINDS[kind]
  const whole = await make()
  const refused = new Map<string, number>()
  const faults: string[] = []
  let [read, slowestMs] = [0, 0]
  for (let file = 0; file < files && faults.length < FAULTS_MAX; file += 1) {
    const { bytes, next } = brokenFile(kind, whole, { seed, file })
    const start = performance.now()
    try {
      const wrong = await judge(bytes, next, whole)
      if (wrong !== null) faults.push(`${kind} ${file}: ${wrong}`)
      read += 1
    } catch (error) {
      if (!(error instanceof FileRefusal)) faults.push(`${kind} ${file}: ${String(error)}`)
      else refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
    }
    slowestMs = Math.max(slowestMs, performance.now() - start)
  }
  return { read, refused, slowestMs, faults }
}

/** The bytes of a file of a number, to look at what was wrong with it. */
export async function fuzzedFile(kind: Fuzzed, file: number, seed = 1): Promise<Buffer> {
  return brokenFile(kind, await KINDS[kind].whole(), { seed, file }).bytes
}
