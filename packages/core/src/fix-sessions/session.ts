/**
 * A FIX session (FIX.4.4 and FIXT.1.1) as a state machine: events in, actions out. It knows no socket, no clock and no database, so that
 * every cut, loss, double and disorder can be tried. Each message of the other side is taken once and in the order of its number; the
 * machine says what to store and to send, and its owner stores both in one transaction before a byte leaves.
 */
import { fixMoment, fixNumber, fixTime, headerOf, isSessionType, missingTag } from './header.ts'
import { encodeFixMessage, type FixField, type FixFound, type FixMessage, fixText } from './message.ts'
import type {
  FixAction,
  FixClose,
  FixEvent,
  FixGap,
  FixGapState,
  FixNumbers,
  FixParty,
  FixPhase,
  Rejected,
  SentBefore,
  Wrong,
} from './session-events.ts'

const LOGON_MS = 10_000
const LOGOUT_MS = 5_000
/** A message may have been sent so long before or after our time. */
export const SENDING_TIME_MS = 120_000
/** A gap that does not close is asked for again after so long, and so many times. */
const GAP_MS = 15_000
const GAP_ASKED_MOST = 5
/** Messages behind a gap that wait for it; those beyond come again with the gap. */
export const ASIDE_MOST = 10_000
const ASIDE_BYTES_MOST = 32_000_000

interface OpenGap extends FixGap {
  askedAt: number
  asked: number
}

export class FixSession {
  private readonly party: FixParty
  private readonly sentBefore: SentBefore
  private phaseNow: FixPhase = 'off'
  private nextIn: number
  private nextOut: number
  private heartbeatMs: number
  /** When the phase began, and when something was received and sent last. */
  private since = 0
  private lastIn = 0
  private lastOut = 0
  private isTested = false
  private asksReset = false
  private gapNow: OpenGap | null = null
  private highest = 0
  private readonly aside = new Map<number, FixMessage>()
  private asideBytes = 0
  private readonly answered = new Set<number>()
  private actions: FixAction[] = []

  constructor(party: FixParty, { nextIn, nextOut }: FixNumbers, sentBefore: SentBefore = () => null) {
    this.party = party
    this.sentBefore = sentBefore
    this.nextIn = nextIn
    this.nextOut = nextOut
    this.heartbeatMs = party.heartbeat * 1_000
  }

  get phase(): FixPhase {
    return this.phaseNow
  }

  get numbers(): FixNumbers {
    return { nextIn: this.nextIn, nextOut: this.nextOut }
  }

  get gap(): FixGap | null {
    return this.gapNow === null ? null : { from: this.nextIn, to: this.gapNow.to }
  }

  /** The actions that follow from an event, in the order in which they are stored and done. */
  on(event: FixEvent): readonly FixAction[] {
    this.actions = []
    switch (event.kind) {
      case 'connected':
        this.connected(event.at, event.resets)
        break
      case 'received':
        if (this.phaseNow !== 'off') this.received(event.at, event.found)
        break
      case 'time':
        this.timePassed(event.at)
        break
      case 'send':
        // Without a connection it has its number: the other side asks for it after the next logon.
        if (this.phaseNow === 'on') this.send(event.at, event.fields)
        else this.nextOut += 1
        break
      case 'end':
        if (this.phaseNow === 'on') this.logout(event.at, event.text)
        else if (this.phaseNow !== 'off') this.close('logout', event.text)
        break
      case 'disconnected':
        this.leaveAll()
    }
    return this.actions
  }

  private connected(at: number, resets: boolean): void {
    this.leaveAll()
    this.enter('logging-on', at)
    this.lastIn = at
    this.lastOut = at
    if (this.party.role === 'acceptor') return
    this.asksReset = resets
    if (resets) this.reset()
    this.sendLogon(at, resets)
  }

  private received(at: number, found: FixFound): void {
    if (found.kind === 'fault') {
      // Its number is not known: the next message shows the gap, and it comes again.
      this.actions.push({ kind: 'leave', raw: found.raw, fault: found.message })
      return
    }
    this.lastIn = at
    this.isTested = false
    const header = headerOf(found)
    const wrong = this.wrongHeader(header, at)
    if (wrong !== null) return this.refuse(at, found, wrong)
    const number = header.number ?? 0
    if (this.phaseNow === 'logging-on') return this.beforeLogon(at, found, header.type, number)
    if (header.type === '4' && fixText(found.fields, 123) !== 'Y') return this.resetTo(at, found, number)
    if (number > this.nextIn) return this.tooHigh(at, found, header.type, number)
    if (number < this.nextIn) return this.tooLow(at, found, header.type, number, header.isRepeated)
    this.take(at, found, header.type, number)
    this.takeAside(at)
  }

