/** Records of two portfolios: an entry with lines of both, its files and its clearings; a common second of the clock. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'

let api: Api
let books: Books
/** Of a user who sees and changes the first portfolio alone. */
let token: string
beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
  const [first] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  token = (await personWith(api, { sees: [first?.id ?? 0] })).token
})

type Answer = Refused & { readonly id: number; readonly data: { readonly id: number } }
const call = (where: string, body?: object, as = token) =>
  api.call<Answer>(where, { token: as, ...(body !== undefined && { body }) })
const whole = (where: string, body?: object) => call(where, body, api.token)
const codes = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.code]

const line = (account_code: string, portfolioId: string, side: object, more: object = {}) => ({
  account_code,
  portfolioId,
  ...side,
  ...more,
})

describe('an entry with lines of both', () => {
  let entry: number
  beforeAll(async () => {
    const lines = ['GROW', 'HOLD'].flatMap((portfolio) => [
      line('6300', portfolio, { debit: 5 }),
      line('3000', portfolio, { credit: 5 }),
    ])
    const { body } = await whole('POST /journal-entries', {
      date: '2026-06-03',
      description: 'Fees',
      lines,
    })
    entry = body.data.id
  })

  test('is shown in part, and neither taken back nor changed', async () => {
    const { status, body } = await call(`GET /journal-entries/${entry}`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('HOLD')
    expect(codes(await call(`POST /journal-entries/${entry}/reverse`, {}))).toEqual([403, 'rights.outside'])
    const lines = [line('6300', 'GROW', { debit: 5 }), line('3000', 'GROW', { credit: 5 })]
    const change = { date: '2026-06-03', description: 'Other', lines }
    expect(codes(await call(`PUT /journal-entries/${entry}`, change))).toEqual([403, 'rights.outside'])
  })

  test('has files that only a user who sees all of it can find', async () => {
    const file = { owner_kind: 'journal-entry', owner_id: entry, file_name: 'both.txt', data: 'Tm90ZQ==' }
    const { body: stored } = await whole('POST /attachments', file)
    expect((await call(`GET /attachments?owner_kind=journal-entry&owner_id=${entry}`)).body).toEqual([])
    const missing = [404, 'record.missing']
    expect(codes(await call(`GET /attachments/${stored.id}/file`))).toEqual(missing)
    expect(codes(await call(`POST /attachments/${stored.id}/removal`, { reason: 'Wrong' }))).toEqual(missing)
    expect((await whole(`GET /attachments/${stored.id}/file`)).status).toBe(200)
  })
})

test('a clearing by an entry with lines of both is not undone by who sees one of them', async () => {
  const open = async (portfolioId: string) => {
    const body = { date: '2026-06-03', description: 'Unknown', account_code: '6300', debit: 7, portfolioId }
    return (await whole('POST /journal-entries', body)).body.data.id
  }
  const [ours, theirs] = [await open('GROW'), await open('HOLD')]
  const clears = (portfolio: string, entry: number) => [
    line('2900', portfolio, { debit: 7 }, { clears: { entry_id: entry, line_no: 2 } }),
    line('3000', portfolio, { credit: 7 }),
  ]
  const cleared = await whole('POST /journal-entries', {
    date: '2026-06-04',
    description: 'Found',
    lines: [...clears('GROW', ours), ...clears('HOLD', theirs)],
  })
  expect([cleared.status, cleared.body]).toEqual([201, cleared.body])
  const [clearing] = await api.database.query<{ id: number }>('SELECT max(id) AS id FROM suspense_clearings')
  const undone = await call(`POST /suspense-clearings/${clearing?.id}/undo`, { reason: 'Not mine' })
  expect(codes(undone)).toEqual([404, 'record.missing'])
  expect(await api.database.query('SELECT FROM suspense_undoings')).toEqual([])
})

test('a deal number that the form shows is taken by a trade that the person does not see', async () => {
  const dealNumber = 'BUY-20260610-101010'
  await books.bought({ portfolioId: 'HOLD', dealNumber })
  const answer = await books.buy({ contractNumber: 'C-2', dealNumber }, { token })
  expect(answer).toMatchObject({ status: 201, body: { deal_number: `${dealNumber}-2` } })
})

describe('a record that all portfolios share', () => {
  const SCOPE = [403, 'rights.scope']

  test('is not changed by a user who was given one portfolio: neither the payee of a payment, nor the costs of a trade', async () => {
    const { body: broker } = await whole('POST /brokers', { name: 'Paid Securities', account_number: '111' })
    expect(codes(await call(`PUT /brokers/${broker.id}`, { account_number: '999' }))).toEqual(SCOPE)
    const [tariff] = await api.database.query<{ id: number }>('SELECT min(id) AS id FROM fee_tariffs')
    expect(codes(await call(`PUT /fee-tariffs/${tariff?.id}`, { brokerage: 5 }))).toEqual(SCOPE)
    const day = { date: '2026-07-01', name: 'A day off' }
    expect(codes(await call('POST /holidays', day))).toEqual(SCOPE)
    const rate = { effectiveDate: '2026-01-01', costOfFunds: 12, taxRate: 30 }
    expect(codes(await call('POST /cost-of-funds', rate))).toEqual(SCOPE)
    const relief = { effectiveFrom: '2026-01-01', source: 'A circular' }
    expect(codes(await call('POST /fee-reliefs', relief))).toEqual(SCOPE)
    const share = await whole('POST /equities', { name: 'Shared Company', symbol: 'SHRD.N0000' })
    expect(codes(await call(`PUT /equities/${share.body.id}`, { name: 'Mine' }))).toEqual(SCOPE)
    // The name of a security is one for all, also where an event of one portfolio would change it.
    const renamed = {
      kind: 'identity',
      securityCode: 'SHRD.N0000',
      portfolioId: 'GROW',
      newName: 'Mine',
      effectiveDate: '2026-06-01',
    }
    expect(codes(await call('POST /corporate-actions', renamed))).toEqual(SCOPE)
    expect((await whole(`GET /brokers/${broker.id}`)).body).toMatchObject({ account_number: '111' })
  })

  test('an account that settles is changed by who may change every portfolio that uses it', async () => {
    const account = async (number: string) => {
      const made = await call('POST /accounts', {
        payment_method: 'Bank Transfer',
        account_name: `Account ${number}`,
        account_number: number,
        bank_name: 'Commercial Bank',
        branch_name: 'Colombo 3',
      })
      expect(made.status).toBe(201)
      return made.body.id
    }
    const use = (id: number, portfolio: string) =>
      whole('POST /journal-entries', {
        date: '2026-06-03',
        description: 'Paid in',
        lines: [
          line('1010', portfolio, { debit: 5 }, { settlementAccount: id }),
          line('3000', portfolio, { credit: 5 }),
        ],
      })
    const rename = (id: number) => call(`PUT /accounts/${id}`, { account_name: 'Renamed' })
    const [own, shared, unused] = [await account('7101'), await account('7102'), await account('7103')]
    expect((await use(own, 'GROW')).status).toBe(201)
    for (const portfolio of ['GROW', 'HOLD']) expect((await use(shared, portfolio)).status).toBe(201)
    expect((await rename(own)).status).toBe(200)
    expect(codes(await rename(shared))).toEqual(SCOPE)
    expect(codes(await call(`DELETE /accounts/${shared}`))).toEqual(SCOPE)
    const seen = async (id: number, as = token) => (await call(`GET /accounts/${id}`, undefined, as)).body
    expect(await seen(own)).toMatchObject({ usedBy: 'GROW', usedElsewhere: false })
    expect(await seen(shared)).toMatchObject({ usedBy: 'GROW', usedElsewhere: true })
    expect(await seen(shared, api.token)).toMatchObject({ usedBy: 'GROW, HOLD', usedElsewhere: false })
    expect((await call(`DELETE /accounts/${unused}`)).status).toBe(200)
    expect((await whole(`PUT /accounts/${shared}`, { account_name: 'Both' })).status).toBe(200)
  })
})
