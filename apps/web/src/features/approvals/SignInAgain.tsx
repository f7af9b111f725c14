import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSession } from '../../lib/useSession.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { PasswordField } from '../../ui/form/TextFields.tsx'
import { signInAbove } from '../identity/auth.ts'

/** Asks for the password again, above the request: payments, bank details and users are approved with a fresh sign-in. */
export function SignInAgain({ onClose, onSigned }: { onClose: () => void; onSigned: () => void }) {
  const { user, kept } = useSession()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Password is required' : null) },
  })
  return (
    <Modal opened onClose={onClose} title="Sign in again" size="sm" onTop>
      <FormShell
        form={form}
        onSubmit={async ({ password }) => {
          await signInAbove({ email: user.email, password, keep: kept })
          onSigned()
        }}
        saveLabel="Sign in and approve"
        failed="Login failed"
        sticky={false}
        quiet
        actions={<CancelButton />}
      >
        <Stack gap="sm">
          <Text>
            Payments, bank details, users and roles are approved within 15 minutes of a sign-in. Please enter
            the password of {user.email}.
          </Text>
          <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
        </Stack>
      </FormShell>
    </Modal>
  )
}
