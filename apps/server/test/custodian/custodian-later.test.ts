/** Events after a file was read: it is taken back, its settlement reopened, its account changed, its rest settled. */
import { custodianMessages } from '@em/contract/custodian/custodian'
import { safekeepingAccounts } from '@em/contract/custodian/safekeeping-accounts'
import { settlements } from '@em/contract/settlements/settlements'
import { custodianReference } from '@em/core/custodian/reference'
import {
  finBlocks,
  mt54x,
  mt535,
  type SampleConfirmation,
  semt002,
  sese025,
  sese026,
  withHeader,
} from '@em/core/testing/custodian-samples'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, type Refused } from '../support/books.ts'
import {
  ACCOUNT,
  COMB,
  type CustodianBooks,
  comparedLines,
  ISIN,
  startCustodianBooks,
  statement,
} from '../support/custodian-books.ts'
import { rewindable } from '../support/rewind.ts'

let custodianBooks: CustodianBooks
let trade: number
let rewind: () => Promise<void>
beforeAll(async () => {
  custodianBooks = await startCustodianBooks()
  trade = await custodianBooks.buyComb()
  rewind = await rewindable(custodianBooks.api)
})
beforeEach(() => rewind())

const confirmed = (more: Partial<SampleConfirmation> = {}): SampleConfirmation => ({
  account: ACCOUNT,
  reference: 'C1',
  ours: custodianReference(trade, 1) ?? '',
  isin: COMB,
  quantity: 1_000,
  amount: '20224,00',
  date: '2026-04-06',
  ...more,
})
const part = (more: Partial<SampleConfirmation> = {}) =>
  confirmed({ quantity: 600, remaining: 400, amount: '12134,40', ...more })
const rest = (more: Partial<SampleConfirmation> = {}) =>
  confirmed({ reference: 'C2', quantity: 400, before: 600, remaining: 0, amount: '8089,60', ...more })
const cancels = (more: Partial<SampleConfirmation> = {}) =>
  confirmed({ reference: 'X1', function: 'CANC', cancels: 'C1', ...more })
const fin = (...all: SampleConfirmation[]) => all.map((one) => finBlocks('545', mt54x(one))).join('\r\n')
const lineOf = async (id: number, line = 1) => {
  const found = (await custodianBooks.detail(id)).lines.find((one) => one.line === line)
  return (
    found && {
      cause: found.cause,
      proposal: found.proposal?.amount,
      linked: found.linked,
      accepted: found.accepted?.amount,
    }
  )
}
const reopen = () =>
  custodianBooks.api.call<Refused>(settlements.reopen, { body: { items: [{ tradeId: trade }] } } as never)

describe('a confirmation that the custodian takes back', () => {
  test.each<[string, (of: SampleConfirmation) => string, () => string]>([
    ['MT545 with 23G CANC', (of) => fin(of), () => fin(cancels())],
    ['MT545 with 23G RVSL', (of) => fin(of), () => fin(cancels({ function: 'RVSL' }))],
    ['sese.026', withHeader, () => sese026(cancels())],
    [
      'sese.026 of a document without header',
      (of) => sese025({ ...of, transaction: 'C1' }),
      () => sese026(cancels()),
    ],
  ])('%s: its proposal falls', async (_, write, cancellation) => {
    const { id } = await custodianBooks.compared(write(confirmed()))
    expect(await lineOf(id)).toMatchObject({ cause: null, proposal: 20_224, linked: null })
    const taken = await custodianBooks.compared(cancellation())
    expect(taken.lines).toMatchObject([
      { cause: 'cancelled', proposal: null, linked: { reference: 'C1', file_id: id, deal_number: null } },
    ])
    expect(await lineOf(id)).toEqual({
      cause: 'taken-back',
      proposal: undefined,
      linked: { reference: 'X1', file_id: taken.id, deal_number: null },
      accepted: undefined,
    })
    expect((await custodianBooks.accept(id, [1])).body.code).toBe('custodian.no-proposal')
    // The custodian sends it anew.
    const anew = await custodianBooks.compared(fin(confirmed({ reference: 'C9' })))
    expect((await custodianBooks.accept(anew.id, [1])).status).toBe(201)
  })
  test('before it came, or in the same file', async () => {
    const first = await custodianBooks.compared(fin(cancels()))
    expect(await lineOf(first.id)).toMatchObject({ linked: { reference: 'C1', file_id: null } })
    const { id } = await custodianBooks.compared(fin(confirmed(), cancels({ reference: 'X2' })))
    expect([(await lineOf(id))?.cause, (await lineOf(id, 2))?.cause]).toEqual(['taken-back', 'cancelled'])
  })
  test('that was accepted: both lines say so until its settlement is reopened', async () => {
    const { id } = await custodianBooks.compared(fin(confirmed()))
    expect((await custodianBooks.accept(id, [1])).status).toBe(201)
    const deal = (await custodianBooks.detail(id)).lines[0]?.accepted?.deal_number
    const taken = await custodianBooks.compared(fin(cancels()))
    expect(await lineOf(taken.id)).toMatchObject({ linked: { deal_number: deal } })
    expect(await lineOf(id)).toMatchObject({
      cause: 'taken-back',
      accepted: 20_224,
      linked: { reference: 'X1', deal_number: deal },
    })
    expect((await reopen()).status).toBe(201)
    expect(await lineOf(id)).toMatchObject({
      cause: 'taken-back',
      accepted: undefined,
      linked: { deal_number: null },
    })
    expect(await lineOf(taken.id)).toMatchObject({ linked: { file_id: id, deal_number: null } })
  })
  test('another account, another reference or another part of the same transaction stays', async () => {
    const parts = [part(), rest({ reference: 'C1' })].map((one) => sese025({ ...one, transaction: 'C1' }))
    const { id } = await custodianBooks.compared(parts.map((one) => `<?xml version="1.0"?>${one}`).join('\n'))
    await custodianBooks.compared(sese026(cancels({ quantity: 400, before: 600, amount: '8089,60' })))
    expect([(await lineOf(id))?.cause, (await lineOf(id, 2))?.cause]).toEqual(['part', 'taken-back'])
    const other = await custodianBooks.compared(fin(confirmed({ reference: 'C5' })))
    expect((await lineOf(other.id))?.cause).toBeNull()
  })
})

