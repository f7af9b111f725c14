import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSession } from '../../lib/useSession.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { CheckField, PasswordField, TextField } from '../../ui/form/BasicFields.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { signInAbove, signOut } from './auth.ts'
import { checkSignIn } from './validation.ts'

/** Sign-in above the screen whose session has ended: what was typed there stays, and what was being saved is sent again. */
export default function SessionEndedDialog() {
  const { user, kept } = useSession()
  const form = useForm({
    initialValues: { email: user.email, password: '', keep: kept },
    validate: checkSignIn,
  })
  return (
    <Modal opened locked onClose={() => undefined} title="Your session has ended" size="sm">
      <FormShell
        form={form}
        onSubmit={signInAbove}
        saveLabel="Sign in"
        failed="Login failed"
        sticky={false}
        quiet
        actions={
          <Button variant="default" onClick={() => signOut()}>
            Sign out
          </Button>
        }
      >
        <Stack gap="sm">
          <Text>Sign in again to continue. What you entered is kept.</Text>
          <TextField name="email" label="Email" type="email" autoComplete="username" />
          <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
          <CheckField name="keep" label="Keep me signed in" help="Only on your own device." />
        </Stack>
      </FormShell>
    </Modal>
  )
}
