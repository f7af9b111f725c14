/** An account serves a role while it is mapped to it, and longer only where it kept the role's balance. */

import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { glMappings } from '@em/contract/gl-mappings/gl-mappings'
import { journal } from '@em/contract/journal/journal'
import { ledger } from '@em/contract/ledger/ledger'
import { statements } from '@em/contract/statements/statements'
import { beforeAll, expect, test } from 'vitest'
import { cashAt } from '../../src/features/holdings/holdings.queries.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
const ids = new Map<string, number>()
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  for (const account_code of ['1011', '1012', '1101', '1102', '6011', '6012', '2999']) {
    const { id } = (await ask(api, chartOfAccounts.routes.create, {
      body: { account_code, account_name: `Account ${account_code}` },
    })) as unknown as { id: number }
    ids.set(account_code, id)
  }
})

const set = async (body: object, status = 200) => {
  const answer = await api.call<Refused>('PUT /gl-mappings', { body: { settlementAccount: null, ...body } })
  expect([answer.status, answer.body.message]).toEqual([
    status,
    status === 200 ? undefined : expect.any(String),
  ])
  return answer.body
}
const enter = (of: OneHolding, date: string, debit: string, credit: string, amount = 7) =>
  api.call<Refused>('POST /journal-entries', {
    body: {
      date,
      description: 'By hand',
      lines: [
        { account_code: debit, debit: amount, portfolioId: of.portfolioId },
        { account_code: credit, credit: amount, portfolioId: of.portfolioId },
      ],
    },
  })
const close = (code: string) =>
  api.call<Refused>(`PUT /chart-of-accounts/${ids.get(code)}`, { body: { active_status: 'No' } })

/** The groups of a statement that contain an account. */
async function groupsOf(of: OneHolding, code: string, asOf: string) {
  const { data } = await ask(api, statements.financialPosition, {
    query: { portfolioId: of.portfolioId, asOf },
  })
  return positionsOf(data, code)
}
function positionsOf(data: unknown, code: string, group: string | null = null): (string | null)[] {
  if (Array.isArray(data)) return data.flatMap((one) => positionsOf(one, code, group))
  if (typeof data !== 'object' || data === null) return []
  const row = data as Record<string, unknown>
  if (row['account_code'] === code) return [group]
  const own = typeof row['name'] === 'string' ? row['name'] : null
  return Object.entries(row).flatMap(([key, one]) => positionsOf(one, code, own ?? key))
}

test('cash that was moved away: the account is shown under Cash at Bank until then, and not with what is entered later', async () => {
  const of = await oneHolding(books, 'WAP')
  const cash = { role: 'cash', portfolioId: of.portfolioId, move_balance: true }
  await enter(of, '2026-01-05', '1010', '3000', 5000)
  await set({ ...cash, account_code: '1011', effective_from: '2026-02-01' })
  await set({ ...cash, account_code: '1012', effective_from: '2026-04-01' })
  await enter(of, '2026-05-05', '1011', '3000')
  expect(await groupsOf(of, '1011', '2026-03-31')).toEqual(['Cash at Bank'])
  expect(await groupsOf(of, '1011', '2026-06-30')).toEqual(['Other Assets'])
  expect(await groupsOf(of, '1012', '2026-06-30')).toEqual(['Cash at Bank'])
  expect(await cashAt(api.database, of.id, '2026-06-30')).toBe(500_000n)
  expect(await cashAt(api.database, of.id, '2026-03-31')).toBe(500_000n)

  // A correction from before leaves a balance of cash behind, so the account is cash again.
  await enter(of, '2026-03-05', '1011', '3000', 30)
  expect(await groupsOf(of, '1011', '2026-06-30')).toEqual(['Cash at Bank'])
  expect(await cashAt(api.database, of.id, '2026-06-30')).toBe(503_700n)
})

test('fees: a former account is shown under its present role, and in the year of its entries under the fees', async () => {
  const of = await oneHolding(books, 'WAP')
  const body = { portfolioId: of.portfolioId, account_code: '6011' }
  await set({ ...body, role: 'fee.brokerage', effective_from: '2026-01-01' })
  await of.buy('2026-02-02', 100, 10)
  await api.call('POST /gl-mappings/remove', {
    body: { role: 'fee.brokerage', portfolioId: of.portfolioId, effective_from: '2026-03-01' },
  })
  const groups = async (startDate: string, endDate: string) => {
    const { data } = await ask(api, statements.profitLoss, {
      query: { portfolioId: of.portfolioId, startDate, endDate },
    })
    return positionsOf(data, '6011')
  }
  expect(await groups('2026-01-01', '2026-05-31')).toEqual(['Trading Expenses'])
  await enter(of, '2026-05-05', '6011', '3000')
  expect(await groups('2026-04-01', '2026-05-31')).toEqual(['Other Expenses'])
  await set({ ...body, role: 'bank-charges', effective_from: '2026-06-01' })
  expect(await groups('2026-01-01', '2026-06-30')).toEqual(['Other Expenses'])
})

