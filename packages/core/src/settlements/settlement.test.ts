import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CSE_HOLIDAYS } from '../holidays/cse-holidays.ts'
import { marketCalendar } from '../holidays/market-calendar.ts'
import { isRejection } from '../rejections.ts'
import { addDays } from '../values/dates.ts'
import {
  bookedStanding,
  decideSettlement,
  type Leg,
  legsOf,
  type Movement,
  paidOf,
  type SettlementAct,
  type SettlementDecision,
  type SettlementRecord,
  type SettlementTerms,
  type Settles,
  type Standing,
  settleCorrection,
  settlementStatus,
  standingOf,
} from './settlement.ts'

const calendar = marketCalendar(CSE_HOLIDAYS)
const today = '2026-03-31'
const terms: SettlementTerms = {
  dealNumber: 'SELL-1',
  tradeDate: '2026-03-25',
  settlementDate: '2026-03-27',
  net: 59_329n,
}
const act = (act: SettlementAct, records: readonly SettlementRecord[] = [], of = terms) =>
  decideSettlement(act, {
    terms: of,
    records,
    isBooked: standingOf(of, records).due !== null,
    today,
    calendar,
  })
const statusOf = (standing: Standing, settles: Settles = 'by hand', isActedUpon = true) =>
  settlementStatus(standing, today, { settles, isActedUpon })
function done(outcome: ReturnType<typeof act>): SettlementDecision {
  if (isRejection(outcome)) throw new Error(outcome.code)
  return outcome
}
const codeOf = (outcome: ReturnType<typeof act>) => (isRejection(outcome) ? outcome.code : 'accepted')

describe('a confirmation', () => {
  it('as booked moves nothing', () => {
    const { record, movement, after } = done(act({ kind: 'confirm' }))
    expect(record).toEqual({ kind: 'settled', date: '2026-03-27', amount: 59_329n, dueDate: null })
    expect(movement).toEqual({ takeBack: 'nothing', paid: null, expected: null })
    expect(statusOf(after)).toBe('settled')
  })

  it('on another day takes the expected entry back and posts what happened', () => {
    expect(done(act({ kind: 'confirm', date: '2026-03-30' })).movement).toEqual({
      takeBack: 'expected',
      paid: { date: '2026-03-30', amount: 59_329n },
      expected: null,
    })
  })

  it('before the due date is of today where no day is named', () => {
    const early = { ...terms, settlementDate: '2026-04-06' }
    expect(done(act({ kind: 'confirm' }, [], early)).record.date).toBe(today)
  })

  it('in part expects the rest on the next market day, or on the due date that is still to come', () => {
    // 1 April is a Poya day.
    expect(done(act({ kind: 'confirm', amount: 1n })).record.dueDate).toBe('2026-04-02')
    const later = { ...terms, settlementDate: '2026-04-06' }
    expect(done(act({ kind: 'confirm', amount: 1n }, [], later)).record.dueDate).toBe('2026-04-06')
  })

  it('is refused for what cannot be', () => {
    expect(codeOf(act({ kind: 'confirm', date: '2026-04-01' }))).toBe('settlement.date-in-future')
    expect(codeOf(act({ kind: 'confirm', date: '2026-03-24' }))).toBe('settlement.before-trade')
    expect(codeOf(act({ kind: 'confirm', amount: 0n }))).toBe('settlement.amount-zero')
    expect(codeOf(act({ kind: 'confirm', amount: 59_330n }))).toBe('settlement.too-much')
    expect(codeOf(act({ kind: 'confirm', amount: 1n, nextDate: '2026-03-30' }))).toBe('settlement.next-date')
    expect(codeOf(act({ kind: 'confirm' }, [done(act({ kind: 'confirm' })).record]))).toBe(
      'settlement.settled',
    )
    expect(codeOf(act({ kind: 'confirm' }, [], { ...terms, net: 0n }))).toBe('settlement.nothing')
  })

  it('of a sale that must be paid has the sign of its net value', () => {
    expect(done(act({ kind: 'confirm' }, [], { ...terms, net: -500n })).record.amount).toBe(-500n)
  })
})

