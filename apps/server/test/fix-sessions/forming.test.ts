/** Contracts of a FIX session that are formed by the clock: at their time, once, as their person; and what keeps a day from being formed. */

import { notifications } from '@em/contract/dashboard/notifications'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { type FormedDay, fixForming } from '@em/contract/fix-sessions/fix-forming'
import { jobs } from '@em/contract/jobs/jobs'
import { transactions } from '@em/contract/trades/transactions'
import type { DocumentLine } from '@em/core/documents/line'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { executionReport, F1, F1_CORRECTION } from '../../../../tools/fix-broker/broker.ts'
import { formDue } from '../../src/features/fix-sessions/forming/due.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import {
  addSession,
  startBroker,
  startKeeper,
  startOrStop,
  stateOf,
  until,
  untilConnected,
  untilStored,
} from '../support/fix.ts'
import { personWith } from '../support/identity.ts'
import { rewindable } from '../support/rewind.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
// 10:00 in Colombo of a Monday; the fills of the day are of 5 January 2026, as ever.
const MONDAY = Date.UTC(2036, 0, 7, 4, 30)
const DAY = '2036-01-07'
const DEAL = { day: '20260105', settles: '20260107' }
const ACCOUNT = 'ABC-12345-LI/00'
let now = MONDAY
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) }

let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2036-01-31' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  now = MONDAY
})

/** The time of day in Colombo of the Monday, or of a later day. */
const at = (time: string, days = 0) => {
  now = Date.parse(`${DAY}T${time}:00+05:30`) + 24 * days * HOUR_MS
}
const setUp = (id: number, changes: object = {}, token = api.token) =>
  api.call<Refused & { version: number; nextDay: string }>(fixForming.save, {
    params: { id },
    body: { time: '15:30', waitsForTradeFile: false, isOn: true, version: null, ...changes },
    token,
  })
const clientIsKnown = () =>
  api.database.query(
    `INSERT INTO trade_document_clients (client_account, portfolio_id, settlement_account_id, broker_name, updated_by)
     SELECT $1, p.id, $2, NULL, $3 FROM portfolios p WHERE p.portfolio_id = 'GROW'`,
    [ACCOUNT, books.bank, api.user.id],
  )
const form = () => formDue(api, clock)
const dayOf = async (id: number, day = DAY) =>
  (await api.ask(fixForming.list)).find((one) => one.id === id)?.days.find((one) => one.day === day)
/** Tried until it is so: a clock that jumps ahead may cost a session its connection for a moment. */
const tried = (id: number, isSo: (day: FormedDay) => boolean, day = DAY) =>
  until(async () => {
    await form()
    const found = await dayOf(id, day)
    return found !== undefined && isSo(found) && found
  }, 'the day is formed')
const formed = (id: number, day = DAY) =>
  tried(id, ({ state }) => state !== 'running' && state !== 'blocked', day)
const blockedBy = (id: number, code: string, day = DAY) =>
  tried(id, ({ state, error }) => state === 'blocked' && error?.code === code, day)
const trades = async () =>
  (await api.ask(transactions.list, { query: { from: null, to: null } })).map((one) => [
    one.quantity,
    one.net_value,
    one.broker_name,
  ])

/** A connected session whose contracts are formed at 15:30, with the three fills of vector F1. */
async function received(changes: object = {}) {
  const { broker, port } = await startBroker({ now: () => now })
  const id = await addSession(api, port)
  expect((await setUp(id, changes)).status).toBe(200)
  // The set-up counts from real time on: here the days are others.
  await api.database.query(
    "UPDATE fix_forming SET done_to = '2036-01-06T00:00Z', next_at = '2036-01-06T00:00Z'",
  )
  const { stop } = await startKeeper(api, { clock })
  await startOrStop(api, id, 'start')
  await untilConnected(api, id)
  for (const execution of F1) broker.send(executionReport(execution, DEAL))
  await untilStored(api, id, 3)
  return { broker, id, stop }
}
const over = async (id: number, stop: () => Promise<void>) => {
  await startOrStop(api, id, 'stop')
  await stop()
}
const uploadTradeFile = (fills: readonly DocumentLine[]) => {
  const text = tradeFileOf(fills.map((line, nth) => ({ ...line, line: nth + 1, contractNumber: '70001' })))
  const data = Buffer.from(text, 'latin1').toString('base64')
  return api.ask(tradeDocuments.upload, { body: { file: { fileName: 'trades.txt', data } } as never })
}
const dealt = (executionId: string, quantity: bigint, price: bigint) =>
  fill({
    executionId,
    quantity,
    price,
    clientAccount: ACCOUNT,
    tradeDate: '2026-01-05',
    settlementDate: '2026-01-07',
  })
