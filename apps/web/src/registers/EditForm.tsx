import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiFailure } from '../lib/api.ts'
import { today } from '../lib/dates.ts'
import { Banner } from '../ui/Banner.tsx'
import { CancelButton } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../ui/form/FormShell.tsx'
import { RegisterFields } from './FieldInput.tsx'
import type { Master } from './master.ts'
import type { useEdit } from './useEntry.ts'
import { type AnyRecord, datedChanges, EFFECTIVE_FROM } from './values.ts'

interface EditFormProps {
  master: Master
  edit: ReturnType<typeof useEdit>
  saveLabel: string
  onSaved: (record: AnyRecord) => void
  /** How a page is left without saving; a dialog has its own way. */
  onCancel?: () => void
  columns?: 2 | 3
  sticky?: boolean
}

/** The form of a change, in a dialog or on a page: stale edits offer "Reload", and nothing typed is lost by it. */
export function EditForm(props: EditFormProps) {
  const { master, edit, onSaved, onCancel, columns = 2, sticky = false } = props
  return (
    <FormShell
      form={edit.form}
      onSubmit={async (values) => onSaved(await edit.save(values))}
      saveLabel={props.saveLabel}
      savingLabel="Saving..."
      summaryTitle={edit.title}
      failed={master.words.updateFailed}
      onFailure={(error, dismiss) => staleWay(error, () => void edit.reload().then(dismiss))}
      sticky={sticky}
      actions={
        onCancel === undefined ? (
          <CancelButton />
        ) : (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )
      }
    >
      {edit.offer}
      {edit.merged !== null && <MergedNote merged={edit.merged} />}
      <RegisterFields register={master.register} editing columns={columns} />
      <EffectiveFrom master={master} edit={edit} columns={columns} />
    </FormShell>
  )
}

/** From which day a change of fields that figures rest on holds; asked only where one of them was changed. */
function EffectiveFrom({
  master: { register },
  edit,
  columns,
}: Required<Pick<EditFormProps, 'master' | 'edit' | 'columns'>>) {
  const { values } = edit.form
  const changed = datedChanges(register, values, edit.base)
  if (changed.length === 0) return null
  const labels = changed.map(({ label }) => label).join(', ')
  const day = values[EFFECTIVE_FROM]
  return (
    <FormSection title="When It Holds" columns={columns}>
      <DateField name={EFFECTIVE_FROM} label="Effective From" max={today()} />
      <WholeRow>
        <Text size="sm" c="dimmed">
          {typeof day === 'string' && day !== '' && day < today()
            ? `Corrects ${labels} for earlier days too, from this one on.`
            : `Until the day before, ${labels} stays what it was.`}
        </Text>
      </WholeRow>
    </FormSection>
  )
}

/** The way out of a stale edit; null for other failures. */
export function staleWay(error: unknown, onReload: () => void): ReactNode {
  if (!(error instanceof ApiFailure) || error.code !== 'record.stale') return null
  return <ReloadButton onReload={onReload} />
}

/** Loads the present record; typed values are laid over it. */
export function ReloadButton({ onReload }: { onReload: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onReload}>
      Reload
    </Button>
  )
}

interface Named {
  readonly name: string
  readonly label: string
}
/** The user's own edits that a reload kept; the fields may be those of any form. */
export interface MergedEdits {
  readonly retained: readonly Named[]
  readonly clashes: readonly { readonly field: Named; readonly now: string }[]
}

/** After a reload: which typed values were kept, and the present values that they replace. */
export function MergedNote({ merged: { retained, clashes } }: { merged: MergedEdits }) {
  return (
    <Banner tone={clashes.length > 0 ? 'warning' : 'info'}>
      {retained.length === 0
        ? 'These are the current values.'
        : `These are the current values, with your changes kept: ${retained.map((field) => field.label).join(', ')}.`}
      {clashes.map(({ field, now }) => (
        <div key={field.name}>
          {field.label} is now saved as <strong>{now === '' ? 'empty' : now}</strong>; saving replaces it.
        </div>
      ))}
    </Banner>
  )
}
