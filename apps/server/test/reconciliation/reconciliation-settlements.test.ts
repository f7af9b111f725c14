/** A bank line matched with a settlement's line confirms it; what is confirmed by hand proposes its match. */
import { audit } from '@em/contract/audit/audit'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import { settlements } from '@em/contract/settlements/settlements'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { bankLines } from '../support/bank-lines.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { lockBooks } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ today: '2026-07-10' })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
})

const { newBank, bought, sold, begun, imported, out, opened, auto, openLedger, openExternal, standing } =
  bankLines(() => books)
const cashDays = async (id: number) =>
  (
    await api.database.query<{ day: string; net: string }>(
      `SELECT l.entry_date AS day, sum(l.debit - l.credit)::text AS net FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
        WHERE h.trade_id = $1 AND l.role = 'cash' GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1`,
      [id],
    )
  ).map(({ day, net }) => [day, Number(net)])
const refusal = ({ status, body }: { status: number; body: unknown }) => [status, (body as Refused).code]
const unmatched = (id: number, body: object) =>
  api.call<{ unmatched: number; undone: number } & Refused>(reconciliation.unmatch, {
    params: { id },
    body: { matchIds: 'all', ...body } as never,
  })
async function signedOff(id: number): Promise<ReconciliationRecord> {
  const one = await opened(id)
  const answer = await api.call<{ data: ReconciliationRecord }>(reconciliation.save, {
    body: { id, version: one.version },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

describe('a bank line matched with a settlement', () => {
  test('of the booked day confirms it with its reference; nothing is posted', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    expect((await standing(trade.id)).settlement).toMatchObject({ status: 'overdue', evidence: null })
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-17', trade.net, 'RTGS 4411')], { closingBalance: -trade.net })
    expect(await auto(one.id)).toMatchObject({ matched: 1, confirmed: 1, left: 0 })
    const { settlement, history } = await standing(trade.id)
    expect(settlement).toMatchObject({
      status: 'settled',
      paid_on: '2026-06-17',
      reference: 'RTGS 4411',
      evidence: 'bank line',
    })
    expect(history).toMatchObject([
      {
        kind: 'settled',
        bank_date: '2026-06-17',
        evidence: 'bank line',
        reconciliation: one.id,
        entries: [],
      },
    ])
    const [match] = await api.ask(reconciliation.matches, { params: { id: one.id }, query: {} })
    expect(match).toMatchObject({ confirmed: 1 })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('of another day reverses and posts anew, and the match is on the current line', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-19', trade.net)], { closingBalance: -trade.net })
    expect(await auto(one.id)).toMatchObject({ matched: 1, confirmed: 1 })
    expect(await cashDays(trade.id)).toEqual([['2026-06-19', -trade.net]])
    expect(await openLedger(one.id)).toEqual([])
    const [match] = await api.ask(reconciliation.matches, { params: { id: one.id }, query: {} })
    expect(match?.difference).toBe(0)
    expect(match?.glTransactions.map(({ date, debit, credit }) => [date, debit - credit])).toEqual([
      ['2026-06-17', -trade.net],
      ['2026-06-17', trade.net],
      ['2026-06-19', -trade.net],
    ])
    expect((await opened(one.id)).proof.unexplained).toBe(0)
    expect((await standing(trade.id)).history).toMatchObject([
      { date: '2026-06-19', bank_date: '2026-06-19' },
    ])
    expect(await verifyBooks(api.database)).toEqual([])
    expect((await signedOff(one.id)).proof.unexplained).toBe(0)
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('of a smaller amount settles in part: the rest stays expected', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-17', 400_000)], { closingBalance: -400_000 })
    const [[ours], [theirs]] = await Promise.all([openLedger(one.id), openExternal(one.id)])
    const sent = { ledger: [ours?.id], external: [theirs?.id] }
    const match = (more: object) =>
      api.call<{ match: { difference: number }; confirmed: number } & Refused>(reconciliation.match, {
        params: { id: one.id },
        body: { ...sent, ...more },
      })
    expect(refusal(await match({}))).toEqual([422, 'reconciliation.sums-differ'])
    const { body } = await match({ explanation: 'Paid in two parts' })
    expect(body).toMatchObject({ confirmed: 1, match: { difference: 0 } })
    expect((await standing(trade.id)).settlement).toMatchObject({
      paid: 400_000,
      outstanding: Math.round((trade.net - 400_000) * 100) / 100,
      is_part: true,
    })
    expect((await opened(one.id)).proof.unexplained).toBe(0)
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('over a month end that is signed off: the ledger day stays, and the bank’s is recorded with it', async () => {
    const bank = await newBank()
    const trade = await bought(bank, { tradeDate: '2026-06-26', settlementDate: '2026-06-30' })
    const june = await begun(bank)
    await imported(june.id, [{ date: '2026-06-29', debit: 1 }], { closingBalance: 1 })
    await signedOff(june.id)
    const before = await opened(june.id)
    const july = await begun(bank, '2026-07')
    await imported(july.id, [out('2026-07-01', trade.net, 'RTGS 1')], { closingBalance: 1 - trade.net })
    expect(await auto(july.id)).toMatchObject({ matched: 1, confirmed: 1 })
    expect(await opened(june.id)).toEqual(before)
    expect(await cashDays(trade.id)).toEqual([['2026-06-30', -trade.net]])
    expect((await standing(trade.id)).history).toMatchObject([
      { date: '2026-06-30', bank_date: '2026-07-01', entries: [] },
    ])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('the booked day stays where the period is locked', async () => {
    const bank = await newBank()
    const trade = await bought(bank, { tradeDate: '2026-05-12', settlementDate: '2026-05-14' })
    const one = await begun(bank, '2026-05')
    await imported(one.id, [out('2026-05-15', trade.net)])
    const { body: entities } = await api.call<{ id: number; name: string }[]>('GET /entities')
    const fund = entities.find(({ name }) => name === 'Test Fund')
    const lock = (through: string | null) => lockBooks(api, fund?.id, through, 'Test')
    expect((await lock('2026-05-31')).status).toBe(201)
    expect(await auto(one.id)).toMatchObject({ matched: 1, confirmed: 1 })
    expect((await lock(null)).status).toBe(201)
    expect(await cashDays(trade.id)).toEqual([['2026-05-14', -trade.net]])
    expect((await standing(trade.id)).history).toMatchObject([
      { date: '2026-05-14', bank_date: '2026-05-15' },
    ])
  })

  test('a pair whose bank day lies before the trade is none; by hand it is refused', async () => {
    const bank = await newBank()
    const trade = await bought(bank, { settlementDate: '2026-06-16' })
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-14', trade.net)])
    expect(await auto(one.id)).toMatchObject({ matched: 0, confirmed: 0 })
    const [[ours], [theirs]] = await Promise.all([openLedger(one.id), openExternal(one.id)])
    const answer = await api.call<Refused>(reconciliation.match, {
      params: { id: one.id },
      body: { ledger: [ours?.id], external: [theirs?.id] } as never,
    })
    expect(refusal(answer)).toEqual([422, 'settlement.before-trade'])
    expect((await standing(trade.id)).settlement.status).toBe('overdue')
  })

  test('one payment for buys and sells of a broker’s day is proposed, and accepting it confirms them all', async () => {
    const bank = await newBank()
    const day = { tradeDate: '2026-06-22', settlementDate: '2026-06-24' }
    // A broker that is not in the register is identified by its name.
    const broker = { brokerName: 'Unregistered Brokers' }
    const buy = await bought(bank, { ...day, ...broker, quantity: 1_000 })
    const sale = await sold(bank, { ...day, ...broker, quantity: 4_000 })
    await bought(bank, { ...day, quantity: 500 })
    const net = Math.round((sale.net - buy.net) * 100) / 100
    const one = await begun(bank)
    await imported(one.id, [{ date: '2026-06-25', debit: net, reference: 'NET 24' }], { closingBalance: net })
    expect(await auto(one.id)).toMatchObject({ matched: 0, proposed: 1 })
    const [proposal] = await api.ask(reconciliation.proposals, { params: { id: one.id } })
    expect(proposal?.reason).toMatch(
      /^2 settlements of one broker on 24 Jun 2026 add up to the statement line of/,
    )
    const done = await ask(api, reconciliation.decideProposals, {
      params: { id: one.id },
      body: { accept: [proposal?.id] },
    })
    expect(done).toMatchObject({ accepted: 1, confirmed: 2, reconciliation: { counts: { unmatchedGl: 1 } } })
    for (const { id } of [buy, sale]) {
      expect((await standing(id)).settlement).toMatchObject({
        status: 'settled',
        paid_on: '2026-06-25',
        reference: 'NET 24',
        evidence: 'bank line',
      })
    }
    expect((await opened(one.id)).proof.unexplained).toBe(0)
    expect(await verifyBooks(api.database)).toEqual([])
  })
})

test('the audit trail of a reconciliation shows imports, matches, entries and unmatching with their counts, page by page', async () => {
  const bank = await newBank()
  const trade = await bought(bank)
  const one = await begun(bank)
  await imported(one.id, [out('2026-06-17', trade.net), out('2026-06-18', 12, 'Fee')])
  await auto(one.id)
  const [fee] = await openExternal(one.id)
  await ask(api, reconciliation.createEntry, {
    params: { id: one.id, lineId: fee?.id ?? 0 },
    body: { accountCode: '6300' },
  })
  await unmatched(one.id, { confirmations: 'undo' })
  const page = (more: object) =>
    ask(api, audit.list, { query: { entity: 'reconciliation', record: String(one.id), ...more } })
  const rows = await page({})
  const shown = rows.map(({ action, changes }) => [
    action,
    ...changes.filter(({ after }) => after !== '0').map(({ label, after }) => `${label} ${after}`),
  ])
  expect(shown).toEqual([
    ['Unmatched', 'Matches unmatched 2', 'Settlements reopened 1'],
    ['Entry recorded', expect.stringMatching(/^Journal entry \d+$/)],
    ['Auto-matched', 'Pairs matched 1', 'Settlements confirmed 1'],
    ['Statement imported', 'Lines imported 2'],
    [
      'Created',
      'Account 1010 Cash at Bank',
      'From 01 Jun 2026',
      'Statement date 30 Jun 2026',
      'Ledger opening balance 0.00',
      'Ledger balance −1,011,200.00',
      'Statement opening balance 0.00',
      'Status Pending',
    ],
  ])
  expect((await page({ limit: 2 })).map(({ id }) => id)).toEqual(rows.slice(0, 2).map(({ id }) => id))
})

describe('taking apart', () => {
  test('a match keeps the confirmation unless it is to be undone, which reopens the settlement', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-18', trade.net)])
    await auto(one.id)
    expect((await unmatched(one.id, {})).body).toMatchObject({ unmatched: 1, undone: 0 })
    expect((await standing(trade.id)).settlement.status).toBe('settled')
    expect(await auto(one.id)).toMatchObject({ matched: 1, confirmed: 0 })
    expect((await standing(trade.id)).history).toHaveLength(1)
    const [match] = await api.ask(reconciliation.matches, { params: { id: one.id }, query: {} })
    expect(match?.confirmed).toBe(1)
    expect((await unmatched(one.id, { confirmations: 'undo' })).body).toMatchObject({
      unmatched: 1,
      undone: 1,
      assumed: 0,
    })
    const { settlement, history } = await standing(trade.id)
    expect(settlement).toMatchObject({ status: 'overdue', due_date: '2026-06-17', evidence: null })
    expect(history.map(({ kind }) => kind)).toEqual(['settled', 'reopened'])
    expect(await cashDays(trade.id)).toEqual([['2026-06-17', -trade.net]])
    expect(await verifyBooks(api.database)).toEqual([])
    expect(await auto(one.id)).toMatchObject({ confirmed: 1 })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('a settlement reopened on an account that settles automatically is said to count as settled at once', async () => {
    const bank = await newBank('automatic')
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-17', trade.net)])
    await auto(one.id)
    expect((await standing(trade.id)).settlement.status).toBe('settled')
    expect((await unmatched(one.id, { confirmations: 'undo' })).body).toMatchObject({ undone: 1, assumed: 1 })
    expect((await standing(trade.id)).settlement.status).toBe('assumed')
  })

  test('a payment in several parts is not undone by one of its matches', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    await ask(api, settlements.confirm, {
      body: { items: [{ tradeId: trade.id, date: '2026-06-17', amount: 400_000, nextDate: '2026-07-10' }] },
    })
    const one = await begun(bank, '2026-07')
    const rest = Math.round((trade.net - 400_000) * 100) / 100
    await imported(one.id, [out('2026-07-10', rest)])
    expect(await auto(one.id)).toMatchObject({ confirmed: 1 })
    expect(refusal(await unmatched(one.id, { confirmations: 'undo' }))).toEqual([
      422,
      'settlement.paid-in-parts',
    ])
    expect((await unmatched(one.id, {})).status).toBe(200)
  })

  test('a confirmation asks about its match', async () => {
    const bank = await newBank()
    const [moved, stayed] = [await bought(bank), await bought(bank, { quantity: 50_000 })]
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-18', moved.net), out('2026-06-17', stayed.net)])
    expect(await auto(one.id)).toMatchObject({ matched: 2, confirmed: 2 })
    const reopen = (id: number, matches?: string) =>
      api.call<Refused>(settlements.reopen, { body: { items: [{ tradeId: id }], matches } as never })
    const asked = await reopen(moved.id)
    expect(refusal(asked)).toEqual([409, 'settlement.matched'])
    expect(asked.body.message).toContain(moved.deal)
    expect(refusal(await reopen(moved.id, 'keep'))).toEqual([422, 'settlement.match-cannot-stay'])
    expect((await reopen(moved.id, 'unmatch')).status).toBe(201)
    expect((await reopen(stayed.id, 'keep')).status).toBe(201)
    expect((await opened(one.id)).counts.matched).toBe(1)
    expect((await standing(moved.id)).settlement).toMatchObject({ status: 'overdue', evidence: null })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('a signed-off match is not taken apart by a reopening', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-17', trade.net)], { closingBalance: -trade.net })
    await auto(one.id)
    await signedOff(one.id)
    const answer = await api.call<Refused>(settlements.reopen, {
      body: { items: [{ tradeId: trade.id }], matches: 'unmatch' } as never,
    })
    expect(refusal(answer)).toEqual([409, 'reconciliation.closed'])
  })
})

describe('a confirmation by hand', () => {
  test('proposes the bank line of its amount and near day, once, and does not force it', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [
      out('2026-06-14', trade.net),
      out('2026-06-22', trade.net),
      out('2026-06-21', trade.net - 1),
    ])
    const confirm = () =>
      ask(api, settlements.confirm, {
        body: { items: [{ tradeId: trade.id, date: '2026-06-18', reference: 'T1' }] },
      })
    await confirm()
    expect(await api.ask(reconciliation.proposals, { params: { id: one.id } })).toEqual([])
    await ask(api, settlements.reopen, { body: { items: [{ tradeId: trade.id }] } })
    await imported(one.id, [out('2026-06-19', trade.net)])
    await confirm()
    const [proposal, second] = await api.ask(reconciliation.proposals, { params: { id: one.id } })
    expect(second).toBeUndefined()
    expect(proposal).toMatchObject({
      reason: `${trade.deal} was confirmed with this amount.`,
      glTransactions: [{ date: '2026-06-18' }],
      externalTransactions: [{ date: '2026-06-19' }],
    })
    expect((await standing(trade.id)).settlement.evidence).toBe('reference')
    const done = await ask(api, reconciliation.decideProposals, {
      params: { id: one.id },
      body: { accept: [proposal?.id] },
    })
    expect(done).toMatchObject({ accepted: 1, confirmed: 0 })
    expect((await standing(trade.id)).settlement).toMatchObject({
      evidence: 'bank line',
      paid_on: '2026-06-18',
    })
    expect((await standing(trade.id)).history.at(-1)).toMatchObject({ evidence: 'reference' })
    expect(await verifyBooks(api.database)).toEqual([])
  })
})
