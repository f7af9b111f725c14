/** Contracts formed by the clock in the name of a person whose writes wait for approval: what is recorded, what waits, and what a refusal leaves. */

import { notifications } from '@em/contract/dashboard/notifications'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { type FormedDay, fixForming } from '@em/contract/fix-sessions/fix-forming'
import { transactions } from '@em/contract/trades/transactions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Broker,
  executionReport,
  F1,
  F1_CANCELLATION,
  F1_CORRECTION,
} from '../../../../tools/fix-broker/broker.ts'
import { formDue } from '../../src/features/fix-sessions/forming/due.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { approve, approver, decide, listed, rule } from '../support/approvals.ts'
import { type Books, startBooks } from '../support/books.ts'
import {
  addSession,
  startBroker,
  startKeeper,
  startOrStop,
  until,
  untilConnected,
  untilStored,
} from '../support/fix.ts'
import { rewindable } from '../support/rewind.ts'

// 10:00 in Colombo of a Monday; the fills are of 5 January 2026.
const MONDAY = Date.UTC(2036, 0, 7, 4, 30)
const DAY = '2036-01-07'
const NEXT_DAY = '2036-01-08'
const DEAL = { day: '20260105', settles: '20260107' }
const NEXT_DEAL = { day: '20260106', settles: '20260108' }
const RECORD = ['trade-documents.record']
const TAKE_IN = ['fix-sessions.document']
let now = MONDAY
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) }

let api: Api
let books: Books
let second: { token: string }
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2036-01-31' })
  books = await startBooks(api)
  second = await approver(api)
  await api.database.query(
    `INSERT INTO trade_document_clients (client_account, portfolio_id, settlement_account_id, broker_name, updated_by)
     SELECT 'ABC-12345-LI/00', p.id, $1, NULL, $2 FROM portfolios p WHERE p.portfolio_id = 'GROW'`,
    [books.bank, api.user.id],
  )
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.settings.signup = 'open'
  now = MONDAY
})

const at = (time: string, day = DAY) => {
  now = Date.parse(`${day}T${time}:00+05:30`)
}
const form = () => formDue(api, clock)
const dayOf = async (id: number, day = DAY) =>
  (await api.ask(fixForming.list)).find((one) => one.id === id)?.days.find((one) => one.day === day)
/** Formed by the clock until the day is so: it may be tried at any time. */
const formed = (id: number, state: FormedDay['state'], day = DAY) =>
  until(async () => {
    await form()
    const found = await dayOf(id, day)
    return found?.state === state && found
  }, `${day} is ${state}`)
const trades = async () =>
  (await api.ask(transactions.list, { query: { from: null, to: null } })).map((one) => [
    one.quantity,
    one.net_value,
  ])
const bell = async () => (await api.ask(notifications)).filter(({ id }) => id.startsWith('forming-'))
/** The requests with their ends, the first one first. */
const asked = async () =>
  (await listed(api, {}, second.token)).map(({ id, act, state }) => ({ id, act, state })).toReversed()
const request = (at: number) => `APR-${String(at).padStart(6, '0')}`

let broker: Broker
/** A connected session with the fills of vector F1, whose contracts are formed at 15:30 without waiting for the trade file. */
async function received() {
  const started = await startBroker({ now: () => now })
  broker = started.broker
  const id = await addSession(api, started.port)
  await api.ask(fixForming.save, {
    params: { id },
    body: { time: '15:30', waitsForTradeFile: false, isOn: true, version: null } as never,
  })
  await api.database.query(
    "UPDATE fix_forming SET done_to = '2036-01-06T00:00Z', next_at = '2036-01-06T00:00Z'",
  )
  const { stop } = await startKeeper(api, { clock })
  await startOrStop(api, id, 'start')
  await untilConnected(api, id)
  for (const execution of F1) broker.send(executionReport(execution, DEAL))
  await untilStored(api, id, 3)
  const over = async () => {
    await startOrStop(api, id, 'stop')
    await stop()
  }
  return { id, over }
}

