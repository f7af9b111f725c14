import { credentials, newPassword, passwordChange, signup } from '@em/contract/identity/identity'
import { checkedBy } from '../../ui/form/FormShell.tsx'

/** Characters of a new password until the server has said how many it asks for. */
export const PASSWORD_MIN = 6

export const checkSignIn = checkedBy(credentials)

export interface SignUpValues {
  first_name: string
  last_name: string
  email: string
  password: string
  /** Never sent. */
  confirmPassword: string
  first_run_code: string
}

/** `least`: characters of a password; `needsCode`: the first account needs the code that the server printed. */
export function checkSignUp(
  values: SignUpValues,
  { least, needsCode }: { least: number; needsCode: boolean },
): Record<string, string> {
  const schema = signup.extend({ password: newPassword(least) })
  const noCode = needsCode && values.first_run_code.trim() === ''
  return {
    ...checkedBy(schema)(values),
    ...confirmation(values.password, values.confirmPassword),
    ...(noCode ? { first_run_code: 'First-run code is required' } : {}),
  }
}

export interface PasswordValues {
  current_password: string
  new_password: string
  confirmPassword: string
}

export function checkPasswordChange(values: PasswordValues, least: number): Record<string, string> {
  const schema = passwordChange.extend({ new_password: newPassword(least) })
  return { ...checkedBy(schema)(values), ...confirmation(values.new_password, values.confirmPassword) }
}

export interface LinkValues {
  /** Asked of whoever was invited without them. */
  first_name: string
  last_name: string
  new_password: string
  confirmPassword: string
}

const namesAndPassword = signup.pick({ first_name: true, last_name: true })

/** `least`: characters of a password; `asksNames`: the names are to be given too. */
export function checkLinkPassword(
  values: LinkValues,
  { least, asksNames }: { least: number; asksNames: boolean },
): Record<string, string> {
  const names = asksNames ? namesAndPassword : namesAndPassword.pick({})
  const schema = names.extend({ new_password: newPassword(least) })
  return { ...checkedBy(schema)(values), ...confirmation(values.new_password, values.confirmPassword) }
}

function confirmation(password: string, repeated: string): Record<string, string> {
  if (repeated === '') return { confirmPassword: 'Please confirm your password' }
  return repeated === password ? {} : { confirmPassword: 'Passwords do not match' }
}
