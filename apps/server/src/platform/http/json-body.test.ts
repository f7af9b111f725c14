import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readJsonBodies } from './json-body.ts'

const BOUNDS = { depth: 8, keys: 60, lists: [0, 100_000], textBytes: 8 * 1024 * 1024 }
let app: FastifyInstance
beforeAll(async () => {
  app = fastify({ bodyLimit: 4 * 1024 * 1024 })
  readJsonBodies(app)
  app.post('/', { config: { bounds: BOUNDS } }, (request) => Promise.resolve({ body: request.body }))
})
afterAll(() => app.close())

async function sent(text: string | Buffer): Promise<unknown> {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload: text,
  })
  return answer.statusCode === 200 ? answer.json<{ body: unknown }>().body : answer.statusCode
}

const row = (at: number) => ({ text: `row ${at}, "quoted" \\ [{`, at, list: [at, null, true], ü: 'ü€😀' })
const rows = Array.from({ length: 5_000 }, (_, at) => row(at))

describe('a long list is read in turns', () => {
  test('and is what the parser makes of the whole text', async () => {
    const bodies = [
      { source: 'import', rows, after: { rows: [1, 2] } },
      { rows, lines: rows.slice(0, 3000), tail: 'x' },
      { rows: [] },
      { other: { rows: rows.slice(0, 60) }, more: 1 },
    ]
    for (const body of bodies) {
      expect(await sent(JSON.stringify(body))).toEqual(body)
      expect(await sent(JSON.stringify(body, null, 2))).toEqual(body)
    }
    expect(await sent(`\uFEFF${JSON.stringify({ rows })}`)).toEqual({ rows })
  })

  test('and what is no JSON is refused as before', async () => {
    const text = JSON.stringify({ rows, after: 1 })
    const comma = (at: number) => text.indexOf('},{', at) + 1
    const wrong = [
      text.slice(0, -1),
      `${text}}`,
      `${text}x`,
      text.replace('],"after"', ',],"after"'),
      text.replace('"after":1', '"after":'),
      `${text.slice(0, comma(200_000))},${text.slice(comma(200_000))}`,
      `${text.slice(0, comma(200_000))}]${text.slice(comma(200_000))}`,
      `${text.slice(0, comma(200_000))}}${text.slice(comma(200_000))}`,
    ]
    for (const one of wrong) {
      expect(() => JSON.parse(one)).toThrow()
      expect(await sent(one)).toBe(400)
    }
  })

  test('also a comma behind the last value, wherever a cut falls', async () => {
    // Values of one length: the list is longer by one each time, so that its end meets each place between two cuts.
    for (let length = 8_180; length < 8_200; length += 1) {
      expect(await sent(`{"rows":[${'1234567,'.repeat(length)}]}`)).toBe(400)
    }
  })

  test('and neither comes twice nor sets a prototype', async () => {
    const list = JSON.stringify(rows)
    expect(await sent(`{"rows":${list},"rows":${list}}`)).toBe(400)
    expect(await sent(`{"rows":${list},"rows":[1]}`)).toBe(400)
    expect(await sent(`{"rows":${list},"rows":[]}`)).toBe(400)
    expect(await sent(`{"rows":[1],"rows":${list}}`)).not.toEqual({ rows: [1] })
    expect(await sent(`{"rows":${list.slice(0, -1)},{"__proto__":{"a":1}}]}`)).toBe(400)
    expect(await sent(`{"__proto__":${list}}`)).toBe(400)
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
})

describe('a body', () => {
  test('that is no UTF-8 is refused', async () => {
    expect(await sent(Buffer.from([0x22, 0xff, 0x22]))).toBe(400)
  })
  test('that is empty, or longer than it may be, is refused', async () => {
    expect(await sent('')).toBe(400)
    expect(await sent(`"${'x'.repeat(5 * 1024 * 1024)}"`)).toBe(413)
  })
})