  /**
   * The fault in a message's sender, target or time: the connection ends, and the message is asked for again.
   */
  private wrongHeader(header: ReturnType<typeof headerOf>, at: number): Wrong | null {
    const { begin, sender, target } = this.party
    if (header.begin !== begin) return { why: 'version', text: `BeginString must be ${begin}` }
    if (header.number === null) return { why: 'no-number', text: 'MsgSeqNum missing' }
    if (header.sender !== target || header.target !== sender) {
      return { why: 'company', text: 'CompID problem', reject: [9, header.sender === target ? 56 : 49] }
    }
    if (header.sentAt === null) {
      return { why: 'sending-time', text: 'SendingTime missing', reject: [1, 52] }
    }
    if (Math.abs(at - header.sentAt) > SENDING_TIME_MS) {
      return { why: 'sending-time', text: 'SendingTime accuracy problem', reject: [10, 52] }
    }
    return null
  }

  private refuse(at: number, message: FixMessage, { why, text, reject }: Wrong): void {
    this.actions.push({ kind: 'leave', raw: message.raw, fault: text })
    const number = fixNumber(message.fields, 34)
    if (this.phaseNow === 'on' && reject !== undefined && number !== null) {
      this.reject(at, message, number, { reason: reject[0], tag: reject[1], text })
    }
    // A side that never logged on learns nothing of us.
    if (this.phaseNow === 'on' || this.party.role === 'initiator') this.sendLogout(at, text)
    this.close(why, text)
  }

  private beforeLogon(at: number, message: FixMessage, type: string, number: number): void {
    if (type === '5') {
      this.actions.push({ kind: 'leave', raw: message.raw, fault: 'Logout instead of a logon' })
      return this.close('refused', fixText(message.fields, 58) ?? null)
    }
    if (type !== 'A') {
      this.actions.push({ kind: 'leave', raw: message.raw, fault: 'The first message is no logon' })
      return this.close('no-logon', null)
    }
    const missing = missingTag(message.fields, type)
    if (missing !== null) {
      return this.refuse(at, message, { why: 'refused', text: `Required tag missing: ${missing}` })
    }
    const resets = fixText(message.fields, 141) === 'Y'
    if (resets && this.party.role === 'initiator' && !this.asksReset) {
      // Numbers that begin again within a day would hide what was not received: a person decides.
      return this.refuse(at, message, { why: 'reset-unasked', text: 'ResetSeqNumFlag was not asked for' })
    }
    if (this.party.role === 'acceptor') {
      this.heartbeatMs = (fixNumber(message.fields, 108) ?? 0) * 1_000
      if (resets) this.reset()
    }
    if (number < this.nextIn) return this.tooLow(at, message, type, number, false)
    this.enter('on', at)
    if (this.party.role === 'acceptor') this.sendLogon(at, resets)
    if (number > this.nextIn) return this.openGap(at, number)
    this.take(at, message, type, number)
  }

  /** SequenceReset without gap fill: the other side gives up what it does not send any more. */
  private resetTo(at: number, message: FixMessage, number: number): void {
    const to = fixNumber(message.fields, 36)
    if (to === null || to < this.nextIn) {
      this.actions.push({ kind: 'leave', raw: message.raw, fault: 'NewSeqNo is missing or goes back' })
      return this.reject(at, message, number, { reason: 5, tag: 36, text: 'NewSeqNo goes back' })
    }
    const lost = to > this.nextIn ? `The other side gave up ${this.nextIn} to ${to - 1}` : null
    if (lost !== null) this.reportGap('given-up', this.nextIn, to - 1)
    this.nextIn = to
    this.actions.push({ kind: 'take', number: null, type: '4', message, isApplication: false, fault: lost })
    this.takeAside(at)
  }

  private tooHigh(at: number, message: FixMessage, type: string, number: number): void {
    this.highest = Math.max(this.highest, number)
    // Answered at once: two sides that both wait for the other's gap would wait for ever.
    if (type === '2') {
      this.resend(at, message, number)
      this.answered.add(number)
    }
    if (type === '5') {
      this.actions.push({ kind: 'leave', raw: message.raw, fault: 'Logout behind a gap' })
      return this.answerLogout(at, message)
    }
    const isNew = !this.aside.has(number)
    if (isNew && !isSessionType(type)) this.actions.push({ kind: 'aside', number, type, message })
    const isRoom = this.aside.size < ASIDE_MOST && this.asideBytes + message.raw.length <= ASIDE_BYTES_MOST
    if (isRoom && isNew) {
      this.aside.set(number, message)
      this.asideBytes += message.raw.length
    }
    this.openGap(at, number)
  }

  private openGap(at: number, number: number): void {
    this.highest = Math.max(this.highest, number)
    if (this.gapNow !== null) return
    this.gapNow = { from: this.nextIn, to: number - 1, askedAt: at, asked: 0 }
    this.reportGap('open', this.nextIn, number - 1)
    this.askForGap(at, this.gapNow)
  }

