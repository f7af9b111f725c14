import { histories } from '@em/contract/histories/histories'
import { type RoleRecord, roles } from '@em/contract/identity/identity'
import type { Right } from '@em/contract/identity/rights'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { useMay } from '../../../lib/may.ts'
import { useWrite } from '../../../lib/query.ts'
import { staleWay } from '../../../registers/EditForm.tsx'
import { WithHistory } from '../../../registers/RecordHistory.tsx'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { FormShell } from '../../../ui/form/FormShell.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { AREAS } from './RoleMatrix.tsx'

function nameFault(name: string, taken: readonly string[]): string | null {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return 'Name is required'
  return taken.some((one) => one.toLowerCase() === wanted) ? 'There is a role of this name.' : null
}

interface RoleDialogProps {
  /** The role to change; null for a new one. */
  role: RoleRecord | null
  /** A new one begins with the rights of this one. */
  like?: RoleRecord | undefined
  /** The names that there are. */
  taken: readonly string[]
  onClose: () => void
}

/** The rights of one role: an own one to change, a new one, or a built-in one to read. */
export function RoleDialog({ role, like, taken, onClose }: RoleDialogProps) {
  const set = useWrite(roles.set)
  const may = useMay()
  const reads = role?.isBuiltIn === true || !may(roles.set)
  const form = useForm<{ name: string; rights: Right[] }>({
    initialValues: {
      name: role?.name ?? (like === undefined ? '' : `${like.name} (copy)`),
      rights: [...((role ?? like)?.rights ?? [])],
    },
    validate: {
      name: (name) => (role === null ? nameFault(name, taken) : null),
    },
  })
  const { rights } = form.values
  const version = useRef(role?.version)
  // What somebody else saved comes in; what was ticked and cleared here stays.
  const reload = async () => {
    const fresh = (await call(roles.list)).find(({ name }) => name === role?.name)
    if (fresh === undefined || role === null) return
    const added = rights.filter((one) => !role.rights.includes(one))
    const left = fresh.rights.filter((one) => rights.includes(one) || !role.rights.includes(one))
    form.setFieldValue('rights', [...new Set([...left, ...added])])
    version.current = fresh.version
  }
  const save = async ({ name }: { name: string }) => {
    await set.mutateAsync({
      params: { name: name.trim() },
      body: { rights, version: version.current },
    })
    notify.success(`The role ${name.trim()} was saved.`)
    onClose()
  }
  const tick = (names: readonly Right[], on: boolean) =>
    form.setFieldValue(
      'rights',
      on ? [...new Set([...rights, ...names])] : rights.filter((one) => !names.includes(one)),
    )
  const matrix = AREAS.map(([area, inArea]) => {
    const names = inArea.map(({ name }) => name)
    const held = names.filter((name) => rights.includes(name)).length
    return (
      <fieldset key={area} style={{ border: 0, padding: 0, margin: 0 }}>
        <Checkbox
          label={area}
          fw={600}
          mb="xs"
          disabled={reads}
          checked={held === names.length}
          indeterminate={held > 0 && held < names.length}
          onChange={({ currentTarget }) => tick(names, currentTarget.checked)}
        />
        <Stack gap={6} pl="lg">
          {inArea.map(({ name, label }) => (
            <Checkbox
              key={name}
              label={label}
              disabled={reads}
              checked={rights.includes(name)}
              onChange={({ currentTarget }) => tick([name], currentTarget.checked)}
            />
          ))}
        </Stack>
      </fieldset>
    )
  })
  const title = role === null ? 'New role' : role.name
  const withHistory = (details: ReactNode) =>
    role === null ? (
      details
    ) : (
      <WithHistory
        of={{ ...histories.roles, params: { name: role.name }, record: { entity: 'role', id: role.name } }}
      >
        {details}
      </WithHistory>
    )
  if (reads) {
    return (
      <Modal opened onClose={onClose} title={title} size="lg" dirty={false}>
        {withHistory(
          <Stack gap="md">
            {role?.isBuiltIn === true && (
              <Text size="sm">{role.description} A built-in role cannot be changed; a copy of it can.</Text>
            )}
            {matrix}
          </Stack>,
        )}
      </Modal>
    )
  }
  return (
    <Modal opened onClose={onClose} title={title} size="lg" dirty={form.isDirty()}>
      {withHistory(
        <FormShell
          form={form}
          onSubmit={save}
          saveLabel="Save role"
          failed="The role could not be saved. Please try again."
          onFailure={(error, dismiss) => staleWay(error, () => void reload().then(dismiss))}
          actions={<CancelButton />}
        >
          <Stack gap="md">
            {role === null && <TextField name="name" label="Name" required maxLength={50} />}
            {matrix}
          </Stack>
        </FormShell>,
      )}
    </Modal>
  )
}
