/** An entry dated into signed-off days is asked about first, and marks the reconciliation once it is saved. */

import { notifications } from '@em/contract/dashboard/notifications'
import { journal } from '@em/contract/journal/journal'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  reconciliationBreaks,
  unreconciledAccounts,
} from '../../src/features/reconciliation/sign-off/breaks.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { reportAfter } from '../support/tampering.ts'

const TODAY = '2026-07-10'
let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
})

let banks = 0
async function newBank(): Promise<number> {
  banks += 1
  const answer = await api.call<{ id: number }>('POST /accounts', {
    body: {
      payment_method: 'Bank Transfer',
      account_number: `44${banks}`,
      account_name: `Bank ${banks}`,
      bank_name: 'Sampath Bank',
      branch_name: 'Fort',
    },
  })
  return answer.body.id
}
interface Wanted {
  readonly date: string
  readonly amount: number
  readonly bank: number | null
  readonly portfolioId?: string
}
/** A journal entry on 1010: above zero is money in. */
const entry = ({ date, amount, bank, portfolioId }: Wanted, query: object = {}) =>
  api.call<{ data: { id: number } } & Refused>(journal.create, {
    query,
    body: {
      date,
      description: 'Booked late',
      lines: [
        { account_code: '1010', debit: amount, settlementAccount: bank, portfolioId },
        { account_code: '3000', credit: amount, portfolioId },
      ],
    },
  })
const begun = async (bank: number | null, period: string, more: object = {}) =>
  (
    await ask(api, reconciliation.create, {
      body: { accountCode: '1010', settlementAccount: bank, period, ...more },
    })
  ).reconciliation
