import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presented } from './presentation.ts'

test('is on one side only, and asset less liability is the balance in the ledger', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (net) => {
      const { asset, liability } = presented(net)
      expect([asset >= 0n, liability >= 0n, asset === 0n || liability === 0n]).toEqual([true, true, true])
      expect(asset - liability).toBe(net)
    }),
  )
})
