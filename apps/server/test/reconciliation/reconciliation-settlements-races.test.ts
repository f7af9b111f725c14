/** Actions of several users on settlements and their bank lines, in any order and at once: the books agree. */
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { settlements } from '@em/contract/settlements/settlements'
import { addDays } from '@em/core/values/dates'
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

let made = 0
async function newBank(): Promise<number> {
  made += 1
  const answer = await api.call<{ id: number }>('POST /accounts', {
    body: {
      payment_method: 'Bank Transfer',
      account_number: `66${made}`,
      account_name: 'Run',
      bank_name: `Bank ${made}`,
      branch_name: 'Fort',
      settles: made % 2 ? 'by hand' : 'automatic',
    },
  })
  return answer.body.id
}
/** Three sizes, so that amounts fit each other all the time. */
const bought = async (bank: number, settlementDate: string, size: number) => {
  made += 1
  const { id } = await books.bought({
    settlementAccount: bank,
    contractNumber: `SR-${made}`,
    quantity: 1_000 * size,
    settlementDate,
  })
  const { settlement } = await api.ask(settlements.one, { params: { id } })
  return { id, net: settlement.net_value }
}

const KINDS = [
  'import',
  'import',
  'part',
  'auto',
  'auto',
  'accept',
  'unmatch',
  'undo',
  'match',
  'confirm',
  'due',
  'reopen',
  'fail',
  'correct',
  'save',
  'again',
] as const
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    month: fc.integer({ min: 0, max: 1 }),
    day: fc.integer({ min: -2, max: 4 }),
    size: fc.integer({ min: 0, max: 5 }),
  }),
  { minLength: 45, maxLength: 45 },
)
const MONTHS = ['2026-06', '2026-07'] as const

test('any order of acts leaves books that verify, answers no fault, and changes nothing that is signed off', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (some) => {
      const bank = await newBank()
      const trades = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((n) => bought(bank, n % 2 ? '2026-06-29' : '2026-06-30', 1 + (n % 3))),
      )
      const ids: number[] = []
      for (const period of MONTHS) {
        const { reconciliation: one } = await ask(api, reconciliation.create, {
          body: { accountCode: '1010', settlementAccount: bank, period, externalClosing: 0 },
        })
        ids.push(one.id)
      }
      for (const { kind, month, day, size } of some) {
        const id = ids[month] as number
        const trade = trades[size] as (typeof trades)[0]
        const date = addDays('2026-06-30', day)
        const one = await api.ask(reconciliation.get, { params: { id } })
        const item = { tradeId: trade.id, date }
        const answer = await (async () => {
          switch (kind) {
            case 'import':
            case 'part':
              return api.call(reconciliation.importStatement, {
                params: { id },
                body: { lines: [{ date, credit: kind === 'import' ? trade.net : 100 }] } as never,
              })
            case 'auto':
              return api.call(reconciliation.autoMatch, { params: { id }, body: {} })
            case 'accept': {
              const proposals = await api.ask(reconciliation.proposals, { params: { id } })
              return api.call(reconciliation.decideProposals, {
                params: { id },
                body: { accept: proposals.slice(0, 2).map((each) => each.id), reject: [] },
              })
            }
            case 'unmatch':
            case 'undo':
              return api.call(reconciliation.unmatch, {
                params: { id },
                body: {
                  matchIds: size > 2 ? 'auto' : 'all',
                  confirmations: kind === 'undo' ? 'undo' : 'keep',
                } as never,
              })
            case 'match': {
              const [[ours], [theirs]] = await Promise.all([
                api.ask(reconciliation.ledger, { params: { id }, query: {} }),
                api.ask(reconciliation.external, { params: { id }, query: {} }),
              ])
              return api.call(reconciliation.match, {
                params: { id },
                body: {
                  ledger: ours ? [ours.id] : [],
                  external: theirs ? [theirs.id] : [],
                  explanation: 'Run',
                } as never,
              })
            }
            case 'confirm':
              return api.call(settlements.confirm, {
                body: {
                  items: [{ ...item, ...(day > 1 ? { amount: 50, nextDate: '2026-07-20' } : {}) }],
                } as never,
              })
            case 'due':
              return api.call(settlements.confirmDue, {
                body: {
                  upTo: '2026-07-10',
                  portfolioId: 'all',
                  account: String(bank),
                  evidence: size > 2 ? 'bank line' : 'none',
                } as never,
              })
            case 'reopen':
              return api.call(settlements.reopen, {
                query: (day > 0 ? { changeReconciled: '1' } : {}) as never,
                body: {
                  items: [{ tradeId: trade.id }],
                  ...(day < 0 ? {} : { matches: day > 2 ? 'keep' : 'unmatch' }),
                } as never,
              })
            case 'fail':
              return api.call(settlements.fail, { body: { items: [item] } as never })
            case 'correct':
              return api.call(`PUT /transaction-entries/buy/${trade.id}?changeReconciled=1`, {
                body: { quantity: 1_000 * (1 + (size % 3)), price: 10 + (day + 2) / 10, reason: 'Run' },
              })
            case 'save':
              return api.call(reconciliation.save, {
                body: { id, version: one.version, explanation: 'Run' } as never,
              })
            case 'again':
              return api.call(reconciliation.reopen, {
                params: { id },
                body: { version: one.version, reason: 'Run' },
              })
          }
        })()
        expect(answer.status, `${kind}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
        const after = await api.ask(reconciliation.get, { params: { id } })
        if (one.status === 'reconciled' && after.status === 'reconciled') {
          expect({ ...after, changedSince: null, warnings: [] }).toEqual({
            ...one,
            changedSince: null,
            warnings: [],
          })
        }
      }
      expect(await verifyBooks(api.database)).toEqual([])
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 2), endOnFailure: true },
  )
}, 300_000)

test('a match, a confirmation and a sign-off at once: one confirmation, and books that verify', async () => {
  for (let round = 0; round < 8; round += 1) {
    const bank = await newBank()
    const trade = await bought(bank, '2026-06-17', 1)
    const { reconciliation: begun } = await ask(api, reconciliation.create, {
      body: { accountCode: '1010', settlementAccount: bank, period: '2026-06' },
    })
    const { reconciliation: one } = await ask(api, reconciliation.importStatement, {
      params: { id: begun.id },
      body: { lines: [{ date: '2026-06-18', credit: trade.net }], closingBalance: -trade.net },
    })
    const answers = await Promise.all([
      api.call(reconciliation.autoMatch, { params: { id: one.id }, body: {} }),
      api.call(settlements.confirm, {
        body: { items: [{ tradeId: trade.id, date: '2026-06-19' }] } as never,
      }),
      api.call(reconciliation.save, {
        body: { id: one.id, version: one.version, explanation: 'Race' } as never,
      }),
    ])
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500)
    const { history } = await api.ask(settlements.one, { params: { id: trade.id } })
    expect(history).toHaveLength(history.some(({ kind }) => kind === 'settled') ? 1 : 0)
  }
  expect(await verifyBooks(api.database)).toEqual([])
})
