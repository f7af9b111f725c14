import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CSE_HOLIDAYS } from '../calendar/cse-holidays.ts'
import { marketCalendar } from '../calendar/market-calendar.ts'
import { isRejection } from '../rejections.ts'
import { addDays } from '../values/dates.ts'
import {
  bookedStanding,
  decideSettlement,
  type Leg,
  legsOf,
  type SettlementAct,
  type SettlementDecision,
  type SettlementRecord,
  type SettlementTerms,
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
  decideSettlement(act, { terms: of, records, today, calendar })
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
    expect(settlementStatus(after, today)).toBe('settled')
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

  it('of a sale that must be paid is of the amount without its sign', () => {
    expect(done(act({ kind: 'confirm' }, [], { ...terms, net: -500n })).record.amount).toBe(500n)
  })
})

describe('failing, rescheduling and reopening', () => {
  const failed = done(act({ kind: 'fail' })).record

  it('a failed one waits for a date or a payment', () => {
    const { after, movement } = done(act({ kind: 'fail' }))
    expect(movement).toEqual({ takeBack: 'expected', paid: null, expected: null })
    expect(settlementStatus(after, today)).toBe('failed')
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

describe('any sequence of acts', () => {
  it('leaves in the ledger exactly what was paid and what is expected, and ends at the net value', () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 12 }), fc.bigInt({ min: 1n, max: 900n }), (sequence, net) => {
        const of = { ...terms, net }
        const records: SettlementRecord[] = []
        // The settlement entries as the movements alone make them; what is expected is the one by the standing.
        let ledger: Leg[] = [...legsOf(bookedStanding(of))]
        let standing = bookedStanding(of)
        for (const one of sequence) {
          const outcome = decideSettlement(one, { terms: of, records, today, calendar })
          if (isRejection(outcome)) continue
          const { movement } = outcome
          if (movement.takeBack === 'all') ledger = []
          if (movement.takeBack === 'expected') {
            const place = ledger.findIndex(
              (leg) => leg.date === standing.due && leg.amount === standing.outstanding,
            )
            expect(place).toBeGreaterThanOrEqual(0)
            ledger.splice(place, 1)
          }
          for (const leg of [movement.paid, movement.expected]) if (leg !== null) ledger.push(leg)
          records.push(outcome.record)
          standing = outcome.after
          expect(standingOf(of, records)).toEqual(standing)
          expect(ordered(ledger)).toEqual(ordered(legsOf(standing)))
          const paid = standing.paid.reduce((sum, leg) => sum + leg.amount, 0n)
          expect(paid + standing.outstanding).toBe(net)
        }
        if (standing.outstanding > 0n) {
          const last = decideSettlement({ kind: 'confirm' }, { terms: of, records, today, calendar })
          if (isRejection(last)) throw new Error(last.code)
          standing = last.after
        }
        expect(standing.paid.reduce((sum, leg) => sum + leg.amount, 0n)).toBe(net)
      }),
      { numRuns: 1000 },
    )
  })
})
