/** Documents that two people use at once: removed or read again while a user records them, and read by two while they are behind the books. */
import { type DocumentRecorded, tradeDocuments } from '@em/contract/documents/trade-documents'
import { transactions } from '@em/contract/trades/transactions'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentLines } from '../../src/features/documents/match/documents-held.queries.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { fill, openList, tradeFileOf } from '../support/documents.ts'
import { freshAnswer } from '../support/fresh-documents.ts'
import { waitingForLock } from '../support/locks.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

/** Runs `work` while another connection holds the locks of `lock`, until `release` is called. */
async function holding(
  lock: string,
  work: (holder: pg.Client, release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client(api.fresh.admin)
  await holder.connect()
  try {
    await holder.query(`BEGIN; ${lock}`)
    await work(holder, () => holder.query('COMMIT'))
  } finally {
    await holder.end()
  }
}
/** A write has done all it does but its audit row. */
const BEFORE_ITS_END = 'LOCK TABLE em.audit IN SHARE ROW EXCLUSIVE MODE'
/** A job has done all it does but its kept answer: its start is in the audit trail already. */
const BEFORE_ITS_ANSWER = 'LOCK TABLE em.idempotency_keys IN SHARE ROW EXCLUSIVE MODE'

const upload = (more: object) =>
  api.call<{ id: number } & Refused>(tradeDocuments.upload, { body: { file: openList(), ...more } as never })
const record = (id: number) =>
  api.call<DocumentRecorded & Refused>(tradeDocuments.record, {
    params: { id },
    body: {
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
    } as never,
  })
const tradeDays = async () => (await ask(api, transactions.list, { query: {} })).map((one) => one.trade_date)
const batchesStored = () => api.database.query('SELECT id FROM batches')

describe.each([
  [
    'removed',
    'document.recorded',
    (id: number) => api.call<Refused>(tradeDocuments.remove, { params: { id } }),
  ],
  [
    'read again',
    'document.recorded-otherwise',
    () => upload({ dateOrder: 'mdy', again: 'replace' }) as Promise<{ status: number; body: Refused }>,
  ],
] as const)('a document that is %s while a user records it', (_, code, take) => {
  test('stays as it is where the recording came first', async () => {
    const { body } = await upload({ dateOrder: 'dmy' })
    await holding(BEFORE_ITS_ANSWER, async (holder, release) => {
      const recorded = record(body.id)
      await waitingForLock(holder)
      const taken = take(body.id)
      await waitingForLock(holder, 2)
      await release()
      expect([(await recorded).status, (await recorded).body.recorded]).toEqual([201, 1])
      expect([(await taken).status, (await taken).body.code]).toEqual([409, code])
    })
    expect(await tradeDays()).toEqual(['2026-03-06'])
    expect((await api.call(tradeDocuments.get, { params: { id: body.id } })).status).toBe(200)
  })

  test('is not recorded where it came second, and the answer names the document', async () => {
    const { body } = await upload({ dateOrder: 'dmy' })
    await holding(BEFORE_ITS_END, async (holder, release) => {
      const taken = take(body.id)
      await waitingForLock(holder)
      const recorded = record(body.id)
      await waitingForLock(holder, 2)
      await release()
      expect([200, 201]).toContain((await taken).status)
      const late = await recorded
      expect([late.status, late.body.code]).toEqual([404, 'record.missing'])
      expect(late.body.message).toMatch(/^The document /)
    })
    expect(await tradeDays()).toEqual([])
    expect(await batchesStored()).toEqual([])
  })
})

describe('two readers of one document that is behind the books', () => {
  const three = () => [
    fill(),
    fill({ line: 2, contractNumber: '70002', quantity: 500n }),
    fill({ line: 3, contractNumber: '70003', symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' }),
  ]
  async function uploaded(): Promise<number> {
    const data = Buffer.from(tradeFileOf(three()), 'latin1').toString('base64')
    return (await ask(api, tradeDocuments.upload, { body: { file: { fileName: 'day.txt', data } } as never }))
      .id
  }
  const buy = (more: object) => books.bought({ quantity: 1_000, price: 20, contractNumber: '70001', ...more })
  const forget = (...tables: readonly string[]) =>
    Promise.all(tables.map((table) => api.database.query(`DELETE FROM trade_document_${table}`)))
  const linesOf = (id: number) =>
    api.call<unknown[]>(tradeDocuments.lines, { params: { id }, query: {} as never })
  const stored = (id: number) =>
    api.database.query<{ contract: number; state: string }>(
      'SELECT contract, state FROM trade_document_matches WHERE document_id = $1 ORDER BY contract',
      [id],
    )
  const counted = async () => {
    const [row] = await api.database.query(
      `SELECT (SELECT count(*) FROM trade_document_proofs) AS proofs, (SELECT count(*) FROM trade_document_matches) AS matches,
              (SELECT count(*) FROM trade_document_missing) AS missing`,
    )
    return row
  }

  test.each([
    ['of one security', async () => void (await buy({ contractNumber: 'C-1' }))],
    [
      'whole, as one from before',
      async () =>
        void (await Promise.all([buy({ contractNumber: 'C-1' }), forget('matches', 'missing', 'matched')])),
    ],
    [
      'in its proofs',
      async () => void (await Promise.all([buy({ contractNumber: 'C-1' }), forget('proofs', 'proved')])),
    ],
  ])('both get what the books say, kept once: %s', async (_, change) => {
    await buy({})
    const id = await uploaded()
    await record(id)
    await change()
    const { lines, detail } = await freshAnswer(api, id)
    expect(lines).toHaveLength(4)
    await holding(
      `SELECT FROM em.trade_documents WHERE id = ${id} FOR NO KEY UPDATE`,
      async (holder, release) => {
        // As the screen asks: for the lines and for what is above them.
        const both = [linesOf(id), api.call(tradeDocuments.get, { params: { id } })]
        await waitingForLock(holder, 2)
        await release()
        const answers = await Promise.all(both)
        expect(answers.map(({ status, body }) => [status, body])).toEqual([
          [200, lines],
          [200, detail],
        ])
      },
    )
    expect(await counted()).toEqual({ proofs: 3, matches: 3, missing: 1 })
  })

  test('a reader that began earlier and writes later does not put older matches in place of newer ones', async () => {
    const id = await uploaded()
    await forget('matches', 'missing', 'matched')
    const hasRead = Promise.withResolvers<void>()
    const mayWrite = Promise.withResolvers<void>()
    const written: unknown[] = []
    const transaction: Database['transaction'] = async (...asked) => {
      hasRead.resolve()
      await mayWrite.promise
      const done = await api.database.transaction(...asked)
      written.push(await stored(id))
      return done
    }
    const slow = documentLines(
      { ...api.database, transaction },
      id,
      { differences: false },
      { limit: 10, offset: 0 },
    )
    await hasRead.promise
    await buy({})
    const newer = [{ contract: 1, state: 'recorded' }]
    await linesOf(id)
    expect(await stored(id)).toEqual(newer)
    mayWrite.resolve()
    expect((await slow).rows.map(({ state }) => state)).toEqual(['recorded', 'new', 'new'])
    expect(written).toEqual([newer])
  })
})
