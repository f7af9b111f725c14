/**
 * The client of the save benchmark, in a process of its own: keeps connections open, sends buys one after the other
 * on each, and prints how long each took. In: JSON on argv; out: JSON on stdout.
 */
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

interface Task {
  readonly port: number
  readonly token: string
  readonly clients: number
  readonly requests: number
  readonly portfolios: string[]
  readonly symbols: { symbol: string; name: string }[]
  readonly account: number
  readonly tradeDate: string
  readonly settlementDate: string
}
const task = JSON.parse(process.argv[2] ?? '{}') as Task
const agent = new Agent({ keepAlive: true, maxSockets: task.clients })

function post(path: string, body: unknown, key: string): Promise<number> {
  const text = JSON.stringify(body)
  return new Promise((done, fail) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: task.port,
        path,
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          authorization: `Bearer ${task.token}`,
          'idempotency-key': key,
        },
      },
      (answer) => {
        let got = ''
        answer.on('data', (chunk: Buffer) => (got += answer.statusCode === 201 ? '' : chunk.toString()))
        answer.on('end', () =>
          answer.statusCode === 201
            ? done(201)
            : fail(new Error(`${answer.statusCode}: ${got.slice(0, 300)}`)),
        )
      },
    )
    call.on('error', fail)
    call.end(text)
  })
}

let sent = 0
const durations: number[] = []
async function client(): Promise<void> {
  while (sent < task.requests) {
    const n = sent
    sent += 1
    const security = task.symbols[(n * 7) % task.symbols.length]
    const body = {
      companyName: security?.name,
      symbol: security?.symbol,
      portfolioId: task.portfolios[n % task.portfolios.length],
      quantity: 100 + (n % 900),
      price: 10 + (n % 200) / 10,
      contractNumber: `L${process.pid}-${n}`,
      brokerName: 'Bench Broker',
      tradeDate: task.tradeDate,
      settlementDate: task.settlementDate,
      settlementAccount: task.account,
      costOfFunds: 8.65,
    }
    const start = performance.now()
    await post('/api/trade-summary/save-buy-transaction', body, `${process.pid}-${n}`)
    durations.push(performance.now() - start)
  }
}

const start = performance.now()
await Promise.all(Array.from({ length: task.clients }, client))
const seconds = (performance.now() - start) / 1000
agent.destroy()
process.stdout.write(JSON.stringify({ seconds, durations }))
