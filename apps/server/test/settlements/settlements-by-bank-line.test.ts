/** Which bank lines confirm which settlements: Confirm All Due by bank lines, and what an amount that does not fit confirms. */
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { asOwner } from '../support/as-owner.ts'
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

const { newBank, bought, begun, imported, out, opened, auto, openLedger, openExternal, standing } = bankLines(
  () => books,
)
const refusal = ({ status, body }: { status: number; body: unknown }) => [status, (body as Refused).code]

describe('Confirm All Due', () => {
  const due = (bank: number, more: object) =>
    api.call<
      {
        count: number
        remaining: number
        withoutLine: number
        withoutEntry: number
        pay: { amount: number }
      } & Refused
    >(settlements.confirmDue, {
      body: { upTo: '2026-07-10', portfolioId: 'all', account: String(bank), ...more } as never,
    })
  /** Remainders due of all bank accounts but one, which are not asked about with it. */
  const other = async (bank: number) =>
    (await due(bank + 100_000, { evidence: 'bank line' })).body.withoutEntry
  const evidence = async (bank: number) =>
    (
      await api.call<SettlementRow[]>(settlements.list, {
        query: { status: 'settled', account: String(bank) },
      })
    ).body.map((row) => row.evidence)

  test('names its evidence: none, a reference, which must be typed', async () => {
    const bank = await newBank()
    await bought(bank)
    expect(refusal(await due(bank, { evidence: 'reference' }))).toEqual([400, 'request.invalid'])
    expect(refusal(await due(bank, { evidence: 'none', reference: 'X' }))).toEqual([400, 'request.invalid'])
    expect((await due(bank, { evidence: 'none' })).body).toMatchObject({ count: 1, withoutLine: 0 })
    expect(await evidence(bank)).toEqual(['none'])
    await bought(bank, { quantity: 50_000 })
    expect((await due(bank, { reference: 'Batch 7' })).body.count).toBe(1)
    expect((await evidence(bank)).toSorted()).toEqual(['none', 'reference'])
  })

  test('by bank lines confirms those whose line is there, and matches them', async () => {
    const bank = await newBank()
    const trades = [
      await bought(bank),
      await bought(bank, { quantity: 50_000 }),
      await bought(bank, { quantity: 70_000 }),
    ]
    const [first, second] = trades as [(typeof trades)[0], (typeof trades)[0]]
    const one = await begun(bank)
    await imported(one.id, [
      out('2026-06-18', first.net, 'R1'),
      out('2026-06-17', second.net, 'R2'),
      out('2026-06-17', 5),
    ])
    const { body } = await due(bank, { evidence: 'bank line' })
    expect(body).toMatchObject({
      count: 2,
      remaining: 0,
      withoutLine: 1,
      pay: { amount: Math.round((first.net + second.net) * 100) / 100 },
    })
    expect(await evidence(bank)).toEqual(['bank line', 'bank line'])
    expect((await standing(first.id)).settlement).toMatchObject({ paid_on: '2026-06-18', reference: 'R1' })
    expect((await opened(one.id)).counts).toMatchObject({ matched: 2, unmatchedGl: 1, unmatchedExternal: 1 })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('by bank lines says which are remainders that have no entry to match; confirmed, their match is proposed', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-17', trade.net)])
    await auto(one.id)
    await api.call(`PUT /transaction-entries/buy/${trade.id}`, {
      body: { ...books.usual, settlementAccount: bank, contractNumber: 'Dearer', price: 11 },
    })
    const { settlement } = await standing(trade.id)
    await imported(one.id, [{ ...out('2026-06-19', settlement.outstanding), debit: undefined }])
    expect(settlement).toMatchObject({ is_booked: false, paid: trade.net })
    expect((await due(bank, { evidence: 'bank line' })).body).toMatchObject({
      count: 0,
      withoutLine: 1,
      withoutEntry: 1,
    })
    expect(await other(bank)).toBe(0)
    await ask(api, settlements.confirm, { body: { items: [{ tradeId: trade.id, date: '2026-06-19' }] } })
    expect(await api.ask(reconciliation.proposals, { params: { id: one.id } })).toMatchObject([
      { reason: `${trade.deal} was confirmed with this amount.` },
    ])
  })

  test('by bank lines skips the entry that a correction reversed, and confirms the current one', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const { status } = await api.call(`PUT /transaction-entries/buy/${trade.id}`, {
      body: { ...books.usual, settlementAccount: bank, contractNumber: 'Corrected' },
    })
    expect(status).toBe(200)
    const { settlement } = await standing(trade.id)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-17', settlement.net_value, 'R9')])
    expect((await due(bank, { evidence: 'bank line' })).body).toMatchObject({ count: 1, withoutLine: 0 })
    expect((await standing(trade.id)).settlement).toMatchObject({ status: 'settled', reference: 'R9' })
    expect((await opened(one.id)).counts).toMatchObject({ matched: 1, unmatchedExternal: 0 })
    expect(await verifyBooks(api.database)).toEqual([])
  })
})

