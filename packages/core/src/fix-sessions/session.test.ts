/** The session-level cases of the protocol, each as what happens and what follows. */
import { describe, expect, test } from 'vitest'
import { fixMoment, fixTime } from './header.ts'
import {
  bytesOfText,
  encodeFixMessage,
  type FixField,
  fixText,
  readFixMessage,
  textOfBytes,
} from './message.ts'
import { ASIDE_MOST, FixSession } from './session.ts'
import type { FixAction, FixEvent, FixParty } from './session-events.ts'

const AT = Date.UTC(2026, 0, 5, 4, 35, 10, 123)
const US: FixParty = {
  role: 'initiator',
  begin: 'FIXT.1.1',
  sender: 'EQUITYMGR',
  target: 'CSEBRK',
  heartbeat: 30,
  username: 'em',
  password: 'secret',
}

interface Said {
  readonly begin?: string
  readonly sender?: string
  readonly target?: string
  readonly sentAt?: number | null
}

/** A message of the other side. */
function theirs(number: number | null, fields: readonly FixField[], said: Said = {}) {
  const { begin = 'FIXT.1.1', sender = 'CSEBRK', target = 'EQUITYMGR', sentAt = AT } = said
  const header: FixField[] = [
    [35, fields[0]?.[1] ?? ''],
    [49, sender],
    [56, target],
  ]
  if (number !== null) header.push([34, String(number)])
  if (sentAt !== null) header.push([52, fixTime(sentAt)])
  return readFixMessage(encodeFixMessage(begin, [...header, ...fields.slice(1)]))
}

const received = (...message: Parameters<typeof theirs>): FixEvent => ({
  kind: 'received',
  at: AT,
  found: theirs(...message),
})
const LOGON: FixField[] = [
  [35, 'A'],
  [98, '0'],
  [108, '30'],
  [1137, '9'],
]
const fill = (id: string): FixField[] => [
  [35, '8'],
  [17, id],
]
const again = (fields: readonly FixField[], first = AT): FixField[] => [
  fields[0] as FixField,
  [43, 'Y'],
  [122, fixTime(first)],
  ...fields.slice(1),
]
const gapFill = (next: number, isFill = true): FixField[] => [
  [35, '4'],
  ...(isFill ? [[123, 'Y'] as const] : []),
  [36, String(next)],
]

/** An action in short: `send A 1 141=Y`, `take 2 E-1`, `leave`, `reset`, `close logout`. */
const SHOWN = [7, 16, 36, 43, 45, 112, 141, 371, 373, 58]
function inShort(action: FixAction): string {
  switch (action.kind) {
    case 'send': {
      const read = readFixMessage(action.bytes)
      if (read.kind === 'fault') throw new Error(read.message)
      const shown = SHOWN.flatMap((tag) => {
        const text = fixText(read.fields, tag)
        return text === undefined ? [] : [`${tag}=${text}`]
      })
      return ['send', action.type, action.number, ...shown].join(' ')
    }
    case 'take': {
      const id = fixText(action.message.fields, 17) ?? action.type
      return ['take', action.number, id, ...(action.fault === null ? [] : [`! ${action.fault}`])].join(' ')
    }
    case 'leave':
      return `leave: ${action.fault}`
    case 'close':
      return `close ${action.why}${action.text === null ? '' : `: ${action.text}`}`
    case 'reset':
      return 'reset'
    case 'aside':
      return `aside ${action.number} ${fixText(action.message.fields, 17) ?? action.type}`
    case 'gap':
      return `gap ${action.what} ${action.from} to ${action.to}`
  }
}
const GAPS: ReadonlySet<FixAction['kind']> = new Set(['aside', 'gap'])
const after = (session: FixSession, ...events: FixEvent[]) =>
  events
    .flatMap((event) => session.on(event))
    .filter(({ kind }) => !GAPS.has(kind))
    .map(inShort)
const gapsAfter = (session: FixSession, ...events: FixEvent[]) =>
  events
    .flatMap((event) => session.on(event))
    .filter(({ kind }) => GAPS.has(kind))
    .map(inShort)