test('nothing is recorded before the approval, however often the day is tried; what was approved is recorded once as its maker', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  at('15:30')
  expect(await formed(id, 'held')).toMatchObject({ executions: 3, unrecorded: 1, error: null })
  at('16:30')
  await form()
  expect(await trades()).toEqual([])
  const waiting = await listed(api, {}, second.token)
  expect(waiting).toMatchObject([{ number: request(1), state: 'waiting', act: RECORD[0], amount: 10_200.1 }])
  // The approver's own list shows it; the bell of forming does not.
  expect(await bell()).toEqual([])
  await approve(api, waiting[0]?.id ?? 0, second.token)
  expect(await formed(id, 'done')).toMatchObject({ unrecorded: 0, differing: 0, error: null })
  expect(await trades()).toEqual([[1_000, 10_314.33]])
  const [trade] = await api.database.query<{ by: number }>('SELECT recorded_by AS by FROM trade_versions')
  expect(trade?.by).toBe(api.user.id)
  expect(await verifyBooks(api.database)).toEqual([])
  await over()
})

test('the next day is formed while the first one waits, and each is decided alone', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  at('15:30')
  await formed(id, 'held')
  at('10:00', NEXT_DAY)
  await until(async () => {
    const [row] = await api.database.query<{ day: string }>('SELECT day::text FROM fix_session_states')
    return row?.day === NEXT_DAY
  }, 'the next day of the session')
  await untilConnected(api, id)
  broker.send(executionReport({ id: 'E-601', quantity: 500, price: '10.00' }, NEXT_DEAL))
  await untilStored(api, id, 4)
  at('15:30', NEXT_DAY)
  await formed(id, 'held', NEXT_DAY)
  expect(await dayOf(id)).toMatchObject({ state: 'held' })
  const [later, first] = await listed(api, {}, second.token)
  expect([later?.number, first?.number]).toEqual([request(2), request(1)])
  await approve(api, later?.id ?? 0, second.token)
  await formed(id, 'done', NEXT_DAY)
  expect((await trades()).map(([shares]) => shares)).toEqual([500])
  await approve(api, first?.id ?? 0, second.token)
  await formed(id, 'done')
  expect((await trades()).map(([shares]) => shares).toSorted()).toEqual([1_000, 500])
  await over()
})

test('a rejected day is not asked for again: the tab and the bell name the reason, and a person may record it', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  at('15:30')
  const { documentId } = await formed(id, 'held')
  const [waiting] = await listed(api, {}, second.token)
  await decide(api, 'reject', waiting?.id ?? 0, { reason: 'Not our account' }, second.token)
  const said = `${request(1)} was rejected (“Not our account”). Record the contracts in Trade Report to ask again.`
  at('16:30')
  expect(await formed(id, 'failed')).toMatchObject({
    unrecorded: 1,
    error: { code: 'fix-session.record-ended', message: said },
  })
  expect(await bell()).toMatchObject([{ detail: said, tab: 'Trade Report', record: documentId }])
  expect(await listed(api, {}, second.token)).toHaveLength(1)
  expect(await trades()).toEqual([])
  const recordAgain = (key: string) =>
    api.call<{ approvalId: number; message: string }>(tradeDocuments.record, {
      params: { id: documentId ?? 0 },
      body: { brokerName: 'ABC Securities' },
      query: {},
      headers: { 'idempotency-key': key },
    })
  const again = await recordAgain('R-1')
  expect(again.status).toBe(202)
  await decide(api, 'reject', again.body.approvalId, { reason: 'Still not' }, second.token)
  expect((await recordAgain('R-1')).body.message).toBe(
    `The request ${request(2)} was rejected (“Still not”). A new attempt needs a new Idempotency-Key.`,
  )
  await approve(api, (await recordAgain('R-2')).body.approvalId, second.token)
  await formed(id, 'done')
  expect(await trades()).toHaveLength(1)
  await over()
})

test('one that its maker withdrew leaves the day not recorded', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  at('15:30')
  await formed(id, 'held')
  const [waiting] = await listed(api)
  await decide(api, 'withdraw', waiting?.id ?? 0, {})
  expect((await formed(id, 'failed')).error?.message).toMatch(/^APR-000001 was withdrawn\. /)
  await over()
})

