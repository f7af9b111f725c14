/** Numbers that do not come: what was received behind them is kept, the day says what is missing, and contracts are formed of it only knowingly. */

import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { beforeAll, expect, test } from 'vitest'
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

let api: Api
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  await startBooks(api)
})

/** A session whose first execution is lost and does not come again: 2 is missing, 3 and 4 wait. */
async function withGap(first = 1) {
  const { broker, port } = await startBroker()
  const id = await addSession(api, port)
  const keeper = await startKeeper(api)
  await startOrStop(api, id, 'start')
  await untilConnected(api, id)
  broker.holdResends()
  broker.next('drop')
  for (const nth of [0, 1, 2]) broker.send(execution(first + nth))
  const { day } = await until(async () => {
    const state = await stateOf(api, id)
    return state.gap !== null && state
  }, 'a gap')
  await until(async () => {
    const rows = await executions(id)
    return rows.length === 2
  }, 'both are kept')
  return { broker, id, keeper, day: day ?? '' }
}

const executions = (id: number) =>
  api.ask(fixConnections.messages, { params: { id }, query: { kind: 'executions' } })
const days = (id: number) => api.ask(fixConnections.days, { params: { id } })
const form = (id: number, day: string, despiteMissing?: boolean) =>
  api.call<{ id: number; lines: number; problems: number } & Refused>(fixConnections.document, {
    params: { id },
    body: { day, ...(despiteMissing !== undefined && { despiteMissing }) },
    query: {},
  })

test('messages after a gap are kept and shown, and forming says which are missing', async () => {
  const { broker, id, keeper, day } = await withGap()
  expect(await executions(id)).toMatchObject([
    { number: 4, text: 'Fill: buy 100 JKH.N0000 at 10.10, X-3', fault: expect.stringContaining('missing') },
    { number: 3, text: 'Fill: buy 100 JKH.N0000 at 10.10, X-2', fault: expect.stringContaining('missing') },
  ])
  expect(await days(id)).toEqual([{ day, executions: 2, missing: [{ from: 2, to: 2 }], application: [] }])
  const refused = await form(id, day)
  expect([refused.status, refused.body.code]).toEqual([409, 'fix-session.gap'])
  expect(refused.body.message).toContain(': 2. Contracts would lack')

  const made = await form(id, day, true)
  expect([made.status, made.body.lines, made.body.problems]).toEqual([201, 2, 1])
  const { problemLines } = await api.ask(tradeDocuments.get, { params: { id: made.body.id } })
  expect(problemLines).toMatchObject([{ column: 'MsgSeqNum (34)', value: '2' }])

  broker.sendHeld()
  await untilStored(api, id, 3)
  expect((await executions(id)).map(({ number, fault }) => [number, fault])).toEqual([
    [4, null],
    [3, null],
    [2, null],
  ])
  expect(await days(id)).toEqual([{ day, executions: 3, missing: [], application: [] }])
  const whole = await form(id, day)
  expect([whole.status, whole.body.lines, whole.body.problems]).toEqual([201, 3, 0])
  const all = await api.ask(fixConnections.messages, { params: { id }, query: { day } })
  expect(all.filter(({ name }) => name === 'Missing numbers').map(({ text }) => text)).toEqual([
    '2 came',
    '2 did not come: asked for again',
  ])
  await keeper.stop()
})

test('new numbers hide no gap, and lose nothing that was received behind it', async () => {
  // Executions of their own: those of another session of the broker would be the same ones.
  const { broker, id, keeper, day } = await withGap(11)
  // The broker forgets: its numbers begin anew as well.
  await startOrStop(api, id, 'start', { reset: true })
  await until(() => broker.logons === 2 && broker.isConnected, 'connected again')
  broker.send(execution(14))
  await untilStored(api, id, 1)
  expect(await days(id)).toEqual([{ day, executions: 3, missing: [{ from: 2, to: 2 }], application: [] }])
  expect((await form(id, day)).body.code).toBe('fix-session.gap')
  expect((await form(id, day, true)).body).toMatchObject({ kind: 'drop-copy', problems: 1 })
  await startOrStop(api, id, 'stop')
  await keeper.stop()
})

test('a server that is stopped with a gap keeps what waited, and takes it once when the gap closes', async () => {
  const { broker, id, keeper, day } = await withGap()
  await keeper.stop()
  broker.sendHeld()
  const next = await startKeeper(api)
  await untilStored(api, id, 3)
  expect((await executions(id)).map(({ number }) => number)).toEqual([4, 3, 2])
  expect(await days(id)).toEqual([{ day, executions: 3, missing: [], application: [] }])
  await startOrStop(api, id, 'stop')
  await next.stop()
})
