import { type Entity, periods } from '@em/contract/books/periods'
import { addDays } from '@em/core/values/dates'
import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { formatDate, isDate, today } from '../../lib/dates.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { Skeletons } from '../../ui/States.tsx'
import { nextLock } from './months.ts'
import css from './Periods.module.css'

/** Locks an entity's books through a day, moves the lock back with a reason, or opens the books. */
export function LockDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const latest = addDays(today(), -1)
  const form = useForm({
    initialValues: { through: nextLock(entity.locked_through, today()), reason: '' },
    validate: {
      through: (value) =>
        isDate(value) && value <= latest ? null : `Choose a day up to ${formatDate(latest)}.`,
    },
  })
  const lock = useWrite(periods.lock)
  const { through } = form.values
  const isBack = entity.locked_through !== null && isDate(through) && through < entity.locked_through
  const send = async (locked_through: string | null) => {
    await lock.mutateAsync({
      params: { id: entity.id },
      body: { locked_through, reason: form.values.reason },
    })
    notify.success(
      locked_through === null
        ? `The books of ${entity.name} are open.`
        : `The books of ${entity.name} are locked through ${formatDate(locked_through)}.`,
    )
    onClose()
  }
  const open = async () => {
    const agreed = await confirm({
      title: 'Open the books',
      message: `Every day of ${entity.name} takes entries again. What was locked through ${formatDate(entity.locked_through ?? '')} may then change.`,
      confirm: 'Open the books',
      danger: true,
    })
    if (agreed) await send(null).catch((error: unknown) => notify.error('Failed to open the books', error))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Lock the books of ${entity.name}`}
      size="lg"
      dirty={form.isDirty()}
    >
      <FormShell
        form={form}
        onSubmit={() => send(through)}
        saveLabel={isDate(through) ? `Lock through ${formatDate(through)}` : 'Lock'}
        savingLabel="Locking..."
        failed="Failed to lock the period"
        sticky={false}
        actions={
          <>
            {entity.locked_through !== null && (
              <Button variant="default" onClick={() => void open()}>
                Open the books
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        <Stack gap="md">
          <Text size="sm">
            {entity.locked_through === null
              ? 'Nothing is locked yet.'
              : `Locked through ${formatDate(entity.locked_through)} now.`}{' '}
            A trade, journal entry or correction that belongs to a locked day is offered the first open day
            instead.
          </Text>
          <DateField name="through" label="Lock through" required max={latest} />
          <TextField
            name="reason"
            label="Reason"
            required={isBack}
            maxLength={500}
            help={
              isBack ? 'Moving a lock back needs a reason; it stays in the history' : 'Stays in the history'
            }
          />
          {isBack && (
            <Banner tone="warning">
              The days from {formatDate(addDays(through, 1))} to {formatDate(entity.locked_through ?? '')}{' '}
              come open again.
            </Banner>
          )}
          {isDate(through) && !isBack && <Checks entity={entity} through={through} />}
        </Stack>
      </FormShell>
    </Modal>
  )
}

function Checks({ entity, through }: { entity: Entity; through: string }) {
  const query = useRoute(
    periods.checks,
    { params: { id: entity.id }, query: { through } },
    { keepPrevious: true },
  )
  if (query.data === undefined) return query.isError ? null : <Skeletons rows={3} />
  return (
    <ul className={css.checks} aria-label="Before locking">
      {query.data.map((check) => (
        <li key={check.what} data-ok={check.ok}>
          {check.ok ? (
            <IconCircleCheck size={18} aria-label="In order" />
          ) : (
            <IconAlertTriangle size={18} aria-label="To be looked at" />
          )}
          <span>{check.message}</span>
        </li>
      ))}
    </ul>
  )
}
