import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { identity } from '@em/contract/identity/identity'
import { apiError } from '@em/contract/kit/errors'
import { allRoutes } from '@em/contract/registry'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildHttp } from '../../src/platform/http/app.ts'
import { type Answer, type Api, startApi } from '../support/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

function expectRefusal(answer: Answer<unknown>, status: number, code: string): void {
  expect([answer.status, (answer.body as { code: string }).code]).toEqual([status, code])
  expect(apiError.strict().safeParse(answer.body).error).toBeUndefined()
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
}

const filled = (path: string) => path.replace(/:\w+/g, '1')
const json = { 'content-type': 'application/json' }

describe('every route', () => {
  test.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is served, to those who are signed in',
    async (name, route) => {
      expect(api.app.hasRoute({ method: route.method, url: `/api${route.path}` })).toBe(true)
      if (route.needs === 'public') return
      const answer = await api.call(filled(name), {
        token: null,
        ...(route.method !== 'GET' && { body: {} }),
      })
      expectRefusal(answer, 401, 'auth.required')
      expectRefusal(await api.call(filled(name), { token: 'x'.repeat(43) }), 401, 'auth.required')
    },
  )
})

describe('the parts of a request', () => {
  const login = 'POST /auth/login'
  const send = (body: string, headers: Record<string, string> = json) =>
    api.call(login, { body, headers, token: null })

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/json'],
    [''],
  ])('content type "%s" is refused before the body is read', async (type) => {
    expectRefusal(await send('{"email":"x@y.zz"}', { 'content-type': type }), 415, 'request.media-type')
  })

  test('a content type with a charset is taken', async () => {
    const answer = await send('{}', { 'content-type': 'application/json; charset=utf-8' })
    expectRefusal(answer, 400, 'request.invalid')
  })

  test.each([
    ['cut off', '{"email":'],
    ['nothing', ''],
    ['text after the end', '{} {}'],
    ['not a number', '{"email": NaN}'],
    ['a bare word', 'email'],
    ['a prototype', '{"__proto__": {"is_admin": true}}'],
    ['a prototype by its other name', '{"constructor": {"prototype": {"is_admin": true}}}'],
  ])('broken JSON (%s)', async (_, body) => {
    expectRefusal(await send(body), 400, 'request.malformed')
    expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
  })

  test.each([['null'], ['[]'], ['"text"'], ['1'], ['true'], ['{"email":{"$gt":""},"password":["x"]}']])(
    'JSON of another shape: %s',
    async (body) => {
      const answer = await send(body)
      expectRefusal(answer, 400, 'request.invalid')
      expect((answer.body as { details: unknown[] }).details.length).toBeGreaterThan(0)
    },
  )

  test('10 MB', async () => {
    expectRefusal(await send(JSON.stringify({ email: 'x'.repeat(10_000_000) })), 413, 'request.too-large')
  })

  test('a thousand levels, and as many as fit into the limit', async () => {
    for (const depth of [1_000, 500_000]) {
      const body = `{"name":"A","symbol":"B","more":${'['.repeat(depth)}${']'.repeat(depth)}}`
      const answer = await api.call('POST /equities', {
        body,
        headers: { 'idempotency-key': `deep ${depth}` },
      })
      expect(answer.status).toBeLessThan(500)
    }
  })

  test('unknown keys are dropped, none is stored', async () => {
    const more = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, at]))
    const answer = await api.call(identity.signup, {
      token: null,
      body: {
        ...more,
        first_name: 'A',
        last_name: 'B',
        email: 'many@keys.example',
        password: 'correct horse',
        is_admin: true,
        id: 7,
      },
    })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body['user'] as object)).toHaveLength(9)
    expect(answer.body['user']).toMatchObject({ is_admin: false })
  })

  test.each([
    ['NUL', '\u0000'],
    ['a lone surrogate', '\ud800'],
    ['a control character', '\u0007'],
  ])('%s in a text field, a path and a key is refused, not stored', async (_, letter) => {
    const body = { name: `A${letter}B`, symbol: 'AB.N0000' }
    const answer = await api.call('POST /equities', { body })
    expect(answer.status).toBe(400)
    const path = letter === '\ud800' ? '%ED%A0%80' : encodeURIComponent(letter)
    expect((await api.call(`GET /portfolios/by-name/${path}`)).status).toBeLessThan(500)
    expect((await api.call(`GET /general-ledger?account=${path}&portfolio=${path}`)).status).toBeLessThan(500)
    const e = await api.call(identity.login, {
      token: null,
      body: { email: `a${letter}@b.cc`, password: letter },
    })
    expect(e.status).toBeGreaterThanOrEqual(400)
    expect(e.status).toBeLessThan(500)
  })

  test('broken UTF-8 in the body', async () => {
    const body = Buffer.concat([
      Buffer.from('{"email":"'),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('@b.cc","password":"x"}'),
    ])
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: json,
      payload: body,
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })

  test('the same query key twice', async () => {
    const answer = await api.app.inject({
      url: '/api/general-ledger?limit=1&limit=2',
      headers: { authorization: `Bearer ${api.token}` },
    })
    expect(answer.statusCode).toBe(400)
  })

  test('an empty or endless Idempotency-Key', async () => {
    for (const key of ['', 'x'.repeat(201)]) {
      const answer = await api.call('POST /equities', {
        body: { name: 'A', symbol: 'AKEY.N0000' },
        headers: { 'idempotency-key': key },
      })
      expectRefusal(answer, 400, 'request.invalid')
    }
  })
})

