import { type Entity, periods } from '@em/contract/periods/periods'
import { monthToLock } from '@em/core/holidays/month-to-lock'
import { addDays } from '@em/core/values/dates'
import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatDate, isDate, today } from '../../lib/dates.ts'
import { useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { Checklist, useChecklist } from './Checklist.tsx'

interface LockDialogProps {
  entity: Entity
  /** The day that is proposed; the end of the first month that is not locked where left out. */
  through?: string
  onClose: () => void
}

/** Locks an entity's books through a day, moves the lock back with a reason, or opens the books. */
export function LockDialog({ entity, through: proposed, onClose }: LockDialogProps) {
  const latest = addDays(today(), -1)
  const form = useForm({
    initialValues: { through: proposed ?? monthToLock(entity.locked_through, today()), reason: '' },
    validate: {
      through: (value) =>
        isDate(value) && value <= latest ? null : `Choose a day up to ${formatDate(latest)}.`,
      reason: (value) => (reasonFor !== null && value.trim() === '' ? `${reasonFor}.` : null),
    },
  })
  const lock = useWrite(periods.lock)
  const { through } = form.values
  const isBack = entity.locked_through !== null && isDate(through) && through < entity.locked_through
  const checklist = useChecklist(entity, isDate(through) && !isBack ? through : null)
  const open = (checklist.data ?? []).filter(({ state }) => state === 'open').length
  const reasonFor: string | null = isBack
    ? 'Moving a lock back needs a reason'
    : open > 0
      ? 'Locking with open points needs a reason'
      : null
  const send = async (locked_through: string | null) => {
    await lock.mutateAsync({
      params: { id: entity.id },
      body: { locked_through, reason: form.values.reason, version: entity.version },
    })
    notify.success(
      locked_through === null
        ? `The books of ${entity.name} are open.`
        : `The books of ${entity.name} are locked through ${formatDate(locked_through)}.`,
    )
    onClose()
  }
  const openBooks = async () => {
    const agreed = await confirm({
      title: 'Open the books',
      message: `Every day of ${entity.name} is open for entries again. Balances locked through ${formatDate(entity.locked_through ?? '')} may then change.`,
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
        actions={
          <>
            {entity.locked_through !== null && (
              <Button variant="default" onClick={() => void openBooks()}>
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
            required={reasonFor !== null}
            maxLength={500}
            help={reasonFor === null ? 'Kept in the lock history' : `${reasonFor}; kept in the lock history`}
          />
          {isDate(through) && !isBack && (
            <Checklist query={checklist} entity={entity} through={through} onLeave={onClose} />
          )}
          {isBack && (
            <Banner tone="warning">
              The days from {formatDate(addDays(through, 1))} to {formatDate(entity.locked_through ?? '')}{' '}
              come open again.
            </Banner>
          )}
        </Stack>
      </FormShell>
    </Modal>
  )
}
