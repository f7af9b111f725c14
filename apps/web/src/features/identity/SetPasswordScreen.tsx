import { identity } from '@em/contract/identity/identity'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { clearHash } from '../../lib/hash.ts'
import { useHealth } from '../../lib/health.ts'
import { PasswordField, TextField } from '../../ui/form/BasicFields.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import type { PasswordLink } from './password-link.ts'
import { SignFrame } from './SignFrame.tsx'
import css from './SignScreen.module.css'
import { useMatching } from './useMatching.ts'
import { checkLinkPassword, type LinkValues, PASSWORD_MIN } from './validation.ts'

/** Where the owner of a one-time link sets a password, with the names where the invitation did not say them. */
export default function SetPasswordScreen({ token, asksNames }: PasswordLink) {
  const least = useHealth({ staleTime: 60_000 }).data?.passwordMin ?? PASSWORD_MIN
  const [done, setDone] = useState(false)
  const form = useForm<LinkValues>({
    initialValues: { first_name: '', last_name: '', new_password: '', confirmPassword: '' },
    validate: (values) => checkLinkPassword(values, { least, asksNames }),
  })
  useMatching(form, form.values.new_password)
  if (done) {
    return (
      <SignFrame
        title="Password set"
        lead={
          asksNames
            ? 'Sign in with your email and your new password.'
            : 'Sign in with your new password. All your devices were signed out.'
        }
      >
        <Button fullWidth onClick={clearHash}>
          Go to sign-in
        </Button>
      </SignFrame>
    )
  }
  const save = async ({ new_password, first_name, last_name }: LinkValues) => {
    const names = asksNames && { first_name, last_name }
    await call(identity.setPassword, { body: { token, new_password, ...names } })
    setDone(true)
  }
  return (
    <SignFrame
      title={asksNames ? 'Welcome to Equity Manager' : 'Choose a new password'}
      lead={
        asksNames ? 'Enter your name and choose a password. The link works once.' : 'The link works once.'
      }
    >
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
          {asksNames && (
            <div className={css.names}>
              <TextField name="first_name" label="First name" autoComplete="given-name" autoFocus />
              <TextField name="last_name" label="Last name" autoComplete="family-name" />
            </div>
          )}
          <PasswordField
            name="new_password"
            label="New password"
            autoComplete="new-password"
            help={`At least ${least} characters`}
            autoFocus={!asksNames}
          />
          <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        </div>
      </FormShell>
    </SignFrame>
  )
}
