import { attachments } from '@em/contract/attachments/attachments'
import { journal } from '@em/contract/journal/journal'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import { settlements } from '@em/contract/settlements/settlements'
import { isBankCharge } from '@em/core/reconciliation/bank-charges'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  findReconciliation,
  openLinesSource,
} from '../../src/features/reconciliation/lines/reconciliations.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Answer, type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { lockBooks } from '../support/own-entity.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
let books: Books

beforeAll(async () => {
  api = await startApi({ today: '2026-07-10' })
  books = await startBooks(api)
})

/** An entry on the bank account: above zero is money in, also into days that were signed off. Answers its line's id. */
async function booked(date: string, amount: number, more: Record<string, unknown> = {}, bank = books.bank) {
  const [debit, credit] = amount > 0 ? [amount, undefined] : [undefined, -amount]
  const { data } = await ask(api, journal.create, {
    query: { changeReconciled: '1' },
    body: {
      date,
      description: 'Booked',
      ...more,
      lines: [
        { account_code: '1010', debit, credit, settlementAccount: bank },
        { account_code: '3000', debit: credit, credit: debit },
      ],
    },
  })
  return `${(data as { id: number }).id}-1`
}
const line = (date: string, amount: number, more: Record<string, unknown> = {}) => ({
  date,
  ...(amount > 0 ? { debit: amount } : { credit: -amount }),
  ...more,
})
let banks = 0
/** A bank account of its own for each test, so that none sees the lines of another. */
async function newBank(): Promise<number> {
  banks += 1
  const answer = await api.call<{ id: number }>('POST /accounts', {
    body: {
      payment_method: 'Bank Transfer',
      account_number: `81${banks}`,
      account_name: `Bank ${banks}`,
      bank_name: 'People’s Bank',
      branch_name: 'Fort',
    },
  })
  return answer.body.id
}
async function begun(bank: number, more: Record<string, unknown> = {}): Promise<ReconciliationRecord> {
  const { reconciliation: one } = await api.ask(reconciliation.create, {
    body: { accountCode: '1010', settlementAccount: bank, period: '2026-06', ...more },
  })
  return one
}
const imported = (id: number, lines: object[], more: Record<string, unknown> = {}) =>
  ask(api, reconciliation.importStatement, { params: { id }, body: { lines, ...more } })
const opened = (id: number) => api.ask(reconciliation.get, { params: { id } })
const saved = (one: { id: number; version: number }, more: Record<string, unknown> = {}) =>
  api.call<{ data: ReconciliationRecord; message: string } & Refused>(reconciliation.save, {
    body: { id: one.id, version: one.version, ...more },
  })
const refusal = (answer: Answer<unknown>) => {
  const body = answer.body as Refused
  return [answer.status, body.code]
}