const DEALT = [dealt('E-501', 333n, 101_000n), dealt('E-502', 333n, 102_000n), dealt('E-503', 334n, 103_000n)]

test('at its time the fills of the day are one contract of the books, once, as the person who set it up', async () => {
  await clientIsKnown()
  const { id, stop } = await received()
  at('15:29')
  await form()
  expect(await dayOf(id)).toBeUndefined()
  at('15:30')
  expect(await formed(id)).toMatchObject({ state: 'done', executions: 3, unrecorded: 0, error: null })
  expect(await trades()).toEqual([[1_000, 10_314.33, 'ABC Securities']])
  await form()
  at('16:30')
  await form()
  expect(await trades()).toHaveLength(1)
  const made = (await api.ask(jobs.list)).filter(({ kind }) => kind === 'trade-documents.record')
  expect(made.map(({ owner }) => owner?.id)).toEqual([api.user.id])
  expect((await api.ask(fixForming.list))[0]?.nextDay).toBe('2036-01-08')
  await over(id, stop)
})

test('executions that come after the forming are formed by the hourly run; a correction is reported and left to a person', async () => {
  await clientIsKnown()
  const { broker, id, stop } = await received()
  at('15:30')
  await formed(id)
  broker.send(executionReport(F1_CORRECTION, DEAL))
  await untilStored(api, id, 4)
  at('15:55')
  expect(await formed(id)).toMatchObject({ state: 'part', executions: 4, unrecorded: 0, differing: 1 })
  expect((await trades())[0]?.[1]).toBe(10_314.33)
  await over(id, stop)
})

test('a line that is down may have lost the end of the day: nothing is formed until it is back', async () => {
  await clientIsKnown()
  const { broker, id, stop } = await received()
  broker.cut()
  await stop()
  await startOrStop(api, id, 'stop')
  at('15:30')
  await blockedBy(id, 'fix-session.not-ended')
  await startOrStop(api, id, 'start')
  const next = await startKeeper(api, { clock })
  await untilConnected(api, id)
  at('15:39')
  expect(await isDue()).toBe(false)
  at('15:41')
  expect(await isDue()).toBe(true)
  expect(await formed(id)).toMatchObject({ state: 'done' })
  await over(id, next.stop)
})

const isDue = async () => {
  const [row] = await api.database.query<{ due: boolean }>(
    'SELECT EXISTS (SELECT FROM fix_forming WHERE next_at <= $1) AS due',
    [clock.now()],
  )
  return row?.due
}

test('missing numbers block it and are shown by the bell, and a person who forms the day takes it over', async () => {
  await clientIsKnown()
  const { broker, id, stop } = await received()
  broker.cut()
  await stop()
  broker.send(executionReport({ id: 'E-504', quantity: 5, price: '10.10' }, DEAL))
  // The next day begins new numbers: those of the Monday never come.
  now += 24 * HOUR_MS
  const next = await startKeeper(api, { clock })
  await until(async () => (await stateOf(api, id)).day === '2036-01-08', 'the new day')
  await untilConnected(api, id)
  at('15:30', 1)
  const blocked = await blockedBy(id, 'fix-session.gap')
  const inBell = (await api.ask(notifications)).filter(({ id: one }) => one.startsWith('forming-'))
  expect(inBell).toEqual([
    {
      id: `forming-${id}-${DAY}`,
      severity: 'warning',
      title: expect.stringMatching(/^Contracts of Session \d+ of 07 Jan 2036 were not formed$/),
      detail: blocked?.error?.message,
      tab: 'Broker Feed / FIX Integration',
      record: null,
    },
  ])
  const manual = await api.call<{ id: number }>(`POST /fix-sessions/${id}/document`, {
    body: { day: DAY, despiteMissing: true },
  })
  at('15:41', 1)
  await form()
  expect(await dayOf(id)).toMatchObject({ state: 'part', documentId: manual.body.id, unrecorded: 1 })
  await over(id, next.stop)
})

test('a trade file that differs blocks it, and one that agrees lets it through', async () => {
  await clientIsKnown()
  const { id, stop } = await received({ waitsForTradeFile: true })
  at('15:30')
  await blockedBy(id, 'fix-session.no-trade-file')
  const wrong = await uploadTradeFile(DEALT.with(1, dealt('E-502', 333n, 102_500n)))
  at('15:45')
  const differs = await blockedBy(id, 'document.trade-file-differs')
  expect(differs?.error?.details?.[0]?.message).toContain('price of E-502')
  expect(await trades()).toEqual([])
  await api.ask(tradeDocuments.remove, { params: { id: wrong.id } })
  await uploadTradeFile(DEALT)
  at('16:00')
  expect(await formed(id)).toMatchObject({ state: 'done', error: null })
  expect(await trades()).toHaveLength(1)
  await over(id, stop)
})

