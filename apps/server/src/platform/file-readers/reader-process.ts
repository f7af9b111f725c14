/**
 * A reader process: takes a file from its standard input, writes one answer to its standard output and ends, or waits for
 * the next file where its settings say so. It starts with an empty environment and may read the program's own files only.
 * The scripts it was started with are loaded while it waits. When the server ends, its standard input closes and it ends too.
 */
import type { ReaderLimits } from '../settings.ts'
import { FileRefusal, isDamaged, tookTooMuchMemory } from './file-refusal.ts'
import {
  ANSWER,
  ANSWER_BYTES_MAX,
  ANSWER_HEAD_BYTES,
  type AnsweredRefusal,
  BEGUN,
  type ReadScript,
  type RequestHead,
} from './reader-frame.ts'

const NEW_LINE = 0x0a

/** The head of the next request and its file, as soon as all of it has come: the server sends one at a time. */
function request(): Promise<{ head: RequestHead; bytes: Uint8Array }> {
  return new Promise((settle) => {
    let head: RequestHead | undefined
    let parts: Buffer[] = []
    let length = 0
    const take = (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (head === undefined) {
        const all = Buffer.concat(parts)
        const end = all.indexOf(NEW_LINE)
        if (end === -1) return
        head = JSON.parse(all.subarray(0, end).toString()) as RequestHead
        const rest = all.subarray(end + 1)
        parts = [rest]
        length = rest.length
      }
      if (length < head.bytes) return
      process.stdin.off('data', take)
      settle({ head, bytes: Buffer.concat(parts) })
    }
    process.stdin.on('data', take)
  })
}

/** Whole numbers go as text: JSON has none that are exact. */
const exactly = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

async function answerTo(head: RequestHead, bytes: Uint8Array): Promise<Buffer> {
  try {
    const { read } = (await import(head.script)) as { read: ReadScript }
    const text = JSON.stringify(await read(bytes, head.asked as never), exactly)
    return answerOf(ANSWER.reading, text)
  } catch (error) {
    const { code, facts } = asRefusal(error, head.limits)
    const refusal: AnsweredRefusal = { code, facts }
    return answerOf(ANSWER.refusal, JSON.stringify(refusal))
  }
}

/** @throws FileRefusal where it is too long to be answered. */
function answerOf(kind: number, text: string): Buffer {
  const length = Buffer.byteLength(text)
  if (length > ANSWER_BYTES_MAX) throw tooLongToAnswer()
  const answer = Buffer.allocUnsafe(ANSWER_HEAD_BYTES + length)
  answer[0] = kind
  answer.writeUInt32BE(length, 1)
  answer.write(text, ANSWER_HEAD_BYTES)
  return answer
}

const tooLongToAnswer = () =>
  new FileRefusal('file.too-many', {
    limit: `can be answered at once (${ANSWER_BYTES_MAX / 1024 / 1024} MB)`,
  })

/** Anything that a library throws means that the file is not as its format says. */
function asRefusal(error: unknown, limits: ReaderLimits): FileRefusal {
  if (error instanceof FileRefusal) return error
  if (error instanceof RangeError && /string length/i.test(error.message)) return tooLongToAnswer()
  if (error instanceof RangeError && /allocation failed/i.test(error.message)) {
    return tookTooMuchMemory(limits)
  }
  return isDamaged()
}

for (const script of process.argv.slice(2)) await import(script)
process.stdin.on('end', () => process.exit(1))
process.stdin.on('error', () => process.exit(1))
for (let stays = true; stays; ) {
  const { head, bytes } = await request()
  process.stdout.write(Buffer.from([BEGUN]))
  const answer = await answerTo(head, bytes)
  await new Promise<void>((written) => process.stdout.write(answer, () => written()))
  stays = head.stay
}
process.exit(0)