describe('a month of a bank account', () => {
  test('is imported, matched, completed, signed off and printed again', async () => {
    const bank = await newBank()
    await booked('2026-05-20', 1_000, {}, bank)
    const deposit = await booked('2026-06-03', 500, { reference: 'D-1' }, bank)
    const cheque = await booked('2026-06-25', -200, { reference: 'CHQ 17' }, bank)
    const one = await begun(bank, { externalOpening: 1_000 })
    expect(one).toMatchObject({
      status: 'pending',
      period: '2026-06',
      startDate: '2026-06-01',
      endDate: '2026-06-30',
      coveredUntil: '2026-06-30',
      referenceType: 'bank',
      glOpening: 1_000,
      glBalance: 1_300,
      counts: { unmatchedGl: 2, unmatchedExternal: 0, matched: 0 },
      canSave: false,
    })
    const done = await imported(
      one.id,
      [
        line('2026-06-05', 500, { description: 'Deposit', bankId: 'B1' }),
        line('2026-06-30', -15.5, { description: 'Monthly FEE', bankId: 'B2' }),
        line('2026-06-30', 40, { description: 'Interest', bankId: 'B3' }),
      ],
      { openingBalance: 1_000, closingBalance: 1_524.5, format: 'csv', fileName: 'june.csv' },
    )
    expect(done).toMatchObject({ imported: 3, held: 0, warnings: [] })
    expect(done.reconciliation).toMatchObject({ externalOpening: 1_000, externalBalance: 1_524.5 })

    const matched = await api.ask(reconciliation.autoMatch, { params: { id: one.id }, body: {} })
    expect(matched).toMatchObject({ matched: 1, proposed: 0 })
    // As specified: (1300 + 40 - 200) - 1524.50.
    expect(matched.reconciliation.differences).toEqual({
      unrecordedDeposits: 40,
      outstandingCheques: 200,
      bankCharges: 15.5,
      otherDiscrepancies: 0,
      netDifference: -384.5,
    })
    // And as an accountant adds it up: 1300 + 40 - 15.50 = 1524.50 - 200.
    expect(matched.reconciliation.proof).toMatchObject({
      adjustedGl: 1_324.5,
      adjustedExternal: 1_324.5,
      unexplained: 0,
    })
    const [match] = await api.ask(reconciliation.matches, { params: { id: one.id }, query: {} })
    expect(match).toMatchObject({
      matchType: 'auto',
      difference: 0,
      glTransaction: { id: deposit },
      externalTransaction: { bankId: 'B1', state: 'matched' },
    })

    const open = await api.ask(reconciliation.external, { params: { id: one.id }, query: {} })
    const fee = open.find((other) => other.bankId === 'B2')
    const entry = await ask(api, reconciliation.createEntry, {
      params: { id: one.id, lineId: fee?.id },
      body: { accountCode: '6300' },
    })
    expect(entry.lines).toEqual([
      { account_code: '1010', account_name: expect.any(String), debit: 0, credit: 15.5 },
      { account_code: '6300', account_name: expect.any(String), debit: 15.5, credit: 0 },
    ])
    expect(entry.reconciliation).toMatchObject({
      glBalance: 1_284.5,
      counts: { unmatchedExternal: 1, matched: 2 },
    })

    const answer = await saved(await opened(one.id))
    expect(answer.body.message).toBe('Reconciliation saved successfully!')
    expect(answer.body.data).toMatchObject({
      status: 'reconciled',
      reconciledBy: 'Nimal Perera',
      glBalance: 1_284.5,
    })
    const again = await opened(one.id)
    expect(again).toMatchObject({ status: 'reconciled', counts: { unmatchedGl: 1, unmatchedExternal: 1 } })
    expect(again.history.map((event) => event.action)).toEqual(['created', 'signed-off'])
    expect(await api.ask(reconciliation.ledger, { params: { id: one.id }, query: {} })).toMatchObject([
      { id: cheque, reference: 'CHQ 17', carried: false },
    ])

    // Open lines are carried into the next month.
    const next = await begun(bank, { period: '2026-07' })
    expect(next.counts).toMatchObject({ unmatchedGl: 1, unmatchedExternal: 1 })
    await imported(next.id, [line('2026-07-02', -200, { reference: 'CHQ 17' })], {
      openingBalance: 1_524.5,
      closingBalance: 1_324.5,
    })
    const late = await api.ask(reconciliation.autoMatch, { params: { id: next.id }, body: {} })
    expect(late).toMatchObject({ matched: 0, proposed: 1 })
    const [proposal] = await api.ask(reconciliation.proposals, { params: { id: next.id } })
    expect(proposal).toMatchObject({
      glTransactions: [{ id: cheque, carried: true }],
      reason: expect.stringContaining('200.00'),
    })
    const accepted = await ask(api, reconciliation.decideProposals, {
      params: { id: next.id },
      body: { accept: [proposal?.id] },
    })
    expect(accepted.reconciliation).toMatchObject({
      counts: { matched: 1, unmatchedGl: 0, unmatchedExternal: 1 },
      proof: { unexplained: 0 },
    })
    expect((await saved(accepted.reconciliation)).body.data.status).toBe('reconciled')
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('the specification’s own call lists lines and balances', async () => {
    const bank = await newBank()
    await booked('2026-05-20', 1_000, {}, bank)
    await booked('2026-06-20', -100, {}, bank)
    const answer = await api.call(
      `GET /account-reconciliation/transactions?accountCode=1010&startDate=2026-06-01&endDate=2026-06-30&settlementAccount=${bank}&_ts=1`,
    )
    expect(answer.body).toMatchObject({
      transactions: [{ date: '2026-06-20', debit: 0, credit: 100 }],
      openingBalance: 1_000,
      closingBalance: 900,
    })
    expect(answer.headers['x-total-count']).toBe('1')
  })

  test('the specification’s own save makes the reconciliation that is not there yet', async () => {
    const bank = await newBank()
    await booked('2026-06-20', 100, {}, bank)
    const body = {
      accountCode: '1010',
      settlementAccount: bank,
      startDate: '2026-06-01',
      endDate: '2026-06-30',
      referenceType: 'bank',
      referenceNumber: 'ST-6',
      glBalance: 999,
      externalBalance: 100,
      matchedTransactions: [],
    }
    const answer = await api.call<{ data: ReconciliationRecord }>(reconciliation.save, { body })
    expect(answer.body.data).toMatchObject({ status: 'reconciled', glBalance: 100, externalBalance: 100 })
    expect(refusal(await api.call(reconciliation.save, { body }))).toEqual([409, 'reconciliation.closed'])
  })
})

describe('sign-off', () => {
  test('asks for the balance, for decisions, and for a reason where a difference is left', async () => {
    const bank = await newBank()
    await booked('2026-06-20', 100, {}, bank)
    let one = await begun(bank)
    expect(refusal(await saved(one))).toEqual([422, 'reconciliation.no-balance'])
    const twice = await imported(one.id, [
      line('2026-06-20', 90, { bankId: 'X' }),
      line('2026-06-21', 5, { bankId: 'X' }),
    ])
    expect(twice.held).toBe(1)
    one = twice.reconciliation
    expect(refusal(await saved(one, { externalClosing: 95 }))).toEqual([409, 'reconciliation.undecided'])
    await ask(api, reconciliation.decideLines, {
      params: { id: one.id },
      body: { lineIds: 'held', decision: 'skip' },
    })
    one = await opened(one.id)
    const left = await saved(one, { externalClosing: 95 })
    expect(refusal(left)).toEqual([422, 'reconciliation.difference'])
    expect(left.body.message).toContain('5.00')
    const done = await saved(one, { externalClosing: 95, explanation: 'The bank corrects it in July.' })
    expect(done.body.data).toMatchObject({
      status: 'reconciled',
      explanation: 'The bank corrects it in July.',
    })
    const next = await begun(bank, { period: '2026-07', externalClosing: 95 })
    expect(next.proof).toMatchObject({ acceptedBefore: -5, unexplained: 0 })
  })

  test('goes in the order of the months, and is undone from the last on, with a reason', async () => {
    const bank = await newBank()
    await booked('2026-05-20', 100, {}, bank)
    const may = await begun(bank, { period: '2026-05', externalClosing: 100 })
    const june = await begun(bank, { externalClosing: 100 })
    expect(june.blockers).toEqual(['The reconciliation until 31 May 2026 is not signed off yet.'])
    expect(refusal(await saved(june))).toEqual([409, 'reconciliation.earlier'])
    expect((await saved(may)).status).toBe(200)
    expect((await saved(june)).status).toBe(200)
    const reopen = (one: { id: number; version: number }, reason = 'A cheque was overlooked') =>
      api.call(reconciliation.reopen, {
        params: { id: one.id },
        body: { version: one.version, reason },
      })
    expect(refusal(await reopen(await opened(may.id)))).toEqual([409, 'reconciliation.later'])
    expect(refusal(await reopen(await opened(june.id), ' '))).toEqual([400, 'request.invalid'])
    expect((await reopen(await opened(june.id))).status).toBe(200)
    const back = await opened(june.id)
    expect(back).toMatchObject({ status: 'pending', reconciledAt: null })
    expect(back.history.map((event) => [event.action, event.reason])).toEqual([
      ['created', null],
      ['signed-off', null],
      ['reopened', 'A cheque was overlooked'],
    ])
    expect(refusal(await api.call(reconciliation.remove, { params: { id: june.id } }))).toEqual([
      409,
      'reconciliation.kept',
    ])
    expect((await saved(back)).status).toBe(200)
    expect(
      refusal(
        await api.call(reconciliation.create, {
          body: { accountCode: '1010', settlementAccount: bank, period: '2026-04' },
        }),
      ),
    ).toEqual([409, 'reconciliation.later'])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('is not deleted while a later one has matched its lines', async () => {
    const bank = await newBank()
    const may = await begun(bank, { period: '2026-05' })
    await imported(may.id, [line('2026-05-20', 70)])
    const june = await begun(bank)
    const [carried] = await api.ask(reconciliation.external, { params: { id: june.id }, query: {} })
    await ask(api, reconciliation.match, {
      params: { id: june.id },
      body: { external: [carried?.id], explanation: 'Of another company' },
    })
    const remove = () => api.call(reconciliation.remove, { params: { id: may.id } })
    expect(refusal(await remove())).toEqual([409, 'reconciliation.statement-matched'])
    await ask(api, reconciliation.unmatch, { params: { id: june.id }, body: { matchIds: 'all' } })
    expect((await remove()).status).toBe(200)
  })

  test('keeps its files as they are until it is reopened', async () => {
    const bank = await newBank()
    const one = await begun(bank, { externalClosing: 0 })
    const add = () =>
      api.call<{ id: number } & Refused>(attachments.add, {
        body: {
          owner_kind: 'reconciliation',
          owner_id: one.id,
          file_name: 'statement.txt',
          data: Buffer.from('Statement').toString('base64'),
        },
      })
    const file = await add()
    expect((await saved(one)).status).toBe(200)
    expect(refusal(await add())).toEqual([409, 'reconciliation.closed'])
    const remove = () => api.call<Refused>(attachments.remove, { params: { id: file.body.id } })
    expect(refusal(await remove())).toEqual([409, 'reconciliation.closed'])
    for (const statement of [
      `DELETE FROM attachments WHERE id = ${file.body.id}`,
      `UPDATE attachments SET permanent = true WHERE id = ${file.body.id}`,
      `INSERT INTO attachments (owner_kind, owner_id, file_name, media_type, bytes, content, added_by)
       VALUES ('reconciliation', ${one.id}, 'late.txt', 'text/plain', 1, 'a', 1)`,
    ]) {
      await expect(api.database.query(statement)).rejects.toMatchObject({
        constraint: 'reconciliation_closed',
      })
    }
    const { version } = await opened(one.id)
    await api.ask(reconciliation.reopen, { params: { id: one.id }, body: { version, reason: 'A file' } })
    expect((await remove()).status).toBe(200)
  })

  test('holds against every route and against SQL', async () => {
    const bank = await newBank()
    const matched = await booked('2026-06-20', 100, {}, bank)
    const one = await begun(bank)
    await imported(one.id, [line('2026-06-20', 100)], { closingBalance: 100 })
    const { reconciliation: now } = await api.ask(reconciliation.autoMatch, {
      params: { id: one.id },
      body: {},
    })
    expect((await saved(now)).status).toBe(200)
    const entry = Number(matched.split('-')[0])
    const reverse = await api.call<Refused>(`PUT /journal-entries/${entry}`, {
      body: { date: '2026-06-20', description: 'Never', status: 'Cancelled', account_code: '1010', debit: 1 },
    })
    expect(refusal(reverse)).toEqual([409, 'reconciliation.closed'])
    expect(reverse.body.message).toMatch(/1010 .*until 30 Jun 2026, which is signed off/)
    const taken = await api.call<Refused>(`POST /journal-entries/${entry}/reverse`, {
      body: { reason: 'Never' },
    })
    expect(refusal(taken)).toEqual([409, 'reconciliation.closed'])
    for (const [route, body] of [
      [reconciliation.autoMatch, {}],
      [reconciliation.unmatch, { matchIds: 'all' }],
      [reconciliation.importStatement, { lines: [line('2026-06-20', 1)] }],
      [reconciliation.update, { version: 99 }],
    ] as const) {
      const answer = await api.call(route, { params: { id: one.id }, body })
      expect(refusal(answer)).toEqual([
        409,
        route === reconciliation.update ? 'record.stale' : 'reconciliation.closed',
      ])
    }
    for (const sql of [
      `DELETE FROM matched_ledger_lines WHERE reconciliation_id = ${one.id}`,
      `DELETE FROM reconciliation_matches WHERE reconciliation_id = ${one.id}`,
      `UPDATE statement_lines SET debit = 101 WHERE reconciliation_id = ${one.id}`,
      `UPDATE reconciliations SET external_closing = 1 WHERE id = ${one.id}`,
      `DELETE FROM reconciliations WHERE id = ${one.id}`,
      `INSERT INTO reconciliation_matches (reconciliation_id, match_type, matched_by) VALUES (${one.id}, 'auto', 1)`,
      `UPDATE reconciliations SET status = 'pending', reconciled_at = NULL, reconciled_by = NULL, covered_until = NULL, gl_closing = NULL, gl_lines = NULL, last_entry_id = NULL, residual = NULL, figures = NULL WHERE id = ${one.id}`,
      `DELETE FROM reconciliation_events WHERE reconciliation_id = ${one.id}`,
    ]) {
      await expect(api.database.query(sql), sql).rejects.toThrow()
    }
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('a trade whose settlement is matched and signed off was paid: deleted, its payment and the sign-off stay', async () => {
    const bank = await newBank()
    const bought = await books.bought({
      tradeDate: '2026-06-15',
      settlementDate: '2026-06-17',
      settlementAccount: bank,
      contractNumber: `R-${bank}`,
    })
    const one = await begun(bank)
    const [open] = await api.ask(reconciliation.ledger, { params: { id: one.id }, query: {} })
    await imported(one.id, [line('2026-06-17', -(open?.credit ?? 0))], {
      closingBalance: -(open?.credit ?? 0),
    })
    const { reconciliation: now, matched } = await api.ask(reconciliation.autoMatch, {
      params: { id: one.id },
      body: {},
    })
    expect(matched).toBe(1)
    expect((await saved(now)).status).toBe(200)
    const tradeId = (bought as { id: number }).id
    const settle = (date: string) =>
      api.call<Refused>('POST /settlements/confirm', { body: { items: [{ tradeId, date }] } })
    expect(refusal(await settle('2026-06-19'))).toEqual([409, 'settlement.settled'])
    const signed = await opened(one.id)
    expect((await api.call(`DELETE /transaction-entries/buy/${tradeId}`)).status).toBe(200)
    expect(await opened(one.id)).toEqual(signed)
    const { settlement } = await api.ask(settlements.one, { params: { id: tradeId } })
    expect(settlement).toMatchObject({ paid: open?.credit, outstanding: open?.credit, is_deleted: true })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('entries recorded into signed-off days are warned of, and are listed in the next reconciliation', async () => {
    const bank = await newBank()
    await booked('2026-05-20', 100, {}, bank)
    expect((await saved(await begun(bank, { period: '2026-05', externalClosing: 100 }))).status).toBe(200)
    const late = await booked('2026-05-25', 7, {}, bank)
    const june = await begun(bank, { externalClosing: 107 })
    expect(june.warnings.map((warning) => warning.code)).toContain('late-lines')
    expect(june.glBalance).toBe(107)
    expect(
      (await api.ask(reconciliation.ledger, { params: { id: june.id }, query: {} })).map((one) => one.id),
    ).toContain(late)
    const [may] = await api.ask(reconciliation.list, {
      query: { settlementAccount: bank, status: 'reconciled' },
    })
    const seen = await opened(may?.id ?? 0)
    expect(seen.warnings.map((warning) => warning.code)).toEqual(['ledger-moved'])
    expect(seen.glBalance).toBe(100)
    expect((await saved(june)).status).toBe(200)
    expect((await begun(bank, { period: '2026-07' })).warnings.map((warning) => warning.code)).not.toContain(
      'late-lines',
    )
    expect(await verifyBooks(api.database)).toEqual([])
  })
})

describe('lines recorded into signed-off days', () => {
  const idsOf = async (id: number) =>
    (await api.ask(reconciliation.ledger, { params: { id }, query: {} })).map((one) => one.id)
  const daysRead = async (id: number) => {
    const source = await openLinesSource(
      api.database,
      await findReconciliation(api.database, id),
      '2026-07-10',
    )
    return source.late?.days ?? []
  }
  const closed = async (bank: number, period: string, externalClosing: number) =>
    expect((await saved(await begun(bank, { period, externalClosing }), { explanation: 'x' })).status).toBe(
      200,
    )

  test('only the days that got them are read again, until a sign-off takes them in', async () => {
    const bank = await newBank()
    const open = await booked('2026-03-10', 5, {}, bank)
    for (const day of ['2026-03-11', '2026-04-02', '2026-04-20', '2026-05-20'])
      await booked(day, 100, {}, bank)
    await closed(bank, '2026-03', 105)
    await closed(bank, '2026-04', 305)
    await closed(bank, '2026-05', 405)
    const june = await begun(bank)
    expect(await daysRead(june.id)).toEqual([])
    const late = [await booked('2026-04-20', 7, {}, bank), await booked('2026-03-20', 8, {}, bank)]
    // Before the first reconciliation: in no list.
    for (const amount of [9, -9]) await booked('2026-02-20', amount, {}, bank)
    expect(await daysRead(june.id)).toEqual(['2026-03-20', '2026-04-20'])
    const listed = await idsOf(june.id)
    expect(listed).toHaveLength(7)
    expect(listed).toEqual(expect.arrayContaining([open, ...late]))
    expect((await saved(await opened(june.id), { externalClosing: 420, explanation: 'x' })).status).toBe(200)
    const july = await begun(bank, { period: '2026-07' })
    expect(await daysRead(july.id)).toEqual([])
    expect(await idsOf(july.id)).toEqual(listed)
    expect(await verifyBooks(api.database)).toEqual([])

    // Reopened, the sign-off takes nothing in: they are late again, and one more.
    expect((await api.call(`DELETE /account-reconciliation/${july.id}`)).status).toBeLessThan(300)
    const signed = await opened(june.id)
    const reopened = await api.call(reconciliation.reopen, {
      params: { id: june.id },
      body: { version: signed.version, reason: 'Again' },
    })
    expect(reopened.status).toBeLessThan(300)
    await booked('2026-05-20', 1, {}, bank)
    expect(await daysRead(june.id)).toEqual(['2026-03-20', '2026-04-20', '2026-05-20'])
    expect(await idsOf(june.id)).toHaveLength(8)
    expect(await verifyBooks(api.database)).toEqual([])
  })
})

describe('matching by hand', () => {
  test('takes any lines that agree, or differ with a reason or an adjusting entry', async () => {
    const bank = await newBank()
    const lines = [await booked('2026-06-01', 60, {}, bank), await booked('2026-06-20', 40, {}, bank)]
    const one = await begun(bank)
    await imported(one.id, [line('2026-06-21', 100), line('2026-06-22', 1), line('2026-06-23', 30)])
    const external = await api.ask(reconciliation.external, { params: { id: one.id }, query: {} })
    const [hundred, single] = external.map((other) => other.id)
    const match = (body: object) =>
      api.call<
        {
          match: { id: number; difference: number }
          entryId: number | null
          reconciliation: ReconciliationRecord
        } & Refused
      >(reconciliation.match, { params: { id: one.id }, body })
    const differ = await match({ ledger: lines, external: [hundred, single] })
    expect(refusal(differ)).toEqual([422, 'reconciliation.sums-differ'])
    expect(differ.body.message).toContain('100.00 and the statement lines to 101.00: they differ by 1.00')
    const explained = await match({ ledger: lines, external: [hundred, single], explanation: 'Rounding' })
    expect(explained.body.match.difference).toBe(-1)
    expect(explained.body.reconciliation.proof.explainedInMatches).toBe(-1)
    await ask(api, reconciliation.unmatch, {
      params: { id: one.id },
      body: { matchIds: [explained.body.match.id] },
    })
    const adjusted = await match({
      ledger: lines,
      external: [hundred, single],
      adjustment: { accountCode: '4900', description: 'Rounding', date: '2026-06-22' },
    })
    expect(adjusted.body).toMatchObject({ match: { difference: 0 }, entryId: expect.any(Number) })
    expect(adjusted.body.reconciliation.glBalance).toBe(101)
    expect(refusal(await match({ ledger: lines, external: [] }))).toEqual([409, 'reconciliation.line-taken'])
    expect(refusal(await match({}))).toEqual([400, 'request.invalid'])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('bank charges are what the core takes for them, line by line', async () => {
    const one = await begun(await newBank())
    const descriptions = ['CHGS/RTGS 7', 'Stamp duty', 'bank charge', 'Atmfee', 'Discharged', 'Levylink', '']
    const lines = descriptions.map((description, n) => line('2026-06-21', -(2 ** n), { description }))
    const { reconciliation: after } = await imported(one.id, lines)
    const charges = descriptions.reduce((sum, text, n) => sum + (isBankCharge(text) ? 2 ** n : 0), 0)
    expect([after.differences.bankCharges, charges]).toEqual([15, 15])
  })

  test('an entry goes only into the days of the reconciliation and only on accounts that take it', async () => {
    const bank = await newBank()
    const one = await begun(bank)
    await imported(one.id, [line('2026-06-21', -9, { description: 'Fee' })])
    const [open] = await api.ask(reconciliation.external, { params: { id: one.id }, query: {} })
    const entry = (body: object, sent = {}) =>
      api.call<Refused>(reconciliation.createEntry, {
        params: { id: one.id, lineId: open?.id ?? 0 },
        body,
        ...sent,
      })
    expect(refusal(await entry({ accountCode: '6300', date: '2026-07-01' }))).toEqual([
      422,
      'reconciliation.entry-outside',
    ])
    const wrong = await entry({ accountCode: '9999' })
    expect(wrong.body.details?.[0]?.field).toBe('accountCode')
    expect(refusal(await entry({ accountCode: '1100' }))).toEqual([422, 'journal.derived-account'])
    expect((await entry({ accountCode: '6300' }, { query: { dryRun: 1 } })).status).toBe(200)
    expect((await opened(one.id)).counts.matched).toBe(0)
    expect((await entry({ accountCode: '6300' })).status).toBe(201)
    expect(refusal(await entry({ accountCode: '6300' }))).toEqual([409, 'reconciliation.line-taken'])
  })

  test('a locked month keeps the missing entry out, also when it is moved to the open day', async () => {
    const bank = await newBank()
    const one = await begun(bank)
    await imported(one.id, [line('2026-06-21', -9)])
    const [open] = await api.ask(reconciliation.external, { params: { id: one.id }, query: {} })
    const { body: entities } = await api.call<{ id: number; name: string }[]>('GET /entities')
    const general = entities.find(({ name }) => name === 'General')
    const lock = (through: string | null) => lockBooks(api, general?.id, through, 'Test')
    expect((await lock('2026-06-30')).status).toBe(201)
    const entry = (query: object) =>
      api.call<Refused>(reconciliation.createEntry, {
        params: { id: one.id, lineId: open?.id ?? 0 },
        query,
        body: { accountCode: '6300' },
      })
    expect(refusal(await entry({}))).toEqual([409, 'period.locked'])
    const moved = await entry({ openPeriod: 1 })
    expect(refusal(moved)).toEqual([422, 'reconciliation.entry-outside'])
    expect(moved.body.message).toContain('01 Jul 2026')
    expect((await lock(null)).status).toBe(201)
    expect((await entry({})).status).toBe(201)
  })

  test('of two people who match one line at once, one wins', async () => {
    const bank = await newBank()
    const ours = await booked('2026-06-01', 60, {}, bank)
    const one = await begun(bank)
    await imported(one.id, [line('2026-06-01', 60, { bankId: 'a' }), line('2026-06-02', 60, { bankId: 'b' })])
    const external = await api.ask(reconciliation.external, { params: { id: one.id }, query: {} })
    const answers = await Promise.all(
      external.map((other) =>
        api.call<Refused>(reconciliation.match, {
          params: { id: one.id },
          body: { ledger: [ours], external: [other.id] },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body.code).toBe('reconciliation.line-taken')
    // A user who read it before the match cannot sign it off.
    expect(refusal(await saved(one, { externalClosing: 60 }))).toEqual([409, 'record.stale'])
  })

  test('a rejected proposal does not come again', async () => {
    const bank = await newBank()
    await booked('2026-06-10', 10, { reference: 'K-77' }, bank)
    await booked('2026-06-10', 15, { reference: 'K-77' }, bank)
    const one = await begun(bank)
    await imported(one.id, [line('2026-06-11', 25, { reference: 'K-77' })])
    const auto = () => api.ask(reconciliation.autoMatch, { params: { id: one.id }, body: {} })
    expect((await auto()).proposed).toBe(1)
    const [proposal] = await api.ask(reconciliation.proposals, { params: { id: one.id } })
    expect(proposal?.reason).toBe('2 ledger lines add up to the statement line of 25.00: all mention K-77.')
    await ask(api, reconciliation.decideProposals, {
      params: { id: one.id },
      body: { reject: [proposal?.id] },
    })
    expect((await auto()).proposed).toBe(0)
  })
})

describe('statements', () => {
  test('the same file again is held line by line; equal lines of one file are not', async () => {
    const bank = await newBank()
    const one = await begun(bank)
    const file = [
      line('2026-06-01', 5, { description: 'Cash' }),
      line('2026-06-01', 5, { description: 'Cash' }),
    ]
    expect(await imported(one.id, file)).toMatchObject({ imported: 2, held: 0 })
    const again = await imported(one.id, [
      ...file,
      line('2026-06-01', 5, { description: 'CASH ' }),
      line('2026-07-01', 9),
    ])
    expect(again).toMatchObject({ imported: 1, held: 3 })
    const held = await api.ask(reconciliation.external, { params: { id: one.id }, query: { state: 'held' } })
    expect(held.map((other) => other.hold?.reason)).toEqual(['same-line', 'same-line', 'outside-period'])
    const decided = await ask(api, reconciliation.decideLines, {
      params: { id: one.id },
      body: { lineIds: [held[0]?.id], decision: 'keep' },
    })
    expect(decided.reconciliation.counts).toMatchObject({ unmatchedExternal: 4, held: 2 })
    const statements = (await opened(one.id)).statements
    const gone = await api.ask(reconciliation.removeStatement, {
      params: { id: one.id, statementId: statements[1]?.id ?? 0 },
    })
    expect(gone.reconciliation.counts).toMatchObject({ unmatchedExternal: 2, held: 0 })
  })

  test('another currency, both sides in a line, an opening that does not continue', async () => {
    const bank = await newBank()
    const one = await begun(bank)
    const sent = (body: object) =>
      api.call<Refused & { warnings: { code: string }[] }>(reconciliation.importStatement, {
        params: { id: one.id },
        body,
      })
    const foreign = await sent({ currency: 'usd', lines: [line('2026-06-01', 5)] })
    expect(refusal(foreign)).toEqual([422, 'statement.currency'])
    expect(foreign.body.message).toBe('The statement is in USD. The books are kept in LKR.')
    expect(refusal(await sent({ lines: [{ date: '2026-06-01', debit: 5, credit: 5 }] }))).toEqual([
      400,
      'request.invalid',
    ])
    expect(refusal(await sent({ lines: [] }))).toEqual([400, 'request.invalid'])
    await sent({ lines: [line('2026-06-01', 5)], openingBalance: 0, closingBalance: 5 })
    const second = await sent({
      lines: [line('2026-06-02', 5)],
      openingBalance: 6,
      closingBalance: 20,
      account: '4711',
    })
    expect(second.body.warnings.map(({ code }) => code)).toEqual([
      'opening-not-continued',
      'does-not-add-up',
      'other-account',
    ])
  })

  test('50,000 lines are taken and paged; 50,001 are refused', async () => {
    const bank = await newBank()
    const one = await begun(bank)
    const lines = Array.from({ length: 50_001 }, (_, n) =>
      line('2026-06-15', (100 + n) / 100, { bankId: `N${n}`, description: `Line ${n}` }),
    )
    expect(
      (await api.call(reconciliation.importStatement, { params: { id: one.id }, body: { lines } })).status,
    ).toBe(400)
    const done = await imported(one.id, lines.slice(1))
    expect(done.reconciliation.counts.unmatchedExternal).toBe(50_000)
    const page = await api.call<unknown[]>(reconciliation.external, {
      params: { id: one.id },
      query: { limit: 20 },
    })
    expect(page.body).toHaveLength(20)
    expect(page.headers['x-total-count']).toBe('50000')
    const next = await api.call<{ id: number }[]>(reconciliation.external, {
      params: { id: one.id },
      query: { limit: 20, cursor: String(page.headers['x-next-cursor']) },
    })
    expect(next.body[0]?.id).toBe((page.body as { id: number }[]).at(-1)!.id + 1)
    const found = await api.call(reconciliation.external, {
      params: { id: one.id },
      query: { search: 'line 4999', limit: 5 },
    })
    expect(found.headers['x-total-count']).toBe('11')
  })
})

test('wrong requests to a reconciliation are refused', async () => {
  const bank = await newBank()
  const made = (body: object) =>
    api.call(reconciliation.create, { body: { accountCode: '1010', settlementAccount: bank, ...body } })
  expect(refusal(await made({ accountCode: '9999' }))).toEqual([404, 'record.missing'])
  expect(refusal(await made({ settlementAccount: 999_999 }))).toEqual([404, 'record.missing'])
  expect(refusal(await made({ startDate: '2026-06-30', endDate: '2026-06-01' }))).toEqual([
    422,
    'reconciliation.period',
  ])
  expect(refusal(await made({ startDate: '2020-01-01', endDate: '2026-06-01' }))).toEqual([
    422,
    'reconciliation.period',
  ])
  const current = await made({})
  expect(current.body).toMatchObject({
    reconciliation: { startDate: '2026-07-01', endDate: '2026-07-31', coveredUntil: '2026-07-10' },
  })
  expect(refusal(await made({ startDate: '2026-06-15', endDate: '2026-07-15' }))).toEqual([
    409,
    'reconciliation.overlaps',
  ])
  expect(refusal(await api.call(reconciliation.get, { params: { id: 999_999 } }))).toEqual([
    404,
    'record.missing',
  ])
})

test('verify finds changes that passed by every guard', async () => {
  const bank = await newBank()
  await booked('2026-06-20', 100, {}, bank)
  const one = await begun(bank)
  await imported(one.id, [line('2026-06-20', 100), line('2026-06-21', 3)], { closingBalance: 103 })
  const { reconciliation: now } = await api.ask(reconciliation.autoMatch, {
    params: { id: one.id },
    body: {},
  })
  expect((await saved(now)).status).toBe(200)
  const found = async (sql: string) => (await reportAfter(api, sql)).differences.map(({ what }) => what)
  const of = `WHERE reconciliation_id = ${one.id}`
  expect(await found('SELECT 1')).toEqual([])
  expect(await found(`UPDATE statement_lines SET debit = debit + 1 ${of} AND debit = 100`)).toEqual([
    'difference',
  ])
  expect(await found(`UPDATE statement_lines SET debit = debit + 1 ${of} AND debit = 3`)).toEqual([
    'difference left',
  ])
  expect(await found(`UPDATE reconciliations SET gl_closing = 99 WHERE id = ${one.id}`)).toEqual([
    'difference left',
    'ledger balance',
  ])
  expect(await found(`DELETE FROM matched_ledger_lines ${of}`)).toEqual([
    'difference',
    'ledger balance',
    'lines of 2026-06-20',
  ])
  expect(await found(`UPDATE reconciliation_days SET lines = lines + 1 ${of}`)).toEqual([
    'lines of 2026-06-20',
    'lines since the sign-off of 2026-06-20',
  ])
  expect(
    await found(`DELETE FROM reconciliation_events WHERE reconciliation_id = ${one.id} AND no = 2`),
  ).toEqual(['status'])
  expect(await found(`UPDATE statement_lines SET state = 'skipped' ${of} AND debit = 100`)).toEqual([
    expect.stringMatching(/^statement line/),
  ])
})
