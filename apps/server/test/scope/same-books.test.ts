/**
 * A write has the same consequences in the books whether its user sees a list of portfolios or, as an administrator, all: each write of
 * the contract is compared. A second portfolio, which the user does not see, has the same CDS account and the same bank account.
 */
import { audit } from '@em/contract/audit/audit'
import { isRight, rightOf } from '@em/contract/identity/rights'
import { allRoutes } from '@em/contract/registry'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { afterFile } from '../support/after-file.ts'
import { type Api, startApi } from '../support/api.ts'
import { fill, JKH, lotOf, type Named, send, TODAY, WRITES } from '../support/every-write.ts'
import { personWith } from '../support/identity.ts'
import { rewindable } from '../support/rewind.ts'

/** Writes that are not tried here, by what they write. */
const UNTRIED: Readonly<Record<string, readonly string[]>> = {
  'registers that every portfolio follows: who may write them is asked elsewhere': [
    'equities',
    'settlement-accounts',
    'brokers',
    'broker-names',
    'holidays',
    'fee-tariffs',
    'fee-reliefs',
    'price-tolerances',
    'fix-sessions',
    'cost-of-funds',
    'limits',
  ],
  'rows of the portfolio, draft, file or person alone, of which nothing follows': [
    'portfolios',
    'strategies',
    'costing-methods',
    'recurring',
    'attachments',
    'orders',
    'accounting-targets',
    'accounting-exports',
    'approvals',
    'approval-rules',
    'approval-delegations',
    'rebalancing',
    'report-schedules',
    'saved-views',
    'favourites',
    'identity',
    'jobs',
    'exports',
    'notifications',
    'search',
    'payments.export',
    'batches.see',
    'cds-comparisons.explain',
    'broker-reports.keep-comparison',
  ],
  'a reconciliation that he sees, whose account has no lines of another portfolio': ['reconciliation'],
}

let api: Api
let token: string
let rewind: () => Promise<void>
let named: Named
let contents: () => Promise<Record<string, readonly string[]>>

/** User and time of a write differ between the runs. */
const VOLATILE = "'^(recorded|created|updated|uploaded|changed|matched|undone)_(at|by)$'"
const OF_RUN = `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(t))
  WHERE key !~ ${VOLATILE} AND NOT (key = 'cause_id' AND to_jsonb(t) ->> 'cause_kind' = 'person'))`
const NOT_BOOKS = ['audit', 'sessions', 'jobs', 'job_inputs', 'write_probe', 'idempotency_keys']

async function reading(): Promise<typeof contents> {
  const client = new pg.Client(api.fresh.admin)
  await client.connect()
  afterFile(() => client.end())
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'em' AND tablename <> ALL ($1) ORDER BY 1",
    [NOT_BOOKS],
  )
  const text = tables
    .map(
      ({ name }) => `SELECT '${name}' AS name, array(
         SELECT ${OF_RUN}::text FROM em.${name} t ORDER BY 1) AS held`,
    )
    .join(' UNION ALL ')
  return async () => {
    const { rows } = await client.query<{ name: string; held: string[] }>(text)
    return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
  }
}

beforeAll(async () => {
  api = await startApi({ today: TODAY, edition: 'premium' })
  named = await fill(api)
  token = (await personWith(api, { sees: [named['mine'] ?? 0] })).token
  rewind = await rewindable(api)
  contents = await reading()
})

/** Does the writes; answers what the books hold in the end. */
async function done(
  who: string,
  after: (one: (typeof WRITES)[number]) => Promise<void> = async () => undefined,
): Promise<Record<string, readonly string[]>> {
  await rewind()
  const ids = { ...named }
  for (const one of WRITES) {
    if (one.name === 'openings.change-lot') ids['lot'] = await lotOf(api)
    await send(api, one, ids, who)
    await after(one)
  }
  expect(await verifyBooks(api.database)).toEqual([])
  return contents()
}

test('every write of the contract: the same books', async () => {
  const byAll = await done(api.token)
  const byPerson = await done(token)
  const other = Object.entries(byAll).flatMap(([table, rows]) => {
    const his = byPerson[table] ?? []
    const [lacking, instead] = [
      rows.filter((one) => !his.includes(one)),
      his.filter((one) => !rows.includes(one)),
    ]
    return lacking.length + instead.length === 0 ? [] : [{ table, lacking, instead }]
  })
  expect(other).toEqual([])
})

test('every write of the contract leaves an act that the audit trail shows in words', async () => {
  const names = new Set(allRoutes.map(({ name }) => name))
  const last = async () => (await acts())[0]?.id ?? 0
  const acts = () => api.ask(audit.list, { query: { ...NO_FILTERS, about: 'everything', limit: 1000 } })
  const wrong: unknown[] = []
  let before = 0
  await done(api.token, async ({ name }) => {
    const left = (await acts()).filter(({ id, entity }) => id > before && entity !== 'job')
    before = await last()
    if (left.length === 0) wrong.push([name, 'leaves no act'])
    const [whole] = left
    if (whole !== undefined && (whole.by !== 'Nimal Perera' || whole.request === null))
      wrong.push([name, 'says neither who nor by which request', whole])
    for (const { action, kind, record, changes } of left) {
      const texts = [action, kind, record, ...changes.flatMap(({ label, after }) => [label, after])]
      const raw = texts.filter((text) => names.has(text) || /\[object|[{}]|^[a-z]+-[a-z-]+$/.test(text))
      if (raw.length > 0) wrong.push([name, action, raw])
    }
  })
  expect(wrong).toEqual([])
})
const NO_FILTERS = { act: null, from: null, to: null, person: null, search: null, request: null }

test('a new name of a security is everybody’s: who sees some portfolios does not give it', async () => {
  await rewind()
  const body = {
    kind: 'identity',
    securityCode: JKH.symbol,
    portfolioId: 'MINE',
    newName: 'Keells',
    effectiveDate: '2026-06-12',
  }
  const refused = await api.call<{ code: string }>('POST /corporate-actions', { body, token })
  expect([refused.status, refused.body.code]).toEqual([403, 'rights.scope'])
  const { body: made } = await api.call<{ id: number }>('POST /corporate-actions', { body })
  const processed = await api.call<{ code: string }>(`POST /corporate-actions/${made.id}/process`, {
    body: {},
    token,
  })
  expect([processed.status, processed.body.code]).toEqual([403, 'rights.outside'])
})

test('a write of the contract is tried, or said not to be', () => {
  const writes = allRoutes.filter(
    ({ needs, scope }) =>
      scope !== 'all' && needs !== 'public' && (!isRight(needs) || rightOf(needs).changes),
  )
  const said = [...WRITES.map(({ name }) => name), ...Object.values(UNTRIED).flat()]
  const isSaid = (name: string) => said.some((one) => one === name || name.startsWith(`${one}.`))
  expect(writes.map(({ name }) => name).filter((name) => !isSaid(name))).toEqual([])
})
