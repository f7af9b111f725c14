import { portfolios } from '@em/contract/portfolios/portfolios'
import { REPORT_FORMATS, type ReportFormat } from '@em/contract/reports/report-files'
import {
  DUE_WORDS,
  type ReportSchedule,
  reportSchedules,
  type ScheduledReport,
} from '@em/contract/reports/report-schedules'
import { DUE_EVERY, type DueEvery } from '@em/core/holidays/due-days'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useAllPortfolios } from '../../../lib/portfolio-texts.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { FormSection, FormShell } from '../../../ui/form/FormShell.tsx'
import { byLabel } from '../../../ui/form/options.ts'
import { SelectField, SwitchField, TextField } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { FORMAT_WORDS } from './schedule-texts.ts'

const ALL = 'all'
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** After the close of the market and its prices. */
const USUAL_TIME = '16:30'

interface ScheduleFormProps {
  report: ScheduledReport
  /** The one that is changed; null for a new one. */
  schedule: ReportSchedule | null
  portfolioId: string
  onDirty: (dirty: boolean) => void
  /** Saved, or left. */
  onDone: () => void
}

/** Sets up a schedule, or changes one. */
export function ScheduleForm({ report, schedule, portfolioId, onDirty, onDone }: ScheduleFormProps) {
  const create = useWrite(reportSchedules.create)
  const change = useWrite(reportSchedules.change)
  const all = useAllPortfolios()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const form = useForm({
    initialValues: {
      portfolioId: schedule === null ? portfolioId || ALL : chosenIn(schedule),
      format: (schedule?.format ?? 'xlsx') as string,
      every: (schedule?.every ?? 'market-day') as string,
      time: schedule?.time ?? USUAL_TIME,
      is_on: schedule?.is_on ?? true,
    },
    validate: {
      portfolioId: (value) => (value === '' ? 'Please choose a portfolio, or all of them.' : null),
      time: (value) => (TIME.test(value) ? null : 'Please give the time as 16:30.'),
    },
  })
  const dirty = form.isDirty()
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const named = byLabel(
    (list.data ?? []).map((one) => ({
      value: one.portfolioId,
      label: `${one.portfolioName} (${one.portfolioId})`,
    })),
  )
  return (
    <FormShell
      form={form}
      sticky={false}
      quiet
      saveLabel={schedule === null ? 'Schedule report' : 'Save schedule'}
      savingLabel="Saving"
      failed="The schedule could not be saved. Please try again."
      actions={
        <Button variant="default" onClick={onDone}>
          Back
        </Button>
      }
      onSubmit={async (values) => {
        const { format, every } = values
        const body = { ...values, format: format as ReportFormat, every: every as DueEvery }
        if (schedule === null) await create.mutateAsync({ body: { ...body, report } })
        else {
          const { id, version } = schedule
          await change.mutateAsync({ params: { id }, body: { ...body, version } })
        }
        notify.success(schedule === null ? 'The report is scheduled.' : 'The schedule was changed.')
        onDone()
      }}
    >
      <FormSection columns={2}>
        <SelectField
          name="portfolioId"
          label="Portfolio"
          required
          searchable
          options={[{ value: ALL, label: all }, ...named]}
          {...(list.isError ? { error: 'Failed to fetch portfolios' } : {})}
        />
        <SelectField
          name="format"
          label="File"
          required
          options={REPORT_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
        />
        <SelectField
          name="every"
          label="When"
          required
          options={DUE_EVERY.map((value) => ({ value, label: DUE_WORDS[value] }))}
          {...(report === 'trade-blotter'
            ? { help: 'At the end of a month it has the trades of the whole month' }
            : {})}
        />
        <TextField
          name="time"
          label="Time of day"
          required
          maxLength={5}
          placeholder={USUAL_TIME}
          help="24 hours, in Colombo; prices of the day are there after the close"
        />
        <SwitchField name="is_on" label="On" />
      </FormSection>
    </FormShell>
  )
}

const chosenIn = ({ all_portfolios, portfolioId }: ReportSchedule): string =>
  all_portfolios ? ALL : (portfolioId ?? '')
