import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finBlocks, mt54x, mt535 } from '../testing/custodian-samples.ts'
import { isIso15022 } from './iso15022.ts'
import {
  type ConfirmationLine,
  CUSTODIAN_LINES_MAX,
  CUSTODIAN_MESSAGES_MAX,
  CUSTODIAN_STATEMENTS_MAX,
  type CustodianFile,
  type HoldingLine,
  TooMany,
} from './message.ts'
import { readMt } from './mt.ts'

const ISIN = 'LK0092N00003'
const ACCOUNT = 'ABC12345LC00'
const statement = { account: ACCOUNT, date: '2026-03-31' }
const holdings = ({ messages }: CustodianFile) => messages.flatMap(({ lines }) => lines) as HoldingLine[]
const confirmed = (file: CustodianFile) => file.messages[0]?.lines[0] as ConfirmationLine

describe('MT535', () => {
  const text = mt535({
    ...statement,
    holdings: [
      {
        isin: ISIN,
        text: 'JOHN KEELLS HOLDINGS',
        aggregate: 40_000,
        available: 35_000,
        parts: { PLED: 5_000 },
      },
    ],
  })
  test.each([
    ['the bare block 4', text],
    ['lines that end with LF', text.replaceAll('\r\n', '\n')],
    ['FIN blocks', finBlocks('535', text)],
    ['FIN blocks of input', finBlocks('535', text).replace('{2:O', '{2:I')],
    ['98C', text.replace(':98A::STAT//20260331', ':98C::STAT//20260331180000')],
    ['97B', text.replace(`:97A::SAFE//${ACCOUNT}`, `:97B::SAFE//SHHE/${ACCOUNT}`)],
  ])('is read: %s', (_, written) => {
    expect(isIso15022(written)).toBe(true)
    expect(readMt(written)).toEqual({
      fault: null,
      leftOut: [],
      messages: [
        {
          type: 'MT535',
          reference: 'H20260331',
          cancels: null,
          statement: {
            date: '2026-03-31',
            basis: 'settled',
            number: null,
            page: 1,
            isLast: true,
            isWhole: true,
          },
          account: ACCOUNT,
          lines: [
            {
              of: 'holding',
              account: ACCOUNT,
              isin: ISIN,
              symbol: null,
              text: 'JOHN KEELLS HOLDINGS',
              aggregate: 40_000n,
              available: 35_000n,
              pledged: 5_000n,
              pendingReceipt: null,
              pendingDelivery: null,
              fault: null,
            },
          ],
        },
      ],
    })
  })

  test('several messages of one file, and messages of other types', () => {
    const file = [finBlocks('535', text), finBlocks('548', ':16R:GENL\r\n:16S:GENL'), finBlocks('535', text)]
    expect(readMt(file.join('\r\n'))).toMatchObject({
      messages: [{ type: 'MT535' }, { type: 'MT535' }],
      leftOut: [{ type: 'MT548', count: 1 }],
    })
    expect(readMt(`${text}\r\n-}\r\n${text}\r\n`).messages).toHaveLength(2)
  })

  test.each([
    ['messages that are not read', '{1:}{2:O548}{4:\r\n-}', CUSTODIAN_MESSAGES_MAX, '20,000 messages'],
    [
      'statements without a line',
      finBlocks('535', mt535({ ...statement, holdings: [] })),
      CUSTODIAN_STATEMENTS_MAX,
      '2,000 statements of holdings',
    ],
  ])('a file of too many %s ends at the bound', (_, one, most, limit) => {
    expect(readMt(one.repeat(most)).fault).toBeNull()
    expect(() => readMt(one.repeat(most + 1))).toThrow(new TooMany(limit))
    expect(() => readMt(`${one.repeat(most + 1)}{4: damaged`)).toThrow(TooMany)
  })
  test('a file of too many lines ends at the bound', () => {
    const line = /:16R:FIN[^]*:16S:FIN\r\n/
    const full = finBlocks(
      '535',
      text.replace(line, (one) => one.repeat(CUSTODIAN_LINES_MAX)),
    )
    expect(() => readMt(full + finBlocks('535', text))).toThrow(new TooMany('20,000 lines'))
  })

  test('the characters that end a message may occur within a narrative', () => {
    const named = text.replace('JOHN KEELLS HOLDINGS', 'JOHN KEELLS -} HOLDINGS')
    const found = readMt(`${finBlocks('535', named)}${finBlocks('535', text)}`)
    expect([found.fault, holdings(found).map((line) => line.text)]).toEqual([
      null,
      ['JOHN KEELLS -} HOLDINGS', 'JOHN KEELLS HOLDINGS'],
    ])
  })
  test('a symbol in the description is found', () => {
    const named = text.replace(`:35B:ISIN ${ISIN}\r\nJOHN`, ':35B:/LK/JKH.N0000\r\nJOHN')
    expect(holdings(readMt(named))[0]).toMatchObject({ isin: null, symbol: 'JKH.N0000', fault: null })
  })

  test.each<[string, string, string]>([
    ['a short balance', text.replace('AGGR//UNIT/', 'AGGR//UNIT/N'), '93B AGGR'],
    ['a part of a share', text.replace('AGGR//UNIT/40000,', 'AGGR//UNIT/40000,5'), '93B AGGR'],
    ['a face amount', text.replace('AGGR//UNIT', 'AGGR//FAMT'), '93B AGGR'],
    ['a point for the comma', text.replace('40000,', '40000.'), '93B AGGR'],
    ['no balance', text.replace(/:93B.*\r\n/g, ''), '93B AGGR'],
    ['no ISIN', text.replace(ISIN, 'LK00'), '35B'],
    ['no security', text.replace(/:35B:.*\r\nJOHN.*\r\n/, ''), '35B'],
  ])('%s is a fault of the line, and the others are read', (_, written, field) => {
    const found = readMt(written)
    expect([found.fault, holdings(found)[0]?.fault?.field]).toEqual([null, field])
  })
  test('a security that is listed twice is a fault; in two places of safekeeping it is none', () => {
    const one = { isin: ISIN, aggregate: 1 }
    const twice = mt535({ ...statement, holdings: [one, one] })
    expect(holdings(readMt(twice)).map(({ fault }) => fault?.field)).toEqual([undefined, '35B'])
    const twoParts = twice.replace(':16S:FIN\r\n', ':16S:FIN\r\n:16S:SUBSAFE\r\n:16R:SUBSAFE\r\n')
    expect(holdings(readMt(twoParts)).map(({ fault }) => fault)).toEqual([null, null])
  })

  test.each<[string, string, string]>([
    ['no day', text.replace(/:98A.*\r\n/, ''), '98a STAT'],
    ['a day that is none', text.replace('STAT//20260331', 'STAT//20260231'), '98a STAT'],
    ['no account', text.replace(/:97A.*\r\n/, ''), '97a SAFE'],
    ['no page', text.replace(/:28E.*\r\n/, ''), '28E'],
    ['no block GENL', text.replaceAll('GENL', 'GNRL'), '16R GENL'],
    ['a sequence that does not end', text.replace(':16S:FIN\r\n', ''), '16S'],
    ['a line of no field', text.replace(':93B::AGGR', ':9XB::AGGR'), ':9XB::AGGR'],
    ['a basis that is not read', text.replace('STBA//SETT', 'STBA//CONT'), '22F STBA'],
  ])('%s ends the file, with the field', (_, written, field) => {
    const found = readMt(finBlocks('535', written))
    expect(found.messages).toEqual([])
    expect(found.fault?.field).toContain(field)
  })
  test('a file that was cut off is not read', () => {
    const whole = `${finBlocks('535', text)}${finBlocks('535', text)}`
    expect(readMt(whole.slice(0, -60)).fault).toMatchObject({ message: 2, field: 'block 4' })
  })
})