/** A session that is logged on; next in 2, next out 2. */
function loggedOn(party: FixParty = US): FixSession {
  const session = new FixSession(party, { nextIn: 1, nextOut: 1 })
  after(session, { kind: 'connected', at: AT, resets: false }, received(1, LOGON))
  return session
}

describe('logon', () => {
  test('begins the numbers anew at the first logon of a day only', () => {
    const first = new FixSession(US, { nextIn: 57, nextOut: 40 })
    expect(after(first, { kind: 'connected', at: AT, resets: true })).toEqual(['reset', 'send A 1 141=Y'])
    expect(after(first, received(1, [...LOGON, [141, 'Y']]))).toEqual(['take 1 A'])
    expect(first.numbers).toEqual({ nextIn: 2, nextOut: 2 })
    const second = new FixSession(US, { nextIn: 57, nextOut: 40 })
    expect(after(second, { kind: 'connected', at: AT, resets: false })).toEqual(['send A 40'])
    expect(after(second, received(57, LOGON))).toEqual(['take 57 A'])
  })

  test('sends the password, and keeps the message without it', () => {
    const [, sent] = new FixSession(US, { nextIn: 1, nextOut: 1 }).on({
      kind: 'connected',
      at: AT,
      resets: true,
    })
    if (sent?.kind !== 'send') throw new Error('no logon')
    expect(textOfBytes(sent.bytes)).toContain('554=secret')
    expect(textOfBytes(sent.stored)).not.toContain('secret')
    expect(readFixMessage(sent.stored).kind).toBe('message')
  })

  const cases: [name: string, event: FixEvent, follows: string[]][] = [
    [
      'that the other side refuses ends the connection',
      received(1, [
        [35, '5'],
        [58, 'not today'],
      ]),
      ['leave: Logout instead of a logon', 'close refused: not today'],
    ],
    [
      'must come before anything else',
      received(1, fill('E-1')),
      ['leave: The first message is no logon', 'close no-logon'],
    ],
    [
      'without a heartbeat interval is refused',
      received(1, [
        [35, 'A'],
        [98, '0'],
      ]),
      [
        'leave: Required tag missing: 108',
        'send 5 2 58=Required tag missing: 108',
        'close refused: Required tag missing: 108',
      ],
    ],
    [
      'that begins the numbers anew unasked is refused',
      received(1, [...LOGON, [141, 'Y']]),
      [
        'leave: ResetSeqNumFlag was not asked for',
        'send 5 2 58=ResetSeqNumFlag was not asked for',
        'close reset-unasked: ResetSeqNumFlag was not asked for',
      ],
    ],
    ['that is too high is followed by a request for the gap', received(5, LOGON), ['send 2 2 7=1 16=0']],
    ['that does not come ends the connection', { kind: 'time', at: AT + 10_001 }, ['close no-logon']],
  ]
  test.each(cases)('%s', (_, event, follows) => {
    const session = new FixSession(US, { nextIn: 1, nextOut: 1 })
    after(session, { kind: 'connected', at: AT, resets: false })
    expect(after(session, event)).toEqual(follows)
  })

  test('with a number that is too low ends the connection', () => {
    const session = new FixSession(US, { nextIn: 9, nextOut: 9 })
    const text = 'MsgSeqNum too low, expecting 9 but received 3'
    expect(after(session, { kind: 'connected', at: AT, resets: false }, received(3, LOGON)).slice(1)).toEqual(
      [`leave: ${text}`, `send 5 10 58=${text}`, `close refused: ${text}`],
    )
    expect(session.numbers.nextIn).toBe(9)
  })
})

