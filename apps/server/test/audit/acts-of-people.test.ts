/** The audit trail without holes: what people, jobs and the server do besides the books, each act with one row that says who and what. */
import { type AuditRow, audit } from '@em/contract/audit/audit'
import { isRight } from '@em/contract/identity/rights'
import { journal } from '@em/contract/journal/journal'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../src/platform/settings.ts'
import { recordSettings } from '../../src/settings-act.ts'
import { type Api, PASSWORD, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { exportLedger } from '../support/exports.ts'
import { personWith, signIn, signUp } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { apart, lockBooks } from '../support/own-entity.ts'

let api: Api
let books: Books
let of: OneHolding
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  of = await oneHolding(books, 'WAP')
})

const everything = (query: object) =>
  ask(api, audit.list, { query: { about: 'everything', limit: 1000, ...query } }) as Promise<AuditRow[]>
/** The rows that something leaves, oldest first, as "who: kind what record". */
async function left(work: () => Promise<unknown>): Promise<string[]> {
  const [before] = await everything({ limit: 1 })
  await work()
  const rows = await everything({})
  return rows
    .filter(({ id }) => id > (before?.id ?? 0))
    .map(({ by, kind, action, record }) => `${by ?? 'the server'}: ${kind} ${action}, ${record}`)
    .toReversed()
}
const ME = 'Nimal Perera'

