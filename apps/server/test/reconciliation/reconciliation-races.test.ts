/** Actions of several users, in any order and at once: the books agree, and signed-off reconciliations keep their figures. */
import { journal } from '@em/contract/journal/journal'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books

beforeAll(async () => {
  api = await startApi({ today: '2026-07-10' })
  books = await startBooks(api)
})

async function booked(date: string, amount: number): Promise<number> {
  const [debit, credit] = amount > 0 ? [amount, undefined] : [undefined, -amount]
  const { data } = await ask(api, journal.create, {
    body: {
      date,
      description: `Payment K-${Math.abs(amount)}`,
      lines: [
        { account_code: '1010', debit, credit, settlementAccount: books.bank },
        { account_code: '3000', debit: credit, credit: debit },
      ],
    },
  })
  return (data as { id: number }).id
}

const MONTHS = ['2026-04', '2026-05', '2026-06'] as const
type Act = { readonly kind: string; readonly month: number; readonly day: number; readonly amount: number }
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'book',
      'book',
      'import',
      'import',
      'auto',
      'accept',
      'unmatch',
      'match',
      'save',
      'save',
      'reopen',
      'reverse',
      'entry',
    ),
    month: fc.integer({ min: 0, max: 2 }),
    day: fc.integer({ min: 1, max: 28 }),
    amount: fc.integer({ min: -4, max: 4 }).filter((amount) => amount !== 0),
  }),
  { minLength: 60, maxLength: 60 },
)

test('any order of acts leaves books that verify, and answers no fault', async () => {
  const entries: number[] = []
  let account = books.bank
  await fc.assert(
    fc.asyncProperty(acts, async (some: Act[]) => {
      const made = await api.call<{ id: number }>('POST /accounts', {
        body: {
          payment_method: 'Bank Transfer',
          account_number: `9${account}`,
          account_name: 'Run',
          bank_name: `Bank ${account}`,
          branch_name: 'Fort',
        },
      })
      account = made.body.id
      const bank = account
      const ids: number[] = []
      for (const period of MONTHS) {
        const { reconciliation: one } = await api.ask(reconciliation.create, {
          body: { accountCode: '1010', settlementAccount: bank, period, externalClosing: 0 },
        })
        ids.push(one.id)
      }
      for (const { kind, month, day, amount } of some) {
        const id = ids[month] as number
        const date = `${MONTHS[month]}-${String(day).padStart(2, '0')}`
        const one = await api.ask(reconciliation.get, { params: { id } })
        const open = async (side: 'ledger' | 'external') =>
          (
            await api.call<{ id: number | string; debit: number; credit: number }[]>(reconciliation[side], {
              params: { id },
              query: {},
            })
          ).body
        const lines = amount > 0 ? { debit: amount } : { credit: -amount }
        const answer = await (async () => {
          switch (kind) {
            case 'book': {
              const { data } = await ask(api, journal.create, {
                query: { changeReconciled: '1' },
                body: {
                  date,
                  description: 'Run',
                  lines: [
                    { account_code: '1010', ...lines, settlementAccount: bank },
                    { account_code: '3000', debit: lines.credit, credit: lines.debit },
                  ],
                },
              })
              entries.push((data as { id: number }).id)
              return { status: 201 }
            }
            case 'import':
              return api.call(reconciliation.importStatement, {
                params: { id },
                body: { lines: [{ date, ...lines }] },
              })
            case 'auto':
              return api.call(reconciliation.autoMatch, { params: { id }, body: {} })
            case 'accept': {
              const proposals = await api.ask(reconciliation.proposals, { params: { id } })
              return api.call(reconciliation.decideProposals, {
                params: { id },
                body: { accept: proposals.slice(0, 1).map((each) => each.id) },
              })
            }
            case 'unmatch':
              return api.call(reconciliation.unmatch, {
                params: { id },
                body: { matchIds: amount > 0 ? 'auto' : 'all' },
              })
            case 'match': {
              const [ours, theirs] = [await open('ledger'), await open('external')]
              return api.call(reconciliation.match, {
                params: { id },
                body: {
                  ledger: ours.slice(0, 2).map((each) => each.id),
                  external: theirs.slice(0, 1).map((each) => each.id),
                  explanation: 'Run',
                },
              })
            }
            case 'entry': {
              const [theirs] = await open('external')
              return api.call(reconciliation.createEntry, {
                params: { id, lineId: theirs?.id ?? 999_999_999 },
                body: { accountCode: '6300' },
              })
            }
            case 'save':
              return api.call(reconciliation.save, { body: { id, version: one.version, explanation: 'Run' } })
            case 'reopen':
              return api.call(reconciliation.reopen, {
                params: { id },
                body: { version: one.version, reason: 'Run' },
              })
            default:
              return api.call(`POST /journal-entries/${entries.at(-day) ?? 1}/reverse`, {
                body: { reason: 'Run' },
              })
          }
        })()
        expect(answer.status, `${kind}: ${JSON.stringify(answer)}`).toBeLessThan(500)
        const after = await api.ask(reconciliation.get, { params: { id } })
        if (one.status === 'reconciled' && after.status === 'reconciled') {
          expect(after.differences).toEqual(one.differences)
          expect(after.counts.matched).toBe(one.counts.matched)
        }
      }
      expect(await verifyBooks(api.database)).toEqual([])
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 2), endOnFailure: true },
  )
}, 300_000)

