import { z } from 'zod'
import { text } from './kit/fields.ts'
import { route } from './kit/route.ts'

export const user = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  created_at: z.string(),
})
export type User = z.output<typeof user>

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const required = (message: string) => z.string({ error: message }).trim().min(1, message)

/** An e-mail, in lower case. */
export const email = required('Email is required')
  .max(254, 'Email is invalid')
  .regex(EMAIL, 'Email is invalid')
  .transform((value) => value.toLowerCase())

const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(256, 'Password must have at most 256 characters')
export const newPassword = password.min(6, 'Password must be at least 6 characters')

export const credentials = z.object({ email, password })
export const signup = z.object({
  first_name: required('First name is required').pipe(text(100)),
  last_name: required('Last name is required').pipe(text(100)),
  email,
  password: newPassword,
})
export const passwordChange = z.object({ current_password: password, new_password: newPassword })
const signedIn = z.object({ token: z.string(), user })

const base = { tag: 'Identity' }
export const identity = {
  signup: route({
    ...base,
    name: 'identity.signup',
    method: 'POST',
    path: '/auth/signup',
    access: 'public',
    status: 201,
    summary: 'Open an account and sign in; the first one is the administrator',
    body: signup,
    reply: signedIn,
  }),
  login: route({
    ...base,
    name: 'identity.login',
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in',
    body: credentials,
    reply: signedIn,
  }),
  me: route({
    ...base,
    name: 'identity.me',
    method: 'GET',
    path: '/auth/me',
    summary: 'The signed-in user',
    reply: user,
  }),
  logout: route({
    ...base,
    name: 'identity.logout',
    method: 'POST',
    path: '/auth/logout',
    summary: 'Sign out: revokes the token',
    reply: z.object({ success: z.literal(true) }),
  }),
  changePassword: route({
    ...base,
    name: 'identity.change-password',
    method: 'POST',
    path: '/auth/password',
    summary: 'Change the password; every other session ends',
    body: passwordChange,
    reply: z.object({ success: z.literal(true) }),
  }),
}

/** What the web needs to know before and after sign-in. */
/** What keeps the server's database sessions from rewriting the books; see docs/running.md. */
export const wall = z.enum(['two logins', 'set role', 'triggers'])
export type Wall = z.infer<typeof wall>

export const health = route({
  name: 'health',
  method: 'GET',
  path: '/health',
  access: 'public',
  tag: 'System',
  summary: 'Whether the server and its database work, and their versions',
  reply: z.object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    edition: z.enum(['standard', 'premium']),
    signup: z.enum(['open', 'closed']),
    today: z.string(),
    database: z.object({
      status: z.enum(['ok', 'down']),
      version: z.string().nullable(),
      embedded: z.boolean(),
    }),
    wall,
  }),
})
