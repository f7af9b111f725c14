import { isPlainDate } from '@em/core/values/dates'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { suggestedAction } from './suggested-action.ts'

const jkh = { symbol: 'JKH.N0000', name: 'John Keells Holdings PLC', held: true }
const says = (title: string, content: string | null, more: object = {}) =>
  suggestedAction({
    kind: null,
    title,
    date: '2024-03-01',
    summary: null,
    content,
    securities: [jkh],
    ...more,
  })
const of = { securityCode: jkh.symbol, securityName: jkh.name, announcementDate: '2024-03-01' }

describe('a dividend', () => {
  test('as the exchange discloses it', () => {
    expect(
      says(
        'Cash Dividend',
        `Rate of Dividend: Rs. 6.50 per share
First & Final. Financial Year 2023. Shareholder Approval Required
AGM: 28.Mar.2024
XD: 01.Apr.2024
Record Date: 03.Apr.2024
Payment: 24.Apr.2024`,
        { kind: 'CASH DIVIDEND' },
      ),
    ).toEqual({
      ...of,
      kind: 'dividend',
      exDate: '2024-04-01',
      recordDate: '2024-04-03',
      paymentDate: '2024-04-24',
      rate: '6.50',
    })
  })

  test('as the feed writes it, in summary and content alike', () => {
    const summary =
      'Ex-dividend date (XD) 29 Jul 2026 · Record date 30 Jul 2026 · Payment date 14 Aug 2026 · Rate of Dividend Rs. 0.10 per share.'
    const content =
      'Ex-dividend date (XD): 29 Jul 2026\nRecord date: 30 Jul 2026\nPayment date: 14 Aug 2026\n\nRate of Dividend Rs. 0.10 per share.'
    expect(says('Cash Dividend', content, { summary })).toEqual({
      ...of,
      kind: 'dividend',
      exDate: '2026-07-29',
      recordDate: '2026-07-30',
      paymentDate: '2026-08-14',
      rate: '0.10',
    })
  })

  test.each([
    ['XD with effect from 1st April, 2024', { exDate: '2024-04-01' }],
    ['Ex-Dividend date 2024-04-01', { exDate: '2024-04-01' }],
    ['Record date 03/04/2024', { recordDate: '2024-04-03' }],
    ['Date of payment: 24 April 2024', { paymentDate: '2024-04-24' }],
    ['LKR 1,250.75 per ordinary share', { rate: '1250.75' }],
    ['Rs.2/- per share', { rate: '2' }],
    ['Rs 2.00 per share, that is Rs. 2.0 per voting and non-voting share', { rate: '2.00' }],
    ['Dates to be notified', {}],
  ])('%s', (content, stated) => {
    expect(says('Interim dividend', content)).toEqual({ ...of, kind: 'dividend', ...stated })
  })

  test('leaves out what is stated in two ways', () => {
    expect(
      says(
        'Dividends',
        'Interim Rs. 1.00 per share, XD 01.Apr.2024\nFinal Rs. 2.00 per share, XD 01.Jul.2024',
      ),
    ).toEqual({ ...of, kind: 'dividend' })
  })

  test('has no date of another line', () => {
    expect(says('Dividend', 'XD: to be notified\n01.Apr.2024')).not.toHaveProperty('exDate')
  })
})

test('rights, with their ratio and price', () => {
  expect(
    says(
      'Rights Issue',
      'One (01) new ordinary share for every ten (10) existing shares held at Rs. 15.50\nXR 05.Apr.2024',
      { kind: 'RIGHTS ISSUE (DATES)' },
    ),
  ).toEqual({
    ...of,
    kind: 'rights',
    exDate: '2024-04-05',
    ratioFrom: '1',
    ratioTo: '10',
    offerPrice: '15.50',
  })
})

test('a split and a consolidation, one into how many', () => {
  expect(
    says('Sub-division of Shares', 'Every one (1) ordinary share into three (3) shares. XC 05.Apr.2024'),
  ).toEqual({
    ...of,
    kind: 'split',
    exDate: '2024-04-05',
    ratioFrom: '1',
    ratioTo: '3',
  })
  expect(says('Consolidation of ordinary shares', '10 ordinary shares be consolidated into 1 share')).toEqual(
    {
      ...of,
      kind: 'consolidation',
      ratioFrom: '10',
      ratioTo: '1',
    },
  )
})

test('a bonus and a scrip dividend, with parts of a share', () => {
  expect(says('Capitalization of Reserves', '1 share for every 4 shares held')).toMatchObject({
    kind: 'bonus',
    ratioFrom: '1',
    ratioTo: '4',
  })
  expect(says('Scrip Dividend', '1 for 53.294, at a rate of Rs. 2.00 per share')).toMatchObject({
    kind: 'scrip',
    ratioTo: '53.294',
    rate: '2.00',
  })
})

test.each([
  ['Annual General Meeting', 'A dividend will be proposed: Rs. 2.00 per share'],
  ['Cancellation of the interim dividend', 'XD 01.Apr.2024'],
  ['Revocation of rights issue', null],
  ['Trading halted', null],
])('%s suggests nothing', (title, content) => {
  expect(says(title, content)).toBeNull()
})

test('only of a security that is held, the ordinary one first', () => {
  const comb = (symbol: string, held: boolean) => ({ symbol, name: 'Commercial Bank', held })
  const securities = [comb('COMB.X0000', true), comb('COMB.N0000', true)]
  expect(says('Dividend', null, { securities })).toMatchObject({ securityCode: 'COMB.N0000' })
  expect(
    says('Dividend', null, { securities: [comb('COMB.N0000', false), comb('COMB.X0000', true)] }),
  ).toMatchObject({
    securityCode: 'COMB.X0000',
  })
  expect(says('Dividend', null, { securities: [comb('COMB.N0000', false)] })).toBeNull()
  expect(says('Dividend', null, { securities: [] })).toBeNull()
})

test('whatever the text, what is suggested is a date or a number', () => {
  const words = fc.constantFrom(
    'XD',
    'XR',
    'record date',
    'payment',
    'Rs. ',
    '1',
    '01.Apr.2024',
    '31.Feb.2024',
    '0',
    ' for every ',
    ' into ',
    '\n',
    '(01)',
    ',',
    'share',
    ' per ',
  )
  const text = fc
    .array(fc.oneof(words, fc.string({ maxLength: 5 })), { maxLength: 60 })
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('Dividend', 'Rights issue', 'Share split', 'Bonus'),
      (content, title) => {
        const found = says(title, content)
        for (const day of [found?.exDate, found?.recordDate, found?.paymentDate])
          expect(day === undefined || isPlainDate(day)).toBe(true)
        for (const number of [found?.rate, found?.ratioFrom, found?.ratioTo, found?.offerPrice])
          expect(number === undefined || Number.isFinite(Number(number))).toBe(true)
      },
    ),
  )
})

test('a long text without end is read at once', () => {
  for (const part of [
    '1 new ordinary ',
    'XD ',
    'Rs. 1,111',
    'rate of dividend ',
    '1 shares ',
    '(',
    'one (1) ',
  ])
    expect(() => says('Rights issue', part.repeat(20_000 / part.length))).not.toThrow()
})
