import type { SavedView } from '@em/contract/saved-views/saved-views'
import { Button, Checkbox, Menu, Stack, TextInput } from '@mantine/core'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import { useState } from 'react'
import { CancelButton, Modal } from '../../Dialog.tsx'
import { DialogActions } from '../../DialogActions.tsx'
import { PlainForm } from '../../form/PlainForm.tsx'
import type { Views } from './useViews.ts'

const NAME_MAX = 60

/** The views of a list: opens, saves, renames and deletes them, and says with which one the list opens. */
export function ViewsMenu({ views }: { views: Views }) {
  const { own, shown, apply, change, remove } = views
  const [naming, setNaming] = useState<'new' | SavedView | null>(null)
  const [last, setLast] = useState<number | null>(null)
  // Changes since the view was opened can be saved in it.
  const opened = shown ?? own.find(({ id }) => id === last)
  return (
    <>
      <Menu position="bottom-end" width={260} shadow="md" withinPortal>
        <Menu.Target>
          <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconBookmark size={15} />}>
            {shown === undefined ? 'Views' : shown.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {own.length > 0 && <Menu.Label>Open a view</Menu.Label>}
          {own.map((view) => (
            <Menu.Item
              key={view.id}
              aria-current={view.id === shown?.id}
              fw={view.id === shown?.id ? 600 : undefined}
              onClick={() => {
                setLast(view.id)
                apply(view)
              }}
            >
              {view.name}
              {view.is_default && ' (default)'}
            </Menu.Item>
          ))}
          {own.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setNaming('new')}>Save as a new view</Menu.Item>
          {opened !== undefined && (
            <>
              <Menu.Label>{opened.name}</Menu.Label>
              {shown === undefined && <Menu.Item onClick={() => void change(opened)}>Save changes</Menu.Item>}
              <Menu.Item onClick={() => void change(opened, { is_default: !opened.is_default })}>
                {opened.is_default ? 'Do not open the list with it' : 'Open the list with it'}
              </Menu.Item>
              <Menu.Item onClick={() => setNaming(opened)}>Rename</Menu.Item>
              <Menu.Item color="red" onClick={() => void remove(opened)}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={naming !== null}
        onClose={() => setNaming(null)}
        title={naming === 'new' ? 'Save as a new view' : 'Rename the view'}
        size="sm"
      >
        {naming !== null && (
          <NameForm
            view={naming}
            views={views}
            onDone={(id) => {
              if (id !== null) setLast(id)
              setNaming(null)
            }}
          />
        )}
      </Modal>
    </>
  )
}

interface NameFormProps {
  view: 'new' | SavedView
  views: Views
  onDone: (id: number | null) => void
}

function NameForm({ view, views, onDone }: NameFormProps) {
  const isNew = view === 'new'
  const [name, setName] = useState(isNew ? '' : view.name)
  const [isDefault, setDefault] = useState(false)
  const [busy, setBusy] = useState(false)
  const isTaken = views.own.some(
    (one) => one.name.toLowerCase() === name.trim().toLowerCase() && (isNew || one.id !== view.id),
  )
  const save = async () => {
    if (name.trim() === '' || isTaken) return
    setBusy(true)
    const isDone = isNew
      ? await views.save(name.trim(), isDefault)
      : await views.change(view, { name: name.trim() })
    setBusy(false)
    if (isDone) onDone(isNew ? null : view.id)
  }
  return (
    <PlainForm onSubmit={() => void save()}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isTaken ? 'A view of this list has this name.' : undefined}
          description={isNew ? 'Keeps the filters, the sort, the days and the columns for you.' : undefined}
        />
        {isNew && (
          <Checkbox
            label="Open the list with this view"
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
        )}
        <DialogActions>
          <CancelButton disabled={busy} />
          <Button type="submit" loading={busy} disabled={name.trim() === '' || isTaken}>
            Save
          </Button>
        </DialogActions>
      </Stack>
    </PlainForm>
  )
}
