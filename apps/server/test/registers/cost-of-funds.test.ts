import { costOfFunds } from '@em/contract/cost-of-funds/cost-of-funds'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const definition = { effectiveDate: '2026-06-01', costOfFunds: 12.35, taxRate: 30 }
const save = (body: object, more: object = {}) => api.call(costOfFunds.create, { body, ...more })

test('the server computes the rate after tax, whatever the request says', async () => {
  const made = await save({ ...definition, afterTaxCostOfFunds: 99 })
  expect(made).toMatchObject({
    status: 201,
    body: { effective_date: '2026-06-01', cost_of_funds: 12.35, tax_rate: 30, after_tax_cost_of_funds: 8.65 },
  })
  const vectors = [
    [10, 0, 10],
    ['12.3456', '0', 12.35],
    [0.0001, 0, 0],
    [1000, 100, 0],
    ['1000', 0.0001, 1000],
    [7.77, 28.5, 5.56],
  ] as const
  for (const [index, [rate, tax, after]] of vectors.entries()) {
    const effectiveDate = `2027-01-0${index + 1}`
    const answer = await save({ effectiveDate, costOfFunds: rate, taxRate: tax })
    expect(answer).toMatchObject({ status: 201, body: { after_tax_cost_of_funds: after } })
  }
})

test('lists the latest effective date first', async () => {
  for (const effectiveDate of ['2026-01-01', '2026-12-01', '2025-01-01'])
    await save({ ...definition, effectiveDate })
  const dates = (await api.ask(costOfFunds.list)).map((one) => one.effective_date)
  expect(dates).toEqual(['2026-12-01', '2026-01-01', '2025-01-01'])
})

test('the one in force is the latest not after the day', async () => {
  expect(await api.call(costOfFunds.active)).toMatchObject({ status: 404, body: { code: 'record.missing' } })
  await save({ ...definition, effectiveDate: '2026-06-15', costOfFunds: 11 })
  await save({ ...definition, effectiveDate: '2026-06-16', costOfFunds: 12 })
  await save({ ...definition, effectiveDate: '2026-01-01', costOfFunds: 9 })
  expect(await api.ask(costOfFunds.active)).toMatchObject({ cost_of_funds: 11 })
  const at = (date: string) => api.call(costOfFunds.activeAt, { params: { date } })
  expect(await at('2026-06-14')).toMatchObject({ body: { cost_of_funds: 9 } })
  expect(await at('2026-06-16')).toMatchObject({ body: { cost_of_funds: 12 } })
  expect(await at('2025-12-31')).toMatchObject({ status: 404 })
  for (const date of ['2026-02-30', 'today', '5', 'infinity']) {
    expect(await at(date)).toMatchObject({ status: 400, body: { details: [{ field: 'date' }] } })
  }
})

test('the list leaves the one in force on a date, and is empty where there is none', async () => {
  const at = (asOf: string) => api.call(costOfFunds.list, { query: { asOf } })
  expect(await at('2026-06-15')).toMatchObject({ status: 200, body: [] })
  await save({ ...definition, effectiveDate: '2026-01-01', costOfFunds: 9 })
  await save({ ...definition, effectiveDate: '2026-06-15', costOfFunds: 11 })
  expect(await at('2026-06-14')).toMatchObject({ status: 200, body: [{ cost_of_funds: 9 }] })
  expect(await at('2026-06-15')).toMatchObject({ status: 200, body: [{ cost_of_funds: 11 }] })
  expect(await at('2025-12-31')).toMatchObject({ status: 200, body: [] })
  expect(await at('')).toMatchObject({ status: 200, body: [{ cost_of_funds: 11 }, { cost_of_funds: 9 }] })
  expect(await at('2026-02-30')).toMatchObject({ status: 400, body: { details: [{ field: 'asOf' }] } })
})

test('today is the day in Colombo', async () => {
  await save({ ...definition, effectiveDate: '2026-06-16', costOfFunds: 12 })
  api.clock.set('2026-06-15T18:29:59Z')
  expect(await api.call(costOfFunds.active)).toMatchObject({ status: 404 })
  api.clock.set('2026-06-15T18:30:00Z')
  expect(await api.call(costOfFunds.active)).toMatchObject({ status: 200 })
})

test('one definition a date', async () => {
  await save(definition)
  expect(await save({ ...definition, costOfFunds: 1 })).toMatchObject({
    status: 409,
    body: {
      code: 'record.duplicate',
      message: 'A cost of funds definition with this Effective Date already exists.',
      details: [{ field: 'effectiveDate' }],
    },
  })
  const { effectiveDate: effective_date, costOfFunds: cost_of_funds, taxRate: tax_rate } = definition
  const stored = await save({ effective_date: '2026-07-01', cost_of_funds, tax_rate })
  expect(stored).toMatchObject({ status: 201, body: { cost_of_funds, tax_rate } })
  expect(await save({ effective_date, cost_of_funds, tax_rate })).toMatchObject({ status: 409 })
})

test('refuses wrong values in the words of the specification and saves nothing', async () => {
  const cases: [string, unknown, string?][] = [
    ['effectiveDate', undefined, 'Effective date is required'],
    ['effectiveDate', '', 'Effective date is required'],
    ['effectiveDate', null, 'Effective date is required'],
    ['effectiveDate', '2026-13-01'],
    ['effectiveDate', 20260601],
    ['costOfFunds', 0, 'Cost of funds must be greater than 0'],
    ['costOfFunds', -1, 'Cost of funds must be greater than 0'],
    ['costOfFunds', 1e308],
    ['costOfFunds', 1000.0001],
    ['costOfFunds', 1.00001],
    ['costOfFunds', 'NaN'],
    ['costOfFunds', ''],
    ['costOfFunds', {}],
    ['taxRate', -0.01, 'Tax rate must be between 0 and 100'],
    ['taxRate', 100.01, 'Tax rate must be between 0 and 100'],
    ['taxRate', 'Infinity'],
    ['taxRate', undefined],
    ['taxRate', true],
  ]
  for (const [field, value, message] of cases) {
    const answer = await save({ ...definition, [field]: value })
    const detail = message === undefined ? { field } : { field, message }
    expect(answer, `${field} ${value}`).toMatchObject({ status: 400, body: { details: [detail] } })
  }
  expect(await api.ask(costOfFunds.list)).toEqual([])
})

test('needs a token on every call, although the described client sent none', async () => {
  for (const route of Object.values(costOfFunds)) {
    const params = { id: 1, date: '2026-01-01' }
    expect(await api.call(route, { params, body: {}, token: null })).toMatchObject({ status: 401 })
  }
})

test('the same key twice saves once; a deleted definition is gone', async () => {
  const headers = { 'idempotency-key': 'rate-1' }
  const first = await save(definition, { headers })
  expect(await save(definition, { headers })).toMatchObject({ status: 201, body: first.body })
  expect(await save({ ...definition, taxRate: 1 }, { headers })).toMatchObject({ status: 422 })
  const params = { id: Number(first.body['id']) }
  expect(await api.call(costOfFunds.remove, { params })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect(await api.call(costOfFunds.remove, { params })).toMatchObject({ status: 404 })
  expect(await api.ask(costOfFunds.list)).toEqual([])
  const audited = await api.database.query(
    `SELECT action, before, after FROM audit WHERE entity = 'cost-of-funds' ORDER BY id`,
  )
  expect(audited).toEqual([
    { action: 'cost-of-funds.create', before: null, after: first.body },
    { action: 'cost-of-funds.remove', before: first.body, after: null },
  ])
})
