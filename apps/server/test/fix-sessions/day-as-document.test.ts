/** The executions of a session's day as a document: vector F1, formed again after a correction and a cancellation. */

import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { beforeAll, expect, test } from 'vitest'
import { executionReport, F1, F1_CANCELLATION, F1_CORRECTION } from '../../../../tools/fix-broker/broker.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import {
  addSession,
  startBroker,
  startKeeper,
  startOrStop,
  stateOf,
  untilConnected,
  untilStored,
} from '../support/fix.ts'

const DEAL = { day: '20260105', settles: '20260107' }
let api: Api
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  await startBooks(api)
})

test('a day is one contract, and the same again after a correction and a cancellation', async () => {
  const { broker, port } = await startBroker()
  const id = await addSession(api, port)
  await startKeeper(api)
  await startOrStop(api, id, 'start')
  await untilConnected(api, id)
  const day = (await stateOf(api, id)).day ?? ''
  const asked = { params: { id }, body: { day }, query: {} }
  expect(await api.call(fixConnections.document, asked)).toMatchObject({
    status: 422,
    body: { code: 'fix-session.no-executions' },
  })

  for (const execution of F1) broker.send(executionReport(execution, DEAL))
  await untilStored(api, id, 3)
  const first = await api.call<{ id: number }>(fixConnections.document, asked)
  expect(first).toMatchObject({ status: 201, body: { kind: 'drop-copy', lines: 3, problems: 0 } })
  const grossOf = async (document: number) => {
    const found = await api.ask(tradeDocuments.get, { params: { id: document } })
    return found.totals.purchases.gross
  }
  expect(await grossOf(first.body.id)).toBe(10_200.1)
  expect(await api.call(fixConnections.document, asked)).toMatchObject({
    status: 200,
    body: { id: first.body.id },
  })

  broker.send(executionReport(F1_CORRECTION, DEAL))
  await untilStored(api, id, 4)
  const second = await api.call<{ id: number }>(fixConnections.document, asked)
  expect(second.status).toBe(201)
  expect(await grossOf(second.body.id)).toBe(10_166.7)

  broker.send(executionReport(F1_CANCELLATION, DEAL))
  await untilStored(api, id, 5)
  const third = await api.call<{ id: number }>(fixConnections.document, asked)
  expect(await grossOf(third.body.id)).toBe(6_770.1)
})
