import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownBy } from './evidence.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
const way = fc.constantFrom(1n, -1n)

describe('what bank lines show of settlements', () => {
  test('money the other way, or none, shows nothing', () => {
    fc.assert(
      fc.property(
        amount,
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        way,
        fc.boolean(),
        (net, paid, sign, isAlone) => {
          expect(shownBy({ settlements: sign * net, statement: -sign * paid, isAlone })).toEqual({
            kind: 'nothing',
          })
        },
      ),
    )
  })

  test('less than a single settlement is a part of it; the same within a cent, or more, is all', () => {
    fc.assert(
      fc.property(amount, amount, way, (net, paid, sign) => {
        const shown = shownBy({ settlements: sign * net, statement: sign * paid, isAlone: true })
        expect(shown).toEqual(paid < net - 1n ? { kind: 'part', amount: paid } : { kind: 'all' })
      }),
    )
  })

  test('several settlements are shown as a whole', () => {
    fc.assert(
      fc.property(amount, amount, way, (net, paid, sign) => {
        expect(shownBy({ settlements: sign * net, statement: sign * paid, isAlone: false })).toEqual({
          kind: 'all',
        })
      }),
    )
  })

  test('settlements that come to nothing are shown by a statement that does', () => {
    const shown = (statement: bigint) => shownBy({ settlements: 0n, statement, isAlone: false }).kind
    expect([shown(0n), shown(-1n), shown(2n), shown(-500n)]).toEqual(['all', 'all', 'nothing', 'nothing'])
  })
})
