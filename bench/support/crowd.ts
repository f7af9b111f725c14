/**
 * One person who asks for very much at once, in a process of its own: sends all requests at the same moment, reads the
 * answers without keeping them, and prints how they ended. In: JSON on stdin; out: JSON on stdout.
 */
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'

/**
 * A request with a body is a POST of JSON; with `bytes` its `data` is a text file of so many bytes in base64,
 * in addition to `body`.
 */
export interface CrowdTask {
  readonly port: number
  readonly token: string
  readonly requests: readonly { readonly path: string; readonly body?: object; readonly bytes?: number }[]
}
/** How many requests ended with which status; `bytes` of all answers as they were sent. */
export interface CrowdDone {
  readonly seconds: number
  readonly statuses: Record<string, number>
  readonly bytes: number
}

const task = JSON.parse(await text(process.stdin)) as CrowdTask
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
const statuses: Record<string, number> = {}
let bytes = 0

function ask(one: CrowdTask['requests'][number], file: Buffer): Promise<void> {
  const json = JSON.stringify(one.body ?? {})
  const [head, data, tail] =
    one.bytes === undefined ? [json, '', ''] : [`${json.slice(0, -1)},"data":"`, file, '"}']
  const length = Buffer.byteLength(head) + data.length + tail.length
  const post = one.body !== undefined
  return new Promise((done) => {
    let ended = false
    // An answer that comes before the body was sent ends the connection as well: it counts once.
    const end = (how: string) => {
      if (ended) return
      ended = true
      statuses[how] = (statuses[how] ?? 0) + 1
      done()
    }
    const call = request(
      {
        host: '127.0.0.1',
        port: task.port,
        path: `/api${one.path}`,
        method: post ? 'POST' : 'GET',
        agent,
        headers: {
          authorization: `Bearer ${task.token}`,
          'accept-encoding': 'br, gzip',
          ...(post && { 'content-type': 'application/json', 'content-length': length }),
        },
      },
      (answer) => {
        answer.on('data', (part: Buffer) => {
          bytes += part.length
        })
        answer.on('error', () => end('broken off'))
        answer.on('end', () => end(String(answer.statusCode)))
      },
    )
    call.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'broken off'))
    if (post) {
      call.write(head)
      call.write(data)
      call.end(tail)
    } else call.end()
  })
}

// The same text for all of them: what is measured is the server.
const largest = Math.max(0, ...task.requests.map((one) => one.bytes ?? 0))
const file = Buffer.from(Buffer.alloc(largest, 'What a paper says. ').toString('base64'))
const start = performance.now()
await Promise.all(task.requests.map((one) => ask(one, file)))
const done: CrowdDone = { seconds: (performance.now() - start) / 1000, statuses, bytes }
process.stdout.write(JSON.stringify(done))
