/** Saves that arrive together share a transaction: what one of them meets touches none of the others. */
import { setTimeout as pause } from 'node:timers/promises'
import { periods } from '@em/contract/periods/periods'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { SHARED_WRITERS } from '../../src/platform/database/shared.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { waitingForLock } from '../support/locks.ts'
import { type Answered, type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'

let api: Api
let books: Books
let holdings: OneHolding[]
const DAY = '2026-06-22'

beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  holdings = []
  for (let n = 0; n < 12; n += 1) {
    const of = await oneHolding(books, n % 2 === 0 ? 'WAP' : 'FIFO')
    await of.buy('2026-06-01', 100, 10)
    holdings.push(of)
  }
})

const at = (index: number) => holdings[index] as OneHolding
const statuses = (answers: readonly Answered[]) => answers.map(({ status_ }) => status_)

/** The token of somebody who sees these portfolios alone. */
async function limitedTo(...of: readonly OneHolding[]): Promise<string> {
  const { token } = await personWith(api, { sees: of.map(({ id }) => id) })
  return token
}

/** How many transactions recorded some trades. */
async function transactions(answers: readonly Answered[]): Promise<number> {
  const rows = await api.database.query<{ count: number }>(
    'SELECT count(DISTINCT xmin::text) AS count FROM trades WHERE id = ANY ($1::bigint[])',
    [answers.filter(({ status_ }) => status_ === 201).map(({ id }) => id)],
  )
  return rows[0]?.count ?? 0
}

/** Starts as many shared transactions as are allowed; they run until they are released. */
function othersRunning(): () => Promise<unknown> {
  let go: (() => void) | undefined
  const all = new Promise<void>((begin) => {
    go = begin
  })
  const before = Array.from({ length: SHARED_WRITERS }, () => api.database.shared(() => all, 'before', 1))
  return () => {
    go?.()
    return Promise.all(before)
  }
}

/** These saves in one shared transaction: they arrive while the other transactions are running. */
async function inOne<T>(saves: readonly (() => Promise<T>)[]): Promise<T[]> {
  const letGo = othersRunning()
  const answers = Promise.all(saves.map((save) => save()))
  while (api.workSlots.count('small-save').taken < saves.length) await pause(5)
  // From its place to the others a save only reads its key.
  await pause(100)
  await letGo()
  return await answers
}

/** The same with a save in every holding except those whose act is given. */
async function together(acts: Readonly<Record<number, (of: OneHolding) => Promise<Answered>>> = {}) {
  return await inOne(
    holdings.map((of, index) => () => (acts[index] ?? ((usual) => usual.buy(DAY, 10, 12)))(of)),
  )
}

async function everyoneBut(answers: readonly Answered[], ...indices: number[]): Promise<void> {
  for (const [index, answer] of answers.entries()) {
    if (!indices.includes(index)) expect(answer.status_, JSON.stringify(answer)).toBe(201)
  }
  expect(await verifyBooks(api.database, {})).toEqual([])
}

test('saves of twelve chains need a few transactions, and each is kept, answered and audited as if it were alone', async () => {
  const before = await api.database.query<{ count: number }>(
    "SELECT count(*) AS count FROM audit WHERE entity = 'trade'",
  )
  const answers = await together({ 3: (of) => of.sell(DAY, 5, 12), 4: (of) => of.sell(DAY, 5, 12) })
  await everyoneBut(answers)
  expect(await transactions(answers)).toBe(1)
  expect(new Set(answers.map((answer) => answer['deal_number'])).size).toBe(holdings.length)
  expect(await at(3).position()).toMatchObject({ quantity: 95 })
  expect(await at(5).position()).toMatchObject({ quantity: 110 })
  const after = await api.database.query<{ count: number }>(
    "SELECT count(*) AS count FROM audit WHERE entity = 'trade'",
  )
  expect((after[0]?.count ?? 0) - (before[0]?.count ?? 0)).toBe(holdings.length)
})

