import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOfText, type FixField } from '../fix-sessions/message.ts'
import { formatDecimal } from '../values/decimal.ts'
import { contractsOf } from './contracts.ts'
import { isDropCopy, parseDropCopy } from './drop-copy.ts'
import { dropCopyFile, dropCopyOf, executionReport, messageText } from './drop-copy-sample.ts'
import type { DocumentLine } from './line.ts'
import { exampleFill, sampleFills } from './sample.ts'
import { sessionDay } from './session-day.ts'

const ACCOUNT = 'ABC-12345-LI/00'
const line = (executionId: string, quantity: bigint, price: bigint): DocumentLine => ({
  ...exampleFill(),
  executionId,
  quantity,
  price,
  clientAccount: ACCOUNT,
  tradeTime: '10:05:10',
  rest: { buyingBroker: 'ABC', sellingBroker: 'XYZ' },
})
const E501 = executionReport(line('E-501', 333n, 101_000n), 27)
const E502 = executionReport(line('E-502', 333n, 102_000n), 28)
const E503 = executionReport(line('E-503', 334n, 103_000n), 29)
const E508 = executionReport(line('E-508', 334n, 102_000n), 30, [
  [150, 'G'],
  [19, 'E-503'],
])
const E509 = executionReport(line('E-509', 333n, 102_000n), 31, [
  [150, 'H'],
  [19, 'E-502'],
])
const F1 = [E501, E502, E503]

const dayOf = (...messages: readonly (readonly FixField[])[]) =>
  sessionDay(parseDropCopy(dropCopyFile(messages)).lines)
const contractsIn = (...messages: readonly (readonly FixField[])[]) => contractsOf(dayOf(...messages).lines)
const sums = (...messages: readonly (readonly FixField[])[]) =>
  contractsIn(...messages).map(({ quantity, gross, cancelled }) =>
    cancelled ? 'cancelled' : `${quantity} | ${formatDecimal(gross, 2, { grouping: true })}`,
  )

describe('vector F1', () => {
  test.each([
    ['three fills are one contract', F1, ['1000 | 10,200.10']],
    ['a correction replaces its fill', [...F1, E508], ['1000 | 10,166.70']],
    ['a cancel voids its fill', [...F1, E508, E509], ['667 | 6,770.10']],
    ['the same cancel again is nothing', [...F1, E508, E509, E509], ['667 | 6,770.10']],
    ['a cancel before its fill waits for it', [E509, E508, ...F1], ['667 | 6,770.10']],
    ['all fills cancelled', [E502, E509], ['cancelled']],
  ])('%s', (_, messages, expected) => {
    expect(sums(...messages)).toEqual(expected)
  })

  test('the fields of a line', () => {
    expect(parseDropCopy(dropCopyFile([E501])).lines).toMatchObject([
      {
        line: 1,
        tradeDate: '2026-01-05',
        tradeTime: '10:05:10',
        side: 'buy',
        executionId: 'E-501',
        symbol: 'JKH.N0000',
        quantity: 333n,
        price: 101_000n,
        gross: 336_330n,
        clientAccount: ACCOUNT,
        settlementDate: '2026-01-07',
        rest: {
          session: 'CSEBRK>EQUITYMGR',
          event: 'fill',
          buyingBroker: 'ABC',
          sellingBroker: 'XYZ',
          feeSource: 'schedule',
        },
      },
    ])
  })
})

