/** XML as it comes, in one pass, without a document type and without a tree. Runs in a reader process. */
import { SaxesParser } from 'saxes'
import { FileRefusal, isDamaged } from './file-refusal.ts'

/** Elements within each other; workbooks need ten. */
const DEPTH_MAX = 100
const ATTRIBUTES_MAX = 1_000

export interface XmlEvents {
  /** Names come without their prefix; attributes with theirs. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

function refuse(reason: string): never {
  throw new FileRefusal('file.unreadable', { reason })
}

/** Some programs write every tag with a prefix: `<x:row>`. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reports the elements and texts of a part of UTF-8 XML.
 * @throws FileRefusal `file.unreadable` where it declares a document type, is nested too deeply or is not well-formed;
 *   whatever an event throws.
 */
export async function scanXml(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  events: XmlEvents,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let refusal: unknown
  // An error that an event throws is not mixed up with one of the parser about the file.
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      refusal = error
      throw error
    }
  }
  parser.on('doctype', () => guarded(() => refuse('it declares entities, which workbooks do not.')))
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    guarded(() => {
      if (depth > DEPTH_MAX) refuse('its elements are nested too deeply.')
      events.open?.(local(name), attributes)
    })
  })
  let attributes = 0
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > ATTRIBUTES_MAX) guarded(() => refuse('an element of it has too many attributes.'))
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    guarded(() => events.close?.(local(name)))
  })
  if (events.text !== undefined) {
    const text = (said: string) => guarded(() => events.text?.(said))
    parser.on('text', text)
    parser.on('cdata', text)
  }
  const decoder = new TextDecoder()
  const feed = (text: string | null) => {
    try {
      if (text === null) parser.close()
      else parser.write(text)
    } catch {
      throw refusal ?? isDamaged()
    }
  }
  for await (const part of parts) feed(decoder.decode(part, { stream: true }))
  feed(decoder.decode())
  feed(null)
}