test('a settlement that is reopened: its lines propose again, and can be accepted once more', async () => {
  const { id } = await custodianBooks.compared(fin(part(), rest()))
  expect((await custodianBooks.accept(id, [1, 2])).status).toBe(201)
  expect((await custodianBooks.detail(id)).accepted).toBe(2)
  expect((await reopen()).status).toBe(201)
  expect(await custodianBooks.detail(id)).toMatchObject({ accepted: 0 })
  expect(await lineOf(id)).toMatchObject({ proposal: 12_134.4, accepted: undefined })
  expect((await custodianBooks.accept(id, [1])).status).toBe(201)
  expect(await lineOf(id)).toMatchObject({ accepted: 12_134.4 })
  expect((await lineOf(id, 2))?.proposal).toBe(8_089.6)
  const [{ count } = { count: 0 }] = await custodianBooks.api.database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM custodian_acceptances',
  )
  expect(count).toBe(3)
})

describe('a settlement in part', () => {
  const held = (date: string, aggregate: number) =>
    statement([{ isin: COMB, aggregate }], {
      date,
      code: 'DELT',
      reference: `H${date}${aggregate}`.slice(0, 16),
    })
  const onDay = async (date: string, aggregate: number) =>
    comparedLines(await custodianBooks.compared(mt535(held(date, aggregate))))[0]?.slice(1)

  test('the settled shares agree on each day, before and after the rest was due', async () => {
    const { id } = await custodianBooks.compared(fin(part()))
    expect((await custodianBooks.accept(id, [1])).status).toBe(201)
    expect(await onDay('2026-04-05', 0)).toEqual([0, 0, 0, null])
    expect(await onDay('2026-04-07', 600)).toEqual([600, 600, 0, null])
    custodianBooks.api.clock.set('2026-04-27')
    // The rest was due on the next market day.
    expect(await onDay('2026-04-24', 600)).toEqual([600, 600, 0, null])
    expect(await onDay('2026-04-24', 1_000)).toEqual([1_000, 600, 400, 'unsettled-buy'])
    const later = await custodianBooks.compared(fin(rest({ date: '2026-04-23' })))
    expect((await custodianBooks.accept(later.id, [1])).status).toBe(201)
    expect(await onDay('2026-04-23', 1_000)).toEqual([1_000, 1_000, 0, null])
    expect(await onDay('2026-04-22', 600)).toEqual([600, 600, 0, null])
    custodianBooks.api.clock.set('2026-04-10')
  })
  test('all shares for another amount: they have settled', async () => {
    const { id } = await custodianBooks.compared(fin(confirmed({ amount: '20000,00' })))
    expect((await custodianBooks.accept(id, [1])).body.results[0]?.kind).toBe('part')
    expect(await onDay('2026-04-07', 1_000)).toEqual([1_000, 1_000, 0, null])
  })
  test('reopened or taken back, none has settled by it', async () => {
    const { id } = await custodianBooks.compared(fin(part()))
    expect((await custodianBooks.accept(id, [1])).status).toBe(201)
    await custodianBooks.compared(fin(cancels()))
    expect((await onDay('2026-04-07', 600))?.slice(1)).toEqual([0, 600, 'missing-buy'])
  })
})