describe('addresses', () => {
  test('an unknown one', async () => {
    for (const where of ['GET /nothing', 'POST /nothing', 'GET /auth', 'GET /auth/login/more']) {
      expectRefusal(await api.call(where, { token: null }), 404, 'record.missing')
    }
  })

  test.each([
    ['PUT /auth/login', 'POST'],
    ['GET /auth/login', 'POST'],
    ['DELETE /auth/me', 'GET, HEAD'],
    ['PATCH /equities/1', 'DELETE, GET, HEAD, PUT'],
    ['POST /docs', 'GET, HEAD'],
    ['OPTIONS /health', 'GET, HEAD'],
    ['TRACE /health', 'GET, HEAD'],
  ])('%s: the wrong verb, and which are right', async (where, allowed) => {
    const answer = await api.call(where, { token: null })
    expectRefusal(answer, 405, 'request.method')
    expect(answer.headers['allow']).toBe(allowed)
  })

  test('one that cannot be decoded, and one that is too long', async () => {
    for (const path of ['/api/portfolios/by-name/%E0%A4%A', `/api/portfolios/by-name/${'x'.repeat(600)}`]) {
      const { statusCode, headers, body } = await api.app.inject({ url: path })
      expectRefusal({ status: statusCode, headers, body: JSON.parse(body) }, 400, 'request.invalid')
    }
  })
})

