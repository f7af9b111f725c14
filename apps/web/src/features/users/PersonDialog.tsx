import { type UserRecord, users } from '@em/contract/identity'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import { StandingFields } from './StandingFields.tsx'
import { sentOf, standingFaults, standingOf } from './scope-values.ts'
import { nameOf } from './useUserActions.ts'

/** What a person may do, and where he is signed in. */
export function PersonDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const change = useWrite(users.change)
  const form = useForm({ initialValues: standingOf(user), validate: standingFaults })
  const save = async (standing: typeof form.values) => {
    await change.mutateAsync({
      params: { id: user.id },
      body: { ...sentOf(standing), version: user.version },
    })
    notify.success(`What ${nameOf(user)} may do was changed.`)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={nameOf(user)} size="lg" dirty={form.isDirty()}>
      <Stack gap="lg">
        <FormShell
          form={form}
          onSubmit={save}
          saveLabel="Save"
          failed="The account could not be changed. Please try again."
          actions={<CancelButton />}
        >
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {user.email}. A change holds from the next thing this person does.
            </Text>
            <StandingFields values={form.values} />
          </Stack>
        </FormShell>
        <Section title="Where this person is signed in">
          <PersonSessions user={user} />
        </Section>
      </Stack>
    </Modal>
  )
}
