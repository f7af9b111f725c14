/** Recognises the kind of a statement file by its bytes, and reads it. Runs in the worker; only what a format needs is loaded. */
import type { StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { textOfBytes } from '../../../platform/file-readers/text.ts'
import type { FileAsked } from './answer.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { namedReading } from './named-file.ts'
import { isOfx, readOfx } from './ofx.ts'
import { type NamedFile, refuseDoctype } from './statement.ts'

const startsWith = (bytes: Uint8Array, ...magic: number[]) =>
  magic.every((byte, index) => bytes[index] === byte)
const isPdf = (bytes: Uint8Array) => startsWith(bytes, 0x25, 0x50, 0x44, 0x46)
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b)
/** With or without its declaration. */
const isXml = (text: string) => /^\s*<(\?xml|(?:\w+:)?Document[\s>])/.test(text)
const isCamt = (text: string) => /<(?:\w+:)?BkToCstmrStmt[\s>]/.test(text.slice(0, 20_000))

/** @throws FileRefusal. */
export async function readBytes(asked: FileAsked): Promise<StatementReading> {
  const { bytes } = asked
  const text = isPdf(bytes) || isZip(bytes) ? undefined : textOfBytes(bytes)
  if (text !== undefined) {
    const named = await namedFile(text)
    if (named !== undefined) return namedReading(asked, named)
  }
  const { readTableFile } = await import('./table-file.ts')
  return readTableFile(asked, isPdf(bytes) ? 'pdf' : isZip(bytes) ? 'xlsx' : 'csv')
}

async function namedFile(text: string): Promise<NamedFile | undefined> {
  if (isXml(text)) refuseDoctype(text)
  // Before XML: what calls itself OFX 2 is often tags without ends.
  if (isOfx(text)) return { format: 'ofx', statements: readOfx(text) }
  if (isXml(text)) {
    const { readCamt, refuseBadXml } = await import('./camt053.ts')
    refuseBadXml(text)
    if (!isCamt(text)) throw new FileRefusal('statement.kind')
    return { format: 'camt.053', statements: readCamt(text) }
  }
  if (isMt940(text)) return { format: 'mt940', statements: readMt940(text) }
  return undefined
}
