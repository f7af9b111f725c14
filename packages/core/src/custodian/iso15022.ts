/**
 * Messages of ISO 15022 (SWIFT MT): FIN blocks `{1:...}{2:...}{4: ... -}` or the text of block 4 alone, several in one file.
 * A field is `:97A::SAFE//ABC`, its lines without a tag belong to it; `:16R:` and `:16S:` open and close sequences.
 */
import { Unreadable } from './message.ts'

export interface Field {
  readonly tag: string
  readonly text: string
}
export interface Sequence {
  readonly name: string
  readonly fields: Field[]
  readonly parts: Sequence[]
}
export interface FinMessage {
  /** 535; null for a bare block 4, which does not say. */
  readonly type: string | null
  readonly text: string
}

export const isIso15022 = (text: string): boolean =>
  /\{4:/.test(text.slice(0, 20_000)) || /^\s*:16R:GENL/.test(text)

const END = /^-\}/gm

/** In: a text with at least one message. @throws Unreadable for a block that does not end. */
export function* finMessages(text: string): Generator<FinMessage> {
  if (!text.includes('{4:')) {
    const starts = [...text.matchAll(/^:16R:GENL[ \t]*$/gm)].map(({ index }) => index)
    if (starts.length === 0) throw new Unreadable('16R', 'there is no block GENL.')
    for (const [index, start] of starts.entries()) {
      yield { type: null, text: text.slice(start, starts[index + 1]).replace(/^-\}?[ \t]*$/gm, '') }
    }
    return
  }
  let at = 0
  for (let open = text.indexOf('{4:'); open !== -1; open = text.indexOf('{4:', at)) {
    // At the beginning of a line: a narrative may have it within one.
    END.lastIndex = open
    const close = END.exec(text)?.index ?? -1
    const next = text.indexOf('{4:', open + 3)
    if (close === -1 || (next !== -1 && next < close))
      throw new Unreadable('block 4', 'the message does not end with -}. Please ask for the whole file.')
    const head = text.slice(at, open)
    const type = [...head.matchAll(/\{2:[IO](\d{3})/g)].at(-1)?.[1] ?? null
    yield { type, text: text.slice(open + 3, close) }
    at = close + 2
  }
}

const DEPTH_MAX = 20

/** The sequences of a message within one of no name. @throws Unreadable where they are not closed in order, or a line is no field. */
export function sequencesOf(text: string): Sequence {
  const root: Sequence = { name: '', fields: [], parts: [] }
  const open = [root]
  let field: { tag: string; text: string } | undefined
  const top = () => open.at(-1) ?? root
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.trimEnd()
    const start = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (start === null) {
      if (line.startsWith(':'))
        throw new Unreadable(line.slice(0, 20), 'this begins like a field and is none.')
      if (line === '') continue
      if (field === undefined) throw new Unreadable(line.slice(0, 20), 'this stands before the first field.')
      field.text += `\n${line}`
      continue
    }
    const [, tag = '', value = ''] = start
    field = { tag, text: value }
    if (tag === '16R') {
      if (open.length > DEPTH_MAX) throw new Unreadable('16R', 'its sequences are nested too deeply.')
      const part: Sequence = { name: value.trim(), fields: [], parts: [] }
      top().parts.push(part)
      open.push(part)
    } else if (tag === '16S') {
      if (open.length < 2 || top().name !== value.trim())
        throw new Unreadable('16S', `${value.trim().slice(0, 20)} ends where it did not begin.`)
      open.pop()
    } else top().fields.push(field)
  }
  if (open.length > 1) throw new Unreadable('16S', `the sequence ${top().name.slice(0, 20)} does not end.`)
  return root
}

/** All sequences of a name below another, at any depth, in their order; none within one that was found. */
export function* within(of: Sequence, name: string): Generator<Sequence> {
  for (const part of of.parts) {
    if (part.name === name) yield part
    else yield* within(part, name)
  }
}
export const child = (of: Sequence | undefined, name: string): Sequence | undefined =>
  of?.parts.find((part) => part.name === name)

const QUALIFIED = /^:([A-Z0-9]{4})\/([A-Z0-9]{0,8})\/([\s\S]*)$/

/** The value behind a qualifier, such as `SETT` of `:22F::STBA//SETT`; of the tags that begin so (`98` for 98A and 98C). */
export function valueOf(of: Sequence | undefined, tag: string, qualifier: string): string | undefined {
  for (const field of of?.fields ?? []) {
    if (!field.tag.startsWith(tag)) continue
    const found = QUALIFIED.exec(field.text)
    if (found?.[1] === qualifier) return (found[3] ?? '').trim()
  }
  return undefined
}
export const plainField = (of: Sequence | undefined, tag: string): string | undefined =>
  of?.fields.find((field) => field.tag === tag)?.text
