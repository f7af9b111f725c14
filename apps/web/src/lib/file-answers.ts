/** The questions about a file, the answers for the last file of the same sender, and the answer kept for the next one. */
import type { FileAnswers, FileQuestion } from '@em/contract/kit/file-answers'
import { ApiFailure } from './api.ts'
import { recall, remember } from './remember.ts'

/** The kind of a file: a sender may write each kind in its own way. */
export type FileKind = 'document' | 'prices' | 'announcements' | 'cds' | 'outside-ledger'

/** A question of the server about one file. */
export interface AskedOfFile extends FileQuestion {
  readonly kind: FileKind
  /** The server's sentence. */
  readonly message: string
  /** The answer for the sender's last file; null where there is none. */
  readonly before: Answer | null
}
export type Answer = NonNullable<FileAnswers[FileQuestion['field']]>

const MEMORY = 'file-answers'
const ANSWERS_MOST = 200
type StoredAnswers = Readonly<Record<string, Answer>>
const keyOf = ({ kind, sender, field }: Pick<AskedOfFile, 'kind' | 'sender' | 'field'>) =>
  `${kind} ${field} ${sender}`

/** The question about a file; null where the call failed for another reason. */
export function askedOfFile(error: unknown, kind: FileKind): AskedOfFile | null {
  if (!(error instanceof ApiFailure) || error.question === null) return null
  const asked = { ...error.question, kind }
  const stored = recall<StoredAnswers>(MEMORY, {})
  return { ...asked, message: error.message, before: stored[keyOf(asked)] ?? null }
}

/** The answers with one more, which is offered when the sender's next file leaves the same open. */
export function answeredTo(asked: AskedOfFile, answer: Answer, answers: FileAnswers): FileAnswers {
  const stored = Object.entries(recall<StoredAnswers>(MEMORY, {})).filter(([key]) => key !== keyOf(asked))
  remember(MEMORY, Object.fromEntries([...stored, [keyOf(asked), answer]].slice(-ANSWERS_MOST)))
  return { ...answers, [asked.field]: answer }
}
