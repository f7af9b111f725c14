/** One person cannot starve the others: slots, lines, what is given back, the room for files, reads that take too long. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { attachments } from '@em/contract/attachments/attachments'
import { brokers } from '@em/contract/brokers/brokers'
import { holidays } from '@em/contract/holidays/holidays'
import { trades } from '@em/contract/trades/trades'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, WRITERS } from '../../src/platform/database/database.ts'
import type { Work } from '../../src/platform/http/work-slots.ts'
import { type Answer, type Api, startApi } from '../support/api.ts'
import type { Refused } from '../support/books.ts'
import { download, exported, exportLedger } from '../support/exports.ts'
import { fillSmallBook, rightBodies } from '../support/small-book.ts'

/** Milliseconds for one slot: reads that a test holds up still take one each. */
const ONE_SLOT = 3_600_000
const PATIENT = { light: 30, heavy: 30, report: 30 }
let api: Api
/** The second person. */
let other: string
let release: () => Promise<void> = async () => undefined

/** Holds tables as a long statement of the database's would: who reads or writes them waits until `release`. */
async function hold(tables: string, on: Api = api): Promise<void> {
  const client = new pg.Client(on.fresh.admin)
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`)
  release = async () => {
    release = async () => undefined
    await client.query('ROLLBACK')
    await client.end()
  }
}
afterEach(() => release())

async function until(what: () => unknown): Promise<void> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    if (await what()) return
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error('what was waited for did not come')
}
const taken = (work: Work, count: number, on: Api = api) =>
  until(() => on.workSlots.count(work).taken === count)
const waiting = (work: Work, count: number, on: Api = api) =>
  until(() => on.workSlots.count(work).waiting === count)
const free = (work: Work, on: Api = api) => taken(work, 0, on)
const statusesOf = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).toSorted()
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

/** A request as bytes on a connection of its own. */
async function socketTo(on: Api): Promise<Socket> {
  const address = on.app.server.address() as { port: number }
  const socket = connect(address.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
async function get(path: string, on: Api = api): Promise<Socket> {
  const socket = await socketTo(on)
  socket.write(`GET /api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${on.token}\r\n\r\n`)
  return socket
}
/** Sends the head of an upload and the beginning of its body. */
async function beginPost(path: string, length: number, on: Api = api): Promise<Socket> {
  const socket = await socketTo(on)
  socket.write(
    `POST /api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${on.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"data":"`,
  )
  return socket
}

beforeAll(async () => {
  api = await startApi({
    readSeconds: PATIENT,
    measures: (usual) => ({
      heavy: { ...usual.heavy, waitMs: 60_000, slotMs: ONE_SLOT },
      'long-list': { ...usual['long-list'], waitMs: 60_000 },
    }),
  })
  await fillSmallBook(api)
  other = (await api.signUp()).token
  await api.app.listen({ port: 0, host: '127.0.0.1' })
})

