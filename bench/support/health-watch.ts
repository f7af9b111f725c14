/**
 * Another client, in a process of its own: asks /health every ten milliseconds on one connection. The parent says
 * `mark`; from then on the longest wait is kept until it says `longest`.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const port = Number(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const EVERY_MS = 10
let waits: number[] = []
let began = 0

const ask = () =>
  new Promise<void>((done) => {
    const call = request({ host: '127.0.0.1', port, path: '/api/health', agent }, (answer) => {
      answer.resume()
      answer.on('end', () => done())
    })
    call.on('error', () => done())
    call.end()
  })

process.on('message', (word) => {
  if (word === 'mark') {
    waits = []
    process.send?.({ marked: true })
    return
  }
  // The one that is still under way waits as well.
  const longest = Math.max(0, ...waits, performance.now() - began)
  process.send?.({ longest, asked: waits.length })
})
process.on('disconnect', () => process.exit(0))

for (;;) {
  began = performance.now()
  await ask()
  const wait = performance.now() - began
  waits.push(wait)
  await pause(Math.max(0, EVERY_MS - wait))
}
