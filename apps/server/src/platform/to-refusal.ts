/** Errors in our words. Without the framework: processes of jobs report them, too. */
import { onFirstOpenDay } from '@em/contract'
import { dayInWords } from '@em/core/values/date-texts'
import { CommitUnknown, constraintOf, isConnectionLost, ReadTooSlow, sqlState } from './database/database.ts'
import { Refusal } from './refusal.ts'

export const BODY_LIMIT = 1024 * 1024

/** Errors of the framework and the database in our words; anything unknown is a fault of ours. */
export function toRefusal(
  error: Error & { statusCode?: number; code?: string },
  method = '',
  bodyLimit = BODY_LIMIT,
): Refusal {
  if (error instanceof Refusal) return error
  switch (error.statusCode) {
    case 413:
      return new Refusal('request.too-large', { limit: `${Math.floor(bodyLimit / 1024 / 1024)} MB` })
    case 415:
      return new Refusal('request.media-type')
    case 405:
      return new Refusal('request.method', { method })
    case 400:
      return new Refusal('request.malformed')
    // 403: a path that would lead out of the folder of the web's files.
    case 403:
    case 404:
      return new Refusal('record.missing', { what: 'The address' })
    default:
  }
  if (error instanceof CommitUnknown) return new Refusal('server.unknown')
  if (error instanceof ReadTooSlow) return new Refusal('read.too-slow', { limit: `${error.seconds} seconds` })
  const state = sqlState(error)
  if (isConnectionLost(error) || /^(53|3D|28)/.test(state)) return new Refusal('server.no-database')
  // A read-only database, as a standby is.
  if (state === '25006') return new Refusal('server.no-writes')
  // Data the database cannot take (a NUL in a path, a number out of range): the request's fault, not ours.
  if (state.startsWith('22')) return new Refusal('request.invalid')
  // A row outside the portfolios of who writes it (schema/scope.sql).
  if (state === '44000') return new Refusal('rights.outside')
  if (constraintOf(error) === 'journal_lines_period_lock') return periodLocked(error)
  if (constraintOf(error) === 'reconciliation_closed') return reconciliationClosed(error)
  if (constraintOf(error) === 'journal_lines_signed_off') return signedOffDay(error)
  // The record that the request refers to was deleted while it was carried out.
  if (state === '23503') return new Refusal('record.missing', { what: 'The record this refers to' })
  // A lock or statement time-out under load.
  if (state === '55P03' || state === '57014' || state === '40001' || state === '40P01')
    return new Refusal('server.busy')
  return new Refusal('server.fault')
}

/** The database refused an entry dated in a locked period; it says which as JSON. */
function periodLocked(error: unknown): Refusal {
  const { detail } = error as { detail?: unknown }
  const { entity = '', through = '', open = '' } = JSON.parse(String(detail)) as Record<string, string>
  return new Refusal('period.locked', { entity, through, remedy: onFirstOpenDay(open) })
}

/** The database kept what a signed-off reconciliation holds; it says which one as JSON. */
function reconciliationClosed(error: unknown): Refusal {
  const { detail } = error as { detail?: unknown }
  const { account, end } = JSON.parse(String(detail)) as Record<string, string>
  return new Refusal('reconciliation.closed', { account: account ?? '', end: end ?? '' })
}

/** The database asks before a line changes days that were signed off; it says which as JSON. */
function signedOffDay(error: unknown): Refusal {
  const { detail } = error as { detail?: unknown }
  const { account = '', end = '', date = '' } = JSON.parse(String(detail)) as Record<string, string>
  return new Refusal('reconciliation.signed-off-day', {
    account,
    end: dayInWords(end),
    date: dayInWords(date),
  })
}
