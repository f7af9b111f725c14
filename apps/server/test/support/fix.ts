/** FIX sessions with a broker of our own (tools/fix-broker). */
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import type { FixField } from '@em/core/fix-sessions/message'
import { Broker, type BrokerSettings, executionReport } from '../../../../tools/fix-broker/broker.ts'
import { type AllowedHosts, allowedHosts } from '../../src/features/fix-sessions/live/allowed-hosts.ts'
import { keepFixSessions } from '../../src/features/fix-sessions/live/keep-sessions.ts'
import type { Pace } from '../../src/features/fix-sessions/live/live-session.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { afterFile } from './after-file.ts'
import type { Api } from './api.ts'

/** Brokers of tests have any port. */
const ANYWHERE: AllowedHosts = { allows: () => true, sends: () => true }

/** No test waits for a second try. */
export const AT_ONCE: Pace = { firstWaitMs: 10, longestWaitMs: 50, wellMs: 30_000 }

const DEAL = { day: '20260105', settles: '20260107' }
export const execution = (number: number): FixField[] =>
  executionReport({ id: `X-${number}`, quantity: 100, price: '10.10' }, DEAL)

export async function startBroker(settings: BrokerSettings = {}): Promise<{ broker: Broker; port: number }> {
  const broker = new Broker(settings)
  const port = await broker.listen()
  afterFile(() => broker.close())
  return { broker, port }
}

/** A session of the register, not started. */
export async function addSession(api: Api, port: number, values: object = {}): Promise<number> {
  const body = {
    name: `Session ${port}`,
    broker: 'ABC Securities',
    sender: 'EQUITYMGR',
    target: 'CSEBRK',
    host: '127.0.0.1',
    port,
    tls: false,
    days: 'Every day',
    resetTime: '00:00',
    beginString: 'FIXT.1.1',
    heartbeat: 30,
    ...values,
  }
  const { status, body: made } = await api.call<{ id: number }>('POST /fix-sessions', { body })
  if (status !== 201) throw new Error(JSON.stringify(made))
  return made.id
}

export interface KeeperOptions {
  readonly hosts?: readonly string[]
  readonly environment?: Record<string, string>
  readonly folder?: string
  readonly pace?: Pace
  readonly clock?: Clock
}

/** A server's keeper of sessions, with connections of its own. */
export async function startKeeper(api: Api, options: KeeperOptions = {}) {
  const database: Database = await openDatabase(api.fresh.application, 2)
  const said: string[] = []
  const { hosts, environment = {}, folder, pace = AT_ONCE, clock } = options
  const keeper = keepFixSessions({
    connection: api.fresh.application,
    database,
    hosts: hosts === undefined ? ANYWHERE : allowedHosts(hosts),
    secrets: { environment, folder },
    pace,
    ...(clock !== undefined && { clock }),
    report: (line) => said.push(line),
  })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    forget()
    await keeper.stop()
    await database.close()
  }
  const forget = afterFile(stop)
  return { stop, said }
}

export async function until<T>(
  find: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
): Promise<T> {
  for (const end = performance.now() + 30_000; performance.now() < end; ) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    await new Promise((done) => setTimeout(done, 15))
  }
  throw new Error(`not within 30 seconds: ${what}`)
}

export const startOrStop = (api: Api, id: number, what: 'start' | 'stop', body: object = {}) =>
  api.call(`POST /fix-sessions/${id}/${what}`, { body })

export async function stateOf(api: Api, id: number) {
  const states = await api.ask(fixConnections.states)
  const state = states.find((one) => one.id === id)
  if (state === undefined) throw new Error(`no session ${id}`)
  return state
}

export const untilConnected = (api: Api, id: number) =>
  until(async () => {
    const state = await stateOf(api, id)
    return state.state === 'connected' && state
  }, 'connected')

/** The executions stored, by their ExecID and in the order of storing. */
export async function storedExecutions(api: Api, id: number): Promise<string[]> {
  const rows = await api.database.query<{ raw: Buffer }>(
    'SELECT raw FROM fix_messages WHERE session_id = $1 AND is_execution ORDER BY id',
    [id],
  )
  return rows.map(({ raw }) => /\u000117=([^\u0001]+)/.exec(raw.toString('latin1'))?.[1] ?? '')
}

export const untilStored = (api: Api, id: number, count: number) =>
  until(async () => {
    const [row] = await api.database.query<{ count: number }>(
      'SELECT count(*) AS count FROM fix_messages WHERE session_id = $1 AND is_execution',
      [id],
    )
    return (row?.count ?? 0) >= count && row
  }, `${count} executions stored`)

export const named = (count: number, from = 1) => Array.from({ length: count }, (_, nth) => `X-${nth + from}`)
