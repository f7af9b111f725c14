import {
  ANNOUNCEMENT_CONTENT_MAX,
  type AnnouncementDetail,
  announcements,
} from '@em/contract/announcements/announcements'
import {
  ANNOUNCEMENT_PRIORITIES,
  type AnnouncementBoard,
  BOARD_CATEGORIES,
} from '@em/core/announcements/categories'
import { useForm } from '@mantine/form'
import { isDate, today } from '../../lib/dates.ts'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { NativeSelectField } from '../../ui/form/NativeSelectField.tsx'
import { TextArea, TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { ALL_CATEGORIES } from './boards.ts'

interface Values {
  title: string
  category: string
  company: string
  symbol: string
  date: string
  time: string
  priority: string
  summary: string
  content: string
  reason: string
}

interface AnnouncementFormProps {
  opened: boolean
  /** The board of a new announcement: its first category is preselected. */
  board: AnnouncementBoard | null
  /** The one that is corrected; null records a new one. */
  announcement: AnnouncementDetail | null
  onClose: () => void
}

/** Records an announcement, or corrects one by its next version. */
export function AnnouncementForm({ opened, board, announcement, onClose }: AnnouncementFormProps) {
  return opened ? <OpenForm board={board} announcement={announcement} onClose={onClose} /> : null
}

function OpenForm({ board, announcement, onClose }: Omit<AnnouncementFormProps, 'opened'>) {
  const record = useWrite(announcements.record)
  const change = useWrite(announcements.change)
  const form = useForm<Values>({
    initialValues: valuesOf(announcement, board),
    validate: {
      title: (value) => (value.trim() === '' ? 'The title is required.' : null),
      date: (value) => (isDate(value) ? null : 'A date is required.'),
      time: (value) =>
        value.trim() === '' || /^([01]?\d|2[0-3]):[0-5]\d$/.test(value.trim())
          ? null
          : 'Must be a time like 14:30.',
    },
  })
  const save = async ({ reason, ...values }: Values) => {
    const time = values.time.trim() === '' ? '' : values.time.trim().padStart(5, '0')
    const body = { ...values, time } as Parameters<typeof record.mutateAsync>[0]['body']
    if (announcement === null) {
      await record.mutateAsync({ query: {}, body })
      notify.success('Announcement recorded.')
    } else {
      const { id, version } = announcement
      await change.mutateAsync({ params: { id }, query: {}, body: { ...body, version, reason } })
      notify.success('Announcement corrected; the earlier version is kept.')
    }
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={announcement === null ? 'Add Announcement' : 'Correct Announcement'}
      size="xl"
      dirty={form.isDirty()}
    >
      <FormShell
        form={form}
        onSubmit={save}
        saveLabel={announcement === null ? 'Save Announcement' : 'Save Correction'}
        failed="The announcement was not saved. Please try again."
        sticky={false}
        actions={<CancelButton />}
      >
        <FormSection columns={2}>
          <WholeRow>
            <TextField name="title" label="Title" required autoFocus maxLength={300} />
          </WholeRow>
          <NativeSelectField name="category" label="Category" required options={ALL_CATEGORIES} />
          <NativeSelectField
            name="priority"
            label="Priority"
            placeholder="As usual for the category"
            options={ANNOUNCEMENT_PRIORITIES.map((one) => ({ value: one, label: one }))}
          />
          <TextField name="company" label="Company" maxLength={200} />
          <TextField name="symbol" label="Symbol" placeholder="JKH.N0000" maxLength={20} />
          <DateField name="date" label="Date" required />
          <TextField name="time" label="Time" placeholder="14:30" maxLength={5} />
          <WholeRow>
            <TextArea name="summary" label="Summary" maxLength={1_000} />
          </WholeRow>
          <WholeRow>
            <TextArea name="content" label="Full text" rows={5} maxLength={ANNOUNCEMENT_CONTENT_MAX} />
          </WholeRow>
          {announcement !== null && (
            <WholeRow>
              <TextField name="reason" label="Reason for the correction" maxLength={500} />
            </WholeRow>
          )}
        </FormSection>
      </FormShell>
    </Modal>
  )
}

function valuesOf(announcement: AnnouncementDetail | null, board: AnnouncementBoard | null): Values {
  const current = announcement
  return {
    title: current?.title ?? '',
    category: current?.category ?? BOARD_CATEGORIES[board ?? 'market'][0],
    company: current?.company ?? '',
    symbol: current?.symbol ?? '',
    date: current?.date ?? today(),
    time: current?.time ?? '',
    priority: current?.priority ?? '',
    summary: current?.summary ?? '',
    content: current?.content ?? '',
    reason: '',
  }
}