test('a reversal and a sign-off at once: the sign-off has seen it, or it is refused', async () => {
  for (const day of ['01', '02', '03', '04']) {
    const entry = await booked(`2026-03-${day}`, 5)
    const { reconciliation: begun } = await api.ask(reconciliation.create, {
      body: {
        accountCode: '1010',
        settlementAccount: books.bank,
        startDate: `2026-03-${day}`,
        endDate: `2026-03-${day}`,
      },
    })
    const { id } = begun
    await ask(api, reconciliation.importStatement, {
      params: { id },
      body: { lines: [{ date: `2026-03-${day}`, debit: 5 }] },
    })
    const { reconciliation: one } = await api.ask(reconciliation.autoMatch, { params: { id }, body: {} })
    const [saved, reversed] = await Promise.all([
      api.call<{ data: ReconciliationRecord }>(reconciliation.save, {
        body: { id, version: one.version, externalClosing: one.glBalance, explanation: 'Race' },
      }),
      api.call(`POST /journal-entries/${entry}/reverse`, { body: { reason: 'Race' } }),
    ])
    expect(saved.status).toBe(200)
    expect([201, 409]).toContain(reversed.status)
    // Where the reversal came first, the sign-off has counted its line, in addition to the open lines of earlier days.
    const counted = saved.body.data.counts.unmatchedGl
    expect(counted > one.counts.unmatchedGl).toBe(reversed.status === 201)
  }
  expect(await verifyBooks(api.database)).toEqual([])
})

test('an earlier one reopened and this one signed off at once: one of them is refused', async () => {
  const { body: bank } = await api.call<{ id: number }>('POST /accounts', {
    body: {
      payment_method: 'Bank Transfer',
      account_number: '7001',
      account_name: 'Reopened',
      bank_name: 'Seylan',
      branch_name: 'Fort',
    },
  })
  for (let year = 2020; year < 2026; year += 1) {
    const begin = async (period: string) =>
      (
        await api.ask(reconciliation.create, {
          body: { accountCode: '1010', settlementAccount: bank.id, period, externalClosing: 0 },
        })
      ).reconciliation
    const save = (one: { id: number; version: number }) =>
      api.call(reconciliation.save, { body: { id: one.id, version: one.version, explanation: 'Race' } })
    const january = await begin(`${year}-01`)
    const february = await begin(`${year}-02`)
    expect((await save(january)).status).toBe(200)
    const { version } = await api.ask(reconciliation.get, { params: { id: january.id } })
    const [reopened, signed] = await Promise.all([
      api.call(reconciliation.reopen, { params: { id: january.id }, body: { version, reason: 'Race' } }),
      save(february),
    ])
    expect([reopened.status, signed.status].toSorted()).toEqual([200, 409])
    // The next round needs all before it signed off.
    for (const { id } of [january, february]) {
      const one = await api.ask(reconciliation.get, { params: { id } })
      if (one.status === 'pending') expect((await save(one)).status).toBe(200)
    }
  }
  expect(await verifyBooks(api.database)).toEqual([])
})
