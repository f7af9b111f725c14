/** Takes a document in: it is read before the door, then kept with its matches and the proof of its fees. */
import type { UploadedAgain } from '@em/contract/documents/trade-documents'
import type { DocumentRead } from '@em/core/documents/line'
import { authorize, type SignedIn } from '../../platform/authorize.ts'
import type { Server } from '../../platform/http/serve.ts'
import { tagsOfSenders } from './facts/drop-copy-tags.queries.ts'
import { contractsIn } from './facts/in-parts.ts'
import { keepDocument } from './facts/keep.commands.ts'
import { ofSessionDay } from './facts/session-day.queries.ts'
import { type DocumentFile, readDocument } from './files/read-document.ts'
import { keepProofs } from './match/proofs.commands.ts'
import { keepMatches } from './match/stored-matches.commands.ts'

/** What is sent, and what becomes of a file that was taken in before and is read otherwise now. */
interface Sent extends DocumentFile {
  readonly again: UploadedAgain
  /** Numbers of a FIX session that did not come: the document names them. */
  readonly missing?: string | null
}

const withMissing = (read: DocumentRead, missing: string | null): DocumentRead => {
  if (missing === null) return read
  const message = 'These messages of the session did not come. What they say is not in this document.'
  const problem = { line: 1, column: 'MsgSeqNum (34)', message, value: missing.slice(0, 200), dropped: true }
  return { ...read, problems: [problem, ...read.problems], problemCount: read.problemCount + 1 }
}

/** A drop copy carries the executions of all clients of a session: only who sees all portfolios takes one in. */
const OF_ALL = { needs: 'imports.run', scope: 'all' } as const

/**
 * Before the door: a file takes a while to read, and no connection waits for it. Answers the work of the transaction.
 * @throws Refusal `rights.scope` (403) for a drop copy of a person who has some portfolios.
 */
export async function documentIntake(
  { readers, database }: Pick<Server, 'readers' | 'database'>,
  { again, missing = null, ...file }: Sent,
  user: SignedIn,
) {
  const { fileName, data } = file
  const read = await readDocument(readers, user.id, { ...file, tags: await tagsOfSenders(database) })
  const content = Buffer.from(data, 'base64')
  const isDropCopy = read.kind === 'drop-copy'
  if (isDropCopy) authorize(OF_ALL, user)
  const contractsOfFile = isDropCopy ? [] : await contractsIn(read.lines)
  return async (tx: Parameters<typeof keepDocument>[0]) => {
    const whole = isDropCopy ? withMissing(await ofSessionDay(tx, read, content), missing) : read
    const contracts = isDropCopy ? await contractsIn(whole.lines) : contractsOfFile
    const { answer, ...outcome } = await keepDocument(tx, {
      read: whole,
      contracts,
      fileName,
      content,
      uploadedBy: user.id,
      again,
    })
    const { id, kind, lines, skipped, problems, totals } = answer
    if (outcome.status !== 200) {
      await keepProofs(tx, id, contracts)
      await keepMatches(tx, id, contracts)
    }
    return {
      ...outcome,
      answer: { id, kind, fileName: answer.fileName, lines, skipped, problems, totals },
    }
  }
}
