import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NEAR, nearness, similarity } from './nearness.ts'

const keells = ['JKH.N0000', 'John Keells Holdings PLC']

describe('nearness', () => {
  it.each([
    ['jkh.n0000', NEAR.whole],
    ['JKH', NEAR.beginning],
    ['john keells holdings plc', NEAR.whole],
    ['john k', NEAR.beginning],
    ['keells jo', NEAR.words],
    ['hold', NEAR.words],
    ['eells', NEAR.part],
    ['hnb', null],
    ['', null],
    [' - ', null],
  ])('of %j is %j', (typed, near) => {
    expect(nearness(typed, keells)).toBe(near)
  })

  it('knows a word with a slip of the finger, after all that is spelled right', () => {
    for (const typed of ['kells', 'keels', 'johm keells', 'holdngs']) {
      const near = nearness(typed, keells)
      expect(near, typed).not.toBeNull()
      expect(near, typed).toBeGreaterThanOrEqual(NEAR.alike)
    }
    expect(nearness('kxqz', keells)).toBeNull()
    expect(nearness('jhk', keells)).toBeNull()
  })

  it('finds every name by the name and by each of its beginnings', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/), fc.nat(), (name, cut) => {
        expect(nearness(name, [name])).toBe(NEAR.whole)
        const part = name.slice(0, 1 + (cut % name.length)).trimEnd()
        expect(nearness(part, [name])).toBeLessThanOrEqual(NEAR.beginning)
      }),
    )
  })

  it('is alike both ways, and whole of the same word alone', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,9}$/), fc.stringMatching(/^[a-z]{1,9}$/), (one, other) => {
        expect(similarity(one, other)).toBe(similarity(other, one))
        expect(similarity(one, one)).toBe(1)
      }),
    )
  })
})
