import { journal } from '@em/contract/journal/journal'
import { type JournalEntry } from '@em/contract/journal/journal-entry'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { formatDate, isDate } from '../../lib/dates.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { CancelButton } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { EntryActModal } from './entry/EntryActModal.tsx'
import { offeredActions } from './entry-actions.ts'

interface ReverseModalProps {
  /** The entry to be taken back; null keeps the dialog shut. */
  entry: Pick<JournalEntry, 'id' | 'date' | 'description'> | null
  onClose: () => void
}

/** Takes a posted entry back, on its own date or a later one, and says why. */
export function ReverseModal({ entry, onClose }: ReverseModalProps) {
  return (
    <EntryActModal entry={entry} act="Reverse" onClose={onClose}>
      {(one) => <ReverseForm entry={one} onClose={onClose} />}
    </EntryActModal>
  )
}

/** The same for the entry that a link names by its number; one that cannot be reversed is shown instead. */
export function ReversalInAddress({ id }: { id: number | null }) {
  const may = useMay()
  const { data: reply, error } = useRoute(journal.get, { params: { id: id ?? 0 } }, { enabled: id !== null })
  const data = reply?.data
  const close = () => changeHashQuery({ reverse: '' })
  const mayReverse =
    data !== undefined && offeredActions(data, may).some(({ id: action }) => action === 'reverse')
  useEffect(() => {
    if (id === null) return
    if (error) {
      notify.error(`Journal entry ${id} could not be opened.`, error)
      changeHashQuery({ reverse: '' })
    } else if (data !== undefined && !mayReverse) changeHashQuery({ reverse: '', entry: String(id) })
  }, [id, data, error, mayReverse])
  return <ReverseModal entry={id !== null && mayReverse ? data : null} onClose={close} />
}

function ReverseForm({
  entry,
  onClose,
}: {
  entry: NonNullable<ReverseModalProps['entry']>
  onClose: () => void
}) {
  const reverse = useWrite(journal.reverse)
  const form = useForm({
    initialValues: { date: entry.date, reason: '' },
    validate: {
      date: (date) =>
        !isDate(date)
          ? 'Date is required.'
          : date < entry.date
            ? `Must not be before ${formatDate(entry.date)}.`
            : null,
    },
  })
  return (
    <FormShell
      form={form}
      sticky={false}
      saveLabel="Reverse entry"
      savingLabel="Reversing"
      failed="The entry could not be reversed. Please try again."
      actions={<CancelButton />}
      onSubmit={async (body) => {
        const { data } = await reverse.mutateAsync({ params: { id: entry.id }, body })
        notify.success(`Journal entry ${entry.id} is reversed by entry ${data.id}.`)
        onClose()
      }}
    >
      <p>
        <strong>{entry.description}</strong> stays in the ledger; an entry with exchanged sides cancels it.
      </p>
      <FormSection columns={1}>
        <DateField name="date" label="Date of the reversal" required min={entry.date} />
        <WholeRow>
          <TextField name="reason" label="Reason" maxLength={500} />
        </WholeRow>
      </FormSection>
    </FormShell>
  )
}