describe('heavy reads', () => {
  const read = (token = api.token, on = api) =>
    on.call<Refused>(trades.buyAll, { query: { limit: 50 }, token: on === api ? token : on.token })

  test('a person has six running; the others wait and are then answered', async () => {
    await hold('em.trades')
    const all = times(9, () => read())
    await taken('heavy', 6)
    await waiting('heavy', 3)
    const theirs = read(other)
    await taken('heavy', 7)
    expect(api.workSlots.count('heavy').waiting).toBe(3)
    await release()
    expect(statusesOf(await Promise.all([...all, theirs]))).toEqual(times(10, () => 200))
    await free('heavy')
  })

  test('small reads and saves of the same person go on meanwhile', async () => {
    await hold('em.trades')
    const all = times(8, () => read())
    await taken('heavy', 6)
    expect((await api.call('GET /auth/me')).status).toBe(200)
    expect((await api.call(brokers.routes.create, { body: { name: 'Meanwhile' } })).status).toBe(201)
    await release()
    await Promise.all(all)
  })

  test('the answer to a read that waits too long says when to try again', async () => {
    const brief = await startApi({
      readSeconds: PATIENT,
      measures: ({ heavy }) => ({ heavy: { ...heavy, waitMs: 50, slotMs: ONE_SLOT } }),
    })
    await hold('em.trades', brief)
    const answers: Answer<Refused>[] = []
    const all = times(8, async () => {
      answers.push(await read('', brief))
    })
    await until(() => answers.length === 2)
    expect(brief.workSlots.count('heavy')).toEqual({ taken: 6, waiting: 0 })
    await release()
    await Promise.all(all)
    expect(statusesOf(answers)).toEqual([...times(6, () => 200), 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers['retry-after']).toBe('5')
    expect(refused?.body).toMatchObject({
      error: 'Too Many Requests',
      code: 'request.too-many',
      message: 'Several of your reads are still running. Please try again in 5 seconds.',
    })
    await brief.close()
  })

  test('a client that leaves keeps its place until the database is done with its read, and not longer', async () => {
    await hold('em.trades')
    const left = await Promise.all(times(6, () => get('/transaction-entries/buy-all?limit=50')))
    await taken('heavy', 6)
    for (const socket of left) socket.destroy()
    const next = read()
    await waiting('heavy', 1)
    expect(api.workSlots.count('heavy').taken).toBe(6)
    await release()
    expect((await next).status).toBe(200)
    await free('heavy')
  })

  test('a client that leaves the line gives up its place in it', async () => {
    await hold('em.trades')
    const all = times(6, () => read())
    await taken('heavy', 6)
    const left = await get('/transaction-entries/buy-all?limit=50')
    await waiting('heavy', 1)
    left.destroy()
    await waiting('heavy', 0)
    await release()
    expect(statusesOf(await Promise.all(all))).toEqual(times(6, () => 200))
    await free('heavy')
  })
})

describe('a long list', () => {
  const list = (query: object, token = api.token) => api.call(trades.buyAll, { query, token })

  test.each([[{}], [{ limit: '' }], [{ limit: 10_000 }]])('is read one at a time (%o)', async (query) => {
    await hold('em.trades')
    const first = list({})
    await taken('long-list', 1)
    const second = list(query)
    await waiting('long-list', 1)
    const theirs = list(query, other)
    await taken('long-list', 2)
    const page = list({ limit: 1_000 })
    await taken('heavy', 1)
    await release()
    expect(statusesOf(await Promise.all([first, second, theirs, page]))).toEqual([200, 200, 200, 200])
    await free('long-list')
  })

  test('answers all its rows as they were', async () => {
    const [all, page] = await Promise.all([list({}), list({ limit: 1_000 })])
    expect(all.body).toEqual(page.body)
    expect(all.headers['x-total-count']).toBe(String((all.body as unknown as unknown[]).length))
  })
})

test('a person downloads one export at a time; one that breaks off makes room for the next', async () => {
  const { made } = await exported(api)
  const path = `/exports/${made.id}/file`
  await hold('em.export_parts')
  const first = await get(path)
  await taken('export', 1)
  const second = await get(path)
  await waiting('export', 1)
  second.destroy()
  await waiting('export', 0)
  first.destroy()
  await release()
  await free('export')
  const [a, b] = await Promise.all([download(api, made.id), download(api, made.id)])
  expect([a.status, b.status]).toEqual([200, 200])
})

test('a user who submits exports that take longer waits for the answer of one after the other', async () => {
  await hold('em.export_parts')
  const [first, second] = [exportLedger(api), exportLedger(api)]
  await taken('export', 1)
  await waiting('export', 1)
  await release()
  expect([(await first).status, (await second).status]).toEqual([201, 201])
  await free('export')
})

describe('a body that may be a file', () => {
  const small = { fileName: 'a.csv', data: Buffer.from('a,b\r\n1,2\r\n').toString('base64') }
  const readFile = (token: string, on: Api) =>
    on.call<Refused>('POST /trade-batches/read-file', { body: small, token })

  test('takes its place before it is read: a slow one keeps its own person waiting, no other', async () => {
    const brief = await startApi({ measures: ({ file }) => ({ file: { ...file, waitMs: 50 } }) })
    const theirs = (await brief.signUp()).token
    await brief.app.listen({ port: 0, host: '127.0.0.1' })
    const slow = await beginPost('/trade-batches/read-file', 5_000_000, brief)
    await taken('file', 1, brief)
    expect(await readFile(brief.token, brief)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: {
        message: 'Another of your files is still being received or read. Please try again in 5 seconds.',
      },
    })
    expect((await readFile(theirs, brief)).status).toBe(200)
    slow.destroy()
    await free('file', brief)
    expect((await readFile(brief.token, brief)).status).toBe(200)
    await brief.close()
  })

  test('counts for an attachment beyond a megabyte; smaller ones are saves like others', async () => {
    const slow = await beginPost('/trade-batches/read-file', 5_000_000)
    await taken('file', 1)
    const entry = await api.call<{ data: { id: number } }>('POST /journal-entries', {
      body: rightBodies()['journal.create'],
    })
    const sent = (bytes: number) => ({
      owner_kind: 'journal-entry',
      owner_id: entry.body.data.id,
      file_name: 'a.txt',
      data: Buffer.alloc(bytes, 'a').toString('base64'),
    })
    expect((await api.call(attachments.add, { body: sent(1000) })).status).toBe(201)
    const large = api.call(attachments.add, { body: sent(1_500_000) })
    await waiting('file', 1)
    slow.destroy()
    expect((await large).status).toBe(201)
    await free('file')
  })

  test('is not read from a stranger', async () => {
    const answer = await readFile('stranger', api)
    expect(answer.status).toBe(401)
    expect(api.workSlots.count('file')).toEqual({ taken: 0, waiting: 0 })
  })
})

