/** The reader of custodians' messages: runs in a reader process. Recognises the kind of a file by its text, whatever its name. */
import { isIso15022 } from '@em/core/custodian/iso15022'
import {
  CUSTODIAN_DAYS_MAX,
  CUSTODIAN_MESSAGES_MAX,
  type CustodianFile,
  TooMany,
  Unreadable,
} from '@em/core/custodian/message'
import { readMt } from '@em/core/custodian/mt'
import { MxReader } from '@em/core/custodian/mx'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { textOfBytes } from '../../../platform/file-readers/text.ts'
import { scanXml } from '../../../platform/file-readers/xml.ts'
import { type FileJson, fileJson } from './file-json.ts'

/** @throws FileRefusal `custodian.kind`, `custodian.unreadable`, `file.unreadable`, `file.too-many`. */
export async function read(bytes: Uint8Array): Promise<FileJson> {
  const text = textOfBytes(bytes)
  if (text === undefined) throw new FileRefusal('custodian.kind', { reason: 'it is no text.' })
  if (text.trim() === '') throw new FileRefusal('file.unreadable', { reason: 'it is empty.' })
  const file = await withinBounds(() =>
    /^\s*</.test(text) ? readMx(text) : isIso15022(text) ? readMt(text) : undefined,
  )
  if (file === undefined)
    throw new FileRefusal('custodian.kind', { reason: 'it has neither the blocks of one nor XML.' })
  const { messages, leftOut, fault } = file
  if (fault !== null) throw new FileRefusal('custodian.unreadable', { ...fault })
  if (messages.length === 0) {
    const others = leftOut.map(({ type }) => type).join(', ')
    throw new FileRefusal('custodian.kind', {
      reason: others === '' ? 'no message of these types is in it.' : `it holds ${others} alone.`,
    })
  }
  const days = new Set(messages.flatMap(({ statement }) => statement?.date ?? []))
  if (days.size > CUSTODIAN_DAYS_MAX)
    throw new FileRefusal('file.too-many', { limit: `statements of ${CUSTODIAN_DAYS_MAX} days` })
  return fileJson({ messages, leftOut })
}

async function withinBounds<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof TooMany) throw new FileRefusal('file.too-many', { limit: error.message })
    throw error
  }
}

/** Several documents may follow each other in one file. */
async function readMx(text: string): Promise<CustodianFile> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new FileRefusal('file.unreadable', {
      reason: 'it declares a document type, which messages of custodians do not.',
    })
  }
  const reader = new MxReader()
  const leftOut = () => [...reader.leftOut].map(([type, count]) => ({ type, count }))
  try {
    const documents = text.trim().split(/(?=<\?xml)/, CUSTODIAN_MESSAGES_MAX + 1)
    if (documents.length > CUSTODIAN_MESSAGES_MAX)
      throw new TooMany(`${CUSTODIAN_MESSAGES_MAX.toLocaleString('en')} messages`)
    for (const document of documents) {
      await scanXml([Buffer.from(document)], {
        open: (name, attributes) => reader.open(name, attributes),
        text: (said) => reader.text(said),
        close: () => reader.close(),
      })
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const fault = { message: Math.max(1, reader.count), field: error.field, reason: error.message }
    return { messages: [], leftOut: leftOut(), fault }
  }
  return { messages: reader.messages, leftOut: leftOut(), fault: null }
}