describe('a message of a session', () => {
  const cases: [name: string, events: FixEvent[], follows: string[]][] = [
    ['heartbeat is taken', [received(2, [[35, '0']])], ['take 2 0']],
    [
      'test request is answered',
      [
        received(2, [
          [35, '1'],
          [112, 'T1'],
        ]),
      ],
      ['take 2 1', 'send 0 2 112=T1'],
    ],
    [
      'test request without its text is rejected',
      [received(2, [[35, '1']])],
      ['take 2 1 ! Required tag missing: 112', 'send 3 2 45=2 371=112 373=1 58=Required tag missing'],
    ],
    [
      'resend request is answered by a gap fill',
      [
        received(2, [
          [35, '2'],
          [7, '1'],
          [16, '0'],
        ]),
      ],
      ['take 2 2', 'send 4 1 36=2 43=Y'],
    ],
    [
      'resend request of what was never sent is rejected',
      [
        received(2, [
          [35, '2'],
          [7, '8'],
          [16, '0'],
        ]),
      ],
      ['take 2 2', 'send 3 2 45=2 371=7 373=5 58=No such messages'],
    ],
    [
      'reject is taken',
      [
        received(2, [
          [35, '3'],
          [45, '1'],
        ]),
      ],
      ['take 2 3'],
    ],
    [
      'logout is answered',
      [
        received(2, [
          [35, '5'],
          [58, 'good night'],
        ]),
      ],
      ['take 2 5', 'send 5 2', 'close logout: good night'],
    ],
    [
      'logout behind a gap is answered; the next logon shows the gap',
      [received(4, [[35, '5']])],
      ['leave: Logout behind a gap', 'send 5 2', 'close logout'],
    ],
    [
      'gap fill moves the number',
      [received(2, gapFill(7)), received(7, fill('E-7'))],
      ['take 2 4', 'take 7 E-7'],
    ],
    [
      'gap fill that goes back is rejected',
      [received(2, gapFill(2))],
      ['take 2 4 ! NewSeqNo goes back', 'send 3 2 45=2 371=36 373=5 58=NewSeqNo goes back'],
    ],
    [
      'gap fill that is too low ends the connection',
      [received(1, gapFill(9))],
      [
        'leave: MsgSeqNum too low, expecting 2 but received 1',
        'send 5 2 58=MsgSeqNum too low, expecting 2 but received 1',
        'close too-low: MsgSeqNum too low, expecting 2 but received 1',
      ],
    ],
    [
      'gap fill behind a gap waits',
      [received(4, gapFill(6)), received(2, fill('E-2')), received(3, fill('E-3')), received(6, fill('E-6'))],
      ['send 2 2 7=2 16=0', 'take 2 E-2', 'take 3 E-3', 'take 4 4', 'take 6 E-6'],
    ],
    [
      'reset moves the number, whatever its own',
      [received(1, gapFill(9, false)), received(9, fill('E-9'))],
      ['take  4 ! The other side gave up 2 to 8', 'take 9 E-9'],
    ],
    [
      'reset that goes back is rejected',
      [received(2, gapFill(1, false)), received(2, fill('E-2'))],
      [
        'leave: NewSeqNo is missing or goes back',
        'send 3 2 45=2 371=36 373=5 58=NewSeqNo goes back',
        'take 2 E-2',
      ],
    ],
    [
      'gap fill of before with PossDupFlag is ignored',
      [received(1, [...again(gapFill(9))]), received(2, fill('E-2'))],
      ['take 2 E-2'],
    ],
    [
      'reset to the number that is next changes nothing',
      [received(1, gapFill(2, false)), received(2, fill('E-2'))],
      ['take  4', 'take 2 E-2'],
    ],
    ['message of an unknown type is taken, and kept', [received(2, [[35, 'ZZ']])], ['take 2 ZZ']],
    [
      'message of the application that is not read is taken, and kept',
      [received(2, [[35, 'D']])],
      ['take 2 D'],
    ],
    [
      'execution with PossResend is taken under its new number',
      [received(2, [...fill('E-2'), [97, 'Y']])],
      ['take 2 E-2'],
    ],
    ['second logon is taken', [received(2, LOGON)], ['take 2 A']],
  ]
  test.each(cases)('%s', (_, events, follows) => {
    expect(after(loggedOn(), ...events)).toEqual(follows)
  })
})

