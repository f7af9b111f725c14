/**
 * A session against another engine than ours (jspurefix, FIX.4.4): an error that both ends of one machine share shows here. A line between the
 * two loses messages and is cut.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '../support/after-file.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import {
  addSession,
  startKeeper,
  startOrStop,
  stateOf,
  storedExecutions,
  until,
  untilConnected,
  untilStored,
} from '../support/fix.ts'

const script = new URL('../support/fix-engine-process.ts', import.meta.url)

let api: Api
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  await startBooks(api)
})

const portOf = (server: Server) => (server.address() as { port: number }).port
const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await new Promise((done) => server.close(done))
  return port
}

/** Carries bytes between the session and the engine, and can lose those of the engine, or be cut. */
class Line {
  private readonly server: Server
  private ends: Socket[] = []
  private isLosing = false
  lost = 0

  constructor(engine: number) {
    this.server = createServer((ours) => {
      const theirs = connect(engine, '127.0.0.1')
      this.ends = [ours, theirs]
      for (const [one, other] of [
        [ours, theirs],
        [theirs, ours],
      ] as const) {
        one.on('error', () => undefined)
        one.on('close', () => other.destroy())
      }
      ours.on('data', (bytes) => theirs.write(bytes))
      theirs.on('data', (bytes) => {
        if (this.isLosing) this.lost += 1
        else ours.write(bytes)
      })
    })
    afterFile(async () => this.close())
  }

  readonly listen = () => listening(this.server)
  lose(isLosing: boolean): void {
    this.isLosing = isLosing
  }
  cut(): void {
    for (const end of this.ends) end.destroy()
  }
  private async close(): Promise<void> {
    this.cut()
    await new Promise((done) => this.server.close(done))
  }
}

async function startEngine(): Promise<{ engine: ChildProcess; port: number; logons: () => number }> {
  const port = await freePort()
  const engine = fork(script, [String(port)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  afterFile(async () => void engine.kill('SIGKILL'))
  let logons = 0
  engine.on('message', () => {
    logons += 1
  })
  const isOpen = () =>
    new Promise<boolean>((answer) => {
      const socket = connect(port, '127.0.0.1', () => answer(true))
      socket.on('error', () => answer(false))
      socket.on('close', () => socket.destroy())
      setTimeout(() => socket.destroy(), 100)
    })
  await until(isOpen, 'the engine listens')
  return { engine, port, logons: () => logons }
}

test('it logs on, sends fills, loses some on the way and sends them again, and goes on after a cut', async () => {
  const { engine, port, logons } = await startEngine()
  const line = new Line(port)
  const id = await addSession(api, await line.listen(), { beginString: 'FIX.4.4' })
  const { stop } = await startKeeper(api)
  await startOrStop(api, id, 'start')
  await untilConnected(api, id)
  const deal = (name: string, quantity: number, price: number) => engine.send([name, quantity, price])
  await until(() => logons() === 1, 'the engine is ready')
  deal('E-501', 333, 10.1)
  await untilStored(api, id, 1)

  line.lose(true)
  deal('E-502', 333, 10.2)
  await until(() => line.lost > 0, 'lost on the way')
  line.lose(false)
  deal('E-503', 334, 10.3)
  await untilStored(api, id, 3)
  expect(await storedExecutions(api, id)).toEqual(['E-501', 'E-502', 'E-503'])
  expect(await stateOf(api, id)).toMatchObject({ gap: null, gapsClosed: 1, faults: 0, nextIn: 5 })

  line.cut()
  await until(() => logons() === 2, 'logged on again')
  await untilConnected(api, id)
  deal('E-504', 5, 10.1)
  await untilStored(api, id, 4)
  expect(await stateOf(api, id)).toMatchObject({ gap: null, faults: 0 })

  const day = (await stateOf(api, id)).day ?? ''
  const document = await api.ask(fixConnections.document, { params: { id }, body: { day }, query: {} })
  const { totals } = await api.ask(tradeDocuments.get, { params: { id: document.id } })
  expect([document.problems, totals.purchases.gross]).toEqual([0, 10_250.6])
  await startOrStop(api, id, 'stop')
  await until(async () => (await stateOf(api, id)).state === 'stopped', 'logged out')
  await stop()
})