  private askForGap(at: number, gap: OpenGap): void {
    gap.askedAt = at
    gap.asked += 1
    this.send(at, [
      [35, '2'],
      [7, String(this.nextIn)],
      [16, '0'],
    ])
  }

  private tooLow(at: number, message: FixMessage, type: string, number: number, isRepeated: boolean): void {
    if (!isRepeated) {
      const text = `MsgSeqNum too low, expecting ${this.nextIn} but received ${number}`
      return this.refuse(at, message, { why: type === 'A' ? 'refused' : 'too-low', text })
    }
    // Taken before. What is wrong with it is said all the same.
    const first = fixMoment(fixText(message.fields, 122))
    if (first === null) {
      this.reject(at, message, number, { reason: 1, tag: 122, text: 'Required tag missing' })
    } else if (first > (headerOf(message).sentAt ?? first)) {
      const text = 'SendingTime accuracy problem'
      this.refuse(at, message, { why: 'sending-time', text, reject: [10, 122] })
    }
  }

  private take(at: number, message: FixMessage, type: string, number: number): void {
    this.nextIn = number + 1
    const missing = missingTag(message.fields, type)
    const next = type === '4' && missing === null ? fixNumber(message.fields, 36) : null
    const isBack = type === '4' && missing === null && (next === null || next <= number)
    const fault = missing !== null ? `Required tag missing: ${missing}` : isBack ? 'NewSeqNo goes back' : null
    const isApplication = !isSessionType(type)
    this.actions.push({ kind: 'take', number, type, message, isApplication, fault })
    if (missing !== null) {
      return this.reject(at, message, number, { reason: 1, tag: missing, text: 'Required tag missing' })
    }
    if (isBack) return this.reject(at, message, number, { reason: 5, tag: 36, text: 'NewSeqNo goes back' })
    if (next !== null) this.nextIn = next
    else this.answer(at, message, type, number)
  }

  private answer(at: number, message: FixMessage, type: string, number: number): void {
    if (type === '1') {
      this.send(at, [
        [35, '0'],
        [112, fixText(message.fields, 112) ?? ''],
      ])
    } else if (type === '2' && !this.answered.delete(number)) this.resend(at, message, number)
    else if (type === '5') this.answerLogout(at, message)
  }

  /** Takes what waited behind a gap, as far as it follows, and sees whether the gap is closed. */
  private takeAside(at: number): void {
    while (this.phaseNow !== 'off') {
      const number = this.nextIn
      const message = this.aside.get(number)
      if (message === undefined) break
      this.putBack(number, message)
      this.take(at, message, headerOf(message).type, number)
    }
    const gap = this.gapNow
    if (gap === null || this.phaseNow === 'off') return
    gap.askedAt = at
    gap.asked = 1
    if (this.nextIn <= gap.to) return
    for (const [number, message] of this.aside) if (number < this.nextIn) this.putBack(number, message)
    // Messages missing behind it were requested with it; if they do not come, they are requested again.
    const isClosed = this.nextIn > this.highest
    this.gapNow = isClosed ? null : { ...gap, from: this.nextIn, to: this.nextGapEnd() }
    if (this.gapNow === null) this.reportGap('closed', gap.from, gap.to)
    else this.reportGap('open', this.gapNow.from, this.gapNow.to)
  }

  private reportGap(what: FixGapState, from: number, to: number): void {
    this.actions.push({ kind: 'gap', what, from, to })
  }

  private nextGapEnd(): number {
    let end = this.highest
    for (const number of this.aside.keys()) end = Math.min(end, number - 1)
    return end
  }

  private putBack(number: number, message: FixMessage): void {
    this.aside.delete(number)
    this.asideBytes -= message.raw.length
  }

  /** Sends again what was asked for: messages of the application as they were, the numbers of others as a gap fill. */
  private resend(at: number, message: FixMessage, number: number): void {
    const from = fixNumber(message.fields, 7)
    const asked = fixText(message.fields, 16)
    const last = asked === '0' ? this.nextOut - 1 : fixNumber(message.fields, 16)
    if (from === null || last === null || from >= this.nextOut || last < from) {
      return this.reject(at, message, number, { reason: 5, tag: 7, text: 'No such messages' })
    }
    const end = Math.min(last, this.nextOut - 1)
    let fillFrom: number | null = null
    for (let one = from; one <= end; one += 1) {
      const before = this.sentBefore(one)
      if (before === null) {
        fillFrom ??= one
        continue
      }
      if (fillFrom !== null) this.fillGap(at, fillFrom, one)
      fillFrom = null
      this.repeat(at, one, before.fields, before.at)
    }
    if (fillFrom !== null) this.fillGap(at, fillFrom, end + 1)
  }