describe('failing, rescheduling and reopening', () => {
  const failed = done(act({ kind: 'fail' })).record

  it('a failed one waits for a date or a payment', () => {
    const { after, movement } = done(act({ kind: 'fail' }))
    expect(movement).toEqual({ takeBack: 'expected', paid: null, expected: null })
    expect(statusOf(after)).toBe('failed')
    expect(codeOf(act({ kind: 'fail' }, [failed]))).toBe('settlement.failed-already')
    expect(done(act({ kind: 'reschedule', date: '2026-04-02' }, [failed])).movement).toEqual({
      takeBack: 'nothing',
      paid: null,
      expected: { date: '2026-04-02', amount: 59_329n },
    })
    expect(done(act({ kind: 'confirm' }, [failed])).movement).toMatchObject({
      takeBack: 'nothing',
      paid: { date: today },
    })
  })

  it('a new date is another one, from today on', () => {
    expect(codeOf(act({ kind: 'reschedule', date: '2026-03-30' }))).toBe('settlement.next-date')
    const moved = done(act({ kind: 'reschedule', date: '2026-04-02' })).record
    expect(codeOf(act({ kind: 'reschedule', date: '2026-04-02' }, [moved]))).toBe('settlement.same-date')
  })

  it('reopening leads back to how it was booked, once', () => {
    const part = done(act({ kind: 'confirm', amount: 100n })).record
    const { record, after, movement } = done(act({ kind: 'reopen' }, [part]))
    expect(after).toEqual(bookedStanding(terms))
    expect(movement).toEqual({
      takeBack: 'all',
      paid: null,
      expected: { date: '2026-03-27', amount: 59_329n },
    })
    expect(codeOf(act({ kind: 'reopen' }, [part, record]))).toBe('settlement.not-confirmed')
    expect(codeOf(act({ kind: 'reopen' }))).toBe('settlement.not-confirmed')
    const asBooked = done(act({ kind: 'confirm' })).record
    expect(done(act({ kind: 'reopen' }, [asBooked])).movement.takeBack).toBe('nothing')
  })
})

describe('the state in one word', () => {
  const booked = bookedStanding(terms)
  const part = done(act({ kind: 'confirm', amount: 100n })).after

  it('is assumed only on an automatic account, after the due date, while nothing happened', () => {
    expect(statusOf(booked, 'automatic', false)).toBe('assumed')
    expect(statusOf(booked, 'by hand', false)).toBe('overdue')
    expect(statusOf(booked, 'automatic', true)).toBe('overdue')
    expect(statusOf({ ...booked, due: today }, 'automatic', false)).toBe('pending')
  })

  it('of what was paid in part follows the rest', () => {
    expect(statusOf(part, 'automatic')).toBe('part')
    expect(statusOf({ ...part, due: '2026-03-30' }, 'automatic')).toBe('overdue')
    expect(statusOf({ ...part, due: null }, 'automatic')).toBe('failed')
  })
})

describe('a correction', () => {
  const paid = [done(act({ kind: 'confirm' })).record]
  const to = (net: bigint, records = paid, isBooked = false, more: object = {}) =>
    settleCorrection({
      before: terms,
      after: { ...terms, net },
      records,
      isBooked,
      isSamePlace: true,
      ...more,
    })

  it('of a paid trade leaves the payment; the difference is open, due on the settlement date', () => {
    for (const net of [60_000n, 50_000n, 0n]) {
      const { standing, movement } = to(net)
      expect(standing).toEqual({
        paid: [{ date: '2026-03-27', amount: 59_329n }],
        outstanding: net - 59_329n,
        due: '2026-03-27',
      })
      expect(movement).toEqual({ takeBack: 'nothing', paid: null, expected: null })
    }
    expect(statusOf(to(59_329n).standing)).toBe('settled')
  })

  it('takes back what was expected of the rest, and books nothing of it until it has a date', () => {
    const part = [done(act({ kind: 'confirm', amount: 329n, nextDate: '2026-04-02' })).record]
    const { standing, movement } = to(60_000n, part, true)
    expect(standing).toMatchObject({ outstanding: 59_671n, due: '2026-04-02' })
    expect(movement).toEqual({ takeBack: 'expected', paid: null, expected: null })
    expect(to(59_329n, part, true).movement.takeBack).toBe('nothing')
    expect(to(59_329n, part, true, { isSamePlace: false }).movement).toEqual({
      takeBack: 'expected',
      paid: null,
      expected: { date: '2026-04-02', amount: 59_000n },
    })
  })

  it('of what was only put off follows', () => {
    const off = [done(act({ kind: 'reschedule', date: '2026-04-02' })).record]
    expect(to(60_000n, off, true).movement).toEqual({
      takeBack: 'expected',
      paid: null,
      expected: { date: '2026-04-02', amount: 60_000n },
    })
    expect(to(0n, off, true).movement).toEqual({ takeBack: 'expected', paid: null, expected: null })
  })
})

