import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FitColumn, fitToRoom } from './fit.ts'

const figure = (width: number): FitColumn => ({ width, isWhole: true, least: width })
const text = (width: number, least = width): FitColumn => ({ width, isWhole: false, least })

test('what fits stays as it is', () => {
  expect(fitToRoom([text(200, 100), figure(136)], 400)).toEqual([200, 136])
})
test('texts give way until all columns fit, each by its share', () => {
  expect(fitToRoom([text(200, 100), figure(136), text(150, 100)], 411)).toEqual([150, 136, 125])
})
test('where not all can fit, the figure at the edge does', () => {
  expect(fitToRoom([text(200, 150), figure(136), figure(136)], 300)).toEqual([164, 136, 136])
})
test('where it cannot, it is outside as a whole', () => {
  expect(fitToRoom([text(200), figure(136)], 300)).toEqual([300, 136])
})
test('a text at the edge may be cut', () => {
  expect(fitToRoom([figure(136), text(200)], 300)).toEqual([136, 200])
})

const column = fc.oneof(
  fc.integer({ min: 56, max: 300 }).map(figure),
  fc
    .tuple(fc.integer({ min: 56, max: 300 }), fc.integer({ min: 56, max: 300 }))
    .map(([a, b]) => text(Math.max(a, b), Math.min(a, b))),
)
test('no figure behind a text is half outside, and none becomes narrower', () => {
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 200, max: 2000 }),
      (columns, room) => {
        const widths = fitToRoom([text(100), ...columns], room)
        let left = 0
        for (const [index, width] of widths.entries()) {
          const { isWhole, least } = [text(100), ...columns][index] as FitColumn
          expect(width).toBeGreaterThanOrEqual(least)
          // A column that was pushed out begins at the edge.
          if (isWhole) expect(left < room && left + width > room).toBe(false)
          left += width
        }
      },
    ),
  )
})