test('a control account whose balance went takes manual lines from that day on, another role, and is closed', async () => {
  const of = await oneHolding(books, 'WAP')
  const mapped = { portfolioId: of.portfolioId, move_balance: true }
  await of.buy('2026-01-05', 100, 10)
  await set({ ...mapped, role: 'investment', account_code: '1101', effective_from: '2026-02-02' })
  expect(await close('1101')).toMatchObject({ status: 409, body: { code: 'account.mapped' } })
  await set({ ...mapped, role: 'investment', account_code: '1102', effective_from: '2026-04-01' })
  expect((await enter(of, '2026-03-31', '1101', '3000')).body).toMatchObject({
    code: 'journal.derived-account',
  })

  // While a balance of the role is left there, it takes no other entry and no other role.
  const late = await of.buy('2026-02-03', 100, 10)
  expect((await enter(of, '2026-04-02', '1101', '3000')).body).toMatchObject({
    code: 'journal.derived-account',
  })
  expect((await set({ ...mapped, role: 'receivable', account_code: '1101' }, 422)).code).toBe('mapping.taken')
  expect(await close('1101')).toMatchObject({ status: 409, body: { code: 'account.mapped' } })
  await of.remove('buy', late.id)

  await set({ ...mapped, role: 'receivable', account_code: '1101', effective_from: '2026-05-01' })
  await api.call('POST /gl-mappings/remove', {
    body: { ...mapped, role: 'receivable', effective_from: '2026-06-01' },
  })
  expect((await enter(of, '2026-06-02', '1101', '3000')).status).toBe(201)
  expect((await close('1101')).status).toBe(200)
})

test('a balance that two roles share is neither moved nor divided', async () => {
  const of = await oneHolding(books, 'WAP')
  const mapped = { portfolioId: of.portfolioId, effective_from: '2026-02-02' }
  const cash = { ...mapped, role: 'cash', account_code: '1012' }
  await set({ ...cash, effective_from: '2026-01-01' })
  // Once it is an account of clearing too, no entry by hand is one-sided there.
  const paid = await enter(of, '2026-01-05', '1012', '3000', 5000)
  await set({ ...mapped, role: 'inter-portfolio-clearing', account_code: '1012' })
  for (const move_balance of [true, false]) {
    const { code } = await set({ ...cash, account_code: '1011', move_balance }, 422)
    expect(code).toBe('mapping.shared-balance')
  }
  const { data } = paid.body as unknown as { data: { id: number } }
  const back = await api.call(`POST /journal-entries/${data.id}/reverse`, {
    body: { date: '2026-01-06', reason: 'Paid back' },
  })
  expect(back.status).toBeLessThan(300)
  await set({ ...cash, account_code: '1011', move_balance: true })
})

test('an expense account that serves another posting is named before saving; moves are no manual entries', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-06-01', 100, 10)
  const body = {
    role: 'fee.brokerage' as const,
    portfolioId: of.portfolioId,
    account_code: '6020',
    move_balance: true,
    effective_from: '2026-06-15',
  }
  const shown = await ask(api, glMappings.set, { body, query: { dryRun: '1' } })
  expect(shown.warnings).toEqual(['6020 also serves CSE fees.'])
  const { moved, warnings } = await ask(api, glMappings.set, { body })
  expect(warnings).toEqual(shown.warnings)

  const lines = await ask(api, ledger.list, {
    query: { portfolioId: of.portfolioId, account_code: '6020', from: '2026-06-15' },
  })
  expect(lines).toMatchObject([{ entry_id: moved[0]?.entry_id, kind: 'mapping', reference: 'GL-MAPPING' }])
  const entry = (query: object) =>
    ask(api, journal.list, { query: { portfolioId: of.portfolioId, ...query } })
  expect((await entry({ source: 'people' })).data.map((one) => one.id)).toEqual([])
  const [move, ...others] = (await entry({ source: 'all', transaction_type: 'Mapping Move' })).data
  expect([move?.id, others]).toEqual([moved[0]?.entry_id, []])
  expect((await ask(api, journal.get, { params: { id: moved[0]?.entry_id as number } })).data).toMatchObject({
    kind: 'mapping',
    journal_type: 'Mapping Move',
  })
})
