import { histories } from '@em/contract/histories/histories'
import { type UserRecord, users } from '@em/contract/identity/identity'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/dates.ts'
import { useMay } from '../../../lib/may.ts'
import { useWrite } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { type MergedEdits, MergedNote, staleWay } from '../../../registers/EditForm.tsx'
import { WithHistory } from '../../../registers/RecordHistory.tsx'
import { CancelButton, confirm, Modal } from '../../../ui/Dialog.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { FormShell } from '../../../ui/form/FormShell.tsx'
import { SwitchField } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Section } from '../../../ui/Page.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import { StandingFields } from './StandingFields.tsx'
import {
  atFields,
  mergePerson,
  type PersonValues,
  portfolioLines,
  sentOf,
  standingFaults,
  valuesOf,
} from './scope-values.ts'
import { disabling, nameOf, STATES } from './useUserActions.ts'

/** What a person may do, and where he is signed in: to change, or to read for whom it is not to be changed. */
export function PersonDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const [dirty, setDirty] = useState(false)
  const may = useMay()
  return (
    <Modal opened onClose={onClose} title={nameOf(user)} size="lg" dirty={dirty}>
      <WithHistory
        of={{ ...histories.users, params: { id: user.id }, record: { entity: 'user', id: user.id } }}
      >
        <Stack gap="lg">
          {may(users.change) ? (
            <PersonForm user={user} onDirty={setDirty} onClose={onClose} />
          ) : (
            <PersonFacts user={user} />
          )}
          <Section title="Where this person is signed in">
            <PersonSessions user={user} />
          </Section>
        </Stack>
      </WithHistory>
    </Modal>
  )
}

const seenAt = ({ lastSeenAt }: UserRecord) => (lastSeenAt === null ? 'never' : formatMoment(lastSeenAt))

function PersonFacts({ user }: { user: UserRecord }) {
  return (
    <Facts
      facts={[
        { label: 'Email', value: user.email },
        { label: 'State', value: STATES[user.state].word },
        { label: 'Roles', value: user.roles.join(', ') },
        ...portfolioLines(user.portfolios).map(([label, value]) => ({ label, value })),
        { label: 'Last seen', value: seenAt(user) },
      ]}
    />
  )
}

interface PersonFormProps {
  user: UserRecord
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

function PersonForm({ user, onDirty, onClose }: PersonFormProps) {
  const { user: me } = useSession()
  const change = useWrite(users.change, { invalidates: ['attention'] })
  const [base, setBase] = useState(user)
  const [merged, setMerged] = useState<MergedEdits | null>(null)
  const form = useForm<PersonValues>({
    initialValues: valuesOf(user),
    validate: standingFaults,
    onValuesChange: () => onDirty(form.isDirty()),
  })
  const save = async (chosen: PersonValues) => {
    const isActiveChanged = chosen.isActive !== base.isActive
    if (isActiveChanged && !chosen.isActive && !(await confirm(disabling(base)))) return
    const body = {
      ...sentOf(chosen),
      ...(isActiveChanged && { isActive: chosen.isActive }),
      version: base.version,
    }
    await change.mutateAsync({ params: { id: base.id }, body }).catch((error: unknown) => {
      throw atFields(error, chosen)
    })
    notify.success(`The account of ${nameOf(base)} was changed.`)
    onClose()
  }
  const reload = async () => {
    const fresh = (await call(users.list)).find(({ id }) => id === base.id)
    if (fresh === undefined) return
    const now = mergePerson({ base: valuesOf(base), chosen: form.getValues(), fresh: valuesOf(fresh) })
    form.setInitialValues(valuesOf(fresh))
    form.setValues(now.values)
    setBase(fresh)
    setMerged(now)
  }
  return (
    <FormShell
      form={form}
      onSubmit={save}
      saveLabel="Save"
      failed="The account could not be changed. Please try again."
      onFailure={(error, dismiss) => staleWay(error, () => void reload().then(dismiss))}
      actions={<CancelButton />}
    >
      <Stack gap="md">
        {merged !== null && <MergedNote merged={merged} />}
        <Text size="sm" c="dimmed">
          {base.email} · {STATES[base.state].word} · last seen {seenAt(base)}
        </Text>
        <StandingFields values={form.values} />
        {base.id !== me.id && (
          <SwitchField
            name="isActive"
            label="May sign in"
            help="Turned off, the person is signed out everywhere at once and links stop working. What was recorded stays."
          />
        )}
      </Stack>
    </FormShell>
  )
}
