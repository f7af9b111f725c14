import { email as emailOf, users } from '@em/contract/identity'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { MadeLink } from './MadeLink.tsx'
import { StandingFields } from './StandingFields.tsx'
import { sentOf, standingFaults, standingOf } from './scope-values.ts'

/** Invites somebody: makes the account, and the one-time link with which the person sets a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useWrite(users.invite)
  const [made, setMade] = useState<{ link: string; expiresAt: string; name: string } | null>(null)
  const form = useForm({
    initialValues: { email: '', first_name: '', last_name: '', ...standingOf() },
    validate: {
      email: (value) => emailOf.safeParse(value).error?.issues[0]?.message ?? null,
      first_name: (value) => (value.trim() === '' ? 'First name is required' : null),
      last_name: (value) => (value.trim() === '' ? 'Last name is required' : null),
      ...standingFaults,
    },
  })
  const send = async ({ email, first_name, last_name, ...standing }: typeof form.values) => {
    const { path, expiresAt, user } = await invite.mutateAsync({
      body: { email, first_name, last_name, ...sentOf(standing) },
    })
    form.resetDirty()
    setMade({
      link: window.location.origin + path,
      expiresAt,
      name: `${user.first_name} ${user.last_name}`.trim() || user.email,
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === null ? 'Invite somebody' : 'The invitation'}
      size="lg"
      dirty={made === null && form.isDirty()}
    >
      {made === null ? (
        <FormShell
          form={form}
          onSubmit={send}
          saveLabel="Make invitation"
          failed="The invitation could not be made. Please try again."
          actions={<CancelButton />}
        >
          <Stack gap="md">
            <Text size="sm">
              You get a link to hand over. With it the person chooses a password and can sign in; it works
              once, for 24 hours.
            </Text>
            <TextField name="email" label="Email" required maxLength={254} />
            <TextField name="first_name" label="First name" required maxLength={100} />
            <TextField name="last_name" label="Last name" required maxLength={100} />
            <StandingFields values={form.values} />
          </Stack>
        </FormShell>
      ) : (
        <Stack gap="md">
          <MadeLink {...made} onClose={onClose} />
        </Stack>
      )}
    </Modal>
  )
}
