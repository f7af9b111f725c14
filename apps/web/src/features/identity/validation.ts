import { credentials, passwordChange, signup } from '@em/contract/identity'
import { checkedBy } from '../../ui/form/FormShell.tsx'

export const checkSignIn = checkedBy(credentials)

export interface SignUpValues {
  first_name: string
  last_name: string
  email: string
  password: string
  /** Never sent. */
  confirmPassword: string
}

export function checkSignUp(values: SignUpValues): Record<string, string> {
  return { ...checkedBy(signup)(values), ...confirmation(values.password, values.confirmPassword) }
}

export interface PasswordValues {
  current_password: string
  new_password: string
  confirmPassword: string
}

export function checkPasswordChange(values: PasswordValues): Record<string, string> {
  return {
    ...checkedBy(passwordChange)(values),
    ...confirmation(values.new_password, values.confirmPassword),
  }
}

function confirmation(password: string, repeated: string): Record<string, string> {
  if (repeated === '') return { confirmPassword: 'Please confirm your password' }
  return repeated === password ? {} : { confirmPassword: 'Passwords do not match' }
}
