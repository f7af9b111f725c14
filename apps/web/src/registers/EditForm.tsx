import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiFailure } from '../lib/api.ts'
import { Banner } from '../ui/Banner.tsx'
import { CancelButton } from '../ui/Dialog.tsx'
import { FormShell } from '../ui/form/FormShell.tsx'
import { RegisterFields } from './FieldInput.tsx'
import type { Master } from './master.ts'
import type { useEdit } from './useEntry.ts'
import type { AnyRecord } from './values.ts'

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
    </FormShell>
  )
}

/** The way out of a stale edit; null for other failures. */
export function staleWay(error: unknown, onReload: () => void): ReactNode {
  if (!(error instanceof ApiFailure) || error.code !== 'record.stale') return null
  return <ReloadButton onReload={onReload} />
}

/** Fetches what stands now; what was typed is laid over it. */
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
/** What of one's own was kept after a reload; the fields may be those of any form. */
export interface KeptEdits {
  readonly kept: readonly Named[]
  readonly clashes: readonly { readonly field: Named; readonly now: string }[]
}

/** After a reload: what stands now, and what of one's own was kept. */
export function MergedNote({ merged: { kept, clashes } }: { merged: KeptEdits }) {
  return (
    <Banner tone={clashes.length > 0 ? 'warning' : 'info'}>
      {kept.length === 0
        ? 'These are the current values.'
        : `These are the current values, with your changes kept: ${kept.map((field) => field.label).join(', ')}.`}
      {clashes.map(({ field, now }) => (
        <div key={field.name}>
          {field.label} is now saved as <strong>{now === '' ? 'empty' : now}</strong>; saving replaces it.
        </div>
      ))}
    </Banner>
  )
}
