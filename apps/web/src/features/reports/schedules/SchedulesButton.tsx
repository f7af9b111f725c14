import type { ScheduledReport } from '@em/contract/reports/report-schedules'
import {
  type ReportSchedule,
  reportSchedules,
  SCHEDULED_REPORTS,
} from '@em/contract/reports/report-schedules'
import { Anchor, Button } from '@mantine/core'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import { useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { EmptyState, Loaded } from '../../../ui/States.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { ScheduleLine } from './ScheduleLine.tsx'
import css from './Schedules.module.css'
import { isAtWork } from './schedule-texts.ts'

interface SchedulesButtonProps {
  report: ScheduledReport
  /** The portfolio on the screen by its code, '' for all: a new schedule begins with it. */
  portfolioId: string
}

/** Opens one's own schedules of a report: what is made by the clock, how it went, and the way to set one up. */
export function SchedulesButton({ report, portfolioId }: SchedulesButtonProps) {
  const [opened, setOpened] = useState(false)
  const [dirty, setDirty] = useState(false)
  const close = () => {
    setOpened(false)
    setDirty(false)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconClock size={16} />} onClick={() => setOpened(true)}>
        Schedules
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        dirty={dirty}
        title={`Schedules of the ${SCHEDULED_REPORTS[report]}`}
        size="lg"
      >
        <Schedules report={report} portfolioId={portfolioId} onDirty={setDirty} />
      </Modal>
    </>
  )
}

/** How often a running report is asked for again. */
const POLL_MS = 1_000

function Schedules({
  report,
  portfolioId,
  onDirty,
}: SchedulesButtonProps & { onDirty: (dirty: boolean) => void }) {
  /** The schedule being edited: an existing one, or a new one; null: the list. */
  const [editing, setEditing] = useState<ReportSchedule | 'new' | null>(null)
  const query = useRoute(
    reportSchedules.list,
    {},
    {
      refetchOnMount: 'always',
      refetchWhile: { ms: POLL_MS, says: (all) => all.some(isAtWork) },
    },
  )
  const leave = () => {
    setEditing(null)
    onDirty(false)
  }
  if (editing !== null) {
    return (
      <ScheduleForm
        report={report}
        schedule={editing === 'new' ? null : editing}
        portfolioId={portfolioId}
        onDirty={onDirty}
        onDone={leave}
      />
    )
  }
  const add = <Button onClick={() => setEditing('new')}>New schedule</Button>
  return (
    <Loaded query={query} failed="Failed to load your schedules">
      {(all) => {
        const own = all.filter((one) => one.report === report)
        if (own.length === 0) {
          return (
            <EmptyState title="No schedules" action={add}>
              Have this report made as a file on each trading day, or on the last one of the month. It is then
              found here and under Jobs.
            </EmptyState>
          )
        }
        return (
          <>
            <ul className={css.list}>
              {own.map((one) => (
                <ScheduleLine key={one.id} one={one} onEdit={() => setEditing(one)} />
              ))}
            </ul>
            <div className={css.foot}>
              <p className={css.facts}>
                Only you see these. Their files stand under{' '}
                <Anchor fz="inherit" href={hrefOf('Administration', 'Jobs')}>
                  Jobs
                </Anchor>{' '}
                too, for a week each.
              </p>
              {add}
            </div>
          </>
        )
      }}
    </Loaded>
  )
}
