import { describe, expect, it } from 'vitest'
import { reconciliationOf } from '../record/testing.ts'
import { proofRows, standingOf } from './proof.ts'

describe('the verdict on the difference', () => {
  const of = (netDifference: number | null, unexplained: number | null, balances: object = {}, open = 0) => {
    const one = reconciliationOf()
    return standingOf({
      ...one,
      counts: { ...one.counts, unmatchedGl: open, unmatchedExternal: 0 },
      differences: { ...one.differences, netDifference },
      proof: { ...one.proof, unexplained, ...balances },
    })
  }
  it('is good where the open items account for it, bad where something is left', () => {
    expect(of(0, 0).word).toBe('Agrees')
    expect(of(0, 0).tone).toBe('good')
    expect(of(12_500, 0, {}, 53)).toEqual({
      tone: 'warn',
      word: 'Accounted for',
      text: '53 lines are open. Ledger and statement agree once they are counted.',
    })
    expect(of(0, 0, {}, 1)).toMatchObject({
      tone: 'warn',
      text: 'Ledger and statement agree. 1 line is open.',
    })
    expect(of(12_500, 300)).toMatchObject({ tone: 'bad', text: '300.00 is left beyond the open items.' })
    // The formula can come to zero while money is missing.
    const apart = { glBalance: 100, externalBalance: 90 }
    expect(of(0, 300, apart)).toMatchObject({ tone: 'bad', word: 'Not explained' })
    const alike = { glBalance: 100, externalBalance: 100 }
    expect(of(0, 300, alike)).toMatchObject({ tone: 'warn', word: 'Balances agree' })
    expect(of(null, null)).toMatchObject({ tone: 'warn', word: 'Balance missing' })
  })
  it('shows what was accepted earlier only where there is something', () => {
    const one = reconciliationOf()
    expect(proofRows(one).rest).toHaveLength(1)
    const before = { ...one, proof: { ...one.proof, acceptedBefore: 5, lessUnclearedCredits: 30 } }
    expect(proofRows(before).rest[0]).toMatchObject({
      label: 'Less: accepted at the previous sign-off',
      value: 5,
    })
    expect(proofRows(before).statement[2]).toMatchObject({
      label: 'Less: outstanding cheques and payments (out)',
      value: 30,
    })
  })
})
