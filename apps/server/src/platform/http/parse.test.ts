import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Detail } from '../refusal.ts'
import { bodyParser } from './parse.ts'

const line = z.object({ amount: z.string().max(20).transform(Number), note: z.string().max(5).default('-') })
const schema = z.object({
  name: z.string().max(10),
  lines: z.array(line).min(1, 'There are no lines.').max(2_000, 'Too many lines.'),
})
const check = bodyParser(schema)
const parsed = async (body: unknown) => {
  const problems: Detail[] = []
  const value = await check(body, problems)
  return problems.length > 0 ? problems : value
}
const lines = (length: number, more: object = {}) =>
  Array.from({ length }, (_, at) => ({ amount: String(at), ...more }))

describe('a body with a long list', () => {
  test('is what the schema makes of it in one go, and what was sent stays as it was', async () => {
    const body = { name: 'x', lines: lines(1_500), more: 1 }
    const before = structuredClone(body)
    expect(await parsed(body)).toEqual(schema.parse(body))
    expect(body).toEqual(before)
  })
  test('keeps the bounds of the list', async () => {
    expect(await parsed({ name: 'x', lines: [] })).toEqual([
      { field: 'lines', message: 'There are no lines.' },
    ])
    expect(await parsed({ name: 'x', lines: lines(2_001) })).toEqual([
      { field: 'lines', message: 'Too many lines.' },
    ])
    expect((await parsed({ name: 'x', lines: 'none' })) as Detail[]).toHaveLength(1)
    expect((await parsed(null)) as Detail[]).toHaveLength(1)
  })
  test('reports the first fifty problems with their places, and looks at no more', async () => {
    const some = lines(2_000, { note: 'too long' })
    const problems = (await parsed({ name: 'x', lines: some })) as Detail[]
    expect(problems).toHaveLength(50)
    expect(problems[7]?.field).toBe('lines.7.note')
    expect(await parsed({ name: 'x', lines: [...lines(3), { amount: 1 }] })).toMatchObject([
      { field: 'lines.3.amount' },
    ])
  })
})
