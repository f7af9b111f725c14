/**
 * `npm run samples -- fix [PORT] [DAY]`: plays a broker, so that Broker Feed / FIX Integration can be tried without one. It sends the executions
 * of an order at the first logon, and more when it is asked to. They are dealt on a day, today where it is left out.
 */
import { createInterface } from 'node:readline'
import { setInterval } from 'node:timers'
import { dayInColombo } from '../../apps/server/src/platform/clock.ts'
import { isPlainDate } from '../../packages/core/src/values/dates.ts'
import { DEMO_TODAY } from '../demo/book.ts'
import {
  Broker,
  type Deal,
  type Execution,
  executionReport,
  F1,
  F1_CANCELLATION,
  F1_CORRECTION,
} from './broker.ts'

const MANY_MOST = 50_000
const COMMANDS = `  fill       one more fill of 100 JKH.N0000
  many N     N more fills
  correct    correct E-503 to 10.20
  cancel     cancel E-502
  drop       lose the next fill: a gap, which closes by itself
  double     send the next fill twice under its number: the session reconnects
  spoil      send the next fill with a wrong checksum
  noise      send bytes that are no FIX message
  cut        cut the connection
  quit`

const port = Number(process.argv[3] ?? '9880')
const day = process.argv[4] ?? dayInColombo(new Date())
if (!Number.isInteger(port) || port < 1 || port > 65_535 || !isPlainDate(day)) {
  console.error('npm run samples -- fix [PORT] [DAY as 2026-11-19]')
  process.exit(2)
}

const deal: Deal = { day: day.replaceAll('-', '') }

const broker = new Broker({ port })
let fills = 600
let isBegun = false
const send = (execution: Execution) => broker.send(executionReport(execution, deal))
const fill = () => {
  fills += 1
  send({ id: `E-${fills}`, quantity: 100, price: '10.10' })
}

const commands: Readonly<Record<string, (count: number) => void>> = {
  fill,
  many: (count) => {
    for (let nth = 0; nth < Math.min(count, MANY_MOST); nth += 1) fill()
  },
  correct: () => send(F1_CORRECTION),
  cancel: () => send(F1_CANCELLATION),
  drop: () => broker.next('drop'),
  double: () => broker.next('double'),
  spoil: () => broker.next('spoil'),
  noise: () => broker.noise('This is no FIX message.'),
  cut: () => broker.cut(),
  quit: () => process.exit(0),
}

await broker.listen()
console.log(`A broker listens on 127.0.0.1:${port}. Add a session on Broker Feed / FIX Integration:
  Version FIXT.1.1, SenderCompID EQUITYMGR, TargetCompID CSEBRK, Host localhost, Port ${port}, TLS off, Days Every day${
    port === 9880 ? '' : `\n  and start the server with FIX_HOSTS=localhost:${port}`
  }
Then press Start. The executions are of ${day}${day === DEMO_TODAY ? '' : `; for the demo: npm run samples -- fix ${port} ${DEMO_TODAY}`}.
Commands here:
${COMMANDS}`)

let wasConnected = false
setInterval(() => {
  const { isConnected } = broker
  if (isConnected !== wasConnected) console.log(isConnected ? 'Connected.' : 'Not connected.')
  wasConnected = isConnected
  if (!isConnected || isBegun) return
  isBegun = true
  for (const execution of F1) send(execution)
  console.log('Sent E-501, E-502 and E-503: 1,000 JKH.N0000.')
}, 200)

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word = '', count = '1'] = line.trim().split(/\s+/)
  const command = commands[word]
  if (command === undefined) return console.log(COMMANDS)
  command(Number(count) || 1)
})
