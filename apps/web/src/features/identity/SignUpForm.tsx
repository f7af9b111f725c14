import { useForm } from '@mantine/form'
import { useHealth } from '../../lib/health.ts'
import { PasswordField, TextField } from '../../ui/form/BasicFields.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { signUp } from './auth.ts'
import css from './SignScreen.module.css'
import { useMatching } from './useMatching.ts'
import { checkSignUp, PASSWORD_MIN, type SignUpValues } from './validation.ts'

export function SignUpForm({ onWaiting }: { onWaiting: (message: string) => void }) {
  const health = useHealth({ staleTime: 60_000 }).data
  const least = health?.passwordMin ?? PASSWORD_MIN
  const needsCode = health?.firstRunCode === true
  const form = useForm({
    initialValues: {
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      confirmPassword: '',
      first_run_code: '',
    },
    validate: (values) => checkSignUp(values, { least, needsCode }),
  })
  useMatching(form, form.values.password)
  const open = async (values: SignUpValues) => {
    const waits = await signUp(values)
    if (waits !== null) onWaiting(waits)
  }
  return (
    <FormShell
      form={form}
      onSubmit={open}
      saveLabel="Sign up"
      failed="Signup failed"
      sticky={false}
      wide
      quiet
    >
      <div className={css.fields}>
        <div className={css.names}>
          <TextField name="first_name" label="First name" autoComplete="given-name" autoFocus />
          <TextField name="last_name" label="Last name" autoComplete="family-name" />
        </div>
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          help={`At least ${least} characters`}
        />
        <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        {(needsCode || form.errors['first_run_code'] != null) && (
          <TextField
            name="first_run_code"
            label="First-run code"
            maxLength={100}
            help="Printed by the server when it started, on its console or in its log"
          />
        )}
      </div>
    </FormShell>
  )
}