test('saves of people with the same list of portfolios share one; others have theirs, and each person stays within it', async () => {
  const first = await limitedTo(at(0), at(1))
  const second = await limitedTo(at(1), at(0))
  const other = await limitedTo(at(2))
  const buy = (of: OneHolding, token: string) => () =>
    api.call<{ id: number; code?: string }>('POST /transaction-entries/buy', {
      token,
      body: {
        ...books.usual,
        portfolioId: of.portfolioId,
        tradeDate: DAY,
        settlementDate: DAY,
        contractNumber: `${of.portfolioId}/${token.slice(0, 8)}`,
        quantity: 10,
        price: 12,
      },
    })
  const answers = await inOne([
    buy(at(0), first),
    buy(at(2), other),
    buy(at(1), second),
    buy(at(2), first),
    buy(at(3), api.token),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 404, 201])
  const saved = await api.database.query<{ transaction: string; recorded_by: number }>(
    'SELECT xmin::text AS transaction, recorded_by FROM trades WHERE id = ANY ($1::bigint[]) ORDER BY array_position($1::bigint[], id)',
    [answers.filter(({ status }) => status === 201).map(({ body }) => body.id)],
  )
  const [a, b, c, d] = saved
  expect(c?.transaction).toBe(a?.transaction)
  expect(new Set([a, b, d].map((row) => row?.transaction)).size).toBe(3)
  expect(new Set(saved.map((row) => row.recorded_by)).size).toBe(4)
  expect(await verifyBooks(api.database, {})).toEqual([])
})

describe('one of them', () => {
  test('is refused: the others are saved, and nothing of it is', async () => {
    const held = await at(2).position()
    const answers = await together({
      2: (of) => of.sell(DAY, 1_000_000, 12),
      5: (of) => of.buy(DAY, 10, 12, { symbol: 'NONE.N0000' }),
    })
    await everyoneBut(answers, 2, 5)
    expect(answers[2]).toMatchObject({ status_: 422, code: 'lots.insufficient' })
    expect(answers[5]).toMatchObject({ status_: 404, code: 'record.missing' })
    expect(await at(2).position()).toEqual(held)
    expect(await transactions(answers)).toBe(1)
  })

  test('is refused by the database after all was written: the others are saved all the same', async () => {
    const owner = new pg.Client(api.fresh.config)
    await owner.connect()
    await owner.query(`ALTER TABLE em.trade_versions ADD CONSTRAINT no_thirteen CHECK (quantity <> 13)`)
    try {
      const answers = await together({ 6: (of) => of.buy(DAY, 13, 12) })
      await everyoneBut(answers, 6)
      expect(answers[6]?.status_).toBe(500)
    } finally {
      await owner.query('ALTER TABLE em.trade_versions DROP CONSTRAINT no_thirteen')
      await owner.end()
    }
  })

  test('waits for a lock: the others do not', async () => {
    const holder = new pg.Client(api.fresh.config)
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM em.chains WHERE portfolio_id = $1 FOR UPDATE', [at(7).id])
      const waits = at(7).buy(DAY, 10, 12)
      const others = await Promise.all(holdings.filter((of) => of !== at(7)).map((of) => of.buy(DAY, 10, 12)))
      expect(new Set(statuses(others))).toEqual(new Set([201]))
      await waitingForLock(holder)
      await holder.query('ROLLBACK')
      expect((await waits).status_).toBe(201)
    } finally {
      await holder.end()
    }
    expect(await verifyBooks(api.database, {})).toEqual([])
  })

  test('and another one wait for locks: those that come after them do not', async () => {
    const holder = new pg.Client(api.fresh.config)
    await holder.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM em.chains WHERE portfolio_id = ANY ($1) FOR UPDATE', [
        [at(6).id, at(7).id],
      ])
      let answered = 0
      const wait = async (of: OneHolding) => {
        const answer = await of.buy(DAY, 10, 12)
        answered += 1
        return answer
      }
      const first = wait(at(6))
      await waitingForLock(holder, 1)
      const second = wait(at(7))
      await waitingForLock(holder, 2)
      const others = [0, 1, 2, 3].map((index) => at(index).buy(DAY, 10, 12))
      expect(new Set(statuses(await Promise.all(others)))).toEqual(new Set([201]))
      expect(answered).toBe(0)
      await holder.query('ROLLBACK')
      expect(statuses(await Promise.all([first, second]))).toEqual([201, 201])
    } finally {
      await holder.end()
    }
  })

  test('has the number that another form shows: it gets the next one, and they are saved together', async () => {
    const numbered = (of: OneHolding) => of.buy(DAY, 10, 12, { dealNumber: 'BUY-20260622-101112' })
    const answers = await together({ 8: numbered, 9: numbered, 10: numbered })
    await everyoneBut(answers)
    const numbers = [8, 9, 10].map((index) => answers[index]?.['deal_number'])
    expect(new Set(numbers)).toEqual(
      new Set(['BUY-20260622-101112', 'BUY-20260622-101112-2', 'BUY-20260622-101112-3']),
    )
    expect(await transactions(answers)).toBe(1)

    // Another one's number is free, and is kept.
    const other = (of: OneHolding) => of.buy(DAY, 10, 12, { dealNumber: 'BUY-20260622-090000' })
    const again = await together({ 8: numbered, 9: other })
    await everyoneBut(again)
    expect(again[8]?.['deal_number']).toBe('BUY-20260622-101112-4')
    expect(again[9]?.['deal_number']).toBe('BUY-20260622-090000')
    expect(await transactions(again)).toBe(1)
  })

  test('comes late into its chain: it moves the sale after it, and the others are saved', async () => {
    await at(8).sell('2026-06-24', 20, 12)
    const answers = await together({
      7: (of) => of.sell('2026-06-03', 1, 12),
      8: (of) => of.buy('2026-06-02', 100, 5),
    })
    await everyoneBut(answers)
    expect(await transactions(answers)).toBe(3)
    const entries = await api.database.query<{ description: string }>(
      `SELECT description FROM journal_entries WHERE cause_kind = 'trade' AND cause_id = $1 AND trade_id <> $1`,
      [answers[8]?.id],
    )
    expect(entries).toHaveLength(1)
  })

  test('opens its chain: the others are saved with it', async () => {
    const answers = await together({
      9: (of) => of.buy(DAY, 10, 12, { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' }),
    })
    await everyoneBut(answers)
  })

  test('is dated in signed-off days: it alone is asked about', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-05-04', 100, 10)
    const account = { payment_method: 'Bank Transfer', account_number: '77', account_name: 'Signed off' }
    const { body: bank } = await api.call<{ id: number }>('POST /accounts', {
      body: { ...account, bank_name: 'Sampath Bank', branch_name: 'Fort' },
    })
    const { reconciliation: may } = await ask(api, reconciliation.create, {
      body: { accountCode: '1010', settlementAccount: bank.id, period: '2026-05' },
    })
    const signedOff = await api.call(reconciliation.save, {
      body: { id: may.id, version: may.version, externalClosing: 0 },
    })
    expect(signedOff.status).toBe(200)
    const answers = await inOne([
      () => at(0).buy(DAY, 10, 12),
      () => of.buy('2026-05-29', 10, 12, { settlementAccount: bank.id }),
      () => at(2).buy(DAY, 10, 12),
    ])
    await everyoneBut(answers, 1)
    expect(answers[1]).toMatchObject({ status_: 409, code: 'reconciliation.signed-off-day' })
    expect(await transactions(answers)).toBe(1)
  })

  test('is dated in a locked period: it alone is refused', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-05-04', 100, 10)
    const entities = await api.ask(periods.list, {})
    const entity = entities.find(({ name }) => name === 'Test Fund')
    const locked = await lockBooks(api, entity?.id, '2026-06-10')
    expect(locked.status).toBe(201)
    const answers = await inOne([
      () => at(0).buy(DAY, 10, 12),
      () => of.buy('2026-06-10', 10, 12),
      () => at(2).buy(DAY, 10, 12),
    ])
    await everyoneBut(answers, 1)
    expect(answers[1]).toMatchObject({ status_: 409, code: 'period.locked' })
    expect(await transactions(answers)).toBe(1)
  })
})

