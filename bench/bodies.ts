/**
 * Sends each route its largest body and bodies past every bound, while another client asks /health every ten
 * milliseconds, and prints how long that client waited at most. The import is sent with 100,000 real rows as well.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { boundsOf, listMax, walkInput } from '../packages/contract/src/kit/bounds.ts'
import type { Route } from '../packages/contract/src/kit/route.ts'
import { allRoutes } from '../packages/contract/src/registry.ts'
import { withBook } from './support/book-server.ts'
import { ms } from './support/machine.ts'
import { fillOnePortfolio } from './support/one-portfolio.ts'
import type { BenchServer } from './support/server.ts'

type Say = (line: string) => void
const MB = 1024 * 1024
const TODAY = '2026-11-19'
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000)
/** Bytes of a body where a route takes more than 1 MB; a little less than the limit. */
const LARGE: Readonly<Record<string, number>> = {
  'batches.record': 63 * MB,
  'batches.read-file': 13 * MB,
  'reconciliation.import-statement': 47 * MB,
  'reconciliation.read-statement': 13 * MB,
  'openings.record-lots': 3.9 * MB,
  'attachments.add': 13 * MB,
}
/** These take no body, and the bench would be signed out by them. */
const ENDS_SESSION = /logout|log-out|sign-out|sessions|end-|revoke/
const limitOf = (route: Route) => LARGE[route.name] ?? MB - 10_000

/** The other client. */
class HealthWatch {
  readonly #child
  constructor(port: number) {
    this.#child = fork(fileURLToPath(new URL('./support/health-watch.ts', import.meta.url)), [String(port)])
  }
  #ask<T>(word: string): Promise<T> {
    return new Promise((done) => {
      this.#child.once('message', (answer) => done(answer as T))
      this.#child.send(word)
    })
  }
  /** The longest wait in milliseconds while the work was done and a little after it. */
  async during(work: () => Promise<unknown>): Promise<number> {
    await this.#ask('mark')
    await work()
    await new Promise((done) => setTimeout(done, 50))
    return (await this.#ask<{ longest: number }>('longest')).longest
  }
  stop(): void {
    this.#child.disconnect()
  }
}

/** A text, sent as a body; answers the status, 0 where the server closed the connection before it read all of it. */
async function send(server: BenchServer, route: Route, text: string): Promise<number> {
  const path = route.path.replace(/:\w+/g, '1')
  return fetch(`http://127.0.0.1:${server.port}/api${path}?dryRun=1`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: text,
  }).then(
    async (answer) => {
      await answer.text()
      return answer.status
    },
    () => 0,
  )
}

/** The largest value that a schema takes by its form: every field, texts at their longest, lists as long as fit. */
function largest(schema: z.ZodType, room: number): unknown {
  const def = schema._zod.def as unknown as {
    type: string
    shape?: Record<string, z.ZodType>
    element?: z.ZodType
    innerType?: z.ZodType
    in?: z.ZodType
    out?: z.ZodType
    left?: z.ZodType
    right?: z.ZodType
    options?: z.ZodType[]
    entries?: Record<string, string>
    checks?: { _zod: { def: { maximum?: number } } }[]
  }
  const most = Math.min(...(def.checks ?? []).map(({ _zod }) => _zod.def.maximum ?? Infinity))
  const inner = (one: z.ZodType | undefined) => (one === undefined ? 1 : largest(one, room))
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {})
      return Object.fromEntries(fields.map(([name, one]) => [name, largest(one, room / fields.length)]))
    }
    case 'array': {
      const one = def.element === undefined ? 1 : largest(def.element, 1_000)
      const size = JSON.stringify(one).length + 1
      return Array(Math.max(1, Math.min(most, Math.floor(room / size)))).fill(one)
    }
    case 'string':
      return 'é'.repeat(Math.min(most, Math.max(1, Math.floor(room / 2) - 10), 2_000))
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'boolean':
      return true
    case 'pipe':
      return (def.in?._zod.def as { type?: string } | undefined)?.type === 'transform'
        ? inner(def.out)
        : inner(def.in)
    case 'union':
      return inner(def.options?.at(-1))
    case 'intersection':
      return { ...(inner(def.left) as object), ...(inner(def.right) as object) }
    case 'unknown':
      return Array.from({ length: 25 }, (_, at) => `value ${at}`)
    default:
      return def.innerType === undefined ? 1 : inner(def.innerType)
  }
}

