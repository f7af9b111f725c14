import { z } from 'zod'
import { id, optionalText, recordVersion, text } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { RIGHT_NAMES } from './rights.ts'

/** Portfolios: all, later ones included, or those with these codes. */
const portfolioCodes = z.union([z.literal('all'), z.array(z.string())])
/** The portfolios that a person sees, and those that he may change. */
const scope = z.object({ see: portfolioCodes, change: portfolioCodes })

const account = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Whether one of the roles is Administrator. */
  is_admin: z.boolean(),
  roles: z.array(z.string()),
  portfolios: scope,
  created_at: z.string(),
})

/** The signed-in person, with the rights of all roles together. */
export const user = account.extend({ rights: z.array(z.enum(RIGHT_NAMES)) })
export type User = z.output<typeof user>

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const required = (message: string) =>
  z.string({ error: message }).max(1_000, { error: 'Is too long', abort: true }).trim().min(1, message)

/** An e-mail, in lower case. */
export const email = required('Email is required')
  .max(254, 'Email is invalid')
  .regex(EMAIL, 'Email is invalid')
  .transform((value) => value.toLowerCase())

const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(256, 'Password must have at most 256 characters')
/**
 * A new password of at least `least` characters, as the installation asks for (`passwordMin` of GET /health): with six,
 * "Password must be at least 6 characters".
 */
export const newPassword = (least: number) =>
  password.min(least, `Password must be at least ${least} characters`)

/** `keep`: the session lasts thirty days and has no idle end ("Keep me signed in"). */
export const credentials = z.object({ email, password, keep: z.boolean().optional() })
export const signup = z.object({
  first_name: required('First name is required').pipe(text(100)),
  last_name: required('Last name is required').pipe(text(100)),
  email,
  password,
  /** Asked of the first account where others can reach the server; the server prints it at its start. */
  first_run_code: optionalText(100, 'First-run code').optional(),
})
export const passwordChange = z.object({ current_password: password, new_password: password })
/** A one-time link's token and the password to set; the names count where the link is of an invitation. */
export const passwordByLink = z.object({
  token: z
    .string()
    .max(43, { error: 'This is not the token of a link.', abort: true })
    .regex(/^[A-Za-z0-9_-]{43}$/, 'This is not the token of a link.'),
  new_password: password,
  first_name: optionalText(100, 'First name').optional(),
  last_name: optionalText(100, 'Last name').optional(),
})
export const signedIn = z.object({ token: z.string(), user })
const waiting = z.object({ waiting: z.literal(true), message: z.string() })
const success = z.object({ success: z.literal(true) })
const endedSessions = z.object({ success: z.literal(true), ended: z.number() })

/** One place where a person is signed in. */
export const sessionRecord = z.object({
  id: z.number(),
  created_at: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  /** The address the sign-in came from, as the server saw it. */
  address: z.string().nullable(),
  /** In words: "Firefox on Windows". */
  browser: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  kept: z.boolean(),
})
export type SessionRecord = z.output<typeof sessionRecord>

export const accountStates = ['waiting', 'invited', 'active', 'disabled'] as const
/** An account as the administrator sees it. */
export const userRecord = account.extend({
  isActive: z.boolean(),
  state: z.enum(accountStates),
  version: z.number(),
  lastSeenAt: z.string().nullable(),
})
export type UserRecord = z.output<typeof userRecord>

const base = { tag: 'Identity' }
export const identity = {
  signup: route({
    ...base,
    name: 'identity.signup',
    needs: 'public',
    method: 'POST',
    dryRunStatus: null,
    path: '/auth/signup',
    status: 201,
    alsoStatus: [202],
    summary:
      'Open an account and sign in; the first one is the administrator. Where accounts need approval: 202 without a token',
    body: signup,
    reply: z.union([signedIn, waiting]),
  }),
  login: route({
    ...base,
    name: 'identity.login',
    needs: 'public',
    method: 'POST',
    dryRunStatus: null,
    path: '/auth/login',
    summary: 'Sign in',
    body: credentials,
    reply: signedIn,
  }),
  me: route({
    ...base,
    name: 'identity.me',
    needs: 'signed-in',
    load: 'light',
    method: 'GET',
    path: '/auth/me',
    summary: 'The signed-in user',
    reply: user,
  }),
  logout: route({
    ...base,
    name: 'identity.logout',
    needs: 'signed-in',
    method: 'POST',
    path: '/auth/logout',
    summary: 'Sign out: revokes the token',
    reply: success,
  }),
  changePassword: route({
    ...base,
    name: 'identity.change-password',
    needs: 'signed-in',
    method: 'POST',
    path: '/auth/password',
    summary: 'Change the password; every other session ends',
    body: passwordChange,
    reply: success,
  }),
  setPassword: route({
    ...base,
    name: 'identity.set-password',
    needs: 'public',
    method: 'POST',
    dryRunStatus: null,
    path: '/auth/password-link',
    summary: 'Set a new password with the token of a one-time link; every session of the account ends',
    body: passwordByLink,
    reply: success,
  }),
  sessions: route({
    ...base,
    name: 'identity.sessions',
    needs: 'signed-in',
    load: 'light',
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Where the signed-in user is signed in, the last used first',
    reply: z.array(sessionRecord),
  }),
  endSession: route({
    ...base,
    name: 'identity.end-session',
    needs: 'signed-in',
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'End one session of the signed-in user',
    params: z.object({ id }),
    reply: success,
  }),
  endOtherSessions: route({
    ...base,
    name: 'identity.end-other-sessions',
    needs: 'signed-in',
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End every session of the signed-in user but this one',
    reply: endedSessions,
  }),
}

