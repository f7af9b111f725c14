import type { JobLine } from '@em/contract/jobs/jobs'
import { type ValuationPreview, type ValuationRunDetail, valuations } from '@em/contract/valuation/valuation'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, cancelJob, messageOf, problemOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { isCancelled, useLongWork } from '../../lib/useLongWork.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SaveButton } from '../../ui/form/SaveButton.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { Running } from '../../ui/Running.tsx'
import { Skeletons } from '../../ui/States.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import { PreviewedRun } from './PreviewedRun.tsx'
import css from './Valuation.module.css'

interface WorkbenchProps {
  date: string
  /** '' for all. */
  entity: string
  portfolio: string
  /** Whether the preview is shown. */
  isPreviewed: boolean
  onPreview: () => void
  onPosted: (run: ValuationRunDetail) => void
}

const FAILED = 'The run could not be posted. Please try again.'

/** A run of a day: previewed line by line, then posted. */
export function Workbench({ date, entity, portfolio, isPreviewed, onPreview, onPosted }: WorkbenchProps) {
  const [previewJob, setPreviewJob] = useState<JobLine | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const body = {
    date,
    portfolio: null,
    portfolioId: portfolio === '' ? 'all' : portfolio,
    entity: portfolio !== '' || entity === '' ? null : entity,
  }
  const previewQuery = useQuery({
    queryKey: ['valuations', 'look', body],
    queryFn: ({ signal }) =>
      call(valuations.run, { query: { dryRun: '1' }, body, signal, onJob: setPreviewJob }),
    enabled: isPreviewed,
    retry: false,
    // Each answer stays an object of its own: `askedOf` finds by identity whether it would wait for approval.
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const preview =
    previewQuery.data !== undefined && 'dryRun' in previewQuery.data ? previewQuery.data : undefined
  const failed = (error: unknown) => setProblem(isCancelled(error) ? null : problemOf(error, FAILED))
  const done = (reply: ValuationRunDetail | ValuationPreview) => {
    if ('dryRun' in reply) return
    notify.done(
      `Mark-to-market on ${formatDate(reply.date)} stands: run ${reply.id}, ${counted(reply.portfolios, 'portfolio')}.`,
    )
    onPosted(reply)
  }
  const work = useLongWork(valuations.run, 'valuations.run', { onFound: done, onFoundFailed: failed })
  const postOnce = useOnce(work.run)
  const post = async () => {
    setProblem(null)
    try {
      done(await postOnce({ body }))
    } catch (error) {
      failed(error)
    }
  }
  const isPreviewing = isPreviewed && previewQuery.isFetching
  const locked = preview?.portfolios.filter((one) => one.change !== 'same' && one.locked_through !== null)
  const isLocked = (locked?.length ?? 0) > 0
  return (
    <Section
      title="Run"
      card
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            loading={isPreviewing}
            disabled={work.busy}
            onClick={() => {
              setProblem(null)
              if (isPreviewed) void previewQuery.refetch()
              else onPreview()
            }}
          >
            Preview
          </Button>
          <SaveButton
            loading={work.busy}
            disabled={preview === undefined || isPreviewing || isLocked}
            onClick={() => void post()}
          >
            {preview?.is_same === true ? 'Confirm the run' : 'Post run'}
          </SaveButton>
        </Group>
      }
    >
      {!isPreviewed && !work.busy && (
        <p className={css.state}>
          Preview shows every holding with its price before anything is posted. The same day can be run again:
          what changed since replaces what was posted.
        </p>
      )}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {work.busy && (
        <Running
          job={work.job}
          words={(said) => `${said ?? 'Posting the run'}.`}
          {...(work.job !== null && { onCancel: work.cancel })}
        />
      )}
      {isPreviewed && previewQuery.isError && !isPreviewing && (
        <Banner tone="error">{messageOf(previewQuery.error, 'The run could not be previewed.')}</Banner>
      )}
      {isPreviewing && preview === undefined && (
        <>
          {previewJob !== null && (
            <Running
              job={previewJob}
              words={(said) => `${said ?? 'Reading holdings and prices'}.`}
              onCancel={() => cancelJob(previewJob.id)}
            />
          )}
          <Skeletons rows={8} />
        </>
      )}
      {isPreviewed && <WillWait preview={preview} />}
      {isPreviewed && preview !== undefined && <PreviewedRun preview={preview} />}
    </Section>
  )
}
