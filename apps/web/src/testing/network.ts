import { accountingTargets } from '@em/contract/accounting-exports/accounting-exports'
import { approvalRules, approvals } from '@em/contract/approvals/approvals'
import { notifications } from '@em/contract/dashboard/notifications'
import type { User } from '@em/contract/identity/identity'
import { users } from '@em/contract/identity/identity'
import { RIGHT_NAMES } from '@em/contract/identity/rights'
import { ADMINISTRATOR, rightsOfBuiltIn } from '@em/contract/identity/roles'

/**
 * Replaces the network at its very edge, `fetch`: everything on our side of it is real. Answers by "METHOD /path" and
 * keeps the requests.
 */
export interface Asked {
  method: string
  path: string
  headers: Headers
  body: unknown
}
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'unreachable'

export function network(
  answers: Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>,
): Asked[] {
  const log: Asked[] = []
  globalThis.fetch = async (input, init) => {
    const address = new URL(String(input), 'http://localhost')
    const method = init?.method ?? 'GET'
    const asked: Asked = {
      method,
      path: address.pathname + address.search,
      headers: new Headers(init?.headers),
      body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
    }
    log.push(asked)
    const found = answers[`${method} ${address.pathname.replace(/^\/api/, '')}`] ?? { status: 404 }
    const answer = await (typeof found === 'function' ? found(asked) : found)
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body)
    return new Response(text, { status: answer.status ?? 200, headers: answer.headers ?? {} })
  }
  return log
}

/** An administrator, who may do everything. */
export const nadeesha: User = {
  id: 7,
  first_name: 'Nadeesha',
  last_name: 'Perera',
  email: 'nadeesha@example.lk',
  is_admin: true,
  roles: ['Administrator'],
  portfolios: { see: 'all', change: 'all' },
  rights: [...RIGHT_NAMES],
  created_at: '2026-01-01T00:00:00.000Z',
}

/** A user who has this built-in role alone, and sees and changes the portfolios given: all of them where left out. */
export function withRole(role: string, portfolios: User['portfolios'] = nadeesha.portfolios): User {
  return {
    ...nadeesha,
    is_admin: role === ADMINISTRATOR,
    roles: [role],
    rights: [...(rightsOfBuiltIn(role) ?? [])],
    portfolios,
  }
}

export const healthy = {
  status: 'ok',
  version: '1.0.0',
  edition: 'standard',
  supportEmail: null,
  signup: 'open',
  firstAccount: false,
  firstRunCode: false,
  passwordMin: 6,
  today: '2026-11-20',
  demo: false,
  database: { status: 'ok', version: '18', embedded: true },
  wall: 'two logins',
  writes: 'ok',
  freeSpace: 50_000_000_000,
  backup: null,
}
/** The calls that the shell makes on its own, with nothing to report. */
export const usual = {
  'GET /health': { body: healthy },
  'POST /auth/logout': { body: { success: true } },
  [`GET ${notifications.path}`]: { body: [] },
  // The administrator's bell asks for accounts that wait.
  [`GET ${users.list.path}`]: { body: [] },
  'GET /jobs': { body: [] },
  'GET /search': { body: [] },
  [`GET ${approvals.list.path}`]: { body: [] },
  [`GET ${accountingTargets.list.path}`]: { body: [] },
  [`GET ${approvalRules.list.path}`]: { body: [] },
  'GET /fix-sessions': { body: [] },
  'GET /fix-sessions/states': { body: [] },
  'GET /fix-sessions/forming': { body: [] },
  'GET /saved-views': { body: [] },
  'GET /favourite-tabs': { body: { tabs: [] } },
}