const day = fc.integer({ min: -8, max: 12 }).map((days) => addDays(today, days))
const acts: fc.Arbitrary<SettlementAct> = fc.oneof(
  fc.record({
    kind: fc.constant('confirm' as const),
    date: fc.option(day),
    amount: fc.option(fc.bigInt({ min: 0n, max: 700n })),
    nextDate: fc.option(day),
  }),
  fc.record({ kind: fc.constant('fail' as const), date: fc.option(day) }),
  fc.record({ kind: fc.constant('reschedule' as const), date: day }),
  fc.constant({ kind: 'reopen' as const }),
)
const ordered = (legs: readonly Leg[]) => legs.map((leg) => `${leg.date} ${leg.amount}`).toSorted()

interface Correct {
  readonly kind: 'correct'
  readonly net: bigint
  readonly isSamePlace: boolean
}
const corrections: fc.Arbitrary<Correct> = fc.record({
  kind: fc.constant('correct' as const),
  net: fc.bigInt({ min: -300n, max: 900n }),
  isSamePlace: fc.boolean(),
})

/** A settlement with its entries as the movements alone make them; what is expected is the one by the standing. */
class Settling {
  ledger: Leg[]
  readonly records: SettlementRecord[] = []
  isBooked: boolean
  terms: SettlementTerms
  constructor(of: SettlementTerms) {
    this.terms = of
    this.ledger = [...legsOf(bookedStanding(of))]
    this.isBooked = of.net !== 0n
  }
  get standing(): Standing {
    return standingOf(this.terms, this.records)
  }

  private move(was: Standing, { takeBack, paid, expected }: Movement): void {
    if (takeBack === 'all') this.ledger = []
    if (takeBack === 'expected') {
      const place = this.ledger.findIndex((leg) => leg.date === was.due && leg.amount === was.outstanding)
      expect(place).toBeGreaterThanOrEqual(0)
      this.ledger.splice(place, 1)
    }
    for (const leg of [paid, expected]) if (leg !== null) this.ledger.push(leg)
  }

  act(one: SettlementAct): void {
    const was = this.standing
    const outcome = decideSettlement(one, { ...this, today, calendar })
    if (isRejection(outcome)) return
    this.move(was, outcome.movement)
    this.records.push(outcome.record)
    expect(this.standing).toEqual(outcome.after)
    this.isBooked = this.standing.due !== null
  }

  correct({ net, isSamePlace }: Correct): void {
    const [was, before] = [this.standing, this.terms]
    const after = { ...before, net }
    const isTouched = this.records.length > 0 && this.records.at(-1)?.kind !== 'reopened'
    this.terms = after
    if (!isTouched) {
      this.ledger = [...legsOf(bookedStanding(after))]
      this.isBooked = net !== 0n
      return
    }
    const paid = [...was.paid]
    const { movement } = settleCorrection({
      before,
      after,
      records: this.records,
      isBooked: this.isBooked,
      isSamePlace,
    })
    this.move(was, movement)
    if (movement.takeBack !== 'nothing') this.isBooked = movement.expected !== null
    expect(this.standing.paid).toEqual(paid)
  }
}

describe('any sequence of acts and corrections', () => {
  it('leaves in the ledger exactly what was paid and what is booked as expected, and ends at the net value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: acts }, { weight: 1, arbitrary: corrections }), {
          maxLength: 12,
        }),
        fc.bigInt({ min: 1n, max: 900n }),
        (sequence, net) => {
          const one = new Settling({ ...terms, net })
          for (const step of sequence) {
            if (step.kind === 'correct') one.correct(step)
            else one.act(step)
            const { standing } = one
            expect(ordered(one.ledger)).toEqual(ordered(legsOf(standing, one.isBooked)))
            expect(paidOf(standing) + standing.outstanding).toBe(one.terms.net)
          }
          if (one.standing.outstanding !== 0n) one.act({ kind: 'confirm' })
          expect(one.ledger.reduce((sum, leg) => sum + leg.amount, 0n)).toBe(one.terms.net)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
