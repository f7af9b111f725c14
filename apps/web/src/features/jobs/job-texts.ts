import { JOB_NAMES } from '@em/contract/jobs/job-names'
import type { JobLine } from '@em/contract/jobs/jobs'
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

/** The name of a job: "Import of trades", with "(check only)" where nothing is saved; of one that made a file, its name. */
export const nameOfJob = ({ kind, dryRun, file }: Pick<JobLine, 'kind' | 'dryRun' | 'file'>): string =>
  file?.file_name ?? `${JOB_NAMES[kind] ?? kind}${dryRun ? ' (check only)' : ''}`

/** How far it is, why it failed, or the file that it made. */
export function standOf({ status, progress, error, cancelling, file }: JobLine): string {
  if (cancelling) return 'Is being cancelled'
  if (status === 'failed') return error?.message ?? ''
  if (file !== null) return factsOf(file)
  // The result of a schedule.
  if (status === 'done') return progress.words ?? ''
  if (status !== 'running') return ''
  const { done, of, words } = progress
  const counted = of === 0 ? '' : `${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`
  return [words, counted].filter((part) => part !== null && part !== '').join(': ')
}

/** Whether it may still change. */
export const isAtWork = ({ status }: Pick<JobLine, 'status'>): boolean =>
  status === 'waiting' || status === 'running'