describe('the portfolios of an account', () => {
  const change = (portfolios: string[], version = 1) =>
    custodianBooks.api.call<Refused>(safekeepingAccounts.routes.update, {
      params: { id: custodianBooks.account },
      body: { portfolios, version },
    } as never)
  const text = mt535(statement([{ isin: ISIN, aggregate: 39_000 }]))
  const agrees = [['JKH.N0000', 39_000, 39_000, 0, null]]

  test('a past statement keeps those of its upload; uploaded again it has those of today', async () => {
    const { id, changed_accounts } = await custodianBooks.compared(text)
    expect(changed_accounts).toEqual([])
    expect((await change(['HOLD'])).status).toBe(200)
    const found = await custodianBooks.detail(id)
    expect([comparedLines(found).slice(0, 1), found.changed_accounts]).toEqual([agrees, [ACCOUNT]])
    const again = await custodianBooks.upload(text)
    expect([again.status, again.body.id]).toEqual([200, id])
    const anew = await custodianBooks.detail(id)
    expect([comparedLines(anew), anew.changed_accounts]).toEqual([
      [['JKH.N0000', 39_000, 0, 39_000, 'missing-buy']],
      [],
    ])
    expect((await change(['GROW'], 2)).status).toBe(200)
    expect((await custodianBooks.upload(text)).status).toBe(200)
    expect(comparedLines(await custodianBooks.detail(id)).slice(0, 1)).toEqual(agrees)
  })
  test('a confirmation finds the trades of those of its upload', async () => {
    const { id } = await custodianBooks.compared(fin(confirmed()))
    expect((await change(['HOLD'])).status).toBe(200)
    expect(await lineOf(id)).toMatchObject({ proposal: 20_224 })
    const other = await custodianBooks.compared(fin(confirmed({ reference: 'C3' })))
    expect(await lineOf(other.id)).toMatchObject({ cause: 'no-trade' })
  })
})

describe('a note', () => {
  const explain = (id: number, body: object) =>
    custodianBooks.api.call<Refused>(custodianMessages.explain, {
      params: { id },
      body: { account: custodianBooks.account, note: 'Asked', ...body },
    } as never)
  const notes = async (id: number) =>
    (await custodianBooks.detail(id)).lines.map(({ note }) => note?.text ?? null)

  test('is of one of two unknown securities whose names begin alike', async () => {
    const name = 'A VERY LONG COMPANY NAME THAT GOES ON AND ON'
    const { id, lines } = await custodianBooks.compared(
      semt002(
        statement(
          [
            { isin: '', text: `${name} ONE`, aggregate: 1 },
            { isin: '', text: `${name} TWO`, aggregate: 2 },
          ],
          { code: 'DELT' },
        ),
      ),
    )
    const [one, two] = lines
    expect(one?.symbol).toBe(two?.symbol)
    expect((await explain(id, { symbol: two?.symbol, line: two?.line, date: two?.date })).status).toBe(201)
    expect(await notes(id)).toEqual([null, 'Asked'])
  })
  test('is of one day, and stays with its security when this becomes known', async () => {
    const other = { isin: 'LK0099N00006', text: 'SAMPATH BANK', aggregate: 6 }
    const days = ['2026-03-30', '2026-03-31'].map((date) =>
      finBlocks('535', mt535(statement([other], { date, code: 'DELT' }))),
    )
    const { id } = await custodianBooks.compared(days.join('\r\n'))
    expect((await explain(id, { symbol: 'LK0099N00006', line: 2, date: '2026-03-31' })).status).toBe(201)
    expect(await notes(id)).toEqual([null, 'Asked'])
    await ask(custodianBooks.api, custodianMessages.chooseSecurity, {
      params: { id },
      body: { line: 1, symbol: 'SAMP.N0000' },
    })
    expect(await notes(id)).toEqual([null, null])
    expect((await explain(id, { symbol: 'SAMP.N0000', line: 1, date: null })).status).toBe(201)
    expect(await notes(id)).toEqual(['Asked', null])
  })
})

