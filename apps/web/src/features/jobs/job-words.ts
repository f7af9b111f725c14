import type { JobLine } from '@em/contract/jobs'
import { factsOf } from '../exports/facts.ts'

/** The states of a job, in words. */
export const JOB_STATES = {
  waiting: { word: 'Waiting', tone: 'warn' },
  running: { word: 'Running', tone: 'warn' },
  held: { word: 'Waits for approval', tone: 'warn' },
  done: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'quiet' },
} as const

/** By the route that was asked. */
const NAMES: Readonly<Record<string, string>> = {
  'batches.record': 'Import of trades',
  'batches.start': 'Start from a sheet',
  'batches.undo': 'Undoing an import',
  'trade-documents.record': 'Recording of a document',
  'trade-documents.undo': 'Undoing a document',
  'openings.record-lots': 'Import of opening positions',
  'reconciliation.import-statement': 'Import of a statement',
  'reconciliation.auto-match': 'Auto Match',
  'settlements.confirm-due': 'Confirm All Due',
  'valuations.run': 'Mark-to-market run',
  'valuations.reverse': 'Reversal of a mark-to-market run',
  'corporate-actions.change': 'Change of a corporate action',
  'corporate-actions.process': 'Processing of a corporate action',
  'corporate-actions.reverse': 'Reversal of a corporate action',
  'corporate-actions.cancel': 'Cancelling of a corporate action',
  'verify.check': 'Check of the books',
  'book.export': 'Export of the whole book',
  'ledger.export': 'Export of the ledger',
  'report-files.trade-blotter': 'Trade Blotter',
  'report-files.daily-holdings': 'Daily Holdings Report',
  'schedule.recurring': 'Recurring entries',
  'schedule.prices': 'Prices of the exchange',
  'price-feed.read': 'Prices of the exchange',
  'schedule.announcements': 'Announcements of the exchange',
  'announcement-feed.read': 'Announcements of the exchange',
  'schedule.tidy': 'Tidying up',
  'schedule.proofs': 'Fees of documents proved again',
  'schedule.values': 'Daily values',
  'schedule.reports': 'Reports by schedule',
  'schedule.approvals': 'Requests for approval that expire',
  'schedule.actions': 'Corporate actions that lapse',
}

/** What a job does: "Import of trades", with "(check only)" where nothing is saved; of one that made a file, its name. */
export const nameOfJob = ({ kind, dryRun, file }: Pick<JobLine, 'kind' | 'dryRun' | 'file'>): string =>
  file?.file_name ?? `${NAMES[kind] ?? kind}${dryRun ? ' (check only)' : ''}`

/** How far it is, why it failed, or the file that it made. */
export function standOf({ status, progress, error, cancelling, file }: JobLine): string {
  if (cancelling) return 'Is being cancelled'
  if (status === 'failed') return error?.message ?? ''
  if (file !== null) return factsOf(file)
  // What a schedule did.
  if (status === 'done') return progress.words ?? ''
  if (status !== 'running') return ''
  const { done, of, words } = progress
  const counted = of === 0 ? '' : `${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`
  return [words, counted].filter((part) => part !== null && part !== '').join(': ')
}

/** Whether it may still change. */
export const isAtWork = ({ status }: Pick<JobLine, 'status'>): boolean =>
  status === 'waiting' || status === 'running'
