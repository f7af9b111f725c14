import { type BatchRecord, type BatchReport, batches, type DateOrder } from '@em/contract/books/batches'
import { useRef, useState } from 'react'
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
  const unanswered = useRef<{ sent: string; ticket: string } | null>(null)

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
    const body = bodyOf(what)
    const sent = JSON.stringify(body)
    // The ticket is part of what is sent: a retry after a lost answer is known for one by its being the same.
    if (unanswered.current?.sent !== sent) unanswered.current = { sent, ticket: crypto.randomUUID() }
    const { ticket: ticketNow } = unanswered.current
    setTicket(ticketNow)
    try {
      const recorded = (await record.mutateAsync({ body: { ...body, ticket: ticketNow } })) as BatchRecord
      unanswered.current = null
      return recorded
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
    defaults: kept,
    ...inFields(
      dated.map((row, at) => {
        const decision = decisions.get(filled[at]?.place ?? -1)
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
