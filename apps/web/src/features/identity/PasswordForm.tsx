import { identity } from '@em/contract/identity/identity'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useHealth } from '../../lib/health.ts'
import { keyOf } from '../../lib/query.ts'
import { PasswordField } from '../../ui/form/BasicFields.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { notify } from '../../ui/notify.tsx'
import { useMatching } from './useMatching.ts'
import { checkPasswordChange, PASSWORD_MIN, type PasswordValues } from './validation.ts'

/** Changes the password; every other session of the user ends. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const least = useHealth({ staleTime: 60_000 }).data?.passwordMin ?? PASSWORD_MIN
  const form = useForm<PasswordValues>({
    initialValues: { current_password: '', new_password: '', confirmPassword: '' },
    validate: (values) => checkPasswordChange(values, least),
  })
  useMatching(form, form.values.new_password)
  const client = useQueryClient()
  const save = async ({ current_password, new_password }: PasswordValues) => {
    await call(identity.changePassword, { body: { current_password, new_password } })
    void client.invalidateQueries({ queryKey: keyOf(identity.sessions) })
    notify.success('Password changed. Other devices were signed out.')
    onDone()
  }
  return (
    <FormShell
      form={form}
      onSubmit={save}
      saveLabel="Change password"
      failed="The password could not be changed. Please try again."
      sticky={false}
      quiet
      actions={
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      }
    >
      <Stack gap="sm">
        <PasswordField
          name="current_password"
          label="Current password"
          autoComplete="current-password"
          required
        />
        <PasswordField
          name="new_password"
          label="New password"
          autoComplete="new-password"
          help={`At least ${least} characters`}
          required
        />
        <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" required />
      </Stack>
    </FormShell>
  )
}
