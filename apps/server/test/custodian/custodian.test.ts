/** Messages of custodians: holdings compared with the books, confirmations that confirm settlements once. */

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
  withHeader,
} from '@em/core/testing/custodian-samples'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { ask, type Refused } from '../support/books.ts'
import {
  ACCOUNT,
  COMB,
  type CustodianBooks,
  comparedLines,
  DAY,
  ISIN,
  startCustodianBooks,
  statement,
} from '../support/custodian-books.ts'
import { auditOf, personWith } from '../support/identity.ts'
import { oneBehindTheOther } from '../support/locks.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let account: number
let addAccount: CustodianBooks['addAccount']
let upload: CustodianBooks['upload']
let detail: CustodianBooks['detail']
let compared: CustodianBooks['compared']
let accept: CustodianBooks['accept']
let outstanding: CustodianBooks['outstanding']
let buyComb: CustodianBooks['buyComb']

let rewind: () => Promise<void>
beforeAll(async () => {
  ;({ api, account, addAccount, upload, detail, compared, accept, outstanding, buyComb } =
    await startCustodianBooks())
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

describe('vector C2: 40,000 held, of which 1,000 were bought on 30 March and settle on 2 April', () => {
  test.each([
    ['MT535', mt535],
    ['semt.002', semt002],
  ])('%s', async (_, write) => {
    expect(comparedLines(await compared(write(statement([{ isin: ISIN, aggregate: 39_000 }]))))).toEqual([
      ['JKH.N0000', 39_000, 39_000, 0, null],
    ])
    expect(
      comparedLines(await compared(write(statement([{ isin: ISIN, aggregate: 40_000 }], { basis: 'TRAD' })))),
    ).toEqual([['JKH.N0000', 40_000, 40_000, 0, null]])
    expect(comparedLines(await compared(write(statement([{ isin: ISIN, aggregate: 38_500 }]))))).toEqual([
      ['JKH.N0000', 38_500, 39_000, -500, 'missing-sale'],
    ])
    const failing = statement([{ isin: ISIN, aggregate: 38_500, parts: { PENR: 500 } }])
    expect(comparedLines(await compared(write(failing)))).toEqual([
      ['JKH.N0000', 38_500, 39_000, -500, 'fails-at-custodian'],
    ])
  })
  test('the account says the basis where the message does not', async () => {
    const silent = statement([{ isin: ISIN, aggregate: 40_000 }], { basis: null })
    expect(comparedLines(await compared(mt535(silent)))[0]).toEqual([
      'JKH.N0000',
      40_000,
      39_000,
      1_000,
      'unsettled-buy',
    ])
    await ask(api, safekeepingAccounts.routes.update, {
      params: { id: account },
      body: { basis: 'traded', version: 1 },
    })
    const { id } = (await upload(mt535(silent))).body
    expect(comparedLines(await detail(id))[0]).toEqual(['JKH.N0000', 40_000, 40_000, 0, null])
  })
})

describe('a statement', () => {
  test('what is unknown, what is not named, what cannot be used', async () => {
    const found = await compared(
      mt535(
        statement([
          { isin: 'LK0000N00007', text: 'UNKNOWN PLC', aggregate: 5 },
          { isin: COMB, aggregate: 7 },
          { isin: COMB, aggregate: 7 },
        ]),
      ),
    )
    expect(comparedLines(found)).toEqual([
      ['LK0000N00007', 5, 0, 5, 'unknown-security'],
      ['COMB.N0000', 7, 0, 7, 'missing-buy'],
      ['COMB.N0000', null, null, null, 'faulty'],
      ['JKH.N0000', null, 39_000, -39_000, 'not-on-statement'],
    ])
    expect(found.lines[2]?.fault?.field).toBe('35B')
    expect(found.faulty).toBe(1)
  })
  test('a security without ISIN here is found by its symbol, or a person says which it is', async () => {
    const samp = { isin: 'LK0090N00007', text: 'SAMPATH BANK SAMP.N0000', aggregate: 5 }
    expect(comparedLines(await compared(mt535(statement([samp]))))[0]?.[0]).toBe('SAMP.N0000')
    const other = { isin: 'LK0099N00006', text: 'SAMPATH BANK', aggregate: 6 }
    const { id, lines } = await compared(mt535(statement([other])))
    expect(lines[0]?.symbol).toBe('LK0099N00006')
    const choose = (line: number, symbol: string) =>
      api.call<Refused>(custodianMessages.chooseSecurity, { params: { id }, body: { line, symbol } } as never)
    expect((await choose(1, 'NONE.N0000')).status).toBe(404)
    expect((await choose(1, 'SAMP.N0000')).status).toBe(200)
    expect(comparedLines(await detail(id))[0]).toEqual(['SAMP.N0000', 6, 0, 6, 'missing-buy'])
    expect(comparedLines(await compared(semt002(statement([{ ...other, aggregate: 8 }]))))[0]?.[0]).toBe(
      'SAMP.N0000',
    )
    const known = await compared(mt535(statement([{ isin: ISIN, aggregate: 1 }])))
    const refused = await api.call<Refused>(custodianMessages.chooseSecurity, {
      params: { id: known.id },
      body: { line: 1, symbol: 'SAMP.N0000' },
    } as never)
    expect(refused.body.code).toBe('custodian.security-known')
  })
  test('pages of a statement come in one file or in several', async () => {
    const pages = [
      mt535(statement([{ isin: ISIN, aggregate: 39_000 }], { page: '1/MORE', reference: 'P1' })),
      mt535(statement([{ isin: COMB, aggregate: 3 }], { page: '2/LAST', reference: 'P2' })),
    ]
    const first = await compared(pages[1] ?? '')
    expect(first.incomplete).toEqual([{ account: ACCOUNT, date: DAY, missing: 'page 1' }])
    expect(comparedLines(first)).toEqual([['COMB.N0000', 3, 0, 3, 'missing-buy']])
    const second = await compared(pages[0] ?? '')
    expect([second.incomplete, comparedLines(second)]).toEqual([[], [['JKH.N0000', 39_000, 39_000, 0, null]]])
    expect((await detail(first.id)).incomplete).toEqual([])
    await rewind()
    const both = await compared(pages.map((page) => finBlocks('535', page)).join('\r\n'))
    expect([both.messages, both.incomplete, comparedLines(both).map((row) => row[0])]).toEqual([
      2,
      [],
      ['JKH.N0000', 'COMB.N0000'],
    ])
  })
  test('changes alone tell nothing of the others', async () => {
    const found = await compared(mt535(statement([{ isin: COMB, aggregate: 3 }], { code: 'DELT' })))
    expect(comparedLines(found).map((row) => row[0])).toEqual(['COMB.N0000'])
  })
  test('free shares are held against what is not pledged', async () => {
    const cds = await api.call<{ id: number }>('POST /cds-accounts', {
      body: { participant: 'ABC', account_number: '1', category: 'LC', holder_name: 'Fund' },
    })
    await api.call(`PUT /cds-accounts/${cds.body.id}/portfolios`, {
      body: { portfolios: [{ portfolio: 'GROW' }] },
    })
    const pledge = { account: cds.body.id, symbol: 'JKH.N0000', quantity: 5_000, pledgedOn: '2026-03-01' }
    expect((await api.call('POST /cds-pledges', { body: { ...pledge, pledgee: 'Bank' } })).status).toBe(201)
    const free = await compared(semt002(statement([{ isin: ISIN, available: 34_000 }])))
    expect(comparedLines(free)).toEqual([['JKH.N0000', 34_000, 34_000, 0, null]])
    const whole = statement([{ isin: ISIN, aggregate: 39_000, available: 34_000, parts: { PLED: 5_000 } }])
    expect(comparedLines(await compared(mt535(whole)))).toEqual([['JKH.N0000', 39_000, 39_000, 0, null]])
  })
  test('a difference is explained by a note; one that is none is refused', async () => {
    const { id } = await compared(mt535(statement([{ isin: ISIN, aggregate: 38_500 }])))
    const explain = (symbol: string) =>
      api.call<Refused>(custodianMessages.explain, {
        params: { id },
        body: { account, symbol, note: 'Asked the custodian' },
      } as never)
    expect((await explain('COMB.N0000')).body.code).toBe('custodian.no-break')
    expect((await explain('JKH.N0000')).status).toBe(201)
    expect((await detail(id)).lines[0]?.note?.text).toBe('Asked the custodian')
  })
})

describe('a confirmation', () => {
  let trade: number
  let confirmed: SampleConfirmation
  beforeEach(async () => {
    trade = await buyComb()
    confirmed = {
      account: ACCOUNT,
      reference: 'C1',
      isin: COMB,
      quantity: 1_000,
      amount: '20224,00',
      date: '2026-04-06',
    }
    expect(await outstanding(trade)).toEqual(['overdue', 0, 20_224])
  })
  const ours = () => custodianReference(trade, 1) ?? ''

  test.each([
    ['MT545', (of: SampleConfirmation) => finBlocks('545', mt54x(of))],
    ['sese.025', (of: SampleConfirmation) => sese025(of, 's:')],
  ])('%s proposes, books nothing by itself, and confirms once', async (_, write) => {
    const { id, lines, kind } = await compared(write({ ...confirmed, ours: ours() }))
    expect(kind).toBe('confirmations')
    expect(lines).toMatchObject([
      {
        stated: 1_000,
        ours: 1_000,
        difference: 0,
        stated_amount: 20_224,
        our_amount: 20_224,
        cause: null,
        proposal: { trade_id: trade, amount: 20_224, is_part: false, by: 'reference', date: '2026-04-06' },
      },
    ])
    expect(await outstanding(trade)).toEqual(['overdue', 0, 20_224])
    const preview = await accept(id, [1], {}, { query: { dryRun: '1' } })
    expect([preview.status, preview.body.results[0]?.kind]).toEqual([200, 'settled'])
    expect(await outstanding(trade)).toEqual(['overdue', 0, 20_224])
    const done = await accept(id, [1], { seen: [{ line: 1, trade, amount: 20_224 }] })
    expect([done.status, done.body.results[0]?.outstanding]).toEqual([201, 0])
    expect(await outstanding(trade)).toEqual(['settled', 20_224, 0])
    expect((await detail(id)).lines[0]).toMatchObject({ proposal: null, accepted: { trade_id: trade } })
    const again = await accept(id, [1])
    expect([again.status, again.body.code]).toEqual([409, 'custodian.accepted'])
    expect(await auditOf(api, 'custodian-messages.accept')).toMatchObject([{ entity_id: String(trade) }])
  })
  test('in part: the rest stays outstanding, and both parts may be accepted together', async () => {
    const parts = [
      { ...confirmed, ours: ours(), quantity: 600, remaining: 400, amount: '12134,40' },
      {
        ...confirmed,
        ours: ours(),
        reference: 'C2',
        quantity: 400,
        before: 600,
        remaining: 0,
        amount: '8089,60',
      },
    ]
    const { id, lines } = await compared(parts.map((one) => finBlocks('545', mt54x(one))).join('\r\n'))
    expect(lines.map(({ cause, proposal }) => [cause, proposal?.amount])).toEqual([
      ['part', 12_134.4],
      ['part', 8_089.6],
    ])
    const first = await accept(id, [1])
    expect(first.body.results[0]).toMatchObject({ kind: 'part', amount: 12_134.4, outstanding: 8_089.6 })
    expect((await outstanding(trade)).slice(1)).toEqual([12_134.4, 8_089.6])
    await rewind()
    trade = await buyComb()
    const whole = await compared(
      parts.map((one) => finBlocks('545', mt54x({ ...one, ours: ours() }))).join('\r\n'),
    )
    const both = await accept(whole.id, [2, 1])
    expect([both.status, both.body.results.map(({ kind }) => kind)]).toEqual([201, ['part', 'settled']])
    expect(await outstanding(trade)).toEqual(['settled', 20_224, 0])
  })
  test('without our reference: by its terms, where one trade fits', async () => {
    const [found] = (await compared(sese025(confirmed))).lines
    expect(found?.proposal).toMatchObject({ trade_id: trade, by: 'terms' })
    await buyComb()
    const [several] = (await compared(mt54x({ ...confirmed, reference: 'C3' }))).lines
    expect([several?.cause, several?.proposal]).toEqual(['several-trades', null])
  })
  test('the reference of the custodian comes once', async () => {
    await compared(mt54x(confirmed))
    const [again] = (await compared(finBlocks('545', mt54x({ ...confirmed, ours: ours() })))).lines
    expect([again?.cause, again?.proposal]).toEqual(['duplicate', null])
  })
  test.each([
    ['with a header', withHeader],
    ['without one', (of: SampleConfirmation) => sese025(of)],
  ])('parts of one transaction are no duplicates, the same part is: %s', async (_, write) => {
    const part = { ...confirmed, ours: ours(), quantity: 600, remaining: 400, amount: '12134,40' }
    const rest = { ...part, reference: 'C2', quantity: 400, before: 600, remaining: 0, amount: '8089,60' }
    const causes = async (of: SampleConfirmation, space = '') => {
      const [line] = (await compared(write(of) + space)).lines
      return [line?.cause, line?.proposal?.amount]
    }
    expect(await causes(part)).toEqual(['part', 12_134.4])
    expect(await causes(rest)).toEqual(['part', 8_089.6])
    expect(await causes(rest, '\n')).toEqual(['duplicate', undefined])
  })
  test('a message that cannot be confirmed proposes nothing', async () => {
    const messages = [
      { ...confirmed, reference: 'D1', currency: 'USD' },
      { ...confirmed, reference: 'D2', function: 'CANC' },
      { ...confirmed, reference: 'D3', isin: 'LK0000N00007' },
      { ...confirmed, reference: 'D4', ours: ours(), isin: ISIN },
      { ...confirmed, reference: 'D5', quantity: 5 },
    ]
    const { id, lines } = await compared(messages.map((one) => finBlocks('545', mt54x(one))).join('\r\n'))
    expect(lines.map(({ cause, proposal }) => [cause, proposal])).toEqual([
      ['faulty', null],
      ['cancelled', null],
      ['unknown-security', null],
      ['other-terms', null],
      ['no-trade', null],
    ])
    expect((await accept(id, [5])).body.code).toBe('custodian.no-proposal')
    expect((await accept(id, [9])).status).toBe(404)
  })
  test('another proposal than the one that was seen is refused', async () => {
    const { id } = await compared(mt54x({ ...confirmed, ours: ours() }))
    const refused = await accept(id, [1], { seen: [{ line: 1, trade, amount: 20_000 }] })
    expect([refused.status, refused.body.code]).toEqual([409, 'custodian.changed'])
  })
  test('two people accept the same line at once: it is confirmed once', async () => {
    const { id } = await compared(mt54x({ ...confirmed, ours: ours() }))
    const { token } = await personWith(api, {})
    const [first, second] = await oneBehindTheOther(
      api,
      () => accept(id, [1]),
      () => accept(id, [1], {}, { token }),
    )
    expect([first.status, second.status, second.body.code]).toEqual([201, 409, 'custodian.accepted'])
    const { history } = await ask(api, settlements.one, { params: { id: trade } })
    expect(history).toHaveLength(1)
  })
  test('the settlement tells the reference to give the custodian', async () => {
    const { custodian_reference } = await ask(api, settlements.one, { params: { id: trade } })
    expect(custodian_reference).toBe(ours())
  })
})

describe('a file', () => {
  const good = mt535(statement([{ isin: ISIN, aggregate: 1 }]))
  test('the same bytes again are the same file', async () => {
    const first = await upload(good)
    const again = await upload(good)
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
  })
  test('comes back as it was sent', async () => {
    const { body } = await upload(good)
    const file = await api.call(`GET /custodian-messages/${body.id}/file`)
    expect(file.status).toBe(200)
  })
  test.each<[string, string | Uint8Array, number, string, string]>([
    ['garbage', 'once upon a time', 415, 'custodian.kind', 'neither the blocks'],
    [
      'a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1, 2, 3]),
      415,
      'custodian.kind',
      'no text',
    ],
    ['another MT', finBlocks('548', ':16R:GENL\r\n:16S:GENL'), 415, 'custodian.kind', 'MT548'],
    [
      'another MX',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>',
      415,
      'custodian.kind',
      'camt.053',
    ],
    ['a missing block', good.replaceAll('GENL', 'GNRL'), 415, 'custodian.kind', 'neither the blocks'],
    ['a missing account', good.replace(/:97A.*\r\n/, ''), 415, 'custodian.kind', 'another MT'],
    [
      'a missing day',
      finBlocks('535', good.replace(/:98A.*\r\n/, '')),
      422,
      'custodian.unreadable',
      '98a STAT',
    ],
    [
      'an unknown account',
      good.replace(ACCOUNT, 'XYZ'),
      422,
      'custodian.account',
      'XYZ is not in Safekeeping',
    ],
    [
      'a day to come',
      good.replace('STAT//20260331', 'STAT//20260411'),
      422,
      'custodian.future',
      '11 Apr 2026',
    ],
    ['a page twice', `${good}\r\n-}\r\n${good}`, 422, 'custodian.unreadable', '28E: page 1'],
    [
      'entities',
      '<!DOCTYPE x [<!ENTITY a "aa">]><Document>&a;</Document>',
      422,
      'file.unreadable',
      'document type',
    ],
    ['depth', '<a>'.repeat(200), 422, 'file.unreadable', 'nested too deeply'],
    ['damaged XML', semt002(statement([])).slice(0, -30), 422, 'file.unreadable', 'damaged'],
  ])('%s is refused, and nothing is kept', async (_, text, status, code, says) => {
    const refused = await upload(text)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(`${refused.body.message} ${refused.body.details?.[0]?.message ?? ''}`).toContain(says)
    expect(await ask(api, custodianMessages.list, {})).toEqual([])
  })
  test('one that is too large is refused', async () => {
    const refused = await upload(`${good}\r\n${' '.repeat(10 * 1024 * 1024)}`)
    expect([refused.status, refused.body.code]).toEqual([413, 'file.too-large'])
  })
})

describe('safekeeping accounts', () => {
  test('a portfolio stands in one active account', async () => {
    const other = await addAccount({ account: 'other 1', portfolios: 'HOLD, Growth Fund' })
    expect([other.status, other.body.code]).toEqual([400, 'request.invalid'])
    const twice = await addAccount({ account: 'OTHER1', portfolios: 'HOLD, GROW' })
    expect([twice.status, twice.body.code]).toEqual([409, 'custodian.portfolio-elsewhere'])
    const added = await addAccount({ account: 'OTHER1', portfolios: ['hold'] })
    expect([added.status, added.body.portfolios]).toEqual([201, 'HOLD'])
    expect((await addAccount({ account: 'other2', portfolios: 'NONE' })).status).toBe(404)
  })
  test('one of two changes at once is told', async () => {
    const change = (custodian: string) =>
      api.call<Refused>(safekeepingAccounts.routes.update, {
        params: { id: account },
        body: { custodian, version: 1 },
      } as never)
    expect((await change('A')).status).toBe(200)
    expect((await change('B')).body.code).toBe('record.stale')
  })
  test('a user who only reads settlements reads, and changes nothing', async () => {
    const { token } = await personWith(api, { roles: ['Auditor'] })
    const { body } = await upload(mt535(statement([{ isin: ISIN, aggregate: 1 }])))
    expect((await api.call(`GET /custodian-messages/${body.id}`, { token })).status).toBe(200)
    expect((await upload('x', { token })).status).toBe(403)
    expect((await accept(body.id, [1], {}, { token })).status).toBe(403)
    expect((await addAccount({ account: 'V1', portfolios: 'HOLD' }, token)).status).toBe(403)
  })
})
