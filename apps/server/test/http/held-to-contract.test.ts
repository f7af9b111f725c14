/** The faults that the tests' client finds in an answer: without it every other test of the API would pass in silence. */

import { health, identity } from '@em/contract/identity/identity'
import { jobs } from '@em/contract/jobs/jobs'
import { journal } from '@em/contract/journal/journal'
import type { Route } from '@em/contract/kit/route'
import { route } from '@em/contract/kit/route'
import { valuations } from '@em/contract/valuation/valuation'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startApi } from '../support/api.ts'
import { faultOf, routeAt } from '../support/held-to-contract.ts'

const fault = (of: Route | undefined, status: number, body: unknown, more: object = {}) =>
  faultOf(of, { status, body, isJson: true, dryRun: false, ...more })
const replying = (reply: z.ZodType): Route =>
  route({ name: 'a', method: 'GET', path: '/a', summary: '', tag: '', needs: 'public', reply })
const refusal = { error: 'Not found', message: 'It was not found.', code: 'record.missing', requestId: 'r' }

describe('an answer', () => {
  test('has no field besides those of its schema, however deep', () => {
    const list = replying(
      z.array(z.object({ of: z.object({ a: z.number().nullable() }).optional(), any: z.unknown() })),
    )
    expect(fault(list, 200, [{ of: { a: null }, any: { what: 'ever' } }])).toBeUndefined()
    expect(fault(list, 200, [{ any: 1 }, { of: { a: 1, b: 2 }, any: 1 }])).toMatch(/field b[^]*\[1\]\.of/)
    const either = replying(
      z.union([z.object({ a: z.number() }), z.object({ a: z.number(), b: z.number() })]),
    )
    expect(fault(either, 200, { a: 1, b: 2 })).toBeUndefined()
    expect(fault(either, 200, { a: 1, c: 2 })).toBeDefined()
    expect(
      fault(replying(z.record(z.string(), z.object({ a: z.number() }))), 200, { x: { b: 1 } }),
    ).toBeDefined()
  })

  test('takes further fields where its schema is open', () => {
    expect(fault(replying(z.looseObject({ a: z.number() })), 200, { a: 1, b: 2 })).toBeUndefined()
    expect(fault(replying(z.looseObject({ a: z.number() })), 200, { b: 2 })).toBeDefined()
  })

  test('has a status that the contract names', () => {
    expect(fault(jobs.list, 200, [])).toBeUndefined()
    expect(fault(jobs.list, 201, [])).toBe('the status is 201, and the contract names 200')
    expect(fault(journal.create, 200, {})).toBe('the status is 200, and the contract names 201, 202')
    expect(fault(journal.create, 201, {}, { dryRun: true })).toBe(
      'the status is 201, and the contract names 200',
    )
    expect(fault(valuations.run, 202, { jobId: 7 })).toBeUndefined()
    expect(fault(valuations.run, 202, { jobId: 7, approvalId: 8 })).toMatch('approvalId')
    expect(fault(identity.signup, 202, { waiting: true, message: 'Wait.' })).toBeUndefined()
    expect(fault(health, 503, {})).toMatch('at version')
  })

  test('that refuses has the shape of all refusals, also of an address that there is not', () => {
    for (const asked of [undefined, jobs.list]) {
      expect(fault(asked, 404, refusal)).toBeUndefined()
      expect(fault(asked, 404, { ...refusal, facts: {} })).toMatch('facts')
      expect(fault(asked, 404, { ...refusal, code: undefined })).toMatch('code')
      expect(fault(asked, 502, '<html>', { isJson: false })).toBe('a refusal is JSON, and this is "<html>"')
    }
  })

  test('that should be JSON is, and a file is held against nothing', () => {
    expect(fault(jobs.list, 200, 'id,name', { isJson: false })).toBeDefined()
    expect(fault(replying(z.unknown()), 200, 'id,name', { isJson: false })).toBeUndefined()
  })
})

test('an address is its route’s, a fixed word before a parameter', () => {
  expect(routeAt('GET /journal-entries/recurring?limit=1')?.name).toBe('recurring.list')
  expect(routeAt('GET /journal-entries/7')?.name).toBe('journal.get')
  expect(routeAt('GET /nowhere')).toBeUndefined()
})

test('the client holds what it is answered', async () => {
  const api = await startApi()
  await expect(api.call({ ...jobs.list, reply: z.object({}) })).rejects.toThrow(
    'the answer 200 of jobs.list is not what the contract says',
  )
})