const repeated = (piece: (at: number) => string, bytes: number, most: number) => {
  const pieces: string[] = []
  for (let at = 0, size = 0; at < most && size < bytes; at += 1) {
    const next = piece(at)
    size += next.length + 1
    pieces.push(next)
  }
  return pieces.join(',')
}

/** Bodies past a bound, each as large as the route takes. */
function tooMuch(route: Route): Record<string, string> {
  const room = limitOf(route) - 100
  const keys = (most: number) => `{${repeated((at) => `"key${at}":${at}`, room - 200, most)}}`
  const first = Object.keys((route.body._zod.def as unknown as { shape?: object }).shape ?? {})[0] ?? 'a'
  const bodies: Record<string, string> = {
    'a million fields': keys(1_000_000),
    'a million fields inside': `{"defaults":${keys(1_000_000)}}`,
    'one field a million times': `{${repeated(() => '"a":1', room, 1_000_000)}}`,
    'a million values': `{"${first}":[${repeated(() => '1', room, 1_000_000)}]}`,
    'a million empty objects': `{"rows":[${repeated(() => '{}', room, 1_000_000)}]}`,
    '10,000 levels': `${'{"a":['.repeat(5_000)}${']}'.repeat(5_000)}`,
    'a text of the whole body': JSON.stringify({ [first]: 'x'.repeat(room) }),
    'blanks of the whole body': JSON.stringify({ [first]: ' '.repeat(room) }),
    'accents of the whole body': JSON.stringify({ [first]: 'e\u0301'.repeat(Math.floor(room / 3)) }),
    'digits of the whole body': JSON.stringify({ [first]: '9'.repeat(room) }),
    'backslashes of the whole body': `{"a":"${'\\\\'.repeat(room / 2)}"}`,
  }
  let lists = ''
  walkInput(route.body, (one, path, depth) => {
    const { type } = one._zod.def as { type: string }
    if (type === 'array' && depth === 1 && lists === '') lists = path.slice(1)
  })
  if (lists !== '') {
    const most = listMax(boundsOf(route.body), 1)
    bodies['wrong values in its list'] = `{"${lists}":[${repeated(() => '{"a":[1]}', room, most)}]}`
    bodies['too many values in its list'] = `{"${lists}":[${repeated(() => '1', room, most + 1)}]}`
  }
  return bodies
}

async function bodies(server: BenchServer, watch: HealthWatch, say: Say): Promise<void> {
  const idle = await watch.during(() => new Promise((done) => setTimeout(done, 2_000)))
  say(`the longest wait for /health with nothing to do, in two seconds: ${ms(idle)}`)
  let worst = { wait: 0, what: '' }
  const takesBody = ({ method, name }: Route) => /POST|PUT/.test(method) && !ENDS_SESSION.test(name)
  for (const route of allRoutes.filter(takesBody)) {
    const text = JSON.stringify(largest(route.body, limitOf(route) * 0.9) ?? {})
    let status = 0
    const legal = await watch.during(async () => {
      status = await send(server, route, text)
    })
    let illegal = { wait: 0, what: '', status: 0 }
    for (const [what, body] of Object.entries(tooMuch(route))) {
      let answered = 0
      const wait = await watch.during(async () => {
        answered = await send(server, route, body)
      })
      if (wait > illegal.wait) illegal = { wait, what, status: answered }
    }
    const size = `${(text.length / MB).toFixed(2)} MB`
    say(
      `${route.name}: largest (${size}, ${status}) ${ms(legal)}; past its bounds at most ${ms(illegal.wait)} (${illegal.what}, ${illegal.status})`,
    )
    for (const one of [
      { wait: legal, what: `${route.name}, largest` },
      { wait: illegal.wait, what: `${route.name}, ${illegal.what}` },
    ])
      if (one.wait > worst.wait) worst = one
  }
  say(`the longest wait of all: ${ms(worst.wait)} (${worst.what})`)
}

