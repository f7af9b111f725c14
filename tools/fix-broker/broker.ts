/**
 * A broker to try FIX sessions with: an acceptor that sends executions, keeps them for who asks again, and cuts, drops, doubles and
 * spoils messages on request. One counterparty at a time; its numbers live as long as it does.
 */
import { createServer as createPlain, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import {
  type FixField,
  type FixMessage,
  fixText,
  readFixMessages,
} from '../../packages/core/src/fix-sessions/message.ts'
import { FixSession } from '../../packages/core/src/fix-sessions/session.ts'
import type { FixAction, FixEvent, FixParty } from '../../packages/core/src/fix-sessions/session-events.ts'

export interface BrokerSettings {
  readonly begin?: FixParty['begin']
  /** The broker's CompID, and that of its client. */
  readonly sender?: string
  readonly target?: string
  readonly port?: number
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Milliseconds since 1970. */
  now?(): number
}

type Fault = 'drop' | 'double' | 'spoil'

export class Broker {
  /** The messages of the client, in order. */
  readonly received: FixMessage[] = []
  readonly session: FixSession
  logons = 0
  private readonly sent = new Map<number, { fields: readonly FixField[]; at: number }>()
  private readonly faults: Record<Fault, number> = { drop: 0, double: 0, spoil: 0 }
  private readonly settings: BrokerSettings
  private held: FixEvent[] | undefined
  private server?: Server
  private socket?: Socket
  private timer?: NodeJS.Timeout

  constructor(settings: BrokerSettings = {}) {
    this.settings = settings
    const { begin = 'FIXT.1.1', sender = 'CSEBRK', target = 'EQUITYMGR' } = settings
    this.session = new FixSession(
      { role: 'acceptor', begin, sender, target, heartbeat: 0 },
      { nextIn: 1, nextOut: 1 },
      (number) => this.sent.get(number) ?? null,
    )
  }

  /** Answers the port. */
  async listen(): Promise<number> {
    const { tls, port = 0 } = this.settings
    const server = tls === undefined ? createPlain() : createTls(tls)
    this.server = server
    server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => this.accept(socket))
    this.timer = setInterval(() => this.does({ kind: 'time', at: this.now() }), 500).unref()
    await new Promise<void>((done, fail) => {
      server.once('error', fail)
      server.listen(port, '127.0.0.1', done)
    })
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  get isConnected(): boolean {
    return this.session.phase === 'on'
  }

  /** Sends a message of the application; while no client is connected it waits for a resend request. */
  send(fields: readonly FixField[]): void {
    const number = this.session.numbers.nextOut
    this.sent.set(number, { fields, at: this.now() })
    this.does({ kind: 'send', at: this.now(), fields })
  }

  /** The next messages of the application meet this fault, so many of them. */
  next(fault: Fault, count = 1): void {
    this.faults[fault] += count
  }

  /** Keeps the client waiting for what it asks to be sent again, until it is let go. */
  holdResends(): void {
    this.held ??= []
  }

  sendHeld(): void {
    const held = this.held ?? []
    this.held = undefined
    for (const event of held) this.does(event)
  }

  /** Cuts the connection without a word. */
  cut(): void {
    this.socket?.destroy()
  }

  /** Bytes that are no FIX message. */
  noise(text: string): void {
    this.socket?.write(text)
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    this.socket?.destroy()
    await new Promise((done) => this.server?.close(done) ?? done(undefined))
  }

  private now(): number {
    return this.settings.now?.() ?? Date.now()
  }

  private accept(socket: Socket): void {
    if (this.socket !== undefined && !this.socket.destroyed) {
      // A second client of the same name is refused.
      socket.destroy()
      return
    }
    this.socket = socket
    let rest: Uint8Array = new Uint8Array()
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.socket === socket) this.does({ kind: 'disconnected' })
    })
    socket.on('data', (bytes: Buffer) => {
      const read = readFixMessages(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]))
      rest = read.rest
      for (const found of read.found) {
        const event: FixEvent = { kind: 'received', at: this.now(), found }
        if (found.kind === 'message' && fixText(found.fields, 35) === '2' && this.held) this.held.push(event)
        else this.does(event)
      }
    })
    this.does({ kind: 'connected', at: this.now(), resets: false })
  }

  private does(event: FixEvent): void {
    for (const action of this.session.on(event)) this.act(action)
  }

  private act(action: FixAction): void {
    if (action.kind === 'reset') this.sent.clear()
    if (action.kind === 'take') {
      if (action.type === 'A') this.logons += 1
      this.received.push(action.message)
    }
    if (action.kind === 'send')
      this.write(action.bytes, /^[A-Z0-9]+$/.test(action.type) && !action.isRepeated)
    if (action.kind === 'close') this.socket?.end()
  }

  private write(bytes: Uint8Array, mayFail: boolean): void {
    const { socket } = this
    if (socket === undefined || socket.destroyed) return
    const isApplication =
      mayFail && /35=(8|AE)\u0001/.test(Buffer.from(bytes.subarray(0, 60)).toString('latin1'))
    if (!isApplication) return void socket.write(bytes)
    if (this.takes('drop')) return
    if (this.takes('spoil')) {
      const spoilt = Buffer.from(bytes)
      spoilt[spoilt.length - 10] = (spoilt.at(-10) ?? 0) ^ 1
      return void socket.write(spoilt)
    }
    socket.write(bytes)
    if (this.takes('double')) socket.write(bytes)
  }

  private takes(fault: Fault): boolean {
    if (this.faults[fault] === 0) return false
    this.faults[fault] -= 1
    return true
  }
}

