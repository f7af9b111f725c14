import { useForm } from '@mantine/form'
import { CheckField, PasswordField, TextField } from '../../ui/form/BasicFields.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { signIn } from './auth.ts'
import css from './SignScreen.module.css'
import { checkSignIn } from './validation.ts'

export function SignInForm() {
  const form = useForm({ initialValues: { email: '', password: '', keep: false }, validate: checkSignIn })
  return (
    <FormShell
      form={form}
      onSubmit={signIn}
      saveLabel="Sign in"
      failed="Login failed"
      sticky={false}
      wide
      quiet
    >
      <div className={css.fields}>
        <TextField name="email" label="Email" type="email" autoComplete="username" autoFocus />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <CheckField name="keep" label="Keep me signed in" help="Only on your own device." />
      </div>
    </FormShell>
  )
}