describe('MT544 to MT547', () => {
  const sample = {
    account: ACCOUNT,
    reference: 'C1',
    ours: 'EM1E-1',
    isin: ISIN,
    quantity: 1_000,
    amount: '20224,',
    date: '2026-01-07',
  }
  test.each([
    ['544', 'buy', true],
    ['545', 'buy', false],
    ['546', 'sell', true],
    ['547', 'sell', false],
  ] as const)('MT%s', (type, side, isFree) => {
    const { amount, ...free } = sample
    const text = mt54x(isFree ? { ...free, type } : { ...free, amount, type })
    const expected = {
      side,
      isFree,
      ours: 'EM1E-1',
      settled: 1_000n,
      remaining: null,
      amount: isFree ? null : 2_022_400n,
      date: '2026-01-07',
      isCancelled: false,
      fault: null,
    }
    expect(confirmed(readMt(finBlocks(type, text)))).toMatchObject(expected)
    expect(readMt(text)).toMatchObject({ messages: [{ type: `MT${type}`, reference: 'C1' }] })
    expect(confirmed(readMt(text))).toMatchObject(expected)
  })
  test('a partial settlement states the rest', () => {
    const text = mt54x({ ...sample, quantity: 600, amount: '12134,40', remaining: 400, before: 0 })
    expect(confirmed(readMt(text))).toMatchObject({ settled: 600n, remaining: 400n, amount: 1_213_440n })
  })
  test('a cancellation names the confirmation that it takes back', () => {
    const { messages } = readMt(mt54x({ ...sample, reference: 'C2', function: 'CANC', cancels: 'C1' }))
    expect(messages).toMatchObject([{ reference: 'C2', cancels: 'C1', lines: [{ isCancelled: true }] }])
    const linked = readMt(mt54x({ ...sample, cancels: 'C1' }))
    expect(linked.messages).toMatchObject([{ cancels: null, lines: [{ isCancelled: false }] }])
  })
  test.each<[string, string, string]>([
    ['another currency', mt54x({ ...sample, currency: 'USD' }), '19A ESTT'],
    ['no day', mt54x(sample).replace(/:98A.*\r\n/, ''), '98a ESET'],
    ['a thousandth', mt54x({ ...sample, amount: '1,234' }), '19A ESTT'],
  ])('%s is a fault', (_, text, field) => {
    expect(confirmed(readMt(text)).fault?.field).toBe(field)
  })
})

test('any file is read or refused', () => {
  const text = finBlocks('535', mt535({ ...statement, holdings: [{ isin: ISIN, aggregate: 5 }] }))
  const offset = fc.nat(text.length)
  const junk = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(':16R:FIN', '-}', '{4:', ':93B::AGGR//UNIT/', '\r\n'),
  )
  fc.assert(
    fc.property(offset, fc.nat(30), junk, (from, length, between) => {
      const { messages, fault } = readMt(text.slice(0, from) + between + text.slice(from + length))
      expect(fault !== null || messages.length >= 0).toBe(true)
      if (fault !== null) expect([messages, fault.reason !== '']).toEqual([[], true])
    }),
    { numRuns: 500 },
  )
})
