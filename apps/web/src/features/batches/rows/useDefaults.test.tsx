import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { NO_DEFAULTS } from './rows-draft.ts'
import { useDefaults } from './useDefaults.ts'

const newest = {
  last_deal: 'BUY-7',
  portfolio: { portfolioId: 'GROWTH', portfolio: 'Growth Fund' },
  broker_name: 'Asha Securities',
  account: { id: 5, payment_method: 'Cheque' },
  cost_of_funds: null,
  trade_date: '2026-11-20',
  settlement_date: null,
}
const asked = (changes: object = {}) =>
  network({ ...usual, 'GET /transaction-entries/start-values': { body: { ...newest, ...changes } } })

const forgetCheck = vi.fn()
const draw = (restored?: typeof NO_DEFAULTS, hasRows = false) => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  const hook = renderHook((rows: boolean) => useDefaults({ restored, hasRows: rows, forgetCheck }), {
    wrapper,
    initialProps: hasRows,
  })
  return { ...hook, client }
}
const render = (restored?: typeof NO_DEFAULTS) => draw(restored).result

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

const OF_LAST = {
  portfolioId: 'GROWTH',
  brokerName: 'Asha Securities',
  settlementAccount: '5',
  tradeDate: '2026-11-20',
  costOfFunds: '',
}

it('are those of the newest trade, marked until the user changes one', async () => {
  asked()
  const result = render()
  await vi.waitFor(() => expect(result.current.defaults).toEqual(OF_LAST))
  expect(Object.values(result.current.remembered)).toEqual(Array(4).fill('As in your last trade'))
  result.current.setDefaults({ ...OF_LAST, portfolioId: 'INCOME' })
  await vi.waitFor(() =>
    expect(Object.keys(result.current.remembered)).toEqual(['brokerName', 'settlementAccount', 'tradeDate']),
  )
})

it('without a trade the only portfolio is named as such', async () => {
  asked({ last_deal: null, broker_name: null, account: null, trade_date: null })
  const result = render()
  await vi.waitFor(() =>
    expect(result.current.remembered).toEqual({ portfolioId: 'The only active portfolio' }),
  )
})

it('for the rows of a file the date is not remembered', async () => {
  asked()
  const result = render()
  await vi.waitFor(() => expect(result.current.defaults).toEqual(OF_LAST))
  result.current.setDefaults({ ...OF_LAST, portfolioId: 'INCOME' })
  await vi.waitFor(() => expect(result.current.remembered['portfolioId']).toBeUndefined())
  result.current.dropRememberedDate()
  await vi.waitFor(() =>
    expect(result.current.defaults).toEqual({ ...OF_LAST, portfolioId: 'INCOME', tradeDate: '' }),
  )
})

it('of restored rows are those that were restored', async () => {
  const log = asked()
  const result = render({ ...NO_DEFAULTS, brokerName: 'Bartleet' })
  expect(result.current.defaults.brokerName).toBe('Bartleet')
  expect(log.filter(({ path }) => path.includes('start-values'))).toEqual([])
})

it('are put in only while the table has no rows', async () => {
  const log = asked()
  const { result, client, rerender } = draw(undefined, true)
  await vi.waitFor(() => expect([log.length, client.isFetching()]).toEqual([1, 0]))
  // The rows of a file were taken before the answer was there.
  await act(async () => result.current.dropRememberedDate())
  expect(result.current.defaults).toEqual(NO_DEFAULTS)
  rerender(false)
  expect(result.current.defaults).toEqual(OF_LAST)
})

it('forget the last check whenever they change', async () => {
  asked()
  forgetCheck.mockClear()
  const { result } = draw()
  await vi.waitFor(() => expect(result.current.defaults).toEqual(OF_LAST))
  expect(forgetCheck).toHaveBeenCalledTimes(1)
  await act(async () => result.current.dropRememberedDate())
  expect(forgetCheck).toHaveBeenCalledTimes(2)
})