const ordered = (contracts: readonly { key: string; quantity: bigint; gross: bigint }[]) =>
  contracts
    .map(({ key, quantity, gross }) => [key, quantity, gross] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

test('any order of messages and any doubling: the same contracts', () => {
  const correction = executionReport(line('E-510', 300n, 102_500n), 12, [
    [150, 'G'],
    [19, 'E-508'],
  ])
  const other = executionReport(line('E-600', 50n, 200_000n), 40, [[54, '2']])
  const again = executionReport(line('E-501', 333n, 101_000n), 90, [[97, 'Y']])
  const all = [...F1, E508, E509, correction, other]
  const expected = ordered(contractsIn(...all))
  expect(expected.map(([, quantity, gross]) => [quantity, gross])).toEqual([
    [633n, 643_830n],
    [50n, 100_000n],
  ])
  const shuffled = fc.shuffledSubarray([...all, ...all, again, E509], {
    minLength: 2 * all.length + 2,
    maxLength: 2 * all.length + 2,
  })
  fc.assert(
    fc.property(shuffled, (messages) => {
      const day = dayOf(...messages)
      expect(day.problems).toEqual([])
      expect(day.skipped).toHaveLength(all.length + 2)
      expect(ordered(contractsOf(day.lines))).toEqual(expected)
    }),
  )
})

test('files of a day, cut anywhere and each holding what was before or not, come to the same contracts', () => {
  const all = [...F1, E508, E509]
  const cut = fc.tuple(
    fc.shuffledSubarray(all, { minLength: 5 }),
    fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
    fc.boolean(),
  )
  fc.assert(
    fc.property(cut, ([messages, cuts, isCumulative]) => {
      const ends = [...cuts, 5].toSorted((a, b) => a - b)
      const stored: { documentId: number; line: DocumentLine }[] = []
      for (const [nth, end] of ends.entries()) {
        const from = isCumulative ? 0 : (ends[nth - 1] ?? 0)
        const { lines } = sessionDay(parseDropCopy(dropCopyFile(messages.slice(from, end))).lines, stored)
        if (nth === ends.length - 1 && lines.length > 0)
          expect(ordered(contractsOf(lines)).map(([, ...rest]) => rest)).toEqual([[667n, 677_010n]])
        stored.push(...lines.map((one) => ({ documentId: nth + 1, line: one })))
      }
    }),
  )
})

test('an execution id with other content is a problem and changes nothing', () => {
  const other = executionReport(line('E-501', 333n, 109_000n), 33)
  const day = dayOf(...F1, other)
  expect(day.problems).toMatchObject([{ line: 4, column: 'ExecID (17)', value: 'E-501', dropped: true }])
  expect(contractsOf(day.lines)).toMatchObject([{ gross: 1_020_010n }])
  const earlier = dayOf(...F1).lines.map((one) => ({ documentId: 1, line: one }))
  expect(sessionDay(parseDropCopy(dropCopyFile([other, E508])).lines, earlier)).toMatchObject({
    problems: [{ line: 1, dropped: true }],
  })
})

describe('an execution counts once wherever it comes from', () => {
  const OTHER: readonly FixField[] = [
    [49, 'ABC-BACK'],
    [56, 'EM-FILES'],
  ]
  const from = (fields: readonly FixField[], ...further: FixField[]): FixField[] =>
    fields.map((field) => [...OTHER, ...further].find(([tag]) => tag === field[0]) ?? field)
  /** Without the group of parties: no broker is stated. */
  const bare = (fields: readonly FixField[]) => fields.filter(([tag]) => tag !== 453 && tag < 447)
  const stored = (documentId: number, lines: readonly DocumentLine[]) =>
    lines.map((one) => ({ documentId, line: one }))
  const grossOf = (lines: readonly DocumentLine[]) =>
    contractsOf(lines)
      .filter(({ cancelled }) => !cancelled)
      .map(({ gross }) => gross)

  test('from two sessions within one file', () => {
    const day = dayOf(...F1, ...F1.map((one) => from(one)))
    expect(day.problems).toEqual([])
    expect(day.skipped.map(({ reason }) => reason)).toEqual([
      'the same execution as line 1',
      'the same execution as line 2',
      'the same execution as line 3',
    ])
    expect(grossOf(day.lines)).toEqual([1_020_010n])
  })

  test('from a session that names no broker, by the client account', () => {
    const day = dayOf(...F1, ...F1.map((one) => bare(from(one))))
    expect(grossOf(day.lines)).toEqual([1_020_010n])
    const reversed = dayOf(...F1.map((one) => bare(from(one))), ...F1)
    expect(contractsOf(reversed.lines)).toMatchObject([{ gross: 1_020_010n, brokerCode: 'ABC' }])
  })

  test('from a file after a live session, and its corrections and cancels from either', () => {
    const live = stored(1, dayOf(...F1).lines)
    const file = sessionDay(parseDropCopy(dropCopyFile(F1.map((one) => bare(from(one))))).lines, live)
    expect(file.problems).toEqual([])
    expect(grossOf(file.lines)).toEqual([1_020_010n])
    const both = [...live, ...stored(2, file.lines)]
    // The cancel states neither account nor broker: its session sent the fill, which an earlier document has
    // from another session.
    const cancel = bare(from(E509)).filter(([tag]) => tag !== 1)
    const after = sessionDay(parseDropCopy(dropCopyFile([cancel])).lines, both)
    expect(after.problems).toEqual([])
    expect(grossOf(after.lines)).toEqual([680_350n])
    const corrected = sessionDay(parseDropCopy(dropCopyFile([from(E508), E508])).lines, live)
    expect(corrected.problems).toEqual([])
    expect(grossOf(corrected.lines)).toEqual([1_016_670n])
  })

  test('further fills without a broker are of the one that the others of the account name', () => {
    const day = dayOf(E501, bare(from(E502)))
    expect(contractsOf(day.lines)).toMatchObject([{ gross: 675_990n, brokerCode: 'ABC' }])
  })

  test('with other shares or another price is a problem, as of one session', () => {
    const day = dayOf(...F1, from(E501, [31, '10.90']))
    expect(day.problems).toMatchObject([{ line: 4, column: 'ExecID (17)', dropped: true }])
    expect(grossOf(day.lines)).toEqual([1_020_010n])
  })

  test.each([
    ['another client account', from(E501, [1, 'ABC-99999-LI/00'])],
    [
      'another broker',
      from(
        executionReport(
          { ...line('E-501', 333n, 101_000n), rest: { buyingBroker: 'XYZ', sellingBroker: 'ABC' } },
          27,
        ),
      ),
    ],
    ['neither account nor broker', bare(from(E501)).filter(([tag]) => tag !== 1)],
  ])('but one of %s is another execution', (_, other) => {
    const day = dayOf(...F1, other)
    expect(day.problems).toEqual([])
    expect(day.lines).toHaveLength(4)
  })
})

test('both sides of a crossing have one execution id, and each is changed by its own messages', () => {
  const sale = (executionId: string, sequence: number, further: readonly FixField[] = []) =>
    executionReport({ ...line(executionId, 333n, 101_000n), side: 'sell' }, sequence, further)
  const cancel = sale('E-510', 51, [
    [150, 'H'],
    [19, 'E-501'],
  ])
  const day = dayOf(E501, sale('E-501', 50))
  expect(day.problems).toEqual([])
  expect(contractsOf(day.lines)).toMatchObject([{ side: 'buy' }, { side: 'sell' }])
  const after = dayOf(E501, sale('E-501', 50), cancel)
  expect(after.problems).toEqual([])
  expect(contractsOf(after.lines)).toMatchObject([
    { side: 'buy', cancelled: false },
    { side: 'sell', cancelled: true },
  ])
})

test('a later file carries the fills that its contract had before', () => {
  const earlier = dayOf(...F1).lines.map((one) => ({ documentId: 7, line: one }))
  const { lines } = sessionDay(parseDropCopy(dropCopyFile([E508])).lines, earlier)
  expect(
    lines.map(({ line: at, executionId, rest }) => [at, executionId, rest['document'], rest['supersededBy']]),
  ).toEqual([
    [1, 'E-508', undefined, undefined],
    [100_001, 'E-501', '7', undefined],
    [100_002, 'E-502', '7', undefined],
    [100_003, 'E-503', '7', 'E-508'],
  ])
})

test.each([
  [
    'of no fill',
    [
      [150, 'H'],
      [19, 'E-999'],
    ],
  ],
  [
    'of itself',
    [
      [150, 'G'],
      [19, 'E-520'],
    ],
  ],
  [
    'of another security',
    [
      [150, 'G'],
      [19, 'E-501'],
      [55, 'COMB.N0000'],
    ],
  ],
] as const)('a change %s is a problem at the end of the file', (_, further) => {
  const change = executionReport(line('E-520', 333n, 101_000n), 33, further)
  const day = dayOf(...F1, change)
  expect(day.problems).toMatchObject([
    { line: 4, column: 'ExecRefID (19)', value: further[1][1], dropped: false },
  ])
  expect(contractsOf(day.lines).filter(({ cancelled }) => !cancelled)).toMatchObject([{ gross: 1_020_010n }])
})

test('a cancel need not say shares and price', () => {
  const bare = E509.filter(([tag]) => tag !== 32 && tag !== 31)
  expect(sums(...F1, bare)).toEqual(['667 | 6,803.50'])
  const alone = dayOf(bare)
  expect(alone).toMatchObject({
    lines: [{ quantity: 0n, rest: { waitsFor: 'E-502' } }],
    problems: [{ dropped: false }],
  })
  // It waits between files: the file with the fill has it cancelled.
  const later = sessionDay(
    parseDropCopy(dropCopyFile(F1)).lines,
    alone.lines.map((one) => ({ documentId: 1, line: one })),
  )
  expect(contractsOf(later.lines)).toMatchObject([{ quantity: 667n, gross: 680_350n }])
})

test.each([
  ['checksum', messageText(E502).replace('31=10.20', '31=10.40')],
  ['body-length', messageText(E502).replace(/9=\d+/, '9=99')],
  ['incomplete', messageText(E502).slice(0, 90)],
  ['BeginString (8)', messageText(E502, 'FIX.4.0')],
  ['Side (54)', messageText(executionReport(line('E-502', 1n, 1n), 1, [[54, '5']]))],
  ['LastQty (32)', messageText(executionReport(line('E-502', 1n, 1n), 1, [[32, '1.5']]))],
  ['LastPx (31)', messageText(executionReport(line('E-502', 1n, 1n), 1, [[31, '10.12345']]))],
  ['TradeDate (75)', messageText(executionReport(line('E-502', 1n, 1n), 1, [[75, '20260230']]))],
  ['TransactTime (60)', messageText(executionReport(line('E-502', 1n, 1n), 1, [[60, '20260105-24:00:00']]))],
  [
    'Symbol (55)',
    messageText(
      executionReport(line('E-502', 1n, 1n), 1, [
        [55, 'JKH'],
        [22, '1'],
      ]),
    ),
  ],
  ['NoPartyIDs (453)', messageText([...E502, [453, '3'], [448, 'X'], [452, '1']])],
] as const)('a wrong message is a named fault and no fill: %s', (column, text) => {
  const read = parseDropCopy(`${messageText(E501)}\n${text}\n`)
  expect(read.lines).toHaveLength(1)
  expect(read.problems).toMatchObject([{ line: 2, column, dropped: true }])
})

test('a line end within a text does not split a message', () => {
  const noted = executionReport(line('E-501', 333n, 101_000n), 27, [[58, 'part one\r\npart two\n']])
  const file = dropCopyFile([noted, E502])
  expect(parseDropCopy(messageText(noted)).lines).toHaveLength(1)
  for (const text of [file, file.replaceAll('|', '\u0001'), file.replaceAll('|\n', '|\r\n')]) {
    const read = parseDropCopy(text)
    expect(read).toMatchObject({ problems: [], skipped: [{ reason: 'blank' }] })
    expect(read.lines.map(({ line: at, executionId }) => [at, executionId])).toEqual([
      [1, 'E-501'],
      [4, 'E-502'],
    ])
  }
  // A length that is wrong takes no other message with it.
  const long = messageText(E501).replace(
    /9=\d+/,
    (length) => `9=${Number(length.slice(2)) + messageText(E502).length + 1}`,
  )
  expect(parseDropCopy(`${long}\n${messageText(E502)}\n`)).toMatchObject({
    lines: [{ executionId: 'E-502' }],
    problems: [{ line: 1 }],
  })
})

test('what is no fill is left out by name', () => {
  const text = [
    '-- log of 5 January --',
    '',
    messageText([
      [35, '0'],
      [34, '1'],
    ]),
    messageText(executionReport(line('E-1', 1n, 1n), 1, [[150, '0']])),
  ].join('\n')
  expect(parseDropCopy(text)).toMatchObject({
    lines: [],
    problems: [],
    skipped: [
      { line: 1, reason: 'no FIX message' },
      { line: 2, reason: 'blank' },
      { line: 3, reason: 'message of type 0' },
      { line: 4, reason: 'execution report without a fill (150=0)' },
    ],
  })
})

test('the day is that of Colombo where no trade date is stated', () => {
  const late = executionReport(line('E-1', 1n, 10_000n), 1, [[60, '20260105-18:30:00.5']]).filter(
    ([tag]) => tag !== 75,
  )
  expect(parseDropCopy(dropCopyFile([late])).lines).toMatchObject([
    { tradeDate: '2026-01-06', tradeTime: '00:00:00' },
  ])
})

test('the account and the security in other places', () => {
  const fields = executionReport({ ...line('E-1', 1n, 10_000n), clientAccount: null }, 1, [
    [55, '[N/A]'],
  ]).filter(([tag]) => tag < 448)
  const parties: FixField[] = [
    [453, '2'],
    [448, '7812345-LI/00'],
    [452, '24'],
    [448, 'ABC'],
    [452, '4'],
  ]
  expect(parseDropCopy(dropCopyFile([[...fields, ...parties]])).lines).toMatchObject([
    { clientAccount: 'ABC-7812345-LI/00', symbol: 'LK0092N00003', isin: 'LK0092N00003' },
  ])
})

test('fees are taken where all six are stated', () => {
  const fees: FixField[] = [
    [12, '128.00'],
    [13, '3'],
    [136, '5'],
    [137, '16.80'],
    [139, '4'],
    [137, '14.40'],
    [139, '1'],
    [137, '60.00'],
    [139, '6'],
    [137, '2.40'],
    [139, '7'],
    [137, '2.40'],
    [139, '7'],
  ]
  const [stated] = parseDropCopy(dropCopyFile([[...executionReport(exampleFill(), 1), ...fees]])).lines
  expect(stated).toMatchObject({ fees: exampleFill().fees, net: 2_022_400n })
  expect(contractsOf([stated as DocumentLine])).toMatchObject([{ feeSource: 'contract' }])
  const some = fees.with(2, [136, '4']).slice(0, -2)
  expect(
    contractsOf(parseDropCopy(dropCopyFile([[...executionReport(exampleFill(), 1), ...some]])).lines),
  ).toMatchObject([{ feeSource: 'schedule', net: 2_000_000n }])
})

const report = (id: string, further: readonly FixField[]): FixField[] => [
  [35, 'AE'],
  [49, 'PTG'],
  [56, 'US'],
  [571, id],
  [55, 'JKH.N0000'],
  [32, '100'],
  [31, '20.00'],
  [75, '20260105'],
  [60, '20260105-04:35:10'],
  ...further,
]
const SIDE: readonly FixField[] = [
  [552, '1'],
  [54, '1'],
  [1, ACCOUNT],
]

test('trade capture reports: new, replaced, broken off', () => {
  const made = report('R-1', [[1003, 'T-1'], ...SIDE])
  expect(sums(made)).toEqual(['100 | 2,000.00'])
  expect(
    sums(
      report(
        'R-2',
        [[487, '2'], [572, 'R-1'], [31, '21.00'], ...SIDE].filter(([tag]) => tag !== 31) as FixField[],
      ),
      made,
    ),
  ).toEqual(['100 | 2,000.00'])
  expect(sums(made, report('R-3', [[487, '1'], [572, 'R-1'], ...SIDE]))).toEqual(['cancelled'])
  expect(sums(made, report('R-4', [[856, '7'], [1003, 'T-1'], ...SIDE]))).toEqual(['cancelled'])
})

test('of two sides the one with a client account', () => {
  const two: FixField[] = [
    [552, '2'],
    [54, '1'],
    [54, '2'],
    [1, ACCOUNT],
  ]
  expect(parseDropCopy(dropCopyFile([report('R-1', two)])).lines).toMatchObject([
    { side: 'sell', clientAccount: ACCOUNT },
  ])
  const both = parseDropCopy(
    dropCopyFile([
      report('R-1', [
        [552, '2'],
        [54, '1'],
        [1, 'A'],
        [54, '2'],
        [1, 'B'],
      ]),
    ]),
  )
  expect(both).toMatchObject({ lines: [], problems: [{ column: 'NoSides (552)' }] })
})

test('FIX 4.2 says by tag 20 what a report does', () => {
  const old = (id: string, further: readonly FixField[]) =>
    executionReport(line(id, 333n, 101_000n), 1, further).filter(([tag]) => tag !== 1128)
  const messages = [
    old('E-1', [
      [20, '0'],
      [150, '1'],
    ]),
    old('E-2', [
      [20, '0'],
      [150, '2'],
    ]),
    old('E-3', [
      [20, '2'],
      [150, '1'],
      [19, 'E-1'],
      [31, '10.20'],
    ]),
    old('E-4', [
      [20, '1'],
      [150, '1'],
      [19, 'E-2'],
    ]),
    old('E-5', [
      [20, '0'],
      [150, '0'],
    ]),
  ]
  expect(contractsOf(sessionDay(parseDropCopy(dropCopyFile(messages, 'FIX.4.2')).lines).lines)).toMatchObject(
    [{ quantity: 333n, gross: 339_660n }],
  )
})

test('fills of a book come back as its contracts', () => {
  const fills = sampleFills({ lines: 500, clients: 7, seed: 3 })
  const text = dropCopyOf(fills)
  expect(isDropCopy(text)).toBe(true)
  const read = parseDropCopy(text)
  expect(read).toMatchObject({ problemCount: 0, skippedCount: 3 })
  const own = contractsOf(sessionDay(read.lines).lines)
  expect(ordered(own).map(([, ...sum]) => sum)).toEqual(ordered(contractsOf(fills)).map(([, ...sum]) => sum))
})

test('any bytes: never an exception, and no line without the essentials', () => {
  const good = messageText(E501)
  fc.assert(
    fc.property(fc.nat(good.length), fc.string(), (at, text) => {
      const read = parseDropCopy(`${good.slice(0, at)}${text}${good.slice(at)}\n${text}`)
      expect(read.lines.length).toBeLessThanOrEqual(1)
      expect(
        sessionDay(read.lines).lines.every(
          ({ quantity, rest }) => quantity > 0n || rest['waitsFor'] !== undefined,
        ),
      ).toBe(true)
    }),
  )
  expect(isDropCopy(bytesOfText(good).toString())).toBe(false)
})
