/** A day of a session that ends without a logout: what the broker sent after the cut is not known, and the day says so. */
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Broker } from '../../../../tools/fix-broker/broker.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Refused, startBooks } from '../support/books.ts'
import {
  addSession,
  execution,
  startBroker,
  startKeeper,
  startOrStop,
  stateOf,
  until,
  untilConnected,
  untilStored,
} from '../support/fix.ts'

const HOUR_MS = 3_600_000
// 10:00 in Colombo of a Monday in the past; the start by hand is by the real clock, and after it.
const MONDAY = Date.UTC(2036, 0, 7, 4, 30)
let now = MONDAY
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) }

let api: Api
let nth = 0
beforeAll(async () => {
  api = await startApi({ today: '2036-01-31' })
  await startBooks(api)
})
beforeEach(() => {
  now = MONDAY
})

async function startedSession(values: object = {}) {
  const { broker, port } = await startBroker({ now: () => now })
  const id = await addSession(api, port, values)
  const { stop } = await startKeeper(api, { clock })
  await startOrStop(api, id, 'start')
  await untilConnected(api, id)
  nth += 1
  broker.send(execution(100 * nth))
  await untilStored(api, id, 1)
  return { broker, id, stop }
}
const days = (id: number) => api.ask(fixConnections.days, { params: { id } })
const goOn = async (id: number, broker: Broker, hours: number) => {
  now += hours * HOUR_MS
  const logons = broker.logons
  const { stop } = await startKeeper(api, { clock })
  await until(() => broker.logons > logons, 'logged on again')
  await untilConnected(api, id)
  return stop
}
const over = async (id: number, stop: () => Promise<void>) => {
  await stop()
  await startOrStop(api, id, 'stop')
}

test('a line that was lost within the day and comes back the next day leaves unknown numbers: contracts are refused until the user accepts the gap', async () => {
  const { broker, id, stop } = await startedSession()
  broker.cut()
  await stop()
  broker.send(execution(100 * nth + 1))
  const stopNext = await goOn(id, broker, 24)
  expect((await days(id)).map(({ day, executions, missing }) => [day, executions, missing])).toEqual([
    ['2036-01-08', 0, []],
    ['2036-01-07', 1, [{ from: 3, to: null }]],
  ])
  expect((await stateOf(api, id)).unfinished).toEqual({ day: '2036-01-07', from: 3 })
  const form = (more: object) =>
    api.call<{ id: number; problems: number } & Refused>(fixConnections.document, {
      params: { id },
      body: { day: '2036-01-07', ...more },
      query: {},
    })
  const refused = await form({})
  expect([refused.status, refused.body.code]).toEqual([409, 'fix-session.gap'])
  expect(refused.body.message).toContain('3 and later')
  expect((await form({ despiteMissing: true })).body.problems).toBe(1)
  const [row] = await api.ask(fixConnections.messages, { params: { id }, query: { day: '2036-01-07' } })
  expect([row?.name, row?.text]).toEqual([
    'Missing numbers',
    '3 and later are not known: the day ended without a logout',
  ])
  await over(id, stopNext)
})

test('a line that is down over several days leaves each market day of them', async () => {
  const { broker, id, stop } = await startedSession()
  broker.cut()
  await stop()
  // Until the Monday after, by Wednesday with a server that finds no broker.
  const stopNext = await goOn(id, broker, 7 * 24)
  expect((await days(id)).map(({ day, missing }) => [day, missing[0]?.from ?? null])).toEqual([
    ['2036-01-14', null],
    ['2036-01-11', 1],
    ['2036-01-10', 1],
    ['2036-01-09', 1],
    ['2036-01-08', 1],
    ['2036-01-07', 3],
  ])
  await over(id, stopNext)
})

test('a session that is connected when its day ends, or logs out after the close, leaves nothing', async () => {
  // 15:59:50 of the Tuesday.
  now += 30 * HOUR_MS - 10_000
  const { broker, id, stop } = await startedSession({ resetTime: '16:00' })
  const logons = broker.logons
  now += 15_000
  broker.send(execution(100 * nth + 2))
  await until(() => broker.logons > logons, 'the new day is logged on')
  await untilConnected(api, id)
  expect((await days(id)).map(({ day, missing }) => [day, missing])).toEqual([
    ['2036-01-08', []],
    ['2036-01-07', []],
  ])
  now += 12 * HOUR_MS
  await stop()
  const stopNext = await goOn(id, broker, 12)
  expect((await days(id)).flatMap(({ missing }) => missing)).toEqual([])
  expect((await stateOf(api, id)).unfinished).toBeNull()
  await over(id, stopNext)
})
