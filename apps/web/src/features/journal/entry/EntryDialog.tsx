import { type JournalWritten, journal } from '@em/contract/journal/journal'
import { suspenseItems } from '@em/contract/suspense/suspense'
import { Box } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { today } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { EmptyState, Loaded } from '../../../ui/States.tsx'
import { EntryForm } from './EntryForm.tsx'
import { clearingOf, newEntry, valuesOf } from './entry-values.ts'

/** The purpose of the form. */
export type Editing =
  | { readonly what: 'new' }
  | { readonly what: 'clear'; readonly items: string }
  | { readonly what: 'edit' | 'copy'; readonly id: number }

interface EntryDialogProps {
  editing: Editing | null
  onClose: () => void
  /** `next`: the form stays for another entry. */
  onSaved: (written: JournalWritten, next: boolean) => void
  /** Under the form of a new entry: what was recorded today. */
  today?: ReactNode
}

/** The dialog to enter an entry, change one, copy one, or clear items of Suspense. */
export function EntryDialog({ editing, onClose, onSaved, today: recorded }: EntryDialogProps) {
  const [shown, setShown] = useState(editing)
  const [dirty, setDirty] = useState(false)
  const [forget, setForget] = useState(() => () => undefined as void)
  if (editing !== null && !isSame(editing, shown)) setShown(editing)
  return (
    <Modal
      opened={editing !== null}
      onClose={() => {
        if (dirty) forget()
        setDirty(false)
        onClose()
      }}
      title={titleOf(shown)}
      size="80rem"
      dirty={dirty}
    >
      {editing !== null && (
        <Content
          key={JSON.stringify(editing)}
          editing={editing}
          onDirty={setDirty}
          onDraft={setForget}
          onCancel={() => {
            setDirty(false)
            onClose()
          }}
          onSaved={(written, next) => {
            setDirty(false)
            onSaved(written, next)
          }}
        />
      )}
      {editing?.what === 'new' && <Box mt="lg">{recorded}</Box>}
    </Modal>
  )
}

const isSame = (a: Editing | null, b: Editing | null) => JSON.stringify(a) === JSON.stringify(b)

function titleOf(editing: Editing | null): string {
  switch (editing?.what) {
    case 'edit':
      return `Edit journal entry ${editing.id}`
    case 'copy':
      return `Copy of journal entry ${editing.id}`
    case 'clear':
      return 'Clear suspense items'
    default:
      return 'New journal entry'
  }
}

/** Reads the draft anew: the form takes its values once and must not begin with a kept, older answer. */
const anew = <Query extends { data: unknown; isFetchedAfterMount: boolean }>(query: Query): Query =>
  query.isFetchedAfterMount ? query : { ...query, data: undefined }

interface ContentProps {
  editing: Editing
  onDirty: (dirty: boolean) => void
  onDraft: (forget: () => () => void) => void
  onCancel: () => void
  onSaved: (written: JournalWritten, next: boolean) => void
}

function Content({ editing, ...ways }: ContentProps) {
  const id = 'id' in editing ? editing.id : 0
  const entry = anew(useRoute(journal.get, { params: { id } }, { enabled: id > 0, refetchOnMount: 'always' }))
  const items = editing.what === 'clear' ? editing.items : ''
  const suspense = anew(
    useRoute(suspenseItems.list, { query: { items } }, { enabled: items !== '', refetchOnMount: 'always' }),
  )
  if (editing.what === 'new') {
    return <EntryForm initial={newEntry(today())} entry={null} draftName="journal-entry" {...ways} />
  }
  if (editing.what === 'clear') {
    return (
      <Loaded query={suspense} failed="Failed to load the suspense items">
        {(found) =>
          found.length === 0 ? (
            <EmptyState title="These items are not open any more">
              They were cleared in the meantime.
            </EmptyState>
          ) : (
            <EntryForm initial={clearingOf(found, today())} entry={null} draftName={null} {...ways} />
          )
        }
      </Loaded>
    )
  }
  const { what } = editing
  return (
    <Loaded query={entry} failed="Failed to load the journal entry">
      {({ data }) => (
        <EntryForm
          initial={valuesOf(data, what, today())}
          entry={what === 'edit' ? data : null}
          draftName={null}
          {...ways}
        />
      )}
    </Loaded>
  )
}