describe('numbers', () => {
  const cases: [name: string, events: FixEvent[], follows: string[]][] = [
    [
      'a gap is asked for once, and what waits is taken in order',
      [
        received(2, fill('E-2')),
        received(4, fill('E-4')),
        received(5, fill('E-5')),
        received(3, again(fill('E-3'))),
        received(4, again(fill('E-4'))),
        received(5, again(fill('E-5'))),
        received(6, fill('E-6')),
      ],
      ['take 2 E-2', 'send 2 2 7=3 16=0', 'take 3 E-3', 'take 4 E-4', 'take 5 E-5', 'take 6 E-6'],
    ],
    [
      'too low without PossDupFlag ends the connection',
      [received(1, fill('E-1'))],
      [
        'leave: MsgSeqNum too low, expecting 2 but received 1',
        'send 5 2 58=MsgSeqNum too low, expecting 2 but received 1',
        'close too-low: MsgSeqNum too low, expecting 2 but received 1',
      ],
    ],
    ['too low with PossDupFlag is ignored', [received(1, again(fill('E-1')))], []],
    [
      'PossDupFlag without OrigSendingTime is rejected',
      [
        received(1, [
          [35, '8'],
          [43, 'Y'],
          [17, 'E-1'],
        ]),
      ],
      ['send 3 2 45=1 371=122 373=1 58=Required tag missing'],
    ],
    [
      'OrigSendingTime after SendingTime ends the connection',
      [received(1, again(fill('E-1'), AT + 1))],
      [
        'leave: SendingTime accuracy problem',
        'send 3 2 45=1 371=122 373=10 58=SendingTime accuracy problem',
        'send 5 3 58=SendingTime accuracy problem',
        'close sending-time: SendingTime accuracy problem',
      ],
    ],
    ['PossDupFlag at the expected number is taken', [received(2, again(fill('E-2')))], ['take 2 E-2']],
    [
      'a resend request behind a gap is answered before ours is sent, and once',
      [
        received(3, [
          [35, '2'],
          [7, '1'],
          [16, '0'],
        ]),
        received(2, fill('E-2')),
      ],
      ['send 4 1 36=2 43=Y', 'send 2 2 7=2 16=0', 'take 2 E-2', 'take 3 2'],
    ],
    [
      'a missing number ends the connection',
      [received(null, fill('E-2'))],
      ['leave: MsgSeqNum missing', 'send 5 2 58=MsgSeqNum missing', 'close no-number: MsgSeqNum missing'],
    ],
    [
      'a second loss behind a gap is shown until it comes',
      [
        received(3, fill('E-3')),
        received(5, fill('E-5')),
        received(2, fill('E-2')),
        received(4, fill('E-4')),
      ],
      ['send 2 2 7=2 16=0', 'take 2 E-2', 'take 3 E-3', 'take 4 E-4', 'take 5 E-5'],
    ],
  ]
  test.each(cases)('%s', (_, events, follows) => {
    const session = loggedOn()
    expect(after(session, ...events)).toEqual(follows)
    expect(session.gap).toBeNull()
  })

  test('a gap is reported, and messages behind it are kept: executions only', () => {
    expect(
      gapsAfter(
        loggedOn(),
        received(4, fill('E-4')),
        received(4, again(fill('E-4'))),
        received(5, [[35, '0']]),
        received(2, again(fill('E-2'))),
        received(3, again(fill('E-3'))),
      ),
    ).toEqual(['aside 4 E-4', 'gap open 2 to 3', 'gap closed 2 to 3'])
  })

  test('a second gap behind the first one is reported when the first one is closed', () => {
    expect(
      gapsAfter(
        loggedOn(),
        received(3, fill('E-3')),
        received(6, fill('E-6')),
        received(2, again(fill('E-2'))),
      ),
    ).toEqual(['aside 3 E-3', 'gap open 2 to 2', 'aside 6 E-6', 'gap open 4 to 5'])
  })

  test('numbers that the other side gives up stay missing', () => {
    expect(gapsAfter(loggedOn(), received(5, fill('E-5')), received(9, gapFill(6, false)))).toEqual([
      'aside 5 E-5',
      'gap open 2 to 4',
      'gap given-up 2 to 5',
      'gap closed 2 to 4',
    ])
    expect(gapsAfter(loggedOn(), received(7, LOGON))).toEqual(['gap open 2 to 6'])
  })

  test('a gap is shown while it is open', () => {
    const session = loggedOn()
    after(session, received(7, fill('E-7')))
    expect(session.gap).toEqual({ from: 2, to: 6 })
    after(session, received(2, fill('E-2')))
    expect(session.gap).toEqual({ from: 3, to: 6 })
  })

  test('a gap that does not close is asked for again, and at last given up', () => {
    const session = loggedOn({ ...US, heartbeat: 3_000 })
    after(session, received(4, fill('E-4')))
    const ticks = Array.from(
      { length: 6 },
      (_, nth): FixEvent => ({ kind: 'time', at: AT + (nth + 1) * 15_001 }),
    )
    expect(after(session, ...ticks)).toEqual([
      'send 2 3 7=2 16=0',
      'send 2 4 7=2 16=0',
      'send 2 5 7=2 16=0',
      'send 2 6 7=2 16=0',
      'send 5 7 58=Messages 2 to 3 do not come',
      'close gap-stays',
    ])
  })

  test('what waits behind a gap is bounded: the rest comes again with the gap', () => {
    const session = loggedOn()
    const last = ASIDE_MOST + 500
    for (let number = 3; number <= last; number += 1) session.on(received(number, fill(`E-${number}`)))
    const taken = after(session, received(2, fill('E-2')))
    expect(taken).toHaveLength(1 + ASIDE_MOST)
    expect(session.gap).toEqual({ from: ASIDE_MOST + 3, to: last })
    for (let number = ASIDE_MOST + 3; number <= last; number += 1) {
      expect(after(session, received(number, again(fill(`E-${number}`))))).toEqual([
        `take ${number} E-${number}`,
      ])
    }
    expect(session.gap).toBeNull()
  })
})