/** Of this many roles, and of this many named portfolios, at most. */
const ROLES_MAX = 100
const PORTFOLIOS_MAX = 10_000
const roleName = text(50, 'Role')
const sentRoles = z
  .array(roleName, { error: 'Must be a list of roles.' })
  .max(ROLES_MAX, `At most ${ROLES_MAX} roles can be given.`)
const sentPortfolios = z.union(
  [
    z.literal('all'),
    z
      .array(z.union([text(50, 'Portfolio'), z.number().int().positive()]))
      .max(PORTFOLIOS_MAX, `At most ${PORTFOLIOS_MAX} portfolios can be named.`),
  ],
  { error: 'Must be "all" or a list of codes or ids of portfolios.' },
)
/** Where only what is seen is sent, what lies outside is no longer changed. */
const sentScope = z.object({ see: sentPortfolios.optional(), change: sentPortfolios.optional() })
const accountParams = z.object({ id })

const oneTimeLink = z.object({
  /** Below the address of the installation; the token is in the fragment, which is never sent. */
  path: z.string(),
  expiresAt: z.string(),
})

/** The accounts of this installation. */
export const users = {
  list: route({
    ...base,
    name: 'users.list',
    needs: 'users.read',
    scope: 'all',
    method: 'GET',
    path: '/users',
    summary: 'All accounts, the newest first, or those in one state',
    query: z.object({ state: z.enum(accountStates).optional() }),
    reply: z.array(userRecord),
  }),
  change: route({
    ...base,
    name: 'users.change',
    needs: 'users.manage',
    scope: 'all',
    method: 'PUT',
    path: '/users/:id',
    summary:
      'Change roles and portfolios, enable an account (isActive true) or disable it (false), which ends its sessions. Holds from the next request on',
    params: accountParams,
    body: z.object({
      roles: sentRoles.optional(),
      portfolios: sentScope.optional(),
      isActive: z.boolean({ error: 'Must be true or false.' }).optional(),
      version: recordVersion,
    }),
    reply: userRecord,
  }),
  invite: route({
    ...base,
    name: 'users.invite',
    needs: 'users.manage',
    scope: 'all',
    method: 'POST',
    path: '/users/invitations',
    status: 201,
    summary: 'Make an account for somebody, with a one-time link to set its password',
    body: z.object({
      email,
      first_name: optionalText(100, 'First name').optional(),
      last_name: optionalText(100, 'Last name').optional(),
      roles: sentRoles.optional(),
      portfolios: sentScope.optional(),
    }),
    reply: oneTimeLink.extend({ user: userRecord }),
  }),
  passwordLink: route({
    ...base,
    name: 'users.password-link',
    needs: 'users.manage',
    scope: 'all',
    method: 'POST',
    path: '/users/:id/password-link',
    status: 201,
    summary: 'A one-time link with which the person sets a new password; replaces the link before',
    params: accountParams,
    reply: oneTimeLink,
  }),
  sessions: route({
    ...base,
    name: 'users.sessions',
    needs: 'users.read',
    scope: 'all',
    load: 'light',
    method: 'GET',
    path: '/users/:id/sessions',
    summary: 'Where a person is signed in, the last used first',
    params: accountParams,
    reply: z.array(sessionRecord),
  }),
  endSessions: route({
    ...base,
    name: 'users.end-sessions',
    needs: 'users.manage',
    scope: 'all',
    method: 'DELETE',
    path: '/users/:id/sessions',
    summary: 'End every session of a person',
    params: accountParams,
    reply: endedSessions,
  }),
  endSession: route({
    ...base,
    name: 'users.end-session',
    needs: 'users.manage',
    scope: 'all',
    method: 'DELETE',
    path: '/users/:id/sessions/:sessionId',
    summary: 'End one session of a person',
    params: z.object({ id, sessionId: id }),
    reply: success,
  }),
}

