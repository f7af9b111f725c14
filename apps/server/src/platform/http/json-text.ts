/** Answers as JSON; long lists piece by piece, so that others are served between two pieces. */
import { Readable } from 'node:stream'
import { regularPauses } from '../pauses.ts'

/** Rows of a piece: about a millisecond's work. */
const PIECE = 250

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 2 * PIECE

/** The JSON of an answer: a text, or the stream of one where the answer is a long list or an object that holds one. */
export function jsonText(answer: unknown): string | Readable {
  const long = isLong(answer) || (isPlain(answer) && Object.values(answer).some(isLong))
  return long ? Readable.from(piecesOf(answer), { objectMode: false }) : JSON.stringify(answer)
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

async function* piecesOf(answer: unknown): AsyncGenerator<string> {
  const mayPause = regularPauses()
  if (isLong(answer)) {
    yield* rows(answer, mayPause)
    return
  }
  let before = '{'
  for (const [name, value] of Object.entries(answer as object)) {
    const text = isLong(value) ? undefined : JSON.stringify(value)
    if (text === undefined && !isLong(value)) continue
    yield `${before}${JSON.stringify(name)}:${text ?? ''}`
    if (isLong(value)) yield* rows(value, mayPause)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

async function* rows(list: readonly unknown[], mayPause: () => Promise<void> | undefined) {
  for (let from = 0; from < list.length; from += PIECE) {
    const text = JSON.stringify(list.slice(from, from + PIECE))
    const last = from + PIECE >= list.length
    yield `${from === 0 ? '[' : ','}${text.slice(1, -1)}${last ? ']' : ''}`
    await mayPause()
  }
}