test('saves are never refused for their number, and one person does not take the last connection', async () => {
  await hold('em.brokers')
  const save = (n: number) => api.call(brokers.routes.create, { body: { name: `Many ${n}` } })
  const all = times(3 * WRITERS, save)
  await taken('save', WRITERS)
  const theirs = await api.call(holidays.routes.create, {
    token: other,
    body: {
      name: 'Meanwhile',
      type: 'Mercantile',
      date: '2026-12-24',
      ...rightBodies()['holidays.create'],
    },
  })
  expect(theirs.status).toBe(201)
  await release()
  expect(new Set(statusesOf(await Promise.all(all)))).toEqual(new Set([201]))
  await free('save')
})

describe('a read that takes too long', () => {
  test('is ended by the database and says what to narrow; reports have longer', async () => {
    const brief = await startApi({
      readSeconds: { light: 30, heavy: 1, report: 30 },
      measures: ({ heavy }) => ({ heavy: { ...heavy, slotMs: ONE_SLOT } }),
    })
    await hold('em.trades, em.journal_lines, em.ledger_days, em.ledger_months', brief)
    const report = brief.call(trialBalance.get)
    await until(async () => brief.workSlots.count('heavy').taken === 1)
    const late = await brief.call<Refused>(trades.buyAll, { query: { limit: 50 } })
    expect(late).toMatchObject({
      status: 422,
      body: {
        code: 'read.too-slow',
        message:
          'This takes longer than 1 seconds to read. Please narrow it (one portfolio, fewer days, a longer search text) or try again later.',
      },
    })
    await release()
    expect((await report).status).toBe(200)
    await brief.close()
  })

  test('has five seconds, a report sixty, a save thirty', async () => {
    const { fresh, close } = await startApi()
    // As a server opens it: databases that tests are lent wait longer.
    const usual = await openDatabase(fresh.application)
    const shown = "SELECT current_setting('statement_timeout') AS most"
    const most = async (from: Promise<{ most: string }[]>) => (await from)[0]?.most
    expect(await most(usual.query(shown))).toBe('5s')
    expect(await most(usual.reading('heavy').query(shown))).toBe('5s')
    expect(await most(usual.reading('report').query(shown))).toBe('1min')
    expect(await most(usual.transaction((tx) => tx.query(shown)))).toBe('30s')
    await usual.close()
    await close()
  })
})

describe('the files of one person', () => {
  let full: Api
  let owner: number
  const add = (bytes: number, token = full.token) =>
    full.call<Refused & { id: number }>(attachments.add, {
      token,
      body: {
        owner_kind: 'journal-entry',
        owner_id: owner,
        file_name: 'a.txt',
        data: Buffer.alloc(bytes, 'a').toString('base64'),
      },
    })
  const entry = async () => {
    const made = await full.call<{ data: { id: number } }>('POST /journal-entries', {
      body: rightBodies()['journal.create'],
    })
    return made.body.data.id
  }
  beforeAll(async () => {
    full = await startApi({ settings: { ATTACHMENTS_PER_PERSON_MB: '1' } })
    await fillSmallBook(full)
    owner = await entry()
  })

  test('take no more than they may, however many come at once, wherever they belong', async () => {
    const owners = [owner, await entry(), await entry(), await entry()]
    const answers = await Promise.all(
      owners.map((id) => {
        owner = id
        return add(400_000)
      }),
    )
    expect(statusesOf(answers)).toEqual([201, 201, 413, 413])
    expect(answers.find(({ status }) => status === 413)?.body).toMatchObject({
      code: 'attachment.person-full',
      message:
        'Your files would take more than 1 MB, the most that one person may keep; there is room for 0.2 MB. Delete files that are no longer needed, or ask the administrator to raise the limit.',
    })
    expect((await add(1_048_576 - 800_000)).status).toBe(201)
    expect((await add(1)).status).toBe(413)
    expect((await add(1, (await full.signUp()).token)).status).toBe(201)
  })

  test('count while they are kept: marked as removed they do, deleted they do not', async () => {
    const { token } = await full.signUp()
    const draft = await full.call<{ data: { id: number } }>('POST /journal-entries', {
      token,
      body: { ...(rightBodies()['journal.create'] as object), status: 'Draft' },
    })
    const stored = await add(600_000, token)
    const marked = await full.call(attachments.markRemoved, {
      token,
      params: { id: stored.body.id },
      body: { reason: 'The wrong invoice' },
    })
    expect(marked.status).toBe(200)
    expect((await add(600_000, token)).status).toBe(413)
    const onDraft = () =>
      full.call<{ id: number }>(attachments.add, {
        token,
        body: {
          owner_kind: 'journal-draft',
          owner_id: draft.body.data.id,
          file_name: 'b.txt',
          data: Buffer.alloc(400_000, 'b').toString('base64'),
        },
      })
    const first = await onDraft()
    expect([first.status, (await onDraft()).status]).toEqual([201, 413])
    expect((await full.call(attachments.remove, { token, params: { id: first.body.id } })).status).toBe(200)
    expect((await onDraft()).status).toBe(201)
  })
})