test('a client account that is not known waits for a person, and the day is done once he records it', async () => {
  const { id, stop } = await received()
  at('15:30')
  const open = await formed(id)
  expect(open).toMatchObject({ state: 'failed', unrecorded: 1, error: { code: 'document.rows' } })
  await api.ask(tradeDocuments.record, {
    params: { id: open.documentId ?? 0 },
    body: { portfolioId: 'GROW', brokerName: 'ABC Securities', settlementAccount: books.bank } as never,
    query: {},
  })
  expect(await dayOf(id)).toMatchObject({ state: 'done', error: null })
  await over(id, stop)
})

test('days that came due while no worker ran are made up for; a day without executions is nothing', async () => {
  await clientIsKnown()
  const { id, stop } = await received()
  // It logs out after the close.
  at('23:00')
  await stop()
  await startOrStop(api, id, 'stop')
  at('10:00', 3)
  expect(await formed(id)).toMatchObject({ state: 'done' })
  expect(await dayOf(id, '2036-01-08')).toMatchObject({ state: 'nothing', executions: 0 })
  expect(await dayOf(id, '2036-01-10')).toBeUndefined()
})

test('a session whose days cannot be read keeps no other from being formed, and its failure is reported', async () => {
  await clientIsKnown()
  const broken = await addSession(api, 1, { name: 'Broken', sender: 'OTHER' })
  expect((await setUp(broken)).status).toBe(200)
  const { id, stop } = await received()
  expect(id).toBeGreaterThan(broken)
  const query = (asked: { name: string }, values?: { id?: number }) =>
    asked.name === 'fix.forming-open' && values?.id === broken
      ? Promise.reject(new Error('the disk is gone'))
      : api.database.query(asked as never, values as never)
  at('15:30')
  const { jobs: handedIn, writes } = api
  const database = { ...api.database, query } as never
  const forming = formDue({ jobs: handedIn, writes, database }, clock)
  await expect(forming).rejects.toThrow('the disk is gone')
  expect(await dayOf(id)).toMatchObject({ executions: 3 })
  // The job that records it ends before the rows are put back.
  expect(await formed(id)).toMatchObject({ state: 'done' })
  await over(id, stop)
})

test('it is done with the rights of the person at that moment', async () => {
  await clientIsKnown()
  const { id, stop } = await received()
  const other = await personWith(api, { roles: ['Administrator'] })
  expect((await setUp(id, {}, other.token)).status).toBe(200)
  await api.database.query(
    "UPDATE fix_forming SET done_to = '2036-01-06T00:00Z', next_at = '2036-01-06T00:00Z'",
  )
  await api.database.query('UPDATE users SET sees_all = false, changes_all = false WHERE id = $1', [
    other.user.id,
  ])
  at('15:30')
  await blockedBy(id, 'rights.scope')
  expect(await trades()).toEqual([])
  await over(id, stop)
})

test('the user who sets it up may record documents of all portfolios; the time is after the close, and no one else’s change is lost', async () => {
  const { port } = await startBroker()
  const id = await addSession(api, port)
  const [grow] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  const some = await personWith(api, { roles: ['Administrator'], sees: [grow?.id ?? 0] })
  expect((await setUp(id, {}, some.token)).body.code).toBe('rights.scope')
  const viewer = await personWith(api, { roles: ['Auditor'] })
  expect((await setUp(id, {}, viewer.token)).body.code).toBe('rights.missing')
  const early = await setUp(id, { time: '14:29' })
  expect([early.status, early.body.details]).toEqual([
    400,
    [{ field: 'time', message: 'Must be after the close: 14:30 or later.' }],
  ])
  const made = await setUp(id, { time: '14:30' })
  expect(made.body).toMatchObject({ version: 1 })
  expect((await setUp(id, { version: 1, isOn: false })).body).toMatchObject({ version: 2, nextDay: null })
  expect((await setUp(id, { version: 1 })).body.code).toBe('record.stale')
  expect((await setUp(4711)).body.code).toBe('record.missing')
})

test('it tries again ten minutes after it was blocked', async () => {
  const { id, stop } = await received({ waitsForTradeFile: true })
  at('15:30')
  await form()
  const [row] = await api.database.query<{ next_at: string }>('SELECT next_at FROM fix_forming')
  expect(new Date(row?.next_at ?? 0).getTime()).toBe(now + 10 * MINUTE_MS)
  await over(id, stop)
})
