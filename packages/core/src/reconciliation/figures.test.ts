import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesOf, needsExplanation, type OpenSums, proofOf } from './figures.ts'

const none: OpenSums = {
  glClosing: 0n,
  externalClosing: 0n,
  openLedgerDebit: 0n,
  openLedgerCredit: 0n,
  openExternalDebit: 0n,
  openExternalCredit: 0n,
  openExternalFees: 0n,
  explainedInMatches: 0n,
  acceptedBefore: 0n,
}

describe('the differences', () => {
  test('are the formulas of the specification', () => {
    const sums = {
      ...none,
      glClosing: 1_000_00n,
      externalClosing: 1_150_00n,
      openExternalDebit: 200_00n,
      openLedgerCredit: 50_00n,
      openExternalCredit: 15_00n,
      openExternalFees: 10_00n,
    }
    expect(differencesOf(sums)).toEqual({
      unrecordedDeposits: 200_00n,
      outstandingCheques: 50_00n,
      bankCharges: 10_00n,
      otherDiscrepancies: 0n,
      netDifference: 0n,
    })
  })

  test('are open while there is no statement balance', () => {
    expect(differencesOf({ ...none, externalClosing: null }).netDifference).toBeNull()
    expect(proofOf({ ...none, externalClosing: null }).unexplained).toBeNull()
  })
})

describe('the proof', () => {
  test('an outstanding cheque explains a higher balance at the bank', () => {
    const sums = { ...none, glClosing: 900_00n, externalClosing: 1_000_00n, openLedgerCredit: 100_00n }
    expect(proofOf(sums).unexplained).toBe(0n)
    expect(needsExplanation(sums)).toBe(false)
  })

  const cents = fc.bigInt({ min: 0n, max: 10_000n })
  test('whatever was booked on either side: open lines account for the difference of the balances', () => {
    fc.assert(
      fc.property(cents, cents, cents, cents, cents, cents, (matched, start, a, b, c, d) => {
        const sums = {
          ...none,
          glClosing: start + matched + a - b,
          externalClosing: start + matched + c - d,
          openLedgerDebit: a,
          openLedgerCredit: b,
          openExternalDebit: c,
          openExternalCredit: d,
        }
        expect(proofOf(sums).unexplained).toBe(0n)
      }),
    )
  })

  test('a net difference of zero proves nothing: the cheque is counted twice, and 20 are missing at the bank', () => {
    const sums = { ...none, glClosing: 100_00n, externalClosing: 90_00n, openLedgerCredit: 10_00n }
    expect(differencesOf(sums).netDifference).toBe(0n)
    expect(proofOf(sums).unexplained).toBe(20_00n)
    expect(needsExplanation(sums)).toBe(true)
  })

  test('balances that agree need no words, also where no line of the statement was entered', () => {
    const sums = { ...none, glClosing: 100_00n, externalClosing: 100_00n, openLedgerDebit: 100_00n }
    expect(needsExplanation(sums)).toBe(false)
  })

  test('a difference that nothing explains needs words', () => {
    expect(needsExplanation({ ...none, glClosing: 5n })).toBe(true)
    expect(proofOf({ ...none, glClosing: 5n, acceptedBefore: 5n }).unexplained).toBe(0n)
  })
})
