import type { ExportFile } from '@em/contract/exports/exports'
import { type JobLine, jobs } from '@em/contract/jobs/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { goTo } from '../../links/tabs.ts'
import { RowButtons } from '../../registers/RowButtons.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { downloadExport } from '../exports/files.ts'
import { isAtWork, JOB_STATES, nameOfJob, standOf } from './job-texts.ts'

/** How often the list is read again while a job is running. */
const POLL_MS = 1_000

const columns: Column<JobLine>[] = [
  { id: 'what', header: 'Job', value: nameOfJob, width: 235, phone: true },
  {
    id: 'status',
    header: 'State',
    value: ({ status }) => JOB_STATES[status].word,
    cell: ({ status }) => <Status tone={JOB_STATES[status].tone}>{JOB_STATES[status].word}</Status>,
    width: 100,
    phone: true,
  },
  { id: 'stand', header: 'How far', value: standOf, width: 330, phone: false },
  { id: 'owner', header: 'By', value: ({ owner }) => owner?.name ?? 'Schedule', width: 130, phone: false },
  {
    id: 'created',
    header: 'Submitted',
    kind: 'moment',
    value: ({ createdAt }) => createdAt,
    width: 150,
    phone: false,
  },
  { id: 'ended', header: 'Ended', kind: 'moment', value: ({ endedAt }) => endedAt, width: 150, phone: false },
]

/** Jobs: long work such as imports, how far it is, and what became of it. */
export default function JobsScreen() {
  const narrow = useNarrow()
  const [working, setWorking] = useState(false)
  const query = useRoute(jobs.list, { query: { limit: 500 } }, working ? { refetchInterval: POLL_MS } : {})
  const now = query.data?.some(isAtWork) === true
  if (now !== working) setWorking(now)
  const cancel = useWrite(jobs.cancel)
  const retry = useWrite(jobs.retry)
  const stop = async (job: JobLine) => {
    const agreed = await confirm({
      title: 'Cancel this job?',
      message: `${nameOfJob(job)}: nothing of it is kept unless it is done already.`,
      confirm: 'Cancel the job',
      danger: true,
    })
    if (!agreed) return
    await cancel
      .mutateAsync({ params: { id: job.id } })
      .then(() => notify.success('The job is being cancelled.'))
      .catch((error: unknown) => notify.error('The job could not be cancelled. Please try again.', error))
  }
  const again = (job: JobLine) =>
    retry
      .mutateAsync({ params: { id: job.id } })
      .then(() => notify.success('The job is tried again.'))
      .catch((error: unknown) => notify.error('The job could not be tried again.', error))
  const client = useQueryClient()
  const { user } = useSession()
  const actionsOf = (job: JobLine) => [
    // A file is there for who made it alone.
    ...(job.file !== null && job.owner?.id === user.id
      ? [{ label: 'Download', onClick: () => void downloadExport(client, job.file as ExportFile) }]
      : []),
    ...(isAtWork(job) && !job.cancelling
      ? [{ label: 'Cancel', danger: true, onClick: () => void stop(job) }]
      : []),
    ...(job.approvalId !== null
      ? [
          {
            label: 'Request',
            onClick: () => goTo('Administration', 'Approvals', { request: String(job.approvalId) }),
          },
        ]
      : []),
    ...(job.status === 'failed' && job.owner?.id === user.id
      ? [{ label: 'Try again', onClick: () => void again(job) }]
      : []),
  ]
  return (
    <Page
      title="Jobs"
      lead="Long work, such as imports and exports: how far it is, and what became of it. Jobs are kept for 30 days, exports and their files for 7."
    >
      <DataGrid
        id="jobs"
        title="Jobs"
        noun="jobs"
        rows={query.data}
        columns={columns}
        rowKey={({ id }) => id}
        pageSize={50}
        offset={260}
        searchLabel="Search jobs"
        error={
          query.isError
            ? {
                title: 'Failed to fetch jobs',
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
        {...(narrow
          ? { actions: actionsOf }
          : {
              tools: {
                width: 120,
                cell: (job: JobLine) => (
                  <RowButtons
                    name={nameOfJob(job)}
                    buttons={actionsOf(job).map(({ label, onClick, ...more }) => ({
                      label,
                      onClick,
                      tone: 'danger' in more ? ('danger' as const) : ('plain' as const),
                    }))}
                  />
                ),
              },
            })}
        empty={
          <EmptyState title="No jobs">
            Imports and exports stand here while they work and afterwards.
          </EmptyState>
        }
      />
    </Page>
  )
}
