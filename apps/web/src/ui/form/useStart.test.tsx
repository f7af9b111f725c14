import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Start } from './start.ts'
import { type Found, useStart } from './useStart.ts'

interface Values {
  portfolio: string
}
const EMPTY: Values = { portfolio: '' }
const RULES = { groups: { portfolio: ['portfolio'] }, empty: EMPTY }
const wordsOf = () => 'As in your last trade'
const of = (portfolio: string): Found => ({ start: { portfolio }, isOfLast: true })

function draw() {
  let values = EMPTY
  const put = vi.fn((how: (now: Values) => Start) => {
    values = { ...values, ...how(values) }
  })
  const hook = renderHook(
    (found: Found | undefined) =>
      useStart({ rules: RULES, values, put, found, isFailed: false, enabled: true, wordsOf }),
    { initialProps: undefined as Found | undefined },
  )
  return { ...hook, put, now: () => values }
}

it('what is answered later is not put into a form that has started', () => {
  const { rerender, now, put } = draw()
  rerender(of('GROWTH'))
  rerender(undefined)
  rerender(of('INCOME'))
  expect(put).toHaveBeenCalledTimes(1)
  expect(now()).toEqual({ portfolio: 'GROWTH' })
})

it('after a save the form starts from what was recorded, once', () => {
  const { rerender, result, put } = draw()
  rerender(of('GROWTH'))
  expect(result.current.anew({ portfolio: 'INCOME' })).toEqual({ portfolio: 'INCOME' })
  rerender(of('PENSION'))
  expect(put).toHaveBeenCalledTimes(1)
  expect(result.current.anew()).toEqual({ portfolio: 'INCOME' })
})

it('a save before the first answer leaves nothing to put in', () => {
  const { rerender, result, put } = draw()
  result.current.anew({ portfolio: 'INCOME' })
  rerender(of('GROWTH'))
  expect(put).not.toHaveBeenCalled()
})