describe('each act of people leaves one row with the person and the record', () => {
  test('signing up, in and out, and what is refused there', async () => {
    expect(await left(() => signUp(api, { email: 'kamala@trail.lk' }))).toEqual([
      'Kamala Silva: User Signed up, Kamala Silva',
    ])
    const signedIn = () => signIn(api, 'kamala@trail.lk', PASSWORD)
    expect(await left(signedIn)).toEqual(['Kamala Silva: User Signed in, Kamala Silva'])
    expect(await left(() => signIn(api, 'kamala@trail.lk', 'wrong'))).toEqual([
      'the server: User Sign-in refused, Kamala Silva',
    ])
    expect(await left(() => signIn(api, 'stranger@trail.lk', 'wrong'))).toEqual([
      'the server: User Sign-in refused, stranger@trail.lk',
    ])
    const { token } = (await signedIn()).body
    const other = (await signedIn()).body.token
    expect(await left(() => api.call('POST /auth/logout', { token: other }))).toEqual([
      'Kamala Silva: User Signed out, Kamala Silva',
    ])
    const change = (current_password: string) => () =>
      api.call('POST /auth/password', {
        token,
        body: { current_password, new_password: 'another horse battery' },
      })
    expect(await left(change('wrong'))).toEqual([
      'Kamala Silva: User Change of password refused, Kamala Silva',
    ])
    expect(await left(change(PASSWORD))).toEqual(['Kamala Silva: User Password changed, Kamala Silva'])
    const [last] = await everything({})
    expect([last?.address, last?.changes]).toEqual(['127.0.0.1', []])
  })

  test('inviting, changing and disabling a person, and roles', async () => {
    let id = 0
    const invite = async () => {
      const body = { email: 'asha@trail.lk', roles: ['Dealer'] }
      const made = await api.call<{ user: { id: number } }>('POST /users/invitations', { body })
      id = made.body.user.id
    }
    expect(await left(invite)).toEqual([`${ME}: User Invited, asha`])
    const scope = () => api.call(`PUT /users/${id}`, { body: { roles: ['Accountant'] } })
    expect(await left(scope)).toEqual([`${ME}: User Changed, asha`])
    expect(await left(() => api.call('PUT /roles/Trail', { body: { rights: ['audit.read'] } }))).toEqual([
      `${ME}: Role Created, Trail`,
    ])
  })

  test('acts refused for want of a right, or by a rule of control: once a minute', async () => {
    const { token, user } = await personWith(api, { roles: ['Auditor'] })
    const name = `${user.first_name} ${user.last_name}`
    const forbidden = () => api.call('POST /brokers', { token, body: { name: 'Not his' } })
    expect(await left(forbidden)).toEqual([`${name}: Call Refused for want of a right, Save a new broker`])
    expect(await left(forbidden)).toEqual([])
    const { of: locked, entity } = await apart(books)
    await lockBooks(api, entity.id, '2026-03-31', 'Quarter is done')
    const entry = {
      date: '2026-03-20',
      description: 'Late fee',
      lines: [
        { account_code: '6300', debit: 5, portfolioId: locked.portfolioId },
        {
          account_code: '1010',
          credit: 5,
          portfolioId: locked.portfolioId,
          settlementAccount: books.bank,
        },
      ],
    }
    const late = (more: object) => api.call(journal.create, { body: entry, ...more })
    expect(await left(() => late({ query: { dryRun: '1' } }))).toEqual([])
    const answers: unknown[] = []
    const refused = await left(async () => answers.push((await late({})).body))
    expect(answers).toMatchObject([{ code: 'period.locked' }])
    expect(refused).toEqual([`${ME}: Call Refused by a rule, ${journal.create.summary}`])
    const [row] = await everything({ entity: 'route', act: 'Refused by a rule' })
    expect(row?.reason).toMatch(/locked/)
    expect(row?.changes).toEqual([])
    expect(await left(() => late({}))).toEqual([])
    // A typing error is no act.
    const wrong = { ...entry, lines: [entry.lines[0], { ...entry.lines[1], credit: 4 }], date: '2026-06-02' }
    expect(await left(() => api.call(journal.create, { body: wrong }))).toEqual([])
  })

  test('a flood of refusals leaves at most twenty rows a minute', async () => {
    const { token } = await personWith(api, { roles: ['Auditor'] })
    const calls = [...api.writes.values()]
      .filter(({ route }) => route.method === 'DELETE' && isRight(route.needs))
      .slice(0, 30)
    expect(calls.length).toBeGreaterThan(20)
    const flood = async () => {
      for (const { route } of calls)
        for (let at = 0; at < 3; at += 1)
          await api.call(route, {
            token,
            params: { id: 1, portfolio: 'A', name: 'B', role: 'cash', bank: 0 },
          })
    }
    expect(await left(flood)).toHaveLength(20)
  })

  test('an export is started, ends and is downloaded', async () => {
    let id = 0
    const make = async () => {
      id = ((await exportLedger(api, { format: 'csv' })).body as { id: number }).id
    }
    expect(await left(make)).toEqual([
      expect.stringMatching(/^Nimal Perera: Job Started, Export of the ledger, job \d+$/),
      expect.stringMatching(/^Nimal Perera: Export Exported, General Ledger /),
      expect.stringMatching(/^Nimal Perera: Job Done, Export of the ledger, job \d+$/),
    ])
    expect(await left(() => api.call(`GET /exports/${id}/file`))).toEqual([
      'Nimal Perera: Download Downloaded, General Ledger 2026-06-30.csv',
    ])
    const [download] = await everything({ entity: 'download' })
    expect(download?.changes.map(({ label, after }) => `${label}: ${after}`)).toContain(
      "Call: A file that one's own export made, as a download; it is kept for 7 days",
    )
    // A preview makes no file and no act.
    expect(await left(() => api.call('POST /general-ledger/exports?dryRun=1', { body: {} }))).toEqual([])
  })

  test('a job that fails says why', async () => {
    const row = { side: 'buy', symbol: 'NONE.N0000', tradeDate: '2026-06-05', quantity: 10, price: 1 }
    const failed = await left(() =>
      api.call('POST /trade-batches', {
        body: {
          source: 'import',
          defaults: { portfolioId: of.portfolioId, brokerName: 'B', settlementAccount: books.bank },
          rows: [row],
        },
      }),
    )
    expect(failed.map((one) => one.replace(/\d+$/, 'n'))).toEqual([
      `${ME}: Job Started, Import of trades, job n`,
      `${ME}: Job Failed, Import of trades, job n`,
    ])
    const [end] = await everything({ entity: 'job', limit: 1 })
    expect(end?.reason).toBeTruthy()
  })

  test('settings that a server starts with are an act where they differ', async () => {
    const start = (env: Record<string, string>) => recordSettings(api.database, readSettings(env))
    await start({})
    expect(await left(() => start({}))).toEqual([])
    expect(await left(() => start({ SIGNUP: 'closed', BACKUP_PASSPHRASE: 'secret words' }))).toEqual([
      'the server: Installation Settings changed, Settings',
    ])
    const [row] = await everything({ entity: 'installation', limit: 1 })
    expect(row?.changes.map(({ label, before, after }) => `${label}: ${before} > ${after}`)).toEqual([
      'Sign-up: Open > Closed',
      'Backups are encrypted: No > Yes',
    ])
    expect(JSON.stringify(row)).not.toContain('secret')
  })
})

describe('a user who may only read the audit trail', () => {
  test('sees nothing of people, in no part of it, nor in its exports', async () => {
    const { token } = await personWith(api, { roles: ['Auditor'] })
    const mine = (query: object) => api.call<AuditRow[]>(audit.list, { query, token })
    for (const query of [{}, { about: 'books' }, { about: 'installation' }]) {
      const { body } = await mine({ ...query, limit: 1000 })
      expect(body.filter(({ entity }) => ['user', 'role', 'route', 'download'].includes(entity))).toEqual([])
    }
    expect((await mine({ entity: 'user' })).body).toEqual([])
    expect((await mine({ act: 'Signed in' })).body).toEqual([])
    const refused = { status: 403, body: { code: 'rights.missing' } }
    expect(await mine({ about: 'everything' })).toMatchObject(refused)
    for (const about of ['people', 'everything'])
      expect(await api.call(audit.export, { body: { about }, token })).toMatchObject(refused)
    const acts = await api.call<{ act: string; part: string }[]>(audit.acts, { token })
    expect(acts.body.filter(({ part }) => part === 'people')).toEqual([])
    expect((await ask(api, audit.acts, {})).some(({ act }) => act === 'Signed in')).toBe(true)
  })
})
