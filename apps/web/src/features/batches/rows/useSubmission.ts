import type { batchStart } from '@em/contract/batches/batch-start'
import { type BatchRecord, type BatchReport, batches } from '@em/contract/batches/batches'
import type { JobLine } from '@em/contract/jobs/jobs'
import { type DateOrder } from '@em/core/sheets/days'
import { useState } from 'react'
import { ApiFailure, call, cancelJob } from '../../../lib/api.ts'
import { recall, remember } from '../../../lib/remember.ts'
import { useLongWork } from '../../../lib/useLongWork.ts'
import { filledRows, type Row, type Source, withDates, withTimes } from './rows.ts'

/** A row's decision about its repeated contract number, by index in the table. */
export type Decisions = ReadonlyMap<number, 'skip' | 'keep'>
export interface ToSubmit {
  source: Source
  fileName: string | null
  defaults: Readonly<Record<string, string>>
  rows: readonly Row[]
  order: DateOrder
  decisions: Decisions
}

interface Found {
  /** Called where a submission of an earlier visit was recorded meanwhile, or was not. */
  onFound: (recorded: BatchRecord) => void
  onFoundFailed: (error: unknown) => void
}

/** How rows are sent: as an import, or with more in the body by another route. */
export interface Sending {
  readonly route: typeof batches.record | typeof batchStart
  readonly bodyOf: (what: ToSubmit) => object
}
const IMPORTING: Sending = { route: batches.record, bodyOf: importOf }

/** Checking and recording many rows, and how far it is; `workName` names the table. */
export function useSubmission<Report extends BatchReport = BatchReport>(
  workName: string,
  { onFound, onFoundFailed }: Found,
  { route, bodyOf }: Sending = IMPORTING,
) {
  const recorded = (record: unknown) => {
    forgetUnanswered()
    onFound(record as BatchRecord)
  }
  const record = useLongWork(route as typeof batches.record, workName, {
    onFound: recorded,
    onFoundFailed,
    keepsRefusals: true,
  })
  const [recording, setRecording] = useState(false)
  const [checking, setChecking] = useState(false)
  /** The job of the preview, once it takes longer than a moment. */
  const [previewJob, setPreviewJob] = useState<JobLine | null>(null)

  /** Asks what the rows would do; nothing is recorded. */
  const check = async (what: ToSubmit): Promise<Report> => {
    setChecking(true)
    try {
      return (await call(route as typeof batches.record, {
        query: { dryRun: '1' },
        body: bodyOf(what) as ReturnType<typeof importOf>,
        onJob: setPreviewJob,
      })) as Report
    } finally {
      setChecking(false)
      setPreviewJob(null)
    }
  }
  const submit = async (what: ToSubmit): Promise<BatchRecord> => {
    const body = bodyOf(what) as ReturnType<typeof importOf>
    setRecording(true)
    try {
      const recorded = (await record.run({
        body,
        idempotencyKey: keyFor(JSON.stringify(body)),
      })) as BatchRecord
      forgetUnanswered()
      return recorded
    } finally {
      setRecording(false)
    }
  }
  const cancel = () => (previewJob === null ? record.cancel() : cancelJob(previewJob.id))
  return {
    check,
    submit,
    cancel,
    checking,
    recording: recording || record.busy,
    /** Rows of an earlier visit are being recorded. */
    finding: record.finding,
    job: previewJob ?? record.job,
  }
}

const UNANSWERED = 'batches.unanswered'

/**
 * The idempotency key of what is sent: the same one until it was answered, also after a reload, so that rows whose answer was lost are not recorded twice.
 */
function keyFor(sent: string): string {
  const print = `${sent.length}-${printOf(sent)}`
  const last = recall<{ print: string; key: string } | null>(UNANSWERED, null)
  if (last?.print === print) return last.key
  const key = crypto.randomUUID()
  remember(UNANSWERED, { print, key })
  return key
}

/** The next submission is a request of its own: after an answer, and after an undo, when the same rows may go in again. */
export const forgetUnanswered = () => remember(UNANSWERED, null)

/** A number that other texts hardly share (FNV-1a); where they do, the server refuses the second one. */
function printOf(text: string): number {
  let print = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) print = Math.imul(print ^ text.charCodeAt(at), 0x01000193)
  return print >>> 0
}

/** The body of an import of rows. */
export function importOf({ source, fileName, defaults, rows, order, decisions }: ToSubmit) {
  const filled = filledRows(rows)
  const dated = withDates(withTimes(filled.map(({ row }) => row)), order)
  const given = Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== ''))
  return {
    source,
    fileName,
    defaults: given,
    ...inFields(
      dated.map((row, at) => {
        const decision = decisions.get(filled[at]?.index ?? -1)
        return decision === undefined ? row : { ...row, duplicate: decision }
      }),
    ),
  }
}

/** Rows as lists of values in the order of `fields`: names in each of a hundred thousand rows would be most of what is sent. */
function inFields(rows: readonly Row<string>[]): { fields: string[]; rows: (string | null)[][] } {
  const named = new Set<string>()
  for (const row of rows) for (const field in row) named.add(field)
  const fields = [...named]
  return { fields, rows: rows.map((row) => fields.map((field) => row[field] ?? null)) }
}

const ABOUT_ROWS: ReadonlySet<string> = new Set(['batch.rows', 'batch.undecided', 'batch.repeated'])
/** Whether a save was refused because of its rows: then they are checked again and marked. */
export const isAboutRows = (error: unknown) => error instanceof ApiFailure && ABOUT_ROWS.has(error.code)
