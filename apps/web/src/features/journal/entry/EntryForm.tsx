import { attachments } from '@em/contract/attachments/attachments'
import { type JournalWritten, journal } from '@em/contract/journal/journal'
import { type JournalEntry } from '@em/contract/journal/journal-entry'
import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { mayNow, useMay } from '../../../lib/may.ts'
import { useWrite } from '../../../lib/query.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../../ui/form/FormShell.tsx'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { DraftOffer, useDraft } from '../../../ui/useDraft.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { Attachments } from '../../attachments/Attachments.tsx'
import { attach } from '../../attachments/files.ts'
import { PendingFiles } from '../../attachments/PendingFiles.tsx'
import { AccountField } from './AccountField.tsx'
import { AmountField } from './AmountField.tsx'
import { Effect } from './Effect.tsx'
import {
  bodyOf,
  type EntryValues,
  faultsOf,
  isBlank,
  NEW_LINE,
  totalsOf,
  warningsIn,
} from './entry-values.ts'
import { LinesTable } from './LinesTable.tsx'
import { ownerOf } from './owner.ts'
import { Totals } from './Totals.tsx'
import { useChoices } from './useChoices.ts'
import { useEntryStart } from './useEntryStart.ts'

interface EntryFormProps {
  /** The values that the form starts with. */
  initial: EntryValues
  /** The entry that is changed; null for a new one. */
  entry: JournalEntry | null
  /** Keeps what is typed over a reload, under this name. */
  draftName: string | null
  onDirty: (dirty: boolean) => void
  /** Gets what forgets the unsaved entry, for a dialog that is closed by Discard. */
  onDraft: (forget: () => () => void) => void
  /** `next`: the form stays for another entry. */
  onSaved: (written: JournalWritten, next: boolean) => void
  onCancel: () => void
}

const STATUSES = [
  { value: 'Posted', label: 'Posted' },
  { value: 'Draft', label: 'Draft' },
  { value: 'Cancelled', label: 'Cancelled' },
]

/** Where Enter goes first: what each entry has of its own. */
const ENTER_FIRST = ['description', 'lines.0.account_code', 'lines.0.debit']

