import type { RegisterVersion } from '@em/contract/kit/register-versions'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { equityMaster } from '../features/equities/equity-master.ts'
import { today } from '../lib/dates.ts'
import { closeSession, openSession } from '../lib/session.ts'
import { nadeesha, network, usual } from '../testing/network.ts'
import { show } from '../testing/page.tsx'
import { EditModal } from './EditModal.tsx'
import type { AnyRecord } from './values.ts'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: false }))
afterEach(() => {
  cleanup()
  closeSession()
})

const record = {
  id: 3,
  version: 2,
  symbol: 'TILE.N0000',
  name: 'Lanka Walltiles PLC',
  sector: 'Manufacturing',
  issuer: 'TILE',
  votesPerShare: 1,
  isActive: true,
} as unknown as AnyRecord
const VERSIONS: RegisterVersion[] = [
  {
    number: 2,
    recorded_at: '2026-05-12T05:00:00Z',
    recorded_by: 'Nadeesha Perera',
    action: 'Changed',
    act_id: 9,
    effective_from: '2026-01-01',
    changes: [{ field: 'isActive', label: 'Active', before: false, after: true }],
  },
  {
    number: 1,
    recorded_at: null,
    recorded_by: null,
    action: 'As found',
    act_id: null,
    effective_from: null,
    changes: [{ field: 'symbol', label: 'Ticker Symbol', before: null, after: 'TILE.N0000' }],
  },
]

const open = () => show(<EditModal master={equityMaster} record={record} onClose={() => undefined} />)

it('shows the versions of a record, the newest first, and says which was recorded after it held', async () => {
  network({ ...usual, 'GET /equities/3/versions': { body: VERSIONS } })
  const { user } = open()
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  const table = await screen.findByRole('region', { name: 'History' })
  const texts = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(texts).toEqual([
    'FieldBeforeAfter',
    'Version 2: Changed12 May 2026 10:30, Nadeesha Perera. Effective from 01 Jan 2026, before it was recorded',
    'ActiveNoYes',
    'Version 1: As foundWho entered it, and when, is not known',
    'Ticker Symbol\u2013TILE.N0000',
  ])
})

it('says so where nothing was changed', async () => {
  network({ ...usual, 'GET /equities/3/versions': { body: [] } })
  const { user } = open()
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  expect(await screen.findByText('No changes yet')).toBeTruthy()
})

it('asks from which day a change holds only where figures rest on it, and keeps what was typed during a look at the history', async () => {
  const log = network({
    ...usual,
    'GET /equities/3/versions': { body: VERSIONS },
    'PUT /equities/3': { body: { ...record, version: 3 } },
  })
  const { user } = open()
  await user.type(await screen.findByLabelText(/^Notes/), 'x')
  expect(screen.queryByLabelText('Effective From')).toBeNull()
  await user.type(screen.getByLabelText(/^Board/), 'Main Board')
  const field = (await screen.findByLabelText('Effective From')) as HTMLInputElement
  expect(field.value).toBe(today())
  expect(screen.getByText('Until the day before, Board stays what it was.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '2026-01-05')
  expect(await screen.findByText('Corrects Board for earlier days too, from this one on.')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  await user.click(screen.getByRole('button', { name: 'Update Equity' }))
  await waitFor(() => expect(log.some(({ path }) => path.endsWith('/equities/3'))).toBe(true))
  expect(log.find(({ path }) => path.endsWith('/equities/3'))?.body).toEqual({
    notes: 'x',
    board: 'Main Board',
    effectiveFrom: '2026-01-05',
    version: 2,
  })
})
