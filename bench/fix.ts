/**
 * A FIX session: 20,000 executions that were missed while it was cut off, fetched and stored by a server with its worker, on a durable disk;
 * and as many that arrive live. The broker is in this process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Broker, executionReport } from '../tools/fix-broker/broker.ts'
import { openDisk, startServer } from './support/server.ts'

const MESSAGES = 20_000
const DEAL = { day: '20260105', settles: '20260107' }
const MB = 1_048_576

export async function benchFix(say: (line: string) => void): Promise<void> {
  const broker = new Broker()
  const port = await broker.listen()
  process.env['FIX_HOSTS'] = `localhost:${port}`
  const { database, remove } = await openDisk(() => undefined)
  const server = await startServer(database)
  let dealt = 0
  const deal = () => {
    for (let nth = 0; nth < MESSAGES; nth += 1) {
      dealt += 1
      broker.send(executionReport({ id: `X-${dealt}`, quantity: 100, price: '10.10' }, DEAL))
    }
  }
  try {
    const body = {
      name: 'Bench',
      broker: 'Bench',
      beginString: 'FIXT.1.1',
      sender: 'EQUITYMGR',
      target: 'CSEBRK',
      host: 'localhost',
      port,
      tls: false,
      heartbeat: 30,
      days: 'Every day',
      resetTime: '00:00',
    }
    const { id } = JSON.parse((await server.post('/fix-sessions', body)).text) as { id: number }
    const state = async () => {
      const states = JSON.parse((await server.get('/fix-sessions/states')).text) as { executions: number }[]
      return states[0]?.executions ?? 0
    }
    const stored = async () => {
      while ((await state()) < dealt) await pause(50)
    }
    const isUp = async (up: boolean) => {
      while (broker.isConnected !== up) await pause(5)
    }
    await server.post(`/fix-sessions/${id}/start`, {})
    await isUp(true)
    await server.post(`/fix-sessions/${id}/stop`, {})
    await isUp(false)
    deal()
    await server.post(`/fix-sessions/${id}/start`, {})
    await isUp(true)
    const began = performance.now()
    await stored()
    const missed = performance.now() - began
    const again = performance.now()
    deal()
    await stored()
    const live = performance.now() - again
    const { worker } = server.workers()
    say('\nfix: 20,000 executions | s | a second')
    for (const [what, taken] of [
      ['missed, fetched after the logon and stored', missed],
      ['sent live and stored', live],
    ] as const)
      say(`${what} | ${(taken / 1_000).toFixed(1)} | ${Math.round((MESSAGES / taken) * 1_000)}`)
    say(`worker at most ${worker} MB, this process ${Math.round(process.memoryUsage.rss() / MB)} MB`)
  } finally {
    await server.stop()
    await broker.close()
    await remove()
  }
}