async function addresses(server: BenchServer, watch: HealthWatch, say: Say): Promise<void> {
  const base = `http://127.0.0.1:${server.port}/api`
  const many = Array.from({ length: 1_200 }, (_, at) => `k${at}=${at}`).join('&')
  const asked: Record<string, () => Promise<unknown>> = {
    'a query of 15 KB': () => server.get(`/trades?search=${'%25_'.repeat(3_700)}`),
    '1,200 query fields': () => server.get(`/trades?${many}`),
    'one query field 1,200 times': () => server.get(`/trades?${'search=a&'.repeat(1_200)}`),
    'a path of 15 KB': () => server.get(`/${'a/'.repeat(7_000)}`),
    'a header of 15 KB': () => fetch(`${base}/trades`, { headers: { authorization: 'x'.repeat(15_000) } }),
    'an idempotency key of 15 KB': () => server.post('/brokers', {}, 'x'.repeat(15_000)),
  }
  for (const [what, ask] of Object.entries(asked)) {
    say(`${what}, ten times: ${ms(await watch.during(() => Promise.all(Array.from({ length: 10 }, ask))))}`)
  }
}

/** Rows with every field filled, as real as the books allow: buys of one portfolio in a hundred securities. */
async function largestImport(server: BenchServer, watch: HealthWatch, say: Say): Promise<void> {
  const row = (at: number) => ({
    side: 'buy',
    symbol: `B${String(1 + (at % 100)).padStart(3, '0')}.N0000`,
    portfolioId: 'BENCH-1',
    quantity: String(1 + (at % 1_000)),
    price: '10.25',
    contractNumber: `C${at}`,
    description: `A description as brokers write it, of the trade with the number ${at} in their books`,
    brokerName: 'Bench Broker',
    tradeDate: '2026-06-01',
    settlementDate: '2026-06-03',
    settlementAccount: 'BENCH-1',
    cashFlowOnSettlement: 'Outflow',
    costOfFunds: '8.65',
    generatePayment: 'Yes',
    feeSource: 'schedule',
  })
  const rows = Array.from({ length: ROWS }, (_, at) => row(at))
  const fields = Object.keys(row(0))
  const lists = rows.map((one) => Object.values(one))
  const sent: readonly [string, string, object][] = [
    ['a preview, as objects', '?dryRun=1', { rows }],
    ['a preview, as lists', '?dryRun=1', { fields, rows: lists }],
    ['recorded', '', { fields, rows: lists }],
    ['the same again, refused', '', { fields, rows: lists }],
  ]
  for (const [what, query, more] of sent) {
    const text = JSON.stringify({ source: 'import', ...more })
    let status = 0
    let seconds = 0
    const wait = await watch.during(async () => {
      const start = performance.now()
      status = (
        await server.post(`/trade-batches${query}`, { source: 'import', ...more }, crypto.randomUUID())
      ).status
      seconds = (performance.now() - start) / 1000
    })
    say(
      `import of ${ROWS} rows (${(text.length / MB).toFixed(1)} MB), ${what}: ${status} in ${seconds.toFixed(2)} s; /health waited at most ${ms(wait)}`,
    )
  }
}

export async function benchBodies(say: Say): Promise<void> {
  await withBook(
    say,
    fillOnePortfolio,
    async (server) => {
      const watch = new HealthWatch(server.port)
      try {
        await bodies(server, watch, say)
        await addresses(server, watch, say)
        await largestImport(server, watch, say)
      } finally {
        watch.stop()
      }
    },
    TODAY,
  )
}