test('executions that come while it waits are asked for anew, and the earlier request is withdrawn', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  at('15:30')
  await formed(id, 'held')
  broker.send(executionReport(F1_CORRECTION, DEAL))
  await untilStored(api, id, 4)
  at('16:30')
  await until(async () => {
    await form()
    return (await listed(api)).length === 2 && (await dayOf(id))?.state === 'held'
  }, 'the whole contract waits')
  const [whole, first] = await listed(api, {}, second.token)
  expect([whole, first]).toMatchObject([
    { number: request(2), state: 'waiting', amount: 10_166.7 },
    { number: request(1), state: 'withdrawn' },
  ])
  await approve(api, whole?.id ?? 0, second.token)
  await formed(id, 'done')
  expect(await trades()).toEqual([[1_000, 10_280.57]])
  await over()
})

test('a document that has to wait is asked for once, and formed once it is approved', async () => {
  await rule(api, TAKE_IN)
  const { id, over } = await received()
  at('15:30')
  expect((await formed(id, 'blocked')).error?.code).toBe('fix-session.document-waits')
  at('15:41')
  await form()
  at('15:52')
  await form()
  const waiting = await listed(api, {}, second.token)
  expect(waiting).toMatchObject([{ number: request(1), act: TAKE_IN[0], state: 'waiting' }])
  await approve(api, waiting[0]?.id ?? 0, second.token)
  at('16:03')
  await formed(id, 'done')
  expect(await listed(api, {}, second.token)).toHaveLength(1)
  expect(await trades()).toEqual([[1_000, 10_314.33]])
  await over()
})

test('a rejected document is not asked for again; a person who forms the day takes it over', async () => {
  await rule(api, TAKE_IN)
  const { id, over } = await received()
  at('15:30')
  await formed(id, 'blocked')
  const [waiting] = await listed(api, {}, second.token)
  await decide(api, 'reject', waiting?.id ?? 0, { reason: 'Wrong day' }, second.token)
  at('15:41')
  const blocked = await until(async () => {
    await form()
    const found = await dayOf(id)
    return found?.error?.code === 'fix-session.document-ended' && found
  }, 'its end is named')
  expect(blocked.error?.message).toBe(
    `${request(1)} was rejected (“Wrong day”). Press Form Contracts to ask for the document again.`,
  )
  expect(await bell()).toMatchObject([{ detail: blocked.error?.message }])
  at('15:52')
  await form()
  expect(await listed(api, {}, second.token)).toHaveLength(1)
  const byHand = await api.call<{ approvalId: number }>(`POST /fix-sessions/${id}/document`, {
    body: { day: DAY },
  })
  await approve(api, byHand.body.approvalId, second.token)
  at('16:03')
  await formed(id, 'done')
  expect(await trades()).toHaveLength(1)
  await over()
})

test('a document that takes the day further withdraws what waits of the earlier one: first the recording, then its own request', async () => {
  await rule(api, [...RECORD, ...TAKE_IN])
  const { id, over } = await received()
  const [take, record] = [{ act: TAKE_IN[0] }, { act: RECORD[0] }]
  at('15:30')
  await formed(id, 'blocked')
  await approve(api, (await asked())[0]?.id ?? 0, second.token)
  at('15:41')
  await formed(id, 'held')
  broker.send(executionReport(F1_CORRECTION, DEAL))
  await untilStored(api, id, 4)
  at('16:30')
  expect((await formed(id, 'blocked')).error?.code).toBe('fix-session.document-waits')
  const first = [
    { ...take, state: 'done' },
    { ...record, state: 'withdrawn' },
  ]
  expect(await asked()).toMatchObject([...first, { ...take, state: 'waiting' }])
  broker.send(executionReport(F1_CANCELLATION, DEAL))
  await untilStored(api, id, 5)
  at('17:30')
  await until(async () => {
    await form()
    return (await asked()).length === 4
  }, 'the whole document is asked for')
  expect(await asked()).toMatchObject([
    ...first,
    { ...take, state: 'withdrawn' },
    { ...take, state: 'waiting' },
  ])
  await approve(api, (await asked())[3]?.id ?? 0, second.token)
  at('17:41')
  await formed(id, 'held')
  await approve(api, (await asked())[4]?.id ?? 0, second.token)
  await formed(id, 'done')
  // 333 @ 10.10 and 334 @ 10.20.
  expect((await trades()).map(([shares]) => shares)).toEqual([667])
  await over()
})

