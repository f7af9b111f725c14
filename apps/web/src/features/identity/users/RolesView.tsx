import { type RoleRecord, roles } from '@em/contract/identity/identity'
import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isHeld } from '../../../lib/api.ts'
import { useMay } from '../../../lib/may.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { staleWay } from '../../../registers/EditForm.tsx'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { confirmDelete } from '../../../ui/Dialog.tsx'
import { SaveButton } from '../../../ui/form/SaveButton.tsx'
import type { RowAction } from '../../../ui/grid/DataGrid.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { DraftOffer, useDraft } from '../../../ui/useDraft.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { RoleList } from './RoleList.tsx'
import css from './RoleMatrix.module.css'
import { RoleMatrix } from './RoleMatrix.tsx'
import { changedBy, type RoleEdits, rightsWith } from './role-edits.ts'

/** What a role can be shown as: a role to open, a new one, or a new one like another. */
type Shown = { role: RoleRecord } | { role: null; like?: RoleRecord }

interface RolesViewProps {
  /** A new role is to be made. */
  adding: boolean
  onAdded: () => void
}

/** The roles and their rights: side by side, or one at a time where there is no room. */
export function RolesView({ adding, onAdded }: RolesViewProps) {
  const query = useRoute(roles.list)
  const remove = useWrite(roles.remove)
  const may = useMay()
  const narrow = useNarrow()
  const [shown, show] = useState<Shown | null>(null)
  const drop = async (role: RoleRecord) => {
    if (!(await confirmDelete({ question: 'Delete this role?', name: role.name }))) return
    await remove
      .mutateAsync({ params: { name: role.name }, query: { version: role.version } })
      .then(() => notify.success(`The role ${role.name} was deleted.`))
      .catch((error: unknown) => notify.error('The role could not be deleted. Please try again.', error))
  }
  const open = (role: RoleRecord) => show({ role })
  const actionsOf = (role: RoleRecord): RowAction[] => {
    const actions: (RowAction | false)[] = [
      narrow && { label: role.isBuiltIn || !may(roles.set) ? 'View' : 'Edit', onClick: () => open(role) },
      { label: 'Copy', call: roles.set, onClick: () => show({ role: null, like: role }) },
      !role.isBuiltIn && {
        label: 'Delete',
        call: roles.remove,
        danger: true,
        disabled: role.people > 0,
        ...(role.people > 0 && { hint: 'Somebody has this role.' }),
        onClick: () => void drop(role),
      },
    ]
    return actions.filter((one) => one !== false).filter(({ call }) => call === undefined || may(call))
  }
  return (
    <>
      {narrow ? (
        <RoleList query={query} actionsOf={actionsOf} onOpen={open} />
      ) : (
        <Loaded query={query} failed="Failed to fetch roles">
          {(all) => <EditedMatrix all={all} reload={query.refetch} actionsOf={actionsOf} />}
        </Loaded>
      )}
      {(shown !== null || adding) && (
        <RoleDialog
          role={shown?.role ?? null}
          like={shown !== null && 'like' in shown ? shown.like : undefined}
          taken={query.data?.map(({ name }) => name) ?? []}
          onClose={() => {
            show(null)
            onAdded()
          }}
        />
      )}
    </>
  )
}

interface EditedMatrixProps {
  all: readonly RoleRecord[]
  reload: () => Promise<unknown>
  actionsOf: (role: RoleRecord) => readonly RowAction[]
}

const NO_EDITS: RoleEdits = {}

/** The matrix with what was ticked and is not saved yet. It is kept in this browser until it is saved or discarded. */
function EditedMatrix({ all, reload, actionsOf }: EditedMatrixProps) {
  const set = useWrite(roles.set)
  const may = useMay()
  const [edits, setEdits] = useState(NO_EDITS)
  const [failure, setFailure] = useState<{ error: unknown; role: string } | null>(null)
  const [saving, setSaving] = useState(false)
  const changed = changedBy(edits, all)
  const draft = useDraft('roles', edits, changed.length > 0)
  const discard = () => {
    setEdits(NO_EDITS)
    setFailure(null)
    draft.clear()
  }
  const save = async () => {
    setFailure(null)
    setSaving(true)
    const saved: string[] = []
    try {
      for (const role of changed) {
        try {
          const body = { rights: rightsWith(role, edits), version: role.version }
          // One after the other: of two that are refused, each has its own reason.
          // oxlint-disable-next-line no-await-in-loop
          await set.mutateAsync({ params: { name: role.name }, body })
          saved.push(role.name)
        } catch (error) {
          if (isHeld(error)) continue
          setFailure({ error, role: role.name })
          break
        }
      }
      await reload()
    } finally {
      setSaving(false)
    }
    if (saved.length === 0) return
    notify.success(
      saved.length === 1 ? `The role ${saved[0]} was saved.` : `The roles ${saved.join(', ')} were saved.`,
    )
    if (saved.length === changed.length) discard()
    else setEdits(Object.fromEntries(Object.entries(edits).filter(([name]) => !saved.includes(name))))
  }
  const names = changed.map(({ name }) => name).join(', ')
  return (
    <div>
      {changed.length === 0 && (
        <DraftOffer draft={draft} what="change of roles" onRestore={(stored) => setEdits(stored)} />
      )}
      {failure !== null && (
        <Banner tone="error">
          {sentenceOf(failure.error, `The role ${failure.role} could not be saved. Please try again.`)}{' '}
          {staleWay(failure.error, () => void reload().then(() => setFailure(null)))}
        </Banner>
      )}
      <RoleMatrix
        roles={all}
        edits={edits}
        onEdits={may(roles.set) ? setEdits : undefined}
        actionsOf={actionsOf}
        disabled={saving}
      />
      {changed.length > 0 && (
        <SaveBar note={`Not saved yet: ${names}`}>
          <Button variant="default" disabled={saving} onClick={discard}>
            Discard
          </Button>
          <SaveButton loading={saving} onClick={() => void save()}>
            {changed.length === 1 ? 'Save role' : `Save ${changed.length} roles`}
          </SaveButton>
        </SaveBar>
      )}
    </div>
  )
}

function SaveBar({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className={css.bar}>
      <Text size="sm" c="dimmed" className={css.note ?? ''}>
        {note}
      </Text>
      {children}
    </div>
  )
}
