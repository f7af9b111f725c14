/** Text that comes in is UTF-8, or it is refused before anything is read from it. */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** The address cannot be read: too long, wrongly encoded, or not UTF-8. */
export function unreadable(): Refusal {
  const message = 'The address is too long or cannot be read.'
  return new Refusal('request.invalid', {}, [{ field: 'address', message }])
}

/** Bytes that are percent-encoded, one after the other. A percent sign that encodes nothing is itself. */
const ENCODED = /(?:%[0-9a-f]{2})+/gi
const PRINTABLE = /^[\x21-\x7e]*$/

function isReadable(address: string): boolean {
  if (!PRINTABLE.test(address)) return false
  return [...address.matchAll(ENCODED)].every(([bytes]) =>
    isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')),
  )
}

/**
 * Refuses addresses that are not UTF-8; `readJsonBodies` does so for bodies. A wrong byte would be stored as a
 * replacement sign.
 */
export function takeOnlyUtf8(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!isReadable(request.url)) throw unreadable()
  })
}

const SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const LONG_HEADERS = 'HPE_HEADER_OVERFLOW'

/** Answers what is no HTTP at all (a raw byte in the address, a header without end) in the shape of every refusal. */
export function answerNoHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = error.code === SLOW ? new Refusal('request.slow') : unreadable()
  const status = error.code === LONG_HEADERS ? 431 : refusal.status
  const body = JSON.stringify(refusal.body(randomUUID()))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