/** A role: a built-in one, or one of the installation's own. */
export const roleRecord = z.object({
  name: z.string(),
  /** For whom a built-in one is; null for an own one. */
  description: z.string().nullable(),
  isBuiltIn: z.boolean(),
  rights: z.array(z.enum(RIGHT_NAMES)),
  /** How many accounts have it, disabled ones too. */
  people: z.number(),
  version: z.number(),
})
export type RoleRecord = z.output<typeof roleRecord>

const roleParams = z.object({ name: roleName })

/** Rights, and the roles that hold them. */
export const roles = {
  rights: route({
    ...base,
    name: 'roles.rights',
    needs: 'users.read',
    scope: 'all',
    load: 'none',
    method: 'GET',
    path: '/rights',
    summary: 'Every right that a role can hold',
    reply: z.array(
      z.object({ name: z.enum(RIGHT_NAMES), area: z.string(), label: z.string(), changes: z.boolean() }),
    ),
  }),
  list: route({
    ...base,
    name: 'roles.list',
    needs: 'users.read',
    scope: 'all',
    load: 'light',
    method: 'GET',
    path: '/roles',
    summary: 'All roles: the built-in ones, then own ones by name',
    reply: z.array(roleRecord),
  }),
  set: route({
    ...base,
    name: 'roles.set',
    needs: 'roles.manage',
    scope: 'all',
    method: 'PUT',
    path: '/roles/:name',
    summary: 'Make an own role, or change what it holds; send its version so that a stale edit is refused',
    params: roleParams,
    body: z.object({
      rights: z
        .array(z.enum(RIGHT_NAMES, { error: 'There is no such right.' }), {
          error: 'Must be a list of rights.',
        })
        .max(RIGHT_NAMES.length, 'Each right can be named once.'),
      version: recordVersion,
    }),
    reply: roleRecord,
  }),
  remove: route({
    ...base,
    name: 'roles.remove',
    needs: 'roles.manage',
    scope: 'all',
    method: 'DELETE',
    path: '/roles/:name',
    summary: 'Delete an own role that nobody has',
    params: roleParams,
    query: z.object({ version: z.coerce.number().int().positive().optional() }),
    reply: z.object({ success: z.literal(true), name: z.string() }),
  }),
}

/** Where the web sets a password by a link's token; `asksNames`: the person was invited without a last name. */
export const passwordLinkPath = (token: string, asksNames = false) =>
  `/#/set-password/${asksNames ? 'names/' : ''}${token}`

/** Whether newcomers get in at once, wait for an administrator, or cannot open an account. */
export const signupModes = ['open', 'approval', 'closed'] as const

/** The protection of the books against the server's own database sessions; see docs/running.md. */
export const writeProtection = z.enum(['two logins', 'set role', 'triggers'])
export type WriteProtection = z.infer<typeof writeProtection>

/** What the web and a monitor need to know, before and after sign-in. With 503 the same document says what is wrong. */
export const health = route({
  name: 'health',
  needs: 'public',
  load: 'none',
  method: 'GET',
  path: '/health',
  tag: 'System',
  troubleStatus: 503,
  summary: 'Whether the server and its database work, and their versions',
  reply: z.object({
    /** `ok` where the database answers and takes writes; anything else comes with status 503. */
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    edition: z.enum(['standard', 'premium']),
    /** Where "Contact Sales" writes to; null: the screen says to ask the administrator. */
    supportEmail: z.string().nullable(),
    signup: z.enum(signupModes),
    /** There is no account yet: the next sign-up makes the administrator, whatever `signup` says. */
    firstAccount: z.boolean(),
    /** That sign-up asks for the first-run code. */
    firstRunCode: z.boolean(),
    /** Characters that a new password has at least. */
    passwordMin: z.number(),
    today: z.string(),
    /** It shows the demo book (`npm run demo`), on a day that stays the same. */
    demo: z.boolean(),
    database: z.object({
      status: z.enum(['ok', 'down']),
      version: z.string().nullable(),
      embedded: z.boolean(),
    }),
    wall: writeProtection,
    /** Whether a write went through a moment ago. */
    writes: z.enum(['ok', 'failing']),
    /** Free space of the data folder in bytes; null with a database elsewhere. */
    freeSpace: z.number().nullable(),
    /**
     * The state of the backups; null where there is neither a schedule nor any backup, or the database cannot
     * answer.
     */
    backup: z
      .object({
        /** The moment that the last good backup shows. */
        lastGoodAt: z.string().nullable(),
        ageHours: z.number().nullable(),
        /** By the schedule there should be a newer one. */
        overdue: z.boolean(),
      })
      .nullable(),
  }),
})
