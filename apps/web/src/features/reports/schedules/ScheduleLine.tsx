import { type ReportSchedule, reportSchedules } from '@em/contract/reports/report-schedules'
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { formatDate } from '../../../lib/dates.ts'
import { useAllPortfolios } from '../../../lib/portfolio-texts.ts'
import { useWrite } from '../../../lib/query.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { DateText } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Status } from '../../../ui/Status.tsx'
import { factsOf } from '../../exports/facts.ts'
import { downloadExport, readJobsAgain } from '../../exports/files.ts'
import css from './Schedules.module.css'
import { isAtWork, nextOf, portfoliosOf, resultOf, rhythmOf } from './schedule-texts.ts'

/** One schedule: what it makes, how the latest run went, and what can be done with it. */
export function ScheduleLine({ one, onEdit }: { one: ReportSchedule; onEdit: () => void }) {
  const client = useQueryClient()
  const all = useAllPortfolios()
  const change = useWrite(reportSchedules.change)
  const remove = useWrite(reportSchedules.remove)
  const run = useWrite(reportSchedules.run)
  const changeOnce = useOnce(change.mutateAsync)
  const runOnce = useOnce(run.mutateAsync)
  const { id, version, every, time, format, is_on } = one
  const whose = portfoliosOf(one, all)
  const lost = !one.all_portfolios && one.portfolioId === null
  const pauseOrResume = () =>
    changeOnce({
      params: { id },
      body: { portfolioId: one.portfolioId, every, time, format, is_on: !is_on, version },
    }).catch((error: unknown) => notify.error('The schedule was not changed', error))
  const now = () =>
    runOnce({ params: { id } })
      .then(({ last_run }) => {
        readJobsAgain(client)
        if (last_run?.status === 'failed')
          notify.error(last_run.error?.message ?? 'The report could not be made')
        else if (last_run?.status === 'done') notify.success('The report was made.')
        else notify.info('The report is being made.')
      })
      .catch((error: unknown) => notify.error('The report could not be made', error))
  const drop = async () => {
    const agreed = await confirm({
      title: 'Delete this schedule?',
      message: `${whose}: ${rhythmOf(one)}. It is not made any more; files that it made stay as long as they are kept.`,
      confirm: 'Delete',
      danger: true,
    })
    if (!agreed) return
    await remove
      .mutateAsync({ params: { id }, query: { version } })
      .then(() => notify.success('The schedule was deleted.'))
      .catch((error: unknown) => notify.error('The schedule was not deleted', error))
  }
  return (
    <li className={css.one}>
      <div className={css.head}>
        <strong>{whose}</strong>
        <Status tone={is_on ? 'good' : 'quiet'}>{is_on ? 'On' : 'Off'}</Status>
      </div>
      <p className={css.facts}>
        {rhythmOf(one)}. {nextOf(one)}.
      </p>
      <LastRun one={one} />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={run.isPending || isAtWork(one)}
          disabled={lost}
          onClick={() => void now()}
        >
          Run now
        </Button>
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={change.isPending}
          disabled={lost}
          onClick={() => void pauseOrResume()}
        >
          {is_on ? 'Switch off' : 'Switch on'}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void drop()}>
          Delete
        </Button>
      </Group>
    </li>
  )
}

function LastRun({ one: { last_run: run } }: { one: ReportSchedule }) {
  const client = useQueryClient()
  if (run === null) return <p className={css.facts}>Not made yet.</p>
  const { file } = run
  return (
    <>
      <p className={`${css.facts} ${run.status === 'failed' ? css.failed : ''}`}>
        Latest run <DateText value={run.at} time />, of {formatDate(run.day)}: {resultOf(run)}
        {run.status === 'failed' ? '' : '.'}
      </p>
      {file !== null && (
        <p className={css.facts}>
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`Download ${file.file_name}`}
            onClick={() => void downloadExport(client, file)}
          >
            Download
          </Button>{' '}
          {file.file_name}, {factsOf(file)}
        </p>
      )}
    </>
  )
}