/** A journal entry to be entered or changed: one line against Suspense, or several lines. */
export function EntryForm({
  initial,
  entry: found,
  draftName,
  onDirty,
  onDraft,
  onSaved,
  onCancel,
}: EntryFormProps) {
  const narrow = useNarrow()
  // The entry that the form began with: the save is refused where another user has changed it since.
  const [entry] = useState(found)
  const form = useForm<EntryValues>({
    initialValues:
      mayNow(journal.postDrafts) || initial.status !== 'Posted' ? initial : { ...initial, status: 'Draft' },
    validate: faultsOf,
  })
  const { values } = form
  const dirty = form.isDirty()
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const draft = useDraft(draftName ?? 'journal-change', values, draftName !== null && dirty)
  useEffect(() => onDraft(() => draft.clear), [draft.clear, onDraft])
  const choices = useChoices()
  const isNew = entry === null && draftName !== null
  const { started, begin } = useEntryStart(form, choices, isNew)
  const create = useWrite(journal.create)
  const change = useWrite(journal.change)
  const [files, setFiles] = useState<File[]>([])
  const [preview, setPreview] = useState<JournalWritten | null>(null)
  const [seen, setSeen] = useState(values)
  // The preview is of other values than those typed now.
  if (preview !== null && seen !== values) setPreview(null)
  const posted = entry !== null && entry.version === null
  const may = useMay()
  const mayPost = may(journal.postDrafts)

  const bodyNow = () => {
    const wanted = form.getValues()
    const full = wanted.lines.filter((line) => !isBlank(line))
    // The server's remarks name lines by their index.
    if (wanted.mode === 'lines' && full.length < wanted.lines.length) form.setFieldValue('lines', full)
    return bodyOf(wanted, entry?.version ?? null)
  }
  const save = async (recorded: EntryValues, next: boolean) => {
    const body = bodyNow()
    const written =
      entry === null
        ? await create.mutateAsync({ body })
        : await change.mutateAsync({ params: { id: entry.id }, body })
    draft.clear()
    await sendFiles(files, written.data)
    if (next) {
      setFiles([])
      begin(recorded)
    }
    onSaved(written, next)
  }
  const showPreview = async () => {
    if (form.validate().hasErrors) return
    const query = { dryRun: '1' as const }
    const body = bodyNow()
    try {
      const found = await (entry === null
        ? call(journal.create, { body, query })
        : call(journal.change, { params: { id: entry.id }, body, query }))
      setSeen(form.getValues())
      setPreview(found)
    } catch (error) {
      notify.error('The preview could not be loaded. Please try again.', error)
    }
  }
  const setMode = (mode: string) => {
    form.setFieldValue('mode', mode as EntryValues['mode'])
    if (mode === 'lines' && values.lines.length < 2) form.insertListItem('lines', NEW_LINE)
  }
  const sums = totalsOf(values.lines)
  const nameOf = (code: string) => choices.portfolios.find(({ value }) => value === code)?.label ?? code
  return (
    <FormShell
      form={form}
      onSubmit={save}
      onHeld={() => draft.clear()}
      saveLabel={saveLabelOf(values.status, posted)}
      savingLabel="Saving"
      withNext={isNew}
      remembered={started.remembered}
      {...(isNew ? { enterOrder: { first: ENTER_FIRST, onlyEmpty: started.isOfLast } } : {})}
      failed="Error saving journal entry. Please try again."
      actions={
        <>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => void showPreview()}>
            Preview
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {draftName !== null && <DraftOffer draft={draft} what="journal entry" onRestore={form.setValues} />}
        {posted && (
          <Banner tone="info">
            Entry {entry.id} is posted and stays in the ledger.{' '}
            {values.status === 'Posted'
              ? 'Saving reverses it and posts this entry in its place.'
              : values.status === 'Cancelled'
                ? 'Saving reverses it without a replacement.'
                : 'Saving reverses it and keeps this entry as a draft.'}
          </Banner>
        )}
        <FormSection columns={4}>
          <DateField name="date" label="Date" required />
          <TextField name="reference" label="Reference" maxLength={100} />
          <SelectField
            name="status"
            label="Status"
            required
            options={STATUSES.filter(({ value }) => value !== 'Posted' || mayPost)}
          />
          <WholeRow>
            <TextField
              name="description"
              label="Description"
              required
              maxLength={500}
              autoFocus={entry === null}
            />
          </WholeRow>
          {posted && (
            <WholeRow>
              <TextField
                name="reason"
                label="Reason for the change"
                placeholder="Shown with both entries"
                maxLength={500}
              />
            </WholeRow>
          )}
        </FormSection>
        <SegmentedControl
          aria-label="Form of the entry"
          orientation={narrow ? 'vertical' : 'horizontal'}
          data={[
            { value: 'one-line', label: 'One line, other side to Suspense' },
            { value: 'lines', label: 'Several lines' },
          ]}
          value={values.mode}
          onChange={setMode}
        />
        {values.mode === 'one-line' ? (
          <FormSection columns={3}>
            <AccountField
              name="lines.0.account_code"
              label="Account"
              required
              value={values.lines[0]?.account_code ?? ''}
              accounts={choices.accounts}
              loading={choices.loading}
              failed={choices.failed}
            />
            <AmountField name="lines.0.debit" label="Debit (LKR)" />
            <AmountField name="lines.0.credit" label="Credit (LKR)" />
            <SelectField
              name="lines.0.portfolioId"
              label="Portfolio"
              placeholder="None"
              options={choices.portfolios}
            />
            <SelectField
              name="lines.0.settlementAccount"
              label="Bank account"
              placeholder="None"
              options={choices.banks}
            />
          </FormSection>
        ) : (
          <>
            <LinesTable
              lines={values.lines}
              choices={choices}
              onInsert={(line, at) => form.insertListItem('lines', line, at)}
              onRemove={(at) => form.removeListItem('lines', at)}
            />
            <Totals sums={sums} portfolioName={nameOf} />
          </>
        )}
        {entry === null ? (
          may(attachments.add) && <PendingFiles files={files} onChange={setFiles} />
        ) : (
          <Attachments ownerKind={ownerOf(entry)} ownerId={entry.id} />
        )}
        <Warnings messages={warningsIn(values, choices.lookup)} />
        {preview !== null && <Effect written={preview} />}
      </Stack>
    </FormShell>
  )
}

/** Possible mistakes; the entry can be saved all the same. */
function Warnings({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <Banner tone="warning">
      {messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Banner>
  )
}

function saveLabelOf(status: EntryValues['status'], posted: boolean): string {
  if (posted) {
    return status === 'Posted'
      ? 'Reverse and repost'
      : status === 'Cancelled'
        ? 'Reverse entry'
        : 'Reverse and keep as draft'
  }
  return status === 'Posted' ? 'Post entry' : status === 'Draft' ? 'Save draft' : 'Save as cancelled'
}

/**
 * Sends the files that were chosen before the entry was saved; a refused file is reported, and the entry
 * stays.
 */
async function sendFiles(files: readonly File[], entry: JournalEntry): Promise<void> {
  for (const file of files) {
    await attach(file, ownerOf(entry), entry.id).catch((error: unknown) =>
      notify.error(`${file.name} was not attached`, error),
    )
  }
}
