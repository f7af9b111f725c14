import { type BatchRecord, type BatchReport, batches, type DateOrder } from '@em/contract/books/batches'
import { useState } from 'react'
import { ApiFailure, call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { filledRows, type Row, type Source, withDates } from './rows.ts'

/** A row's decision about its repeated contract number, by place in the table. */
export type Decisions = ReadonlyMap<number, 'skip' | 'keep'>
export interface ToSubmit {
  source: Source
  fileName: string | null
  defaults: Readonly<Record<string, string>>
  rows: readonly Row[]
  order: DateOrder
  decisions: Decisions
}

/** Checking and recording many rows, and how far it is. */
export function useSubmission() {
  const record = useWrite(batches.record)
  const [ticket, setTicket] = useState<string | null>(null)
  const [checking, setChecking] = useState(false)

  /** Asks what the rows would do; nothing is recorded. */
  const check = async (what: ToSubmit): Promise<BatchReport> => {
    setChecking(true)
    try {
      return (await call(batches.record, {
        query: { dryRun: '1' },
        body: { ...bodyOf(what), ticket: null },
      })) as BatchReport
    } finally {
      setChecking(false)
    }
  }
  const submit = async (what: ToSubmit): Promise<BatchRecord> => {
    const ticketNow = crypto.randomUUID()
    setTicket(ticketNow)
    try {
      return (await record.mutateAsync({ body: { ...bodyOf(what), ticket: ticketNow } })) as BatchRecord
    } finally {
      setTicket(null)
    }
  }
  return { check, submit, checking, ticket }
}

function bodyOf({ source, fileName, defaults, rows, order, decisions }: ToSubmit) {
  const filled = filledRows(rows)
  const dated = withDates(
    filled.map(({ row }) => row),
    order,
  )
  const kept = Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== ''))
  return {
    source,
    fileName,
    fields: null,
    defaults: kept,
    rows: dated.map((row, at) => {
      const decision = decisions.get(filled[at]?.place ?? -1)
      return decision === undefined ? row : { ...row, duplicate: decision }
    }),
  }
}

/** Rows at fault by place in the table: the server counts the rows that were sent. */
export function faultsByPlace(
  rows: readonly Row<string>[],
  errors: BatchReport['errors'],
): Map<number, Record<string, string>> {
  const filled = filledRows(rows)
  const faults = new Map<number, Record<string, string>>()
  for (const { row, field, error } of errors) {
    const place = filled[row - 1]?.place
    if (place === undefined) continue
    faults.set(place, { ...faults.get(place), [field]: error })
  }
  return faults
}

/** Whether a save was refused because of its rows: then they are checked again and marked. */
export const isAboutRows = (error: unknown) =>
  error instanceof ApiFailure && (error.code === 'batch.rows' || error.code === 'batch.undecided')