describe('an entry that a correction reversed', () => {
  test('pairs with no bank line, also where its reversal lies beyond the days of the reconciliation', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-17', trade.net, 'Dead')])
    // June is locked: what takes the entry back is dated in July.
    const { body: entities } = await api.call<{ id: number; name: string }[]>('GET /entities')
    const fund = entities.find(({ name }) => name === 'Test Fund')
    const lock = (through: string | null) => lockBooks(api, fund?.id, through, 'Test')
    expect((await lock('2026-06-30')).status).toBe(201)
    const { status } = await api.call(`PUT /transaction-entries/buy/${trade.id}`, {
      query: { openPeriod: '1' },
      body: { ...books.usual, settlementAccount: bank, contractNumber: 'Corrected in July' },
    })
    expect(status).toBe(200)
    expect((await lock(null)).status).toBe(201)
    expect((await openLedger(one.id)).map(({ credit }) => credit)).toContain(trade.net)
    expect(await auto(one.id)).toMatchObject({ matched: 0, proposed: 0, confirmed: 0 })
  })

  test('is in no proposal any more that was made before', async () => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [out('2026-06-25', trade.net, 'Late')])
    expect(await auto(one.id)).toMatchObject({ matched: 0, proposed: 1 })
    const [proposal] = await api.ask(reconciliation.proposals, { params: { id: one.id } })
    await api.call(`PUT /transaction-entries/buy/${trade.id}`, {
      body: { ...books.usual, settlementAccount: bank, contractNumber: 'Corrected late' },
    })
    expect(await api.ask(reconciliation.proposals, { params: { id: one.id } })).toEqual([])
    expect((await opened(one.id)).counts.proposals).toBe(0)
    const accepted = await api.call<Refused>(reconciliation.decideProposals, {
      params: { id: one.id },
      body: { accept: [proposal?.id] } as never,
    })
    expect(refusal(accepted)).toEqual([404, 'record.missing'])
  })
})

test('by bank lines the latest of many pending reconciliations is reached', async () => {
  const bank = await newBank()
  const trade = await bought(bank)
  const one = await begun(bank)
  await imported(one.id, [out('2026-06-17', trade.net, 'Late')])
  // The reconciliations of five years before it are pending, each with a line that matches nothing.
  await asOwner(
    api,
    `WITH r AS (INSERT INTO reconciliations (account_id, settlement_account_id, portfolio_id, start_date, end_date, reference_type, created_by)
        SELECT account_id, settlement_account_id, portfolio_id, m::date, (m + interval '1 month - 1 day')::date, reference_type, created_by
          FROM reconciliations, generate_series(timestamp '2021-01-01', '2026-02-01', '1 month') m WHERE id = ${one.id}
        RETURNING id, start_date, end_date, created_by),
     s AS (INSERT INTO reconciliation_statements (reconciliation_id, format, from_date, to_date, lines, imported_by)
        SELECT id, 'csv', start_date, end_date, 1, created_by FROM r RETURNING id, reconciliation_id, from_date)
     INSERT INTO statement_lines (reconciliation_id, statement_id, line_date, debit, credit, fingerprint)
        SELECT reconciliation_id, id, from_date, 0, 7, 'line ' || id FROM s`,
  )
  const { body } = await api.call<{ count: number; withoutLine: number }>(settlements.confirmDue, {
    body: { upTo: '2026-07-10', portfolioId: 'all', account: String(bank), evidence: 'bank line' } as never,
  })
  expect(body).toMatchObject({ count: 1, withoutLine: 0 })
  expect((await standing(trade.id)).settlement).toMatchObject({ status: 'settled', reference: 'Late' })
  expect((await opened(one.id)).version).toBeGreaterThan(one.version)
})

