/** A server killed between the approval and its commit: the request still waits, and is carried out once when it is approved again. */
import type { ApprovalAccepted, ApprovalRequest } from '@em/contract/approvals/approvals'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { PASSWORD } from '../support/api.ts'
import { type At, buyRow, type JobBooks, jobBooks } from '../support/job-books.ts'
import { BEFORE_ITS_END, waitingForLock } from '../support/locks.ts'

/** Kills of each kind; more by KILL_ROUNDS. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)
const SETTINGS = { SIGNUP: 'closed', WORKERS: '1' }
const APPROVER = 'nimal@example.lk'

let books: JobBooks
let account = 0
let as: Record<string, string> = {}
beforeAll(async () => {
  books = await jobBooks()
  const { at } = books
  account = (await at.ask<{ id: number }[]>('GET /accounts')).body[0]?.id ?? 0
  const { userId } = await at.as(APPROVER)
  await at.ask(`PUT /users/${userId}`, { roles: ['Approver'] })
  await at.ask('POST /portfolio-costing-method', { portfolioId: 'MAIN', costing_method: 'WAP' })
  const { body } = await at.ask<{ token: string }>('POST /auth/login', {
    email: APPROVER,
    password: PASSWORD,
  })
  as = { authorization: `Bearer ${body.token}` }
})

const seenBy = async (at: At, id: number) =>
  (await at.ask<ApprovalRequest>(`GET /approvals/${id}`, undefined, as)).body
const approve = async (at: At, id: number) => {
  const { now, submitted } = await seenBy(at, id)
  return at.ask<ApprovalRequest>(`POST /approvals/${id}/approve`, { seen: (now ?? submitted).hash }, as)
}

/** A lock that an import needs in its job, after the approval was given. */
const IN_ITS_JOB = 'LOCK TABLE em.chains IN ACCESS EXCLUSIVE MODE'

/**
 * Kills the server in the transaction that carries out what is approved, where it waits for a lock. The call that approves ends without
 * an answer; of long work it may have said before that the work goes on.
 */
async function killInTheMiddle(id: number, lock = BEFORE_ITS_END): Promise<void> {
  const { process, at } = await books.server(SETTINGS)
  const { now, submitted } = await seenBy(at, id)
  const holder = new pg.Client(books.fresh.admin)
  await holder.connect()
  try {
    await holder.query(`BEGIN; ${lock}`)
    const answer = at
      .ask(`POST /approvals/${id}/approve`, { seen: (now ?? submitted).hash }, as)
      .then(({ status, body }) => (lock === IN_ITS_JOB && status === 200 ? 'no answer' : { status, body }))
      .catch(() => 'no answer')
    // A refused one does not reach the lock.
    let refusal: unknown
    void answer.then((reply) => {
      if (reply !== 'no answer') refusal = reply
    })
    await waitingForLock(holder, 1, () => refusal !== undefined)
    expect(refusal).toBeUndefined()
    process.child.kill('SIGKILL')
    expect(await process.ended).toBe('SIGKILL')
    expect(await answer).toBe('no answer')
    await holder.query('ROLLBACK')
  } finally {
    await holder.end()
  }
}

const buy = (at: At, key: string) =>
  at.ask<ApprovalAccepted>(
    'POST /trade-summary/save-buy-transaction',
    {
      companyName: 'JKH',
      symbol: 'JKH.N0000',
      portfolioId: 'MAIN',
      quantity: 100,
      price: 20,
      contractNumber: key,
      brokerName: 'Asha Securities',
      tradeDate: '2026-06-10',
      settlementDate: '2026-06-12',
      settlementAccount: account,
    },
    { 'idempotency-key': key },
  )

test('kill -9 while a buy is carried out: it waits as before, and is recorded once', {
  timeout: 300_000,
}, async () => {
  const first = await books.server(SETTINGS)
  const rule = { name: 'Trades', acts: ['trades.save-buy', 'batches.record'], approvals: 1 }
  expect((await first.at.ask('POST /approval-rules', rule)).status).toBe(201)
  const asked = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { status, body } = await buy(first.at, `K-${round}`)
    expect(status).toBe(202)
    asked.push(body.approvalId)
  }
  first.process.child.kill('SIGTERM')
  await first.process.ended
  for (const id of asked) await killInTheMiddle(id)
  const { process, at } = await books.server(SETTINGS)
  for (const [round, id] of asked.entries()) {
    const { state, steps } = await seenBy(at, id)
    expect([state, steps.map(({ what }) => what)]).toEqual(['waiting', ['submitted']])
    expect(await at.buys()).toHaveLength(round)
    expect((await approve(at, id)).body.state).toBe('done')
    // A user cannot approve twice, and the key answers what was recorded.
    expect((await approve(at, id)).status).toBe(403)
    expect((await buy(at, `K-${round}`)).status).toBe(201)
    expect(await at.buys()).toHaveLength(round + 1)
  }
  process.child.kill('SIGTERM')
  await process.ended
})

test('kill -9 while the job of an import carries it out: it goes on after the restart, once', {
  timeout: 300_000,
}, async () => {
  const first = await books.server(SETTINGS)
  const before = (await first.at.buys()).length
  const rows = Array.from({ length: 20 }, () => buyRow())
  const { status, body } = await first.at.imported(rows, { 'idempotency-key': 'import' })
  expect([status, body]).toEqual([202, expect.objectContaining({ approvalId: expect.any(Number) })])
  const id = Number(body['approvalId'])
  first.process.child.kill('SIGTERM')
  await first.process.ended
  await killInTheMiddle(id, IN_ITS_JOB)
  const { at } = await books.server(SETTINGS)
  // The approval is kept, and so is the job: it is taken up again.
  const ended = async () => (await seenBy(at, id)).state
  await expect.poll(ended, { timeout: 120_000 }).toBe('done')
  expect(await at.buys()).toHaveLength(before + 20)
  const { steps } = await seenBy(at, id)
  expect(steps.filter(({ what }) => what === 'carried-out')).toHaveLength(1)
  const database = await openDatabase(books.fresh.application)
  expect(await verifyBooks(database)).toEqual([])
  await database.close()
})