describe('who and when', () => {
  const cases: [name: string, said: Said, text: string, why: string, reject: string | null][] = [
    ['another version', { begin: 'FIX.4.4' }, 'BeginString must be FIXT.1.1', 'version', null],
    ['another sender', { sender: 'OTHER' }, 'CompID problem', 'company', '371=49 373=9'],
    ['another target', { target: 'OTHER' }, 'CompID problem', 'company', '371=56 373=9'],
    [
      'sent more than two minutes ago',
      { sentAt: AT - 120_001 },
      'SendingTime accuracy problem',
      'sending-time',
      '371=52 373=10',
    ],
    [
      'sent more than two minutes from now',
      { sentAt: AT + 120_001 },
      'SendingTime accuracy problem',
      'sending-time',
      '371=52 373=10',
    ],
    ['without a time', { sentAt: null }, 'SendingTime missing', 'sending-time', '371=52 373=1'],
  ]
  test.each(cases)(
    '%s ends the connection, and the message is asked for again',
    (_, said, text, why, reject) => {
      const session = loggedOn()
      const rejected = reject === null ? [] : [`send 3 2 45=2 ${reject} 58=${text}`]
      expect(after(session, received(2, fill('E-2'), said))).toEqual([
        `leave: ${text}`,
        ...rejected,
        `send 5 ${reject === null ? 2 : 3} 58=${text}`,
        `close ${why}: ${text}`,
      ])
      expect(session.numbers.nextIn).toBe(2)
    },
  )
})

describe('bytes', () => {
  test('a message with a wrong checksum is ignored, and the gap makes it come again', () => {
    const session = loggedOn()
    const good = theirs(2, fill('E-2')).raw
    const bad = good.slice()
    bad[bad.length - 12] = 57
    expect(after(session, { kind: 'received', at: AT, found: readFixMessage(bad) })).toEqual([
      'leave: The checksum of the message (10) is wrong.',
    ])
    expect(after(session, received(3, fill('E-3')), received(2, again(fill('E-2'))))).toEqual([
      'send 2 2 7=2 16=0',
      'take 2 E-2',
      'take 3 E-3',
    ])
  })

  test.each([
    ['a wrong body length', (text: string) => text.replace(/9=\d+/, '9=1')],
    ['the type before the body length', (text: string) => text.replace(/(9=\d+\u0001)(35=8\u0001)/, '$2$1')],
    ['no checksum', (text: string) => text.replace(/10=\d+\u0001$/, '')],
  ])('%s: the message is ignored, and the gap makes it come again', (_, spoil) => {
    const session = loggedOn()
    const bad = bytesOfText(spoil(textOfBytes(theirs(2, fill('E-2')).raw)))
    expect(after(session, { kind: 'received', at: AT, found: readFixMessage(bad) })).toEqual([
      expect.stringMatching(/^leave: The (length|message|body)/i),
    ])
    expect(after(session, received(3, fill('E-3')), received(2, again(fill('E-2'))))).toEqual([
      'send 2 2 7=2 16=0',
      'take 2 E-2',
      'take 3 E-3',
    ])
  })

  test('garbage keeps no connection alive', () => {
    const session = loggedOn()
    const garbage = readFixMessage(bytesOfText('hello'))
    const noise = Array.from({ length: 80 }, (_, nth): FixEvent[] => [
      { kind: 'received', at: AT + nth * 1_000, found: garbage },
      { kind: 'time', at: AT + nth * 1_000 },
    ]).flat()
    expect(after(session, ...noise).filter((one) => !one.startsWith('leave'))).toContain('close silent')
  })
})