describe('answers', () => {
  test('carry the headers that keep a browser safe', async () => {
    for (const where of ['GET /health', 'GET /nothing', 'GET /auth/me', 'GET /docs']) {
      const { headers } = await api.call(where)
      const policy = String(headers['content-security-policy'])
      for (const part of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy).toContain(part)
      }
      expect(policy).not.toMatch(/script-src|unsafe-eval|https?:/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['x-powered-by']).toBeUndefined()
    }
    expect((await api.call('GET /auth/me')).headers['cache-control']).toBe('no-store')
  })

  test('let no other site read them', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const { headers } = await api.call('GET /health', { headers: { origin } })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('say nothing of the inside when the server is at fault', async () => {
    const own = await startApi()
    const owner = new pg.Client(own.fresh.config)
    await owner.connect()
    await owner.query('ALTER TABLE em.sessions RENAME TO gone')
    await owner.end()
    const answer = await own.call('GET /auth/me')
    expectRefusal(answer, 500, 'server.fault')
    expect(JSON.stringify(answer.body)).not.toMatch(/relation|sessions|\.ts|select/i)
  })

  test('are 503 while the database is away', async () => {
    const own = await startApi()
    await own.fresh.drop()
    const answer = await own.call('GET /auth/me')
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
    expectRefusal(answer, 503, 'server.no-database')
  })

  test('are compressed when they are long', async () => {
    const { headers } = await api.app.inject({
      url: '/api/openapi.json',
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers['content-encoding']).toBe('gzip')
  })
})

test.each([
  [true, '198.51.100.7'],
  [false, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.7'],
  ['10.0.0.0/8', '127.0.0.1'],
])('behind a proxy %s: a client cannot choose its address', async (trustProxy, seen) => {
  const app = await buildHttp({ logLevel: 'silent', trustProxy })
  app.get('/ip', (request) => request.ip)
  const headers = { 'x-forwarded-for': '203.0.113.66, 198.51.100.7' }
  expect((await app.inject({ url: '/ip', headers })).body).toBe(seen)
  await app.close()
})

describe('a compressed request', () => {
  const small = gzipSync(JSON.stringify({ email: 'a@b.lk', password: 'x' }))
  const vast = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024, ' '))
  const asAnswer = ({
    statusCode,
    headers,
    json,
  }: {
    statusCode: number
    headers: object
    json: () => unknown
  }) => ({ status: statusCode, body: json(), headers }) as Answer<unknown>
  test.each([
    ['a small one', small, 'gzip'],
    ['one that holds 64 MB', vast, 'br'],
    ['one in two wrappings', gzipSync(small), 'gzip, gzip'],
    ['one that only says so', Buffer.from('{}'), 'deflate'],
  ])('is refused without being unpacked: %s', async (_, payload, encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const answer = await api.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
    expectRefusal(asAnswer(answer), 415, 'request.compressed')
  })

  test('a body said to be as it is comes in', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
    const payload = '{"email":"","password":""}'
    const answer = await api.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
    expectRefusal(asAnswer(answer), 400, 'request.invalid')
  })
})

test('an answer that is not read is broken off, so that its place is free again', async () => {
  const app = await buildHttp({ logLevel: 'silent', trustProxy: false, unreadMs: 200 })
  let closed = () => {}
  const over = new Promise<void>((done) => (closed = done))
  app.get('/endless', (_, reply) => {
    reply.raw.once('close', closed)
    const piece = Buffer.alloc(64 * 1024, 'x')
    return reply.send(
      Readable.from(
        (function* () {
          for (;;) yield piece
        })(),
      ),
    )
  })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  // The client takes nothing in: what the system does not hold for it stays with the server.
  socket.pause()
  await over
  socket.destroy()
  await app.close()
})

describe('over a real connection', () => {
  let port: number
  beforeAll(async () => {
    port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  /** Sends raw text and answers what came until the server closed, or for at most two seconds. */
  async function speak(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (part) => {
      received += part.toString()
    })
    socket.on('error', () => undefined)
    socket.write(text)
    await Promise.race([new Promise((resolve) => socket.on('close', resolve)), pause(2_000)])
    socket.destroy()
    return received
  }

  test('headers of 64 KB end it', async () => {
    const received = await speak(
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(65_536)}\r\n\r\n`,
    )
    expect(received).toMatch(/^HTTP\/1\.1 431/)
  })

  test('bytes that are not HTTP end it', async () => {
    expect(await speak('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
  })

  test('a body larger than the limit is refused while it comes, with and without a length', async () => {
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    expect(await speak(`${head}Content-Length: 99999999\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 413/)
    // Texts of 16 bytes: a single one is bounded before the whole is.
    const chunk = `10000\r\n${'"xxxxxxxxxxxxx":'.repeat(0x1000)}\r\n`
    expect(await speak(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`)).toMatch(
      /^HTTP\/1\.1 413/,
    )
  })
})
