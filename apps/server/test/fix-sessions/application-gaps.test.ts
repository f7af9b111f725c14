/** Numbers of the broker's application (1181) that do not come: they are named, block the forming, and are asked for where the broker offers it. */
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { type FixField, fixText } from '@em/core/fix-sessions/message'
import { beforeAll, expect, test } from 'vitest'
import type { Broker } from '../../../../tools/fix-broker/broker.ts'
import { ApplicationRequests } from '../../src/features/fix-sessions/live/application-requests.ts'
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

const numbered = (number: number, more: readonly FixField[] = []): FixField[] => [
  ...execution(number),
  [1180, 'DC1'],
  [1181, String(number)],
  ...more,
]
const daysOf = (id: number) => api.ask(fixConnections.days, { params: { id } })

async function connected(values: object) {
  const { broker, port } = await startBroker()
  const id = await addSession(api, port, values)
  const { stop } = await startKeeper(api)
  await startOrStop(api, id, 'start')
  await untilConnected(api, id)
  return { broker, id, day: (await stateOf(api, id)).day ?? '', stop }
}
const asked = (broker: Broker) =>
  broker.received.filter(({ fields }) => fixText(fields, 35) === 'BW').map(({ fields }) => fields)

test('a gap of the application is asked for with BW, and closes with what is sent again', async () => {
  const { broker, id, day, stop } = await connected({ applicationResend: true })
  for (const number of [11, 12, 15]) broker.send(numbered(number))
  await untilStored(api, id, 3)
  expect(await daysOf(id)).toEqual([
    { day, executions: 3, missing: [], application: [{ applId: 'DC1', from: 13, to: 14 }] },
  ])
  await until(() => asked(broker).length > 0, 'asked')
  const [request = []] = asked(broker)
  expect([1347, 1351, 1355, 1182, 1183].map((tag) => fixText(request, tag))).toEqual([
    '0',
    '1',
    'DC1',
    '13',
    '14',
  ])
  broker.send([
    [35, 'BX'],
    [1353, 'B-1'],
    [1346, fixText(request, 1346) ?? ''],
    [1348, '0'],
  ])
  for (const number of [13, 14]) broker.send(numbered(number, [[1352, 'Y']]))
  await untilStored(api, id, 5)
  expect(await daysOf(id)).toEqual([{ day, executions: 5, missing: [], application: [] }])
  const said = await api.ask(fixConnections.messages, { params: { id }, query: { day } })
  expect(said.flatMap(({ type, name, text }) => (type?.startsWith('B') ? [[name, text]] : []))).toEqual([
    ['Application resend answer', 'They are sent again'],
    ['Application resend request', '13 to 14 of DC1'],
  ])
  await startOrStop(api, id, 'stop')
  await stop()
})

test('a broker that does not offer it is not asked: contracts are refused with the missing numbers', async () => {
  const { broker, id, day, stop } = await connected({})
  for (const number of [21, 24]) broker.send(numbered(number))
  await untilStored(api, id, 2)
  const refused = await api.call<Refused>(fixConnections.document, { params: { id }, body: { day } })
  expect([refused.status, refused.body.code]).toEqual([409, 'fix-session.gap'])
  expect(refused.body.message).toContain('ApplSeqNum 22 to 23 of DC1')
  expect(asked(broker)).toEqual([])
  await startOrStop(api, id, 'stop')
  await stop()
})

test('numbers go on over a day, or begin at 1 anew; before the first day nothing was awaited', async () => {
  const { port } = await startBroker()
  const id = await addSession(api, port)
  let nth = 0
  const stored = (day: string, ...numbers: number[]) =>
    api.database.query(
      `INSERT INTO fix_messages (session_id, day, numbering, direction, number, type, is_execution, appl_id, appl_number, raw)
       SELECT $1, $2, 1, 'in', $3 + n.place, '8', true, 'DC1', n.number, '' FROM unnest($4::bigint[]) WITH ORDINALITY AS n (number, place)`,
      [id, day, (nth += 100), numbers],
    )
  await stored('2026-06-01', 50, 51)
  await stored('2026-06-02', 54, 55)
  await stored('2026-06-03', 3, 4)
  expect((await daysOf(id)).map(({ day, application }) => [day, application])).toEqual([
    ['2026-06-03', [{ applId: 'DC1', from: 1, to: 2 }]],
    ['2026-06-02', [{ applId: 'DC1', from: 52, to: 53 }]],
    ['2026-06-01', []],
  ])
})

test('a request without result is made three times, a minute apart, and none while the session itself lacks something', () => {
  const requests = new ApplicationRequests()
  const gap = { applId: 'DC1', from: 5, to: 7 }
  let sent = 0
  const ask = (at: number, isTaken = true) => {
    requests.ask([gap], at, () => {
      if (isTaken) sent += 1
      return isTaken
    })
    return sent
  }
  expect(ask(0, false)).toBe(0)
  expect([ask(1), ask(30_000), ask(60_001), ask(120_001), ask(900_000)]).toEqual([1, 1, 2, 3, 3])
})
