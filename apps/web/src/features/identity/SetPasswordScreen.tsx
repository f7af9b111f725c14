import { identity } from '@em/contract/identity'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { clearHash } from '../../lib/hash.ts'
import { useHealth } from '../../lib/health.ts'
import { PasswordField } from '../../ui/form/BasicFields.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { SignFrame } from './SignFrame.tsx'
import css from './SignScreen.module.css'
import { useMatching } from './useMatching.ts'
import { checkLinkPassword, PASSWORD_MIN } from './validation.ts'

/** Where the owner of a one-time link sets a new password. */
export default function SetPasswordScreen({ token }: { token: string }) {
  const least = useHealth({ staleTime: 60_000 }).data?.passwordMin ?? PASSWORD_MIN
  const [done, setDone] = useState(false)
  const form = useForm({
    initialValues: { new_password: '', confirmPassword: '' },
    validate: (values) => checkLinkPassword(values, least),
  })
  useMatching(form, form.values.new_password)
  if (done) {
    return (
      <SignFrame
        title="Password set"
        lead="Sign in with your new password. All your devices were signed out."
      >
        <Button fullWidth onClick={clearHash}>
          Go to sign-in
        </Button>
      </SignFrame>
    )
  }
  const save = async ({ new_password }: { new_password: string }) => {
    await call(identity.setPassword, { body: { token, new_password } })
    setDone(true)
  }
  return (
    <SignFrame title="Choose a new password" lead="The link works once, within 24 hours.">
      <FormShell
        form={form}
        onSubmit={save}
        saveLabel="Set password"
        failed="The password could not be set. Please try again."
        sticky={false}
        wide
        quiet
      >
        <div className={css.fields}>
          <PasswordField
            name="new_password"
            label="New password"
            autoComplete="new-password"
            help={`At least ${least} characters`}
            autoFocus
          />
          <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        </div>
      </FormShell>
    </SignFrame>
  )
}