test.each(['openPeriod', 'changeReconciled', 'dryRun'])(
  'a save that asks for %s has a transaction of its own: it does not wait for others',
  async (asked) => {
    const letGo = othersRunning()
    try {
      const answer = await api.call('POST /transaction-entries/buy', {
        body: { ...books.usual, portfolioId: at(0).portfolioId },
        query: { [asked]: 1 },
        headers: { 'idempotency-key': `asks for ${asked}` },
      })
      expect(answer.status).toBe(asked === 'dryRun' ? 200 : 201)
    } finally {
      await letGo()
    }
  },
)

test("one person's saves that wait for a lock leave connections to the others", async () => {
  const other = (await api.signUp()).token
  const holder = new pg.Client(api.fresh.config)
  await holder.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM em.chains WHERE portfolio_id = $1 FOR UPDATE', [at(7).id])
    let answered = 0
    const waits = Array.from({ length: 24 }, async () => {
      const answer = await at(7).buy(DAY, 1, 12)
      answered += 1
      return answer
    })
    await waitingForLock(holder, 4)
    const made = await api.call('POST /brokers', { token: other, body: { name: 'Meanwhile' } })
    expect([made.status, answered]).toEqual([201, 0])
    await holder.query('ROLLBACK')
    expect(new Set(statuses(await Promise.all(waits)))).toEqual(new Set([201]))
  } finally {
    await holder.end()
  }
})

test('two of one chain both add up', async () => {
  const before = (await at(1).position())?.['quantity'] as number
  const answers = await Promise.all(Array.from({ length: 8 }, () => at(1).buy(DAY, 10, 12)))
  await everyoneBut(answers)
  expect(await at(1).position()).toMatchObject({ quantity: before + 80 })
})

