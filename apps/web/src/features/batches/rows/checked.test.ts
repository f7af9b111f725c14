import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterChange, type Checked, checkedAs, faultsByIndex, standing, wrongIndices } from './checked.ts'
import type { Row } from './rows.ts'

const row = (symbol: string): Row => ({ symbol })
const fault = (at: number, field = 'symbol') => ({ row: at, field, error: `wrong ${at}`, value: null })
const rows = [row('A'), {}, row('B'), row('C')]
const checked = checkedAs(rows)

test('faults are at the row that was sent, blank rows not counted', () => {
  const faults = [fault(2), fault(3, 'price'), fault(3)]
  expect(faultsByIndex(checked, faults)).toEqual(
    new Map([
      [2, { symbol: 'wrong 2' }],
      [3, { price: 'wrong 3', symbol: 'wrong 3' }],
    ]),
  )
  expect(wrongIndices(checked, faults)).toEqual([2, 3])
})

test('a row that is edited loses its faults and stays among those to look at', () => {
  const next = rows.map((one, index) => (index === 2 ? row('B.N0000') : one))
  const now = afterChange(checked, rows, next) as Checked
  expect(standing(now, [fault(2), fault(3)])).toEqual([fault(3)])
  expect(wrongIndices(now, [fault(2), fault(3)])).toEqual([2, 3])
})

test('a change that cannot be followed gives null', () => {
  expect(afterChange(checked, rows, [row('A')])).toBeNull()
  expect(afterChange(checked, rows, [row('D'), ...rows.slice(2)])).toBeNull()
})

test('whichever row is removed or edited, what is said stays with the row it was said of', () => {
  const step = fc.record({ remove: fc.boolean(), at: fc.nat(50) })
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), fc.array(step), (filled, steps) => {
      let now: Row[] = filled.map((full, at) => (full ? row(`S${at}`) : {}))
      const names = now.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]))
      const faults = names.map((_, at) => fault(at + 1))
      let known: Checked | null = checkedAs(now)
      const edited = new Set<string>()
      for (const { remove, at } of steps) {
        const index = at % Math.max(1, now.length)
        const one = now[index]
        if (one === undefined || known === null) return
        if (!remove && one.symbol !== undefined) edited.add(one.symbol)
        const next = remove
          ? now.filter((_, other) => other !== index)
          : now.map((other, here) => (here === index ? { ...one, price: '1' } : other))
        known = afterChange(known, now, next)
        now = next
      }
      if (known === null) throw new Error('one row at a time can be followed')
      for (const [index, said] of faultsByIndex(known, faults)) {
        expect(said['symbol']).toBe(`wrong ${names.indexOf(now[index]?.symbol ?? '') + 1}`)
      }
      const left = names.filter((name) => now.some((one) => one.symbol === name))
      expect(wrongIndices(known, faults).map((index) => now[index]?.symbol)).toEqual(left)
      expect(standing(known, faults).length).toBe(left.filter((name) => !edited.has(name)).length)
    }),
  )
})
