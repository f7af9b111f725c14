import type { DocumentOrder } from '@em/contract/books/document-orders'
import {
  type DocumentLineAnswer,
  type DocumentRecorded,
  type TradeDocumentDetail,
  tradeDocuments,
} from '@em/contract/books/trade-documents'
import type { JobLine } from '@em/contract/jobs'
import { useCallback, useMemo, useState } from 'react'
import { ApiFailure, call, cancelJob, isHeld, messageOf } from '../../../lib/api.ts'
import { counted } from '../../../lib/numerals.ts'
import { isCancelled, useLongWork } from '../../../lib/useLongWork.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import {
  bodyOf,
  canChoose,
  chosenAtFirst,
  contractsIn,
  contractsWith,
  type Part,
  type Terms,
  termsAgain,
  termsOf,
} from './record-request.ts'

const NOTHING: ReadonlySet<number> = new Set()

/**
 * What a person has chosen of a document, what would become of it, and its recording. With the order of an earlier recording that
 * did not go through it begins with the terms and the lines of that.
 */
export function useRecording(
  document: TradeDocumentDetail,
  lines: readonly DocumentLineAnswer[] | undefined,
  order: DocumentOrder | null,
) {
  const { id } = document
  const [terms, setTerms] = useState<Terms>(() =>
    order === null ? termsOf(document) : termsAgain(document, order),
  )
  /** Lines that an earlier recording left; null: none, or all. */
  const [left, setLeft] = useState(order?.lines ?? null)
  /** Null: everything that needs no decision. */
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const [seen, setSeen] = useState<{ sent: string; answer: DocumentRecorded } | null>(null)
  const [result, setResult] = useState<DocumentRecorded | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [look, setLook] = useState<JobLine | null>(null)
  const [checking, setChecking] = useState(false)
  const [openLines, setOpenLines] = useState<ReadonlySet<number>>(NOTHING)

  const contracts = useMemo(() => contractsIn(lines ?? []), [lines])
  const { changes } = terms
  const first = useMemo(() => chosenAtFirst(contracts, { changes }), [contracts, changes])
  const begin = useMemo(
    () => (left === null ? first : contractsWith(lines ?? [], left)),
    [first, left, lines],
  )
  const chosen = ticked ?? begin
  const count = contracts.filter((one) => chosen.has(one.key) && canChoose(one, terms)).length
  const body = bodyOf(terms, contracts, chosen)
  const sent = JSON.stringify(body)
  const preview = seen?.sent === sent ? seen.answer : null

  const done = (answer: DocumentRecorded) => {
    setResult(answer)
    setSeen(null)
    setTicked(null)
    setLeft(null)
    setOpenLines(NOTHING)
    setTerms((now) => ({ ...now, splits: {}, changes: 'skip' }))
    window.scrollTo?.({ top: 0 })
  }
  const failed = (error: unknown) => {
    if (isHeld(error)) return setProblem(null)
    if (isCancelled(error)) return setProblem('Cancelled. Nothing was saved.')
    setProblem(sentenceOf(error))
  }
  const work = useLongWork(tradeDocuments.record, `document.${id}`, {
    onFound: done,
    onFoundFailed: failed,
    keepsRefusals: true,
  })

  const check = async () => {
    setProblem(null)
    setResult(null)
    setChecking(true)
    setOpenLines(NOTHING)
    try {
      const input = { params: { id }, query: { dryRun: '1' as const }, body, onJob: setLook }
      setSeen({ sent, answer: await call(tradeDocuments.record, input) })
    } catch (error) {
      failed(error)
    } finally {
      setChecking(false)
      setLook(null)
    }
  }
  const record = async () => {
    if (preview === null) return
    const { changed, deleted, locked } = preview
    if (changed + deleted > 0) {
      const agreed = await confirm({
        title: 'Change trades to what the document says?',
        message: [
          changed > 0 && `${counted(changed, 'trade')} ${changed === 1 ? 'is' : 'are'} corrected.`,
          deleted > 0 && `${counted(deleted, 'trade')} ${deleted === 1 ? 'is' : 'are'} deleted.`,
          'The earlier versions stay in the audit history.',
        ]
          .filter((words) => words !== false)
          .join(' '),
        confirm: 'Record and change',
        danger: deleted > 0,
      })
      if (!agreed) return
    }
    setProblem(null)
    const opens = openLines.size > 0
    // Of a cut-off list only what was ticked goes to the open period.
    const except = opens ? locked.map(({ row }) => row).filter((row) => !openLines.has(row)) : []
    try {
      done(
        await work.run({
          params: { id },
          query: opens ? { openPeriod: '1' as const } : {},
          body: except.length === 0 ? body : bodyOf(terms, contracts, chosen, new Set(except)),
        }),
      )
    } catch (error) {
      failed(error)
    }
  }
  const recordOnce = useOnce(record)
  const toggle = useCallback(
    (key: string) =>
      setTicked((now) => {
        const next = new Set(now ?? begin)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [begin],
  )
  return {
    terms,
    change: (news: Partial<Terms>) => {
      setTerms((now) => ({ ...now, ...news }))
      // What the choice adds is ticked with the others.
      if (news.changes !== undefined) setTicked(null)
    },
    split: (key: string, parts: readonly Part[] | undefined) =>
      setTerms(({ splits: { [key]: _before, ...others }, ...now }) => ({
        ...now,
        splits: parts === undefined ? others : { ...others, [key]: parts },
      })),
    contracts,
    chosen,
    count,
    isDefault: ticked === null && left === null,
    /** What an earlier recording left is still to be recorded. */
    retries: left !== null,
    toggle,
    chooseAll: () => {
      setTicked(null)
      setLeft(null)
    },
    clear: () => setTicked(new Set()),
    preview,
    isFresh: preview !== null,
    result,
    problem,
    openLines,
    setOpenLines,
    look: check,
    record: () => recordOnce(undefined),
    checking,
    busy: work.busy,
    job: look ?? work.job,
    cancel: () => (look === null ? work.cancel() : cancelJob(look.id)),
    startAgain: () => {
      setResult(null)
      setSeen(null)
      setTicked(null)
      setLeft(null)
    },
  }
}

/** The server's sentence, with what it says of single lines. */
function sentenceOf(error: unknown): string {
  const sentence = messageOf(error, 'The document could not be recorded. Please try again.')
  if (!(error instanceof ApiFailure)) return sentence
  const details = error.details
    .map(({ field, message }) => {
      const [, line] = /^lines\.(\d+)\./.exec(field) ?? []
      return line === undefined ? message : `Line ${line}: ${message}`
    })
    .filter((message) => !sentence.includes(message.replace(/\.$/, '')))
  return [sentence, ...details.slice(0, 20)].join(' ')
}