const signedOff = async (one: ReconciliationRecord, more: object = {}) => {
  const answer = await api.call<{ data: ReconciliationRecord }>(reconciliation.save, {
    body: { id: one.id, version: one.version, ...more },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const opened = (id: number) => api.ask(reconciliation.get, { params: { id } })
const refusal = ({ status, body }: { status: number; body: Refused }) => [status, body.code]
const ASKED = [409, 'reconciliation.signed-off-day']
const AGREED = { changeReconciled: '1' }

describe('a line dated into signed-off days', () => {
  test('asks first; saved all the same it marks the reconciliation, which says what changed', async () => {
    const bank = await newBank()
    await entry({ date: '2026-06-03', amount: 500, bank })
    const one = await begun(bank, '2026-06')
    const lines = [{ date: '2026-06-03', debit: 500 }]
    await ask(api, reconciliation.importStatement, {
      params: { id: one.id },
      body: { lines, closingBalance: 500 },
    })
    await ask(api, reconciliation.autoMatch, { params: { id: one.id }, body: {} })
    const june = await signedOff(await opened(one.id))
    expect(june).toMatchObject({ changedSince: null })
    const late = { date: '2026-06-30', amount: 70, bank }
    const asked = await entry(late)
    expect(refusal(asked)).toEqual(ASKED)
    expect(asked.body.message).toMatch(
      /1010 .*is signed off through 30 Jun 2026, and this is dated 30 Jun 2026/,
    )
    expect((await entry({ ...late, date: '2026-07-01' })).status).toBe(201)
    expect((await opened(june.id)).changedSince).toBeNull()
    const { body } = await entry(late, AGREED)
    const seen = await opened(june.id)
    expect(seen).toMatchObject({
      glBalance: 500,
      changedSince: { lines: 1, net: 70, open: 1 },
      proof: { unexplained: 0 },
    })
    const [listed] = await api.ask(reconciliation.list, { query: { settlementAccount: bank } })
    expect(listed).toMatchObject({
      id: june.id,
      unexplainedDifference: 0,
      changedSince: { lines: 1, net: 70 },
    })
    expect(await api.ask(reconciliation.changes, { params: { id: june.id }, query: {} })).toMatchObject([
      { entry_id: body.data.id, date: '2026-06-30', debit: 70, recordedBy: 'Nimal Perera', takenInto: null },
    ])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('also a line without a portfolio on the bank of a reconciliation of one portfolio; not one of another bank', async () => {
    const [bank, other] = [await newBank(), await newBank()]
    await entry({ date: '2026-06-03', amount: 500, bank, portfolioId: 'GROW' })
    const june = await signedOff(await begun(bank, '2026-06', { portfolio: 'GROW' }), {
      externalClosing: 500,
    })
    const day = '2026-06-15'
    expect(refusal(await entry({ date: day, amount: 1, bank, portfolioId: 'GROW' }))).toEqual(ASKED)
    expect(refusal(await entry({ date: day, amount: 1, bank }))).toEqual(ASKED)
    expect((await entry({ date: day, amount: 1, bank, portfolioId: 'HOLD' })).status).toBe(201)
    expect((await entry({ date: day, amount: 1, bank: other })).status).toBe(201)
    expect((await entry({ date: day, amount: 2, bank }, AGREED)).status).toBe(201)
    const marked = { lines: 1, net: 0, outside: { lines: 1, net: 2 } }
    expect((await opened(june.id)).changedSince).toMatchObject({ ...marked, open: 1 })
    expect((await opened(june.id)).glBalance).toBe(500)
    expect(await verifyBooks(api.database)).toEqual([])
    // The next sign-off ends the mark; its lists never held the line, so it did not take it in.
    await entry({ date: '2026-06-16', amount: 3, bank, portfolioId: 'GROW' }, AGREED)
    const july = await signedOff(await begun(bank, '2026-07', { portfolio: 'GROW' }), {
      externalClosing: 503,
    })
    expect((await opened(june.id)).changedSince).toMatchObject({ ...marked, lines: 2, net: 3, open: 0 })
    const listed = await api.ask(reconciliation.changes, { params: { id: june.id }, query: {} })
    expect(listed.map(({ debit, takenInto, outside }) => [debit, takenInto, outside])).toEqual([
      [2, null, true],
      [3, july.id, false],
    ])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('a trade whose settlement falls there asks, so does its deletion', async () => {
    const bank = await newBank()
    await signedOff(await begun(bank, '2026-06'), { externalClosing: 0 })
    const trade = { settlementAccount: bank, contractNumber: `S-${bank}` }
    expect(refusal(await books.buy(trade))).toEqual(ASKED)
    const made = await books.buy(trade, { query: AGREED })
    expect(made.status).toBe(201)
    const remove = (query: object) =>
      api.call<Refused>(`DELETE /transaction-entries/buy/${made.body.id}`, { query: query as never })
    expect(refusal(await remove({}))).toEqual(ASKED)
    expect((await remove(AGREED)).status).toBe(200)
    const [june] = await api.ask(reconciliation.list, { query: { settlementAccount: bank } })
    expect(june?.changedSince).toMatchObject({ lines: 2, net: 0 })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('an import of trades asks once, and marks each line', async () => {
    const bank = await newBank()
    await signedOff(await begun(bank, '2026-06'), { externalClosing: 0 })
    const row = (contractNumber: string) => ({
      side: 'buy',
      symbol: 'SAMP.N0000',
      tradeDate: '2026-06-15',
      settlementDate: '2026-06-17',
      quantity: 100,
      price: 10,
      contractNumber,
    })
    const defaults = { portfolioId: 'GROW', brokerName: 'Asia Securities (Pvt) Ltd', settlementAccount: bank }
    const submit = (query: object) =>
      api.call<Refused>('POST /trade-batches', {
        query: query as never,
        body: { source: 'import', defaults, rows: [row('I-1'), row('I-2')] },
      })
    const first = await submit({})
    expect(refusal(first), JSON.stringify(first.body)).toEqual(ASKED)
    expect((await submit(AGREED)).status).toBe(201)
    const [june] = await api.ask(reconciliation.list, { query: { settlementAccount: bank } })
    expect(june?.changedSince).toMatchObject({ lines: 2 })
  })

  test('marks the first sign-off that reaches over the day; a later sign-off takes it in, reopening gives it back', async () => {
    const bank = await newBank()
    await entry({ date: '2026-05-20', amount: 100, bank })
    const may = await signedOff(await begun(bank, '2026-05'), { externalClosing: 100 })
    await entry({ date: '2026-05-25', amount: 7, bank }, AGREED)
    const june = await signedOff(await begun(bank, '2026-06'), { externalClosing: 107 })
    expect((await opened(may.id)).changedSince).toMatchObject({ lines: 1, open: 0 })
    expect((await opened(june.id)).changedSince).toBeNull()
    expect(await api.ask(reconciliation.changes, { params: { id: may.id }, query: {} })).toMatchObject([
      { takenInto: june.id },
    ])
    await entry({ date: '2026-06-02', amount: 9, bank }, AGREED)
    expect((await opened(may.id)).changedSince).toMatchObject({ lines: 1 })
    expect((await opened(june.id)).changedSince).toMatchObject({ lines: 1, net: 9, open: 1 })
    expect(await verifyBooks(api.database)).toEqual([])
    await ask(api, reconciliation.reopen, {
      params: { id: june.id },
      body: { version: june.version, reason: 'A line came late' },
    })
    expect((await opened(june.id)).changedSince).toBeNull()
    expect((await opened(may.id)).changedSince).toMatchObject({ lines: 1, open: 1 })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('a mark that was deleted from the database is found', async () => {
    const bank = await newBank()
    await signedOff(await begun(bank, '2026-06'), { externalClosing: 0 })
    await entry({ date: '2026-06-02', amount: 9, bank }, AGREED)
    const { differences } = await reportAfter(api, 'DELETE FROM reconciliation_changes')
    expect(differences.map(({ what }) => what)).toContain('lines since the sign-off of 2026-06-02')
  })
})

test('history and events lead with what is unexplained: 0.00 where the open items account for everything', async () => {
  const bank = await newBank()
  await entry({ date: '2026-06-03', amount: 500, bank })
  const one = await begun(bank, '2026-06')
  await ask(api, reconciliation.importStatement, {
    params: { id: one.id },
    body: { lines: [{ date: '2026-06-29', debit: 40, description: 'Interest' }], closingBalance: 40 },
  })
  await signedOff(await opened(one.id))
  const [listed] = await api.ask(reconciliation.list, { query: { settlementAccount: bank } })
  // As specified (500 + 40 - 0) - 40, although everything is accounted for.
  expect(listed).toMatchObject({ unexplainedDifference: 0, netDifference: 500 })
  const { history } = await opened(one.id)
  expect(history.at(-1)).toMatchObject({ action: 'signed-off', unexplainedDifference: 0 })
})

test('a statement of which only the balance is entered has nothing unexplained where both balances agree', async () => {
  const bank = await newBank()
  await entry({ date: '2026-05-03', amount: 500, bank })
  const may = await signedOff(await begun(bank, '2026-05'), { externalClosing: 500 })
  expect(may.proof).toMatchObject({ adjustedGl: 500, adjustedExternal: 500, unexplained: 0 })
  await entry({ date: '2026-06-03', amount: 20, bank })
  const june = await begun(bank, '2026-06', { externalClosing: 519 })
  expect(june).toMatchObject({ needsExplanation: true })
  await signedOff(june, { externalClosing: 520 })
  const listed = await api.ask(reconciliation.list, { query: { settlementAccount: bank } })
  expect(listed.map(({ unexplainedDifference }) => unexplainedDifference)).toEqual([0, 0])
  // Lines to compare: the open lines of the months before were accepted with their sign-offs.
  const july = await begun(bank, '2026-07', { externalClosing: 520 })
  const { reconciliation: compared } = await ask(api, reconciliation.importStatement, {
    params: { id: july.id },
    body: {
      lines: [
        { date: '2026-07-01', debit: 1 },
        { date: '2026-07-02', credit: 1 },
      ],
    },
  })
  expect(compared).toMatchObject({
    counts: { unmatchedGl: 2, unmatchedExternal: 2 },
    proof: { adjustedExternal: 1040, acceptedBefore: -520, unexplained: 0 },
  })
  expect(await verifyBooks(api.database)).toEqual([])
})

test('where the balances differ, open lines account for it without any statement line', async () => {
  const bank = await newBank()
  await entry({ date: '2026-06-30', amount: 500, bank })
  const one = await begun(bank, '2026-06', { externalClosing: 0 })
  expect(one).toMatchObject({ needsExplanation: false, proof: { adjustedExternal: 500, unexplained: 0 } })
})

test('the bell and the lock checks show what is unexplained, changed or not covered', async () => {
  const bank = await newBank()
  await entry({ date: '2026-06-03', amount: 500, bank })
  const mine = async () =>
    (await reconciliationBreaks(api.database, TODAY)).filter((one) => one.settlementAccountId === bank)
  const uncovered = async (through: string, portfolios: readonly number[] | null = null) =>
    (await unreconciledAccounts(api.database, through, portfolios)).filter(
      (one) => one.settlementAccountId === bank,
    )
  expect(await uncovered('2026-06-30')).toMatchObject([{ reconciledThrough: null, balance: 50_000n }])
  expect(await uncovered('2026-06-02')).toEqual([])
  expect(await uncovered('2026-06-30', [1])).toEqual([])
  expect(await uncovered('2026-06-30', [0])).toHaveLength(1)
  const one = await begun(bank, '2026-06')
  expect(await mine()).toEqual([])
  await ask(api, reconciliation.importStatement, {
    params: { id: one.id },
    body: { lines: [{ date: '2026-06-03', debit: 500 }], closingBalance: 480 },
  })
  expect(await mine()).toMatchObject([{ reconciliationId: one.id, status: 'pending', unexplained: 2_000n }])
  const bell = async (id: string) => (await api.ask(notifications)).find((note) => note.id === id)
  expect(await bell('reconciliation-unexplained')).toMatchObject({
    title: expect.stringMatching(/^\d+ reconciliations? ha(s|ve) an unexplained difference$/),
    detail: expect.stringContaining('until 30 Jun 2026: LKR '),
    tab: 'Account Reconciliation',
  })
  await ask(api, reconciliation.autoMatch, { params: { id: one.id }, body: {} })
  await signedOff(await opened(one.id), { explanation: 'The bank corrects it in July.' })
  expect(await mine()).toEqual([])
  expect(await uncovered('2026-06-30')).toEqual([])
  expect(await uncovered('2026-07-10')).toMatchObject([{ reconciledThrough: '2026-06-30' }])
  await entry({ date: '2026-06-30', amount: 3, bank }, AGREED)
  expect(await mine()).toMatchObject([{ status: 'reconciled', unexplained: 0n, changedLines: 1 }])
  expect(await bell('reconciliation-changed')).toMatchObject({
    title: expect.stringMatching(/^\d+ signed-off reconciliations? ha(s|ve) changed since$/),
    tab: 'Account Reconciliation',
  })
})

test('of several pending months of one account the latest is shown, with the open lines of those before', async () => {
  const bank = await newBank()
  const breaks = async (begunBy?: string) =>
    (await reconciliationBreaks(api.database, TODAY, begunBy))
      .filter((one) => one.settlementAccountId === bank)
      .map(({ startDate, unexplained }) => [startDate, unexplained])
  for (const [period, amount, closingBalance] of [
    ['2026-04', 40, 50],
    ['2026-05', 5, 55],
    ['2026-06', 6, 62],
  ] as const) {
    const { id } = await begun(bank, period)
    const lines = [{ date: `${period}-10`, debit: amount }]
    await ask(api, reconciliation.importStatement, { params: { id }, body: { lines, closingBalance } })
  }
  await begun(bank, '2026-07')
  // April lacks 10.00, June 1.00 more.
  expect(await breaks()).toEqual([['2026-06-01', -1_100n]])
  expect(await breaks('2026-05-31')).toEqual([['2026-05-01', -1_000n]])
})