test.each([
  ['messages that are not read', finBlocks('548', ':16R:GENL\r\n:16S:GENL'), '20,000 messages'],
  ['documents', '<?xml version="1.0"?><Document/>', '20,000 messages'],
  ['statements', finBlocks('535', mt535(statement([]))), '2,000 statements of holdings'],
])('a file of 100,000 %s is refused with its limit', async (_, one, limit) => {
  const text = one.repeat(Math.min(100_000, Math.floor((9 * 1024 * 1024) / one.length)))
  const refused = await custodianBooks.upload(text)
  expect([refused.status, refused.body.code]).toEqual([422, 'file.too-many'])
  expect(refused.body.message).toContain(limit)
})
test('a file of more than 100 days is refused', async () => {
  const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)
  const days = Array.from({ length: 101 }, (_, at) =>
    finBlocks('535', mt535(statement([], { date: day(at) }))),
  )
  const refused = await custodianBooks.upload(days.join('\r\n'))
  expect([refused.status, refused.body.code]).toEqual([422, 'file.too-many'])
})

describe('a statement that the custodian cancels', () => {
  const own = (more: object = {}) =>
    mt535(statement([{ isin: ISIN, aggregate: 38_500 }], { reference: 'H1', ...more }))
  const cancelling = (more: object = {}) => own({ reference: 'X1', cancels: 'H1', ...more })
  const ofJkh = (of: Awaited<ReturnType<typeof custodianBooks.detail>>) =>
    comparedLines({ lines: of.lines.filter(({ symbol }) => symbol === 'JKH.N0000') })
  const cancelled = { account: ACCOUNT, date: '2026-03-31', reference: 'H1', by_reference: 'X1' }

  test('is no longer compared, and its correction is', async () => {
    const first = await custodianBooks.compared(own())
    expect(ofJkh(first)).toEqual([['JKH.N0000', 38_500, 39_000, -500, 'missing-sale']])
    const taken = await custodianBooks.compared(cancelling())
    expect([taken.kind, taken.lines, taken.cancelled]).toEqual([
      'holdings',
      [],
      [{ ...cancelled, file_id: first.id, by_file: taken.id }],
    ])
    const later = await custodianBooks.detail(first.id)
    expect([later.lines, later.incomplete]).toEqual([[], []])
    expect(later.cancelled).toEqual(taken.cancelled)
    const anew = await custodianBooks.compared(
      mt535(statement([{ isin: ISIN, aggregate: 39_000 }], { reference: 'H1' })),
    )
    expect(ofJkh(anew)).toEqual([['JKH.N0000', 39_000, 39_000, 0, null]])
    expect(anew.cancelled).toEqual([])
  })

  test('and sends anew in the same file leaves the new one', async () => {
    const detail = await custodianBooks.compared(
      [own(), cancelling(), own({ reference: 'H2' })].map((text) => finBlocks('535', text)).join('\r\n'),
    )
    expect(ofJkh(detail)).toEqual([['JKH.N0000', 38_500, 39_000, -500, 'missing-sale']])
    expect(new Set(detail.lines.map(({ reference }) => reference))).toEqual(new Set(['H2']))
    expect(detail.cancelled).toMatchObject([cancelled])
  })

  test('by its page leaves the other page, which is incomplete', async () => {
    const both = await custodianBooks.compared(
      [own({ page: '1/MORE' }), own({ page: '2/LAST', reference: 'H2' }).replace(ISIN, COMB)]
        .map((text) => finBlocks('535', text))
        .join('\r\n'),
    )
    expect(both.lines).toHaveLength(2)
    await custodianBooks.compared(cancelling({ page: '1/MORE' }))
    const { lines, incomplete } = await custodianBooks.detail(both.id)
    expect(lines.map(({ symbol }) => symbol)).toEqual(['COMB.N0000'])
    expect(incomplete).toMatchObject([{ missing: 'page 1' }])
    const other = await custodianBooks.compared(own({ page: '2/LAST', reference: 'H3' }))
    expect(other.incomplete).toMatchObject([{ missing: 'page 1' }])
  })

  test.each<[string, () => string, string]>([
    ['a reference that nobody sent', () => cancelling({ cancels: 'H9' }), 'H9, which was not received'],
    ['another day', () => cancelling({ date: '2026-03-30' }), 'H1, which was not received'],
    [
      'no reference',
      () => cancelling().replace(/:16R:LINK[^]*?:16S:LINK\r\n/, ''),
      'does not name the statement',
    ],
  ])('by %s is refused in words, and nothing is kept', async (_, write, words) => {
    const first = await custodianBooks.compared(own())
    const { status, body } = await custodianBooks.upload(write())
    expect([status, body.code]).toEqual([422, 'custodian.unreadable'])
    expect(body.message).toContain(words)
    expect(ofJkh(await custodianBooks.detail(first.id))).toHaveLength(1)
  })
})