describe('a bank line of money that went the other way', () => {
  test.each([
    ['explained', { explanation: 'The bank paid it back by mistake' }],
    ['posted', { adjustment: { accountCode: '3000' } }],
  ])('is matched, and confirms nothing, where the difference is %s', async (_, more) => {
    const bank = await newBank()
    const trade = await bought(bank)
    const one = await begun(bank)
    await imported(one.id, [{ date: '2026-06-17', debit: trade.net }])
    const [[ours], [theirs]] = await Promise.all([openLedger(one.id), openExternal(one.id)])
    const { status, body } = await api.call<{ confirmed: number }>(reconciliation.match, {
      params: { id: one.id },
      body: { ledger: [ours?.id], external: [theirs?.id], ...more } as never,
    })
    expect([status, body.confirmed]).toEqual([201, 0])
    expect((await standing(trade.id)).settlement).toMatchObject({ status: 'overdue', paid: 0 })
    expect((await opened(one.id)).counts.matched).toBe(1)
    expect(await verifyBooks(api.database)).toEqual([])
  })
})

test('a settlement that an earlier version matched is confirmed by a correction only where the bank paid all of it', async () => {
  const bank = await newBank()
  const trades = [await bought(bank), await bought(bank), await bought(bank, { quantity: 50_000 })] as const
  const one = await begun(bank)
  await imported(one.id, [
    out('2026-06-17', 600_000),
    { date: '2026-06-17', debit: 5 },
    out('2026-06-17', trades[2].net),
  ])
  const [ours, theirs] = await Promise.all([openLedger(one.id), openExternal(one.id)])
  // As the earlier version stored matches: each line with its own, whatever the amounts.
  for (const [index, { net }] of trades.entries()) {
    await asOwner(
      api,
      `WITH m AS (INSERT INTO reconciliation_matches (reconciliation_id, match_type, difference, explanation, matched_by)
          SELECT ${one.id}, 'manual', ${-net} - debit + credit, 'Explained', created_by
            FROM statement_lines, reconciliations r WHERE statement_lines.id = ${theirs[index]?.id} AND r.id = ${one.id} RETURNING id),
       l AS (INSERT INTO matched_ledger_lines (entry_id, line_no, match_id, reconciliation_id)
          SELECT ${ours[index]?.id.replace('-', ', ')}, id, ${one.id} FROM m)
       INSERT INTO matched_statement_lines (statement_line_id, match_id, reconciliation_id)
          SELECT ${theirs[index]?.id}, id, ${one.id} FROM m`,
    )
  }
  const states = async () => Promise.all(trades.map(async ({ id }) => (await standing(id)).settlement.status))
  for (const { id } of trades) {
    const { status } = await api.call(`PUT /transaction-entries/buy/${id}`, {
      body: { ...books.usual, settlementAccount: bank, contractNumber: `Corrected ${id}`, quantity: 70_000 },
    })
    expect(status).toBe(200)
  }
  expect(await states()).toEqual(['overdue', 'overdue', 'overdue'])
  const paid = await Promise.all(trades.map(async ({ id }) => (await standing(id)).settlement.paid))
  expect(paid).toEqual([0, 0, trades[2].net])
})
