import { equities } from '@em/contract/equities/equities'
import { periods } from '@em/contract/periods/periods'
import { prices } from '@em/contract/prices/prices'
import { afterEach, describe, expect, it } from 'vitest'
import { network } from '../testing/network.ts'
import { call } from './api.ts'
import { askFirstBy } from './asked-first.ts'

afterEach(() => askFirstBy(null))

const locked = {
  status: 409,
  body: { error: 'Conflict', message: 'The books are locked.', code: 'period.locked' },
}
/** Refuses until it is sent for the open period. */
const server = (route: string) =>
  network({
    [route]: (asked: { path: string }) =>
      asked.path.includes('openPeriod=1') ? { body: { id: 1 } } : locked,
  })
const answering = (answer: boolean) => {
  const said: string[] = []
  askFirstBy((_, message) => {
    said.push(message)
    return Promise.resolve(answer)
  })
  return said
}

describe('a write dated in a locked period', () => {
  it('is sent again for the first open day when the person agrees, under the same key', async () => {
    const said = answering(true)
    const asked = server('POST /equities')
    expect(await call(equities.routes.create, { body: { name: 'X' }, idempotencyKey: 'k' })).toEqual({
      id: 1,
    })
    expect(said).toEqual(['The books are locked.'])
    expect(asked.map((one) => [one.path, one.headers.get('Idempotency-Key')])).toEqual([
      ['/api/equities', 'k'],
      ['/api/equities?openPeriod=1', 'k'],
    ])
  })

  it('of prices asks another question, with what follows, and sends the flag once the person agrees', async () => {
    const asked: unknown[] = []
    askFirstBy((...question) => {
      asked.push(question)
      return Promise.resolve(true)
    })
    const stale = 'Mark-to-market run 4 of 31 Mar 2026 becomes stale: Alpha Fund.'
    const refused = { ...locked.body, details: [{ field: 'openPeriod', message: stale }] }
    const sent = network({
      'PUT /prices/2026-03-31': ({ path }: { path: string }) =>
        path.includes('openPeriod=1')
          ? { body: { date: '2026-03-31', added: 0, changed: 1, removed: 0, unchanged: 0 } }
          : { status: 409, body: refused },
    })
    await call(prices.record, {
      params: { date: '2026-03-31' },
      body: { source: 'typed', rows: [{ symbol: 'JKH.N0000', last_trade: '27' }] },
    })
    expect(asked).toEqual([['prices.locked', 'The books are locked.', [stale]]])
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/prices/2026-03-31',
      '/api/prices/2026-03-31?openPeriod=1',
    ])
  })

  it('names the rows of a submission that it is about', async () => {
    const said = answering(false)
    const row = (no: number, message: string) => ({ field: `rows.${no}.tradeDate`, message })
    const details = [row(2, 'Nimal is locked.'), row(5, 'Nimal is locked.'), row(7, 'Amal is locked.')]
    network({ 'POST /equities': { ...locked, body: { ...locked.body, details } } })
    await expect(call(equities.routes.create, { body: {} })).rejects.toMatchObject({ code: 'period.locked' })
    expect(said).toEqual(['Rows 2 and 5: Nimal is locked. Row 7: Amal is locked.'])
  })

  it('stays refused when the person does not', async () => {
    answering(false)
    const asked = server('POST /equities')
    await expect(call(equities.routes.create, { body: {} })).rejects.toMatchObject({ code: 'period.locked' })
    expect(asked).toHaveLength(1)
  })

  it('as a preview just shows where it would be posted', async () => {
    const said = answering(false)
    server('POST /equities')
    const query = { dryRun: '1' } as never
    expect(await call(equities.routes.create, { body: {}, query })).toEqual({ id: 1 })
    expect(said).toEqual([])
  })

  it('is not offered where the period itself is meant', async () => {
    const said = answering(true)
    server('POST /entities/3/close')
    const closing = call(periods.close, { params: { id: 3 }, body: { year_end: '2026-03-31' } })
    await expect(closing).rejects.toMatchObject({ code: 'period.locked' })
    expect(said).toEqual([])
  })
})

describe('a write dated into days that were signed off', () => {
  const signedOff = {
    status: 409,
    body: { error: 'Conflict', message: 'June is signed off.', code: 'reconciliation.signed-off-day' },
  }
  it('is sent again when the person agrees, after the question of a locked period with both answers', async () => {
    const codes: string[] = []
    askFirstBy((code) => {
      codes.push(code)
      return Promise.resolve(true)
    })
    const asked = network({
      'POST /equities': ({ path }: { path: string }) =>
        path.includes('changeReconciled=1')
          ? { body: { id: 1 } }
          : path.includes('openPeriod=1')
            ? signedOff
            : locked,
    })
    expect(await call(equities.routes.create, { body: {} })).toEqual({ id: 1 })
    expect(codes).toEqual(['period.locked', 'reconciliation.signed-off-day'])
    expect(asked.at(-1)?.path).toBe('/api/equities?openPeriod=1&changeReconciled=1')
  })

  it('stays refused when the person does not agree', async () => {
    answering(false)
    network({ 'POST /equities': () => signedOff })
    await expect(call(equities.routes.create, { body: {} })).rejects.toMatchObject({
      code: 'reconciliation.signed-off-day',
    })
  })
})
