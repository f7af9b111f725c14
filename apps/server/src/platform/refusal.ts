import { type ApiError, type RefusalCode, refusalMessage, refusals } from '@em/contract'
import { FILE_QUESTIONS } from '@em/contract/kit/file-answers'
import type { Transaction } from './database/database.ts'

/** The trace of a refusal, written in a transaction of its own. */
export type Note = (tx: Transaction) => Promise<unknown>
export type Facts = Record<string, string | number>
export type Detail = { field: string; message: string }

/** A "no" with a reason: thrown anywhere below a route, answered with its status and sentence in one place. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: Facts
  readonly details: readonly Detail[]
  readonly status: number
  /** Written by the door when the refused command is rolled back; never for a preview. */
  note: Note | undefined

  constructor(code: RefusalCode, facts: Facts = {}, details: readonly Detail[] = []) {
    super(refusalMessage(code, facts))
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
    this.details = details
    this.status = refusals[code][0]
  }

  /** The same refusal, leaving a note. The note waits for the rollback: inside the command it would take a second connection. */
  notedBy(note: Note): this {
    this.note = note
    return this
  }

  body(requestId?: string): ApiError {
    return {
      error: SPECIFIED[this.code] ?? SHORT[this.status] ?? 'Error',
      message: this.message,
      code: this.code,
      ...(this.details.length > 0 && { details: [...this.details] }),
      ...questionIn(this),
      ...(requestId !== undefined && { requestId }),
    }
  }
}

/** The question about a file. */
function questionIn({ code, facts }: Refusal): Pick<ApiError, 'question'> {
  const field = FILE_QUESTIONS[code]
  if (field === undefined) return {}
  return {
    question: { field, example: String(facts['example'] ?? ''), sender: String(facts['sender'] ?? '') },
  }
}

/** A refusal that names one field. */
export function refuseField(code: RefusalCode, field: string, facts: Facts = {}): Refusal {
  return new Refusal(code, facts, [{ field, message: refusalMessage(code, facts) }])
}

/** Short errors that the specification words. */
const SPECIFIED: Partial<Record<RefusalCode, string>> = { 'prices.duplicate': 'Duplicate entries found' }
const SHORT: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
