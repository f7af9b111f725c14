/** Text that comes in must be UTF-8: in a body and in the address, before anything is read from it. */
import { connect } from 'node:net'
import { apiError } from '@em/contract/kit/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

let api: Api
let port: number
beforeAll(async () => {
  api = await startApi()
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = (api.app.server.address() as { port: number }).port
})
afterAll(() => api.app.close())

/** Not UTF-8: a Latin-1 letter, cut off sequences, an overlong slash and NUL, half a surrogate pair, beyond U+10FFFF. */
const WRONG: readonly (readonly [string, readonly number[]])[] = [
  ['Latin-1', [0xe9]],
  ['a sequence cut off', [0xe0, 0xb6]],
  ['a lone continuation', [0x80]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an overlong NUL', [0xc0, 0x80]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['beyond the last character', [0xf4, 0x90, 0x80, 0x80]],
  ['UTF-16', [0xff, 0xfe]],
]

function body(name: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('{"name":"Broker '), name, Buffer.from('"}')])
}

async function post(payload: Buffer) {
  return api.app.inject({
    method: 'POST',
    url: '/api/brokers',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    payload,
  })
}

const brokers = async () => (await api.call<{ name: string }[]>('GET /brokers')).body.map(({ name }) => name)

describe.each(WRONG)('%s', (_, bytes) => {
  test('in a body is refused and nothing of it is stored', async () => {
    const before = await brokers()
    const answer = await post(body(Uint8Array.from(bytes)))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.encoding'])
    expect(apiError.strict().safeParse(answer.json()).success).toBe(true)
    expect(await brokers()).toEqual(before)
  })

  test.each([
    ['the path', '/api/brokers/1'],
    ['the query', '/api/brokers?search='],
    ['the name of a query field', '/api/brokers?x'],
    ['an address that is not ours', '/api/nothing/'],
    ['a page', '/somewhere/'],
  ])('in %s is refused', async (_, address) => {
    const escaped = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    for (const url of [address + escaped, `${address + escaped}&more=1`, `${address}caf%C3%A9${escaped}`]) {
      const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${api.token}` } })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, 'request.invalid'])
      expect(apiError.strict().safeParse(answer.json()).success).toBe(true)
    }
  })

  test('sent raw in the request line is refused', async () => {
    const head = Buffer.from('GET /api/brokers?search=')
    const rest = Buffer.from(' HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expectRefused(await raw(Buffer.concat([head, Uint8Array.from(bytes), rest])))
  })
})

function expectRefused(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(apiError.strict().safeParse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).success).toBe(true)
}

function raw(request: Buffer): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let said = ''
    socket.on('data', (part) => {
      said += part.toString()
    })
    socket.on('end', () => done(said))
    socket.on('error', fail)
  })
}

test('letters that are not percent-encoded are refused too: their encoding is unknown', async () => {
  const request = Buffer.from('GET /api/brokers?search=café HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expectRefused(await raw(request))
})

test('every letter of UTF-8 is taken, in a body and in the address', async () => {
  const name = 'හැටන් නැෂනල් බැංකුව · இலங்கை · 🏦 · ＝'
  expect((await post(body(Buffer.from(name)))).statusCode).toBe(201)
  const found = await api.call<{ name: string }[]>('GET /brokers', { query: { search: 'බැංකුව' } })
  expect(found.body.map((broker) => broker.name)).toContain(`Broker ${name}`)
  // A percent sign that encodes nothing is itself.
  expect(
    (
      await api.app.inject({
        url: '/api/brokers?search=5%',
        headers: { authorization: `Bearer ${api.token}` },
      })
    ).statusCode,
  ).toBe(200)
})