test('a request is known as the former one although the day was blocked in between', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  at('15:30')
  await formed(id, 'held')
  broker.send(executionReport(F1_CORRECTION, DEAL))
  await untilStored(api, id, 4)
  // It goes before the close: the day is not ended.
  at('10:00')
  broker.cut()
  await over()
  at('16:30')
  expect((await formed(id, 'blocked')).error?.code).toBe('fix-session.not-ended')
  await startOrStop(api, id, 'start')
  const next = await startKeeper(api, { clock })
  await untilConnected(api, id)
  at('16:41')
  await formed(id, 'held')
  expect(await asked()).toMatchObject([{ state: 'withdrawn' }, { state: 'waiting' }])
  await startOrStop(api, id, 'stop')
  await next.stop()
})

test('a person who forms a day of which numbers are missing takes it over from the request that waits', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  at('15:30')
  await formed(id, 'held')
  broker.send(executionReport(F1_CORRECTION, DEAL))
  await untilStored(api, id, 4)
  await api.database.query(
    `INSERT INTO fix_messages (session_id, day, numbering, at, direction, is_execution, gap, gap_from, gap_to, raw)
     SELECT session_id, day, numbering, at, direction, false, 'given-up', 90, 91, '' FROM fix_messages WHERE session_id = $1 AND is_execution LIMIT 1`,
    [id],
  )
  at('15:41')
  expect((await formed(id, 'blocked')).error?.code).toBe('fix-session.gap')
  const body = { day: DAY, despiteMissing: true }
  const byHand = await api.call<{ id: number }>(`POST /fix-sessions/${id}/document`, { body })
  at('15:52')
  expect(await formed(id, 'part')).toMatchObject({ documentId: byHand.body.id, unrecorded: 1 })
  expect(await asked()).toMatchObject([{ state: 'withdrawn' }])
  await over()
})

test('after a rejection a person may record some of the contracts: the others are no part of what was rejected', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  const sampath = { ...DEAL, symbol: 'SAMP.N0000', isin: 'LK0090N00007' }
  broker.send(executionReport({ id: 'E-701', quantity: 50, price: '80.00' }, sampath))
  await untilStored(api, id, 4)
  at('15:30')
  const { documentId } = await formed(id, 'held')
  await decide(api, 'reject', (await asked())[0]?.id ?? 0, { reason: 'Not both' }, second.token)
  expect(await formed(id, 'failed')).toMatchObject({ unrecorded: 2 })
  const byHand = await api.call<{ approvalId: number }>(tradeDocuments.record, {
    params: { id: documentId ?? 0 },
    body: { brokerName: 'ABC Securities', lines: [4] },
    query: {},
  })
  await approve(api, byHand.body.approvalId, second.token)
  expect(await formed(id, 'part')).toMatchObject({ unrecorded: 1, error: null })
  expect(await bell()).toMatchObject([
    { detail: 'Record them in Trade Report, where each says what is missing.' },
  ])
  await over()
})

test('an execution that arrives while the day is formed opens it again', async () => {
  await rule(api, RECORD)
  const { id, over } = await received()
  at('15:30')
  const submit: typeof api.jobs.submit = async (job) => {
    broker.send(executionReport(F1_CORRECTION, DEAL))
    await untilStored(api, id, 4)
    return api.jobs.submit(job)
  }
  const { database, writes } = api
  await formDue({ database, writes, jobs: { ...api.jobs, submit } }, clock)
  const first = await dayOf(id)
  expect(first).toMatchObject({ executions: 3 })
  at('16:30')
  const whole = await until(async () => {
    await form()
    const found = await dayOf(id)
    return found?.state === 'held' && found.executions === 4 && found
  }, 'the whole contract waits')
  expect(whole.documentId).not.toBe(first?.documentId)
  await over()
})