describe('silence', () => {
  test('leads to a heartbeat of ours, a test request, and the end', () => {
    const session = loggedOn()
    expect(after(session, { kind: 'time', at: AT + 29_000 })).toEqual([])
    expect(after(session, { kind: 'time', at: AT + 30_000 })).toEqual(['send 0 2'])
    expect(after(session, { kind: 'time', at: AT + 36_001 })).toEqual(['send 1 3 112=20260105-04:35:46.124'])
    expect(after(session, { kind: 'time', at: AT + 60_000 })).toEqual([])
    expect(after(session, { kind: 'time', at: AT + 72_001 })).toEqual(['close silent'])
  })

  test('ends with any message', () => {
    const session = loggedOn()
    after(session, { kind: 'time', at: AT + 36_001 })
    after(session, { kind: 'received', at: AT + 40_000, found: theirs(2, [[35, '0']]) })
    expect(after(session, { kind: 'time', at: AT + 60_000 })).toEqual([])
  })
})

describe('the end by hand', () => {
  test('waits for the answer of the other side', () => {
    const session = loggedOn()
    expect(after(session, { kind: 'end', at: AT, text: 'Stopped' })).toEqual(['send 5 2 58=Stopped'])
    expect(after(session, received(2, fill('E-2')), received(3, [[35, '5']]))).toEqual([
      'take 2 E-2',
      'take 3 5',
      'close logout',
    ])
  })

  test('does not wait for ever', () => {
    const session = loggedOn()
    after(session, { kind: 'end', at: AT, text: 'Stopped' })
    expect(after(session, { kind: 'time', at: AT + 5_001 })).toEqual(['close logout'])
  })
})

test('an acceptor answers the logon, and sends again what it is asked for', () => {
  const sent = new Map<number, { fields: FixField[]; at: number }>()
  const broker = new FixSession(
    { role: 'acceptor', begin: 'FIXT.1.1', sender: 'CSEBRK', target: 'EQUITYMGR', heartbeat: 0 },
    { nextIn: 9, nextOut: 9 },
    (number) => sent.get(number) ?? null,
  )
  const ours = { sender: 'EQUITYMGR', target: 'CSEBRK' }
  after(broker, { kind: 'connected', at: AT, resets: false })
  expect(after(broker, received(1, [...LOGON, [141, 'Y']], ours))).toEqual([
    'reset',
    'send A 1 141=Y',
    'take 1 A',
  ])
  for (const id of ['E-1', 'E-2']) {
    sent.set(broker.numbers.nextOut, { fields: fill(id), at: AT })
    after(broker, { kind: 'send', at: AT, fields: fill(id) })
  }
  after(broker, { kind: 'time', at: AT + 30_000 })
  const asked = received(
    2,
    [
      [35, '2'],
      [7, '1'],
      [16, '0'],
    ],
    ours,
  )
  expect(after(broker, asked)).toEqual([
    'take 2 2',
    'send 4 1 36=2 43=Y',
    'send 8 2 43=Y',
    'send 8 3 43=Y',
    'send 4 4 36=5 43=Y',
  ])
})

test('times are read as they are written', () => {
  expect(fixTime(AT)).toBe('20260105-04:35:10.123')
  expect(fixMoment('20260105-04:35:10.123')).toBe(AT)
  expect(fixMoment('20260105-04:35:10')).toBe(AT - 123)
  expect(fixMoment('20260105-04:35:10.123456')).toBe(AT)
  for (const text of ['', '20260230-04:35:10', '20260105-24:00:00', '2026-01-05 04:35', '20260105-04:35'])
    expect(fixMoment(text)).toBeNull()
})