  private fillGap(at: number, number: number, next: number): void {
    const fill: FixField[] = [
      [35, '4'],
      [123, 'Y'],
      [36, String(next)],
    ]
    this.repeat(at, number, fill, at)
  }

  private repeat(at: number, number: number, fields: readonly FixField[], first: number): void {
    this.write(at, number, fields, [
      [43, 'Y'],
      [122, fixTime(first)],
    ])
  }

  private reject(at: number, message: FixMessage, number: number, { reason, tag, text }: Rejected): void {
    this.send(at, [
      [35, '3'],
      [45, String(number)],
      [371, String(tag)],
      [372, fixText(message.fields, 35) ?? '?'],
      [373, String(reason)],
      [58, text],
    ])
  }

  private timePassed(at: number): void {
    const inPhase = at - this.since
    if (this.phaseNow === 'logging-on' && inPhase > LOGON_MS) return this.close('no-logon', null)
    if (this.phaseNow === 'logging-out' && inPhase > LOGOUT_MS) return this.close('logout', null)
    if (this.phaseNow !== 'on') return
    const gap = this.gapNow
    if (gap !== null && at - gap.askedAt > GAP_MS) {
      if (gap.asked >= GAP_ASKED_MOST) {
        this.sendLogout(at, `Messages ${this.nextIn} to ${gap.to} do not come`)
        return this.close('gap-stays', null)
      }
      this.askForGap(at, gap)
    }
    if (this.heartbeatMs === 0) return
    const silent = at - this.lastIn
    if (silent > 2.4 * this.heartbeatMs) return this.close('silent', null)
    if (silent > 1.2 * this.heartbeatMs && !this.isTested) {
      this.isTested = true
      this.send(at, [
        [35, '1'],
        [112, fixTime(at)],
      ])
    } else if (at - this.lastOut >= this.heartbeatMs) this.send(at, [[35, '0']])
  }

  private sendLogon(at: number, resets: boolean): void {
    const { begin, heartbeat, role, username, password } = this.party
    const seconds = role === 'acceptor' ? this.heartbeatMs / 1_000 : heartbeat
    const fields: FixField[] = [
      [35, 'A'],
      [98, '0'],
      [108, String(seconds)],
    ]
    if (resets) fields.push([141, 'Y'])
    if (begin === 'FIXT.1.1') fields.push([1137, '9'])
    if (username !== undefined) fields.push([553, username])
    const storedFields: FixField[] = [...fields]
    if (password !== undefined) {
      fields.push([554, password])
      storedFields.push([554, '***'])
    }
    this.send(at, fields, storedFields)
  }

  private logout(at: number, text: string): void {
    this.sendLogout(at, text)
    this.enter('logging-out', at)
  }

  private answerLogout(at: number, message: FixMessage): void {
    const text = fixText(message.fields, 58) ?? null
    if (this.phaseNow === 'on') this.sendLogout(at, null)
    this.close('logout', text)
  }

  private sendLogout(at: number, text: string | null): void {
    this.send(at, [[35, '5'], ...(text === null ? [] : [[58, text] as const])])
  }

  private send(at: number, fields: readonly FixField[], storedFields: readonly FixField[] = fields): void {
    const number = this.nextOut
    this.nextOut += 1
    this.write(at, number, fields, [], storedFields)
  }

  private write(
    at: number,
    number: number,
    fields: readonly FixField[],
    repeated: readonly FixField[],
    storedFields: readonly FixField[] = fields,
  ): void {
    this.lastOut = at
    const type = fields[0]?.[1] ?? ''
    const header: FixField[] = [
      [35, type],
      [49, this.party.sender],
      [56, this.party.target],
      [34, String(number)],
      ...(repeated.slice(0, 1) as FixField[]),
      [52, fixTime(at)],
      ...(repeated.slice(1) as FixField[]),
    ]
    const bytes = encodeFixMessage(this.party.begin, [...header, ...fields.slice(1)])
    const stored =
      storedFields === fields
        ? bytes
        : encodeFixMessage(this.party.begin, [...header, ...storedFields.slice(1)])
    const isRepeated = repeated.length > 0
    this.actions.push({ kind: 'send', number, type, bytes, stored, isRepeated })
  }

  private reset(): void {
    this.nextIn = 1
    this.nextOut = 1
    this.actions.push({ kind: 'reset' })
  }

  private enter(phase: FixPhase, at: number): void {
    this.phaseNow = phase
    this.since = at
  }

  private close(why: FixClose, text: string | null): void {
    this.actions.push({ kind: 'close', why, text })
    this.leaveAll()
  }

  private leaveAll(): void {
    this.phaseNow = 'off'
    this.isTested = false
    this.gapNow = null
    this.highest = 0
    this.aside.clear()
    this.asideBytes = 0
    this.answered.clear()
  }
}