/** An execution of vector F1: a part of an order of 1,000 JKH.N0000, its correction or cancellation. */
export interface Execution {
  readonly id: string
  readonly kind?: 'fill' | 'correct' | 'cancel'
  /** Of a correction or cancellation: the fill. */
  readonly of?: string
  readonly quantity: number
  readonly price: string
}

export interface Deal {
  /** YYYYMMDD. */
  readonly day: string
  /** Left out: the books' own settlement date of the day. */
  readonly settles?: string
  readonly account?: string
  readonly symbol?: string
  readonly isin?: string
}

const KINDS = { fill: 'F', correct: 'G', cancel: 'H' } as const

export function executionReport(
  { id, kind = 'fill', of, quantity, price }: Execution,
  deal: Deal,
): FixField[] {
  const { day, settles, account = 'ABC-12345-LI/00', symbol = 'JKH.N0000', isin = 'LK0092N00003' } = deal
  return [
    [35, '8'],
    [1128, '9'],
    [37, 'O-1001'],
    [11, 'C-77'],
    [17, id],
    ...(of === undefined ? [] : ([[19, of]] as const)),
    [150, KINDS[kind]],
    [39, '1'],
    [1, account],
    [55, symbol],
    [48, isin],
    [22, '4'],
    [54, '1'],
    [38, '1000'],
    [32, String(quantity)],
    [31, price],
    [151, '0'],
    [14, String(quantity)],
    [6, price],
    ...(settles === undefined ? [] : [[64, settles] as const]),
    [75, day],
    [60, `${day}-04:35:10.100`],
  ]
}

/** Vector F1: three fills, the correction of the third, the cancellation of the second. */
export const F1: readonly Execution[] = [
  { id: 'E-501', quantity: 333, price: '10.10' },
  { id: 'E-502', quantity: 333, price: '10.20' },
  { id: 'E-503', quantity: 334, price: '10.30' },
]
export const F1_CORRECTION: Execution = {
  id: 'E-508',
  kind: 'correct',
  of: 'E-503',
  quantity: 334,
  price: '10.20',
}
export const F1_CANCELLATION: Execution = {
  id: 'E-509',
  kind: 'cancel',
  of: 'E-502',
  quantity: 333,
  price: '10.20',
}
