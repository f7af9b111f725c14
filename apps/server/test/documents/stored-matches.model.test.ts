/** Documents and books that change at random: what is kept of a document is what would be found anew, after each change. */
import { brokerNames } from '@em/contract/brokers/broker-names'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { equities } from '@em/contract/equities/equities'
import { corrections } from '@em/contract/trades/corrections'
import type { DocumentLine } from '@em/core/documents/line'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { freshAnswer } from '../support/fresh-documents.ts'
import { rewindable } from '../support/rewind.ts'

const SYMBOLS = ['JKH.N0000', 'SAMP.N0000', 'COMB.N0000', 'LATE.N0000'] as const
/** Symbols that a change of symbol may give: also one that lines of documents have. */
const LATER_SYMBOLS = ['JKX.N0000', 'LATE.N0000', 'JKH.N0000'] as const
const DAYS = ['2026-06-08', '2026-06-15', '2026-06-16', '2026-06-24'] as const
const NUMBERS = ['70001', '70002', '70003', ''] as const
const TYPED_NUMBERS = ['70001', '70002', '70003', 'C-5'] as const
const CLIENTS = ['100001LI', '100002LI'] as const
const BROKERS = ['Asia Securities (Pvt) Ltd', 'Asia Sec', 'Other Brokers'] as const
const PORTFOLIOS = ['GROW', 'HOLD'] as const

const of = <T>(choices: readonly T[]) => fc.constantFrom(...choices)
const nth = fc.nat(30)
const line = fc.record({
  symbol: of(SYMBOLS),
  tradeDate: of(DAYS),
  contractNumber: of(NUMBERS),
  clientAccount: of(CLIENTS),
  quantity: of([1_000n, 2_000n]),
  execution: fc.nat(6),
  cancelled: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  foreign: of([0n, 0n, 100n]),
})
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      symbol: of(SYMBOLS),
      tradeDate: of(DAYS),
      contractNumber: of(TYPED_NUMBERS),
      brokerName: of(BROKERS),
      portfolioId: of(PORTFOLIOS),
      quantity: of([1_000, 2_000]),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      nth,
      tradeDate: of(DAYS),
      contractNumber: of(TYPED_NUMBERS),
      quantity: of([1_000, 2_000]),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      nth,
      portfolioId: of(PORTFOLIOS),
      brokerName: of(BROKERS),
      lines: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
      changes: of(['skip', 'apply'] as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), nth, symbol: of(LATER_SYMBOLS) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('adopt' as const), name: of(BROKERS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), nth }) },
)

test('the kept match of a document is the one that would be found anew, whatever was done to the books', {
  timeout: 300_000,
}, async () => {
  const api = await startApi({ today: '2026-06-30' })
  const books = await startBooks(api)
  for (const portfolioId of PORTFOLIOS)
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
  const rewind = await rewindable(api)
  let changed = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(line, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 2 }),
      fc.array(act, { minLength: 4, maxLength: 9 }),
      async (files, acts) => {
        await rewind()
        const documents: number[] = []
        for (const [at, some] of files.entries()) {
          const fills = some.map(
            ({ execution, foreign, ...one }, index): DocumentLine =>
              fill({
                ...one,
                line: index + 1,
                contractNumber: one.contractNumber === '' ? null : one.contractNumber,
                settlementDate: one.tradeDate === '2026-06-24' ? '2026-06-26' : '2026-06-18',
                executionId: `E${execution}`,
                foreignBrokerage: foreign,
              }),
          )
          const data = Buffer.from(tradeFileOf(fills), 'latin1').toString('base64')
          const file = { fileName: `${at}.txt`, data }
          documents.push((await ask(api, tradeDocuments.upload, { body: { file } })).id)
        }
        const bought: { id: number; body: Record<string, unknown> }[] = []
        const pick = <T>(from: readonly T[], at: number) => from[at % Math.max(from.length, 1)]
        for (const one of acts) {
          const { status } = await perform(one)
          if (status < 300 && one.kind !== 'read') changed += 1
          for (const id of documents) {
            const fresh = await freshAnswer(api, id)
            const lines = await ask(api, tradeDocuments.lines, { params: { id }, query: {} })
            expect([one, lines]).toEqual([one, fresh.lines])
            expect([one, await ask(api, tradeDocuments.get, { params: { id } })]).toEqual([one, fresh.detail])
          }
        }

        async function perform(one: (typeof acts)[number]): Promise<{ status: number }> {
          if (one.kind === 'buy') {
            const { kind: _, ...of } = one
            const body = {
              ...books.usual,
              ...of,
              companyName: of.symbol,
              price: 20,
              settlementDate: '2026-06-26',
            }
            const answer = await books.buy(body)
            if (answer.status === 201) bought.push({ id: answer.body.id, body })
            return answer
          }
          if (one.kind === 'correct') {
            const { kind: _, nth: at, ...of } = one
            const trade = pick(bought, at)
            return api.call(corrections.changeBuy, {
              params: { id: trade?.id ?? 0 },
              body: { ...trade?.body, ...of, reason: 'So' } as never,
            })
          }
          if (one.kind === 'delete')
            return api.call(corrections.removeBuy, {
              params: { id: pick(bought, one.nth)?.id ?? 0 },
              query: { reason: 'Not ours' } as never,
            })
          if (one.kind === 'rename') {
            const listed = await ask(api, equities.routes.list, { query: {} })
            const equity = pick(listed, one.nth)
            return api.call(equities.routes.update, {
              params: { id: equity?.id ?? 0 },
              body: { ...equity, symbol: one.symbol } as never,
            })
          }
          if (one.kind === 'adopt')
            return api.call(brokerNames.adopt, {
              params: { id: books.broker },
              body: { name: one.name } as never,
            })
          const id = pick(documents, one.nth) ?? 0
          if (one.kind === 'undo') return api.call(tradeDocuments.undo, { params: { id }, body: {} as never })
          if (one.kind === 'read') return api.call(tradeDocuments.get, { params: { id } })
          const { portfolioId, brokerName, changes } = one
          const most = files[documents.indexOf(id)]?.length ?? 1
          const lines = one.lines.map((number) => 1 + (number % most))
          return api.call(tradeDocuments.record, {
            params: { id },
            body: {
              portfolioId,
              brokerName,
              changes,
              settlementAccount: books.bank,
              ...(lines.length > 0 && { lines }),
            } as never,
          })
        }
      },
    ),
    { numRuns: 12 },
  )
  // The changes were no mere refusals.
  expect(changed).toBeGreaterThan(20)
})
