import { email as emailOf, users } from '@em/contract/identity/identity'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useWrite } from '../../../lib/query.ts'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { FormSection, FormShell, WholeRow } from '../../../ui/form/FormShell.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { MadeLink } from './MadeLink.tsx'
import { StandingFields } from './StandingFields.tsx'
import { atFields, sentOf, standingFaults, standingOf } from './scope-values.ts'
import { nameOf } from './useUserActions.ts'

/** Invites somebody: makes the account, and the one-time link with which the person sets a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useWrite(users.invite)
  const [made, setMade] = useState<{ link: string; expiresAt: string; name: string } | null>(null)
  const form = useForm({
    initialValues: { email: '', first_name: '', last_name: '', ...standingOf() },
    validate: {
      email: (value) => emailOf.safeParse(value).error?.issues[0]?.message ?? null,
      ...standingFaults,
    },
  })
  const send = async ({ email, first_name, last_name, ...standing }: typeof form.values) => {
    const { path, expiresAt, user } = await invite
      .mutateAsync({ body: { email, first_name, last_name, ...sentOf(standing) } })
      .catch((error: unknown) => {
        throw atFields(error, standing)
      })
    form.resetDirty()
    setMade({
      link: window.location.origin + path,
      expiresAt,
      name: user.last_name === '' ? user.email : nameOf(user),
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === null ? 'Invite somebody' : 'Invitation made'}
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
              You get a link to hand over. With it the person chooses a password and can sign in. It works
              once, for 7 days.
            </Text>
            <FormSection columns={2}>
              <WholeRow>
                <TextField name="email" label="Email" type="email" required maxLength={254} />
              </WholeRow>
              <TextField name="first_name" label="First name" maxLength={100} />
              <TextField
                name="last_name"
                label="Last name"
                maxLength={100}
                help="Left blank, the person is asked for both names"
              />
            </FormSection>
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
