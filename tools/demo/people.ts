/**
 * The people of the demo in addition to its user, with their roles; one sees the portfolios of a list only.
 */
import { DEMO_USER } from './book.ts'
import type { Call } from './call.ts'

const PEOPLE = [
  { first_name: 'Ishara', last_name: 'Gunawardena', email: 'ishara@example.lk', roles: ['Accountant'] },
  { first_name: 'Kasun', last_name: 'Bandara', email: 'kasun@example.lk', roles: ['Dealer'] },
  { first_name: 'Ruwan', last_name: 'Jayasuriya', email: 'ruwan@example.lk', roles: ['Approver'] },
  {
    first_name: 'Nimali',
    last_name: 'Fernando',
    email: 'nimali@example.lk',
    roles: ['Portfolio Manager'],
    portfolios: { see: ['MGF', 'STB'], change: ['MGF'] },
  },
  { first_name: 'Anjali', last_name: 'Perera', email: 'anjali@example.lk', roles: ['Auditor'] },
] as const

/** The portfolio manager and the auditor sign in with the password of the demo user; the others have their invitation. */
const SIGN_IN: readonly string[] = ['nimali@example.lk', 'anjali@example.lk']

/** Invites them as an administrator does; two follow their links. */
export async function invite(call: Call): Promise<void> {
  for (const person of PEOPLE) {
    const { path } = await call<{ path: string }>('POST', '/users/invitations', person)
    if (!SIGN_IN.includes(person.email)) continue
    const token = path.slice(path.lastIndexOf('/') + 1)
    await call('POST', '/auth/password-link', { token, new_password: DEMO_USER.password })
  }
}
