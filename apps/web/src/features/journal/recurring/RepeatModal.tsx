import { recurring } from '@em/contract/journal/journal'
import { occurrence, type RecurrenceUnit } from '@em/core/journal/recurrence'
import { addMonths } from '@em/core/values/dates'
import { useForm } from '@mantine/form'
import { formatDate, isDate, today } from '../../../lib/dates.ts'
import { useWrite } from '../../../lib/query.ts'
import { CancelButton } from '../../../ui/Dialog.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../../ui/form/FormShell.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { EntryActModal } from '../entry/EntryActModal.tsx'
import { UNITS } from './recurring.ts'

interface RepeatModalProps {
  /** The entry to be repeated; null keeps the dialog shut. */
  entry: { id: number; description: string } | null
  onClose: () => void
}

/** Sets up a recurring entry from one that is there. */
export function RepeatModal({ entry, onClose }: RepeatModalProps) {
  return (
    <EntryActModal entry={entry} act="Repeat" onClose={onClose}>
      {(one) => <RepeatForm entry={one} onClose={onClose} />}
    </EntryActModal>
  )
}

const SHOWN = 4

function RepeatForm({ entry, onClose }: { entry: { id: number; description: string }; onClose: () => void }) {
  const create = useWrite(recurring.create)
  const form = useForm({
    // The entry itself is this month's.
    initialValues: { unit: 'month', every: '1', first_date: addMonths(today(), 1), last_date: '' },
    validate: {
      first_date: (date) => (isDate(date) ? null : 'First date is required.'),
      last_date: (date, { first_date }) =>
        date === '' || (isDate(date) && date >= first_date) ? null : 'Must not be before the first date.',
      every: (every) => (/^([1-9]|[1-4]\d|5[0-2])$/.test(every) ? null : 'A whole number from 1 to 52.'),
    },
  })
  const { unit, every, first_date: firstDate, last_date: lastDate } = form.values
  const known = isDate(firstDate) && (lastDate === '' || isDate(lastDate)) && Number(every) >= 1
  const days = known
    ? Array.from({ length: SHOWN + 1 }, (_, index) =>
        occurrence(
          {
            unit: unit as RecurrenceUnit,
            every: Math.min(52, Math.floor(Number(every))),
            firstDate,
            lastDate: lastDate === '' ? null : lastDate,
          },
          index,
        ),
      ).filter((day) => day !== null)
    : []
  return (
    <FormShell
      form={form}
      sticky={false}
      saveLabel="Repeat entry"
      savingLabel="Saving"
      failed="The recurring entry could not be saved. Please try again."
      actions={<CancelButton />}
      onSubmit={async (values) => {
        await create.mutateAsync({
          body: { ...values, unit: values.unit as RecurrenceUnit, entry_id: entry.id },
        })
        notify.success(`${entry.description} will come due as a draft.`)
        onClose()
      }}
    >
      <p>
        <strong>{entry.description}</strong> comes due with these lines as a draft. Nothing is posted by
        itself: you post the draft when it is right.
      </p>
      <FormSection columns={2}>
        <NumberField name="every" label="Every" whole required />
        <SelectField name="unit" label="Period" required options={UNITS} />
        <DateField name="first_date" label="First date" required />
        <DateField name="last_date" label="Last date" help="Leave blank to repeat until you end it" />
        <WholeRow>
          <p role="status">
            {days.length === 0
              ? 'Nothing comes due between these dates.'
              : `Due ${days.slice(0, SHOWN).map(formatDate).join(', ')}${days.length > SHOWN ? ' and so on.' : '.'}`}
          </p>
        </WholeRow>
      </FormSection>
    </FormShell>
  )
}
