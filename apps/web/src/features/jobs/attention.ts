import { type JobLine, jobs } from '@em/contract/jobs/jobs'
import { call } from '../../lib/api.ts'
import type { AttentionSource } from '../../lib/attention.ts'
import { session } from '../../lib/session.ts'
import { hrefOf } from '../../links/tabs.ts'
import { nameAndFactsOf } from '../exports/facts.ts'
import { wasSaved } from '../exports/saved.ts'
import { isAtWork, nameOfJob } from './job-texts.ts'

const READ_MOST = 50

/** Work whose refusal Import History keeps; the books' own notes say it (`imports-failed`), and it is said once. */
const IN_IMPORT_HISTORY = new Set(['batches.record', 'trade-documents.record'])
const saysHistory = ({ kind, error }: JobLine) =>
  IN_IMPORT_HISTORY.has(kind) && error !== null && error.status < 500 && error.code !== 'preview.stale'

/** Lists running jobs, one's own files that are ready and not saved, and failures within the last day. */
export const jobsAttention: AttentionSource = {
  id: 'jobs',
  load: async ({ signal }) => {
    const all = await call(jobs.list, { query: { limit: READ_MOST }, signal })
    const since = Date.now() - 24 * 60 * 60_000
    const working = all.filter(isAtWork)
    const failed = all.filter(
      (job) =>
        job.status === 'failed' && !job.dryRun && !saysHistory(job) && Date.parse(job.endedAt ?? '') > since,
    )
    const me = session()?.user.id
    const ready = all.flatMap(({ file, owner, endedAt }) =>
      file !== null && owner?.id === me && Date.parse(endedAt ?? '') > since && !wasSaved(file.id)
        ? [file]
        : [],
    )
    const href = hrefOf('Administration', 'Jobs')
    const [first] = working
    const [broken] = failed
    const [file] = ready
    return [
      ...(first === undefined
        ? []
        : [
            {
              id: 'jobs-working',
              title: `${counted(working.length)} at work`,
              detail: nameOfJob(first),
              tone: 'info' as const,
              href,
            },
          ]),
      ...(file === undefined
        ? []
        : [
            {
              id: 'exports-ready',
              title: ready.length === 1 ? '1 export is ready' : `${ready.length} exports are ready`,
              detail: nameAndFactsOf(file),
              tone: 'info' as const,
              href,
            },
          ]),
      ...(broken === undefined
        ? []
        : [
            {
              id: 'jobs-failed',
              title: `${counted(failed.length)} failed`,
              detail: broken.error?.message ?? nameOfJob(broken),
              tone: 'warning' as const,
              href,
            },
          ]),
    ]
  },
}

const counted = (count: number) => (count === 1 ? '1 job' : `${count} jobs`)
