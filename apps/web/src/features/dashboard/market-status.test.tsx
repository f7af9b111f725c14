import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { healthy, network } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { MarketStatus } from './MarketStatus.tsx'

it.each([
  ['Live', { body: healthy }],
  ['Not saving', { status: 503, body: { ...healthy, status: 'degraded', writes: 'failing' } }],
  [
    'Offline',
    {
      status: 503,
      body: {
        ...healthy,
        status: 'degraded',
        writes: 'failing',
        database: { ...healthy.database, status: 'down', version: null },
      },
    },
  ],
  ['Offline', { status: 500 }],
])('says %s by the answer of the server about its health', async (word, answer) => {
  network({ 'GET /health': answer })
  show(<MarketStatus day={null} />)
  expect(await screen.findByText(word)).toBeTruthy()
})
