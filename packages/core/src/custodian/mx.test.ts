import { describe, expect, test } from 'vitest'
import { CUSTODIAN_STATEMENTS_MAX, TooMany } from './message.ts'
import { MxReader } from './mx.ts'

test('the header of a document that is not read names none that follows', () => {
  const reader = new MxReader()
  const element = (name: string, inside: string | (() => void), attributes = {}) => {
    reader.open(name, attributes)
    if (typeof inside === 'string') reader.text(inside)
    else inside()
    reader.close()
  }
  const space = 'urn:iso:std:iso:20022:tech:xsd:'
  element('AppHdr', () => element('BizMsgIdr', 'OTHER'))
  reader.open('Document', { xmlns: `${space}camt.053.001.02` })
  reader.close()
  reader.open('Document', { xmlns: `${space}sese.025.001.07` })
  element('SctiesSttlmTxConf', () => {
    element('TxIdDtls', () => element('AcctSvcrTxId', 'SX1'))
    element('QtyAndAcctDtls', () => element('SfkpgAcct', () => element('Id', 'ABC')))
  })
  reader.close()
  expect(reader.messages.map(({ reference }) => reference)).toEqual(['SX1'])
})

/** Without a parser: elements as `name`, text or parts. */
type Part = readonly [name: string, inside: string | readonly Part[]]
function read(...parts: Part[]): MxReader {
  const reader = new MxReader()
  const element = ([name, inside]: Part) => {
    reader.open(name, {})
    if (typeof inside === 'string') reader.text(inside)
    else inside.forEach(element)
    reader.close()
  }
  parts.forEach(element)
  return reader
}
const units = (shares: number): Part[] => [['Qty', [['Qty', [['Qty', [['Unit', String(shares)]]]]]]]]
const security: Part = ['FinInstrmId', [['ISIN', 'LK0092N00003']]]
const safekeeping = (country: string): Part => ['SfkpgPlc', [['Id', [['Ctry', country]]]]]
const pledged = (shares: number): Part => [
  'BalBrkdwn',
  [
    ['SubBalTp', [['Cd', 'PLED']]],
    ['Qty', units(shares)],
  ],
]
const report = (...parts: Part[]): Part => [
  'SctiesBalCtdyRpt',
  [
    [
      'Pgntn',
      [
        ['PgNb', '1'],
        ['LastPgInd', 'true'],
      ],
    ],
    ['StmtGnlDtls', [['StmtDtTm', [['Dt', '2026-03-31']]]]],
    ['SfkpgAcct', [['Id', 'ABC']]],
    ...parts,
  ],
]
const linesOf = ({ messages }: MxReader) =>
  messages.flatMap(({ lines }) =>
    lines.map((line) =>
      line.of === 'holding' ? [line.account, line.aggregate, line.pledged, line.fault?.field] : [],
    ),
  )

describe('semt.002 by places of safekeeping and parts of an account', () => {
  const balance = (shares: number, ...more: Part[]): Part => [
    'BalForAcct',
    [security, ['AggtBal', units(shares)], ...more],
  ]
  test('two places are two lines; the same place twice, or one that may be the sum, is a fault', () => {
    const of = (...lines: Part[]) =>
      linesOf(read(report(...lines))).map(([, shares, , fault]) => [shares, fault])
    expect(of(balance(30_000, safekeeping('LK')), balance(9_000, safekeeping('GB')))).toEqual([
      [30_000n, undefined],
      [9_000n, undefined],
    ])
    expect(of(balance(30_000, safekeeping('LK')), balance(9_000, safekeeping('LK')))[1]).toEqual([
      9_000n,
      'FinInstrmId',
    ])
    expect(of(balance(39_000), balance(9_000, safekeeping('GB')))[1]).toEqual([9_000n, 'FinInstrmId'])
  })
  test('what a balance says of its places alone is added up, what it says itself is not added again', () => {
    const at = (shares: number, ...more: Part[]): Part => [
      'BalAtSfkpgPlc',
      [['AggtBal', units(shares)], ...more],
    ]
    const parts = [at(30_000, pledged(5_000)), at(9_000, pledged(1_000))]
    expect(linesOf(read(report(['BalForAcct', [security, ...parts]])))).toEqual([
      ['ABC', 39_000n, 6_000n, undefined],
    ])
    expect(linesOf(read(report(balance(39_000, ...parts))))).toEqual([['ABC', 39_000n, 6_000n, undefined]])
    expect(linesOf(read(report(balance(39_000, pledged(6_000), ...parts))))).toEqual([
      ['ABC', 39_000n, 6_000n, undefined],
    ])
  })
  test('a part of the account with a number of its own is that account; one without repeats the whole', () => {
    const part = (account: Part[]): Part => [
      'SubAcctDtls',
      [...account, ['BalForSubAcct', [security, ['AggtBal', units(9_000)]]]],
    ]
    const named = part([['SfkpgAcct', [['Id', 'ABC-1']]]])
    expect(linesOf(read(report(balance(30_000), named)))).toEqual([
      ['ABC', 30_000n, null, undefined],
      ['ABC-1', 9_000n, null, undefined],
    ])
    expect(linesOf(read(report(balance(39_000), part([])))).at(-1)).toEqual([
      'ABC',
      9_000n,
      null,
      'FinInstrmId',
    ])
    expect(linesOf(read(report(part([]), part([])))).map((line) => line[3])).toEqual([undefined, undefined])
  })
})

test('a reversal names the confirmation that it takes back', () => {
  const details: Part[] = [
    [
      'TxIdDtls',
      [
        ['AcctSvcrTxId', 'SX1'],
        ['SctiesMvmntTp', 'RECE'],
        ['Pmt', 'APMT'],
      ],
    ],
    ['ConfRef', [['Id', 'C1']]],
    ['TradDtls', [['FctvSttlmDt', [['Dt', [['Dt', '2026-04-06']]]]]]],
    security,
    [
      'QtyAndAcctDtls',
      [
        ['SttldQty', [['Qty', [['Unit', '1000']]]]],
        ['SfkpgAcct', [['Id', 'ABC']]],
      ],
    ],
  ]
  const { messages } = read(['SctiesSttlmTxRvslAdvc', details])
  expect(messages).toMatchObject([
    { type: 'sese.026', cancels: 'C1', lines: [{ isCancelled: true, settled: 1_000n }] },
  ])
})

test('a flood of messages ends at the bound', () => {
  const reader = read(...Array.from({ length: CUSTODIAN_STATEMENTS_MAX }, () => report()))
  expect(() => reader.open('SctiesBalCtdyRpt', {})).toThrow(TooMany)
})