test('two of one chain in one transaction both add up: the second one waits for the first', async () => {
  const before = (await at(5).position())?.['quantity'] as number
  const answers = await inOne([0, 5, 5].map((index) => () => at(index).buy(DAY, 10, 12)))
  await everyoneBut(answers)
  expect(await transactions(answers)).toBe(2)
  expect(await at(5).position()).toMatchObject({ quantity: before + 20 })
})

test('the same key twice in one transaction is run once, and the other saves are kept with it', async () => {
  const body = {
    ...books.usual,
    portfolioId: at(11).portfolioId,
    tradeDate: DAY,
    settlementDate: DAY,
    contractNumber: 'BEHIND',
    quantity: 7,
    price: 12,
  }
  const before = (await at(11).position())?.['quantity'] as number
  const one = () =>
    api.call<{ id?: number; code?: string }>('POST /transaction-entries/buy', {
      body,
      headers: { 'idempotency-key': 'double-click-behind-others' },
    })
  const other = async () => {
    const { status_: status, ...answer } = await at(0).buy(DAY, 10, 12)
    return { status, body: answer as { id?: number; code?: string } }
  }
  const answers = await inOne([other, one, one])
  expect(answers.map(({ status, body: { code } }) => code ?? status)).toEqual([
    201,
    201,
    'idempotency.running',
  ])
  const saved = await api.database.query<{ count: number }>(
    'SELECT count(DISTINCT xmin::text) AS count FROM trades WHERE id = ANY ($1::bigint[])',
    [answers.slice(0, 2).map((answer) => answer.body.id)],
  )
  expect(saved).toEqual([{ count: 1 }])
  expect(await at(11).position()).toMatchObject({ quantity: before + 7 })
})

test('the same key twice at once is carried out once', async () => {
  const body = {
    ...books.usual,
    portfolioId: at(11).portfolioId,
    tradeDate: DAY,
    settlementDate: DAY,
    contractNumber: 'TWICE',
    quantity: 7,
    price: 12,
  }
  const before = (await at(11).position())?.['quantity'] as number
  const twice = () =>
    api.call<{ id?: number; code?: string }>('POST /transaction-entries/buy', {
      body,
      headers: { 'idempotency-key': 'double-click' },
    })
  const [answers] = await Promise.all([
    Promise.all([twice(), twice(), twice()]),
    together({ 11: (of) => of.buy(DAY, 1, 12) }),
  ])
  const done = answers.filter(({ status }) => status === 201)
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done.map((answer) => answer.body.id)).size).toBe(1)
  for (const { status, body: answer } of answers) {
    if (status !== 201) expect([status, answer.code]).toEqual([409, 'idempotency.running'])
  }
  expect(await at(11).position()).toMatchObject({ quantity: before + 8 })
})

test('a save that was done is answered again, also where its security is called otherwise since', async () => {
  const body = {
    ...books.usual,
    portfolioId: at(0).portfolioId,
    symbol: 'COMB.N0000',
    companyName: 'COMB.N0000',
  }
  const save = () =>
    api.call<{ id: number }>('POST /transaction-entries/buy', {
      body,
      headers: { 'idempotency-key': 'renamed-since' },
    })
  const first = await save()
  expect(first.status).toBe(201)
  const owner = new pg.Client(api.fresh.config)
  await owner.connect()
  try {
    await owner.query("UPDATE em.equities SET symbol = 'COMC.N0000' WHERE symbol = 'COMB.N0000'")
    const again = await save()
    expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([
      201,
      first.body.id,
      'true',
    ])
  } finally {
    await owner.query("UPDATE em.equities SET symbol = 'COMB.N0000' WHERE symbol = 'COMC.N0000'")
    await owner.end()
  }
})

// Waiting for a lock ends after fifteen seconds.
test('a save that was done is answered again without waiting for its chain', {
  timeout: 10_000,
}, async () => {
  const sent = {
    body: { ...books.usual, portfolioId: at(0).portfolioId },
    headers: { 'idempotency-key': 'held-since' },
  }
  const first = await api.call<{ id: number }>('POST /transaction-entries/buy', sent)
  const holder = new pg.Client(api.fresh.config)
  await holder.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM em.chains WHERE portfolio_id = $1 FOR UPDATE', [at(0).id])
    const again = await api.call<{ id: number }>('POST /transaction-entries/buy', sent)
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
  } finally {
    await holder.query('ROLLBACK')
    await holder.end()
  }
})
