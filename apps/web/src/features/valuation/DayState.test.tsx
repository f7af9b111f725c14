import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { DayState } from './DayState.tsx'

const notValued = {
  portfolioId: 'P1',
  portfolioName: 'Nimal',
  state: 'not-valued',
  locked: false,
  carrying: 100,
  run: null,
}
const sheet = (date: string, missing: number) => ({
  body: { date, marketDay: '2026-11-13', closed: null, signedOff: null, missing, rows: [] },
})

const open = (rows: readonly object[]) => {
  const asked = network({
    ...usual,
    'GET /mark-to-market/day': { body: rows },
    'GET /prices/2026-11-15': sheet('2026-11-15', 60),
    'GET /prices/2026-11-13': sheet('2026-11-13', 0),
  })
  show(<DayState date="2026-11-15" entity="" portfolio="" onOpen={() => undefined} />)
  return asked
}

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('on a Sunday says whether the prices of the last market day are signed off, not that the Sunday has none', async () => {
  open([notValued])
  expect(
    await screen.findByText('Prices of 13 Nov 2026, the last market day: complete, not signed off.'),
  ).toBeTruthy()
})

it('says nothing about prices where nothing is held', async () => {
  const asked = open([])
  expect(await screen.findByText('Nothing is held on this date.')).toBeTruthy()
  expect(asked.filter(({ path }) => path.includes('/prices/'))).toEqual([])
})
