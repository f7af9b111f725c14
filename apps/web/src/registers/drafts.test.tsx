import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import EquityScreen from '../features/equities/EquityScreen.tsx'
import { equityMaster } from '../features/equities/equity-master.ts'
import { closeSession, openSession } from '../lib/session.ts'
import { nadeesha, network, usual } from '../testing/network.ts'
import { show } from '../testing/page.tsx'
import { EditModal } from './EditModal.tsx'
import type { AnyRecord } from './values.ts'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: false }))
afterEach(closeSession)

const nameField = async () => (await screen.findByLabelText(/^Company Name/)) as HTMLInputElement

it('what was typed into a register form is offered again after the tab was left', async () => {
  network({ ...usual, 'GET /equities': { body: [] } })
  const first = show(<EquityScreen />)
  await first.user.type(await nameField(), 'Lanka Walltiles')
  first.unmount()

  const second = show(<EquityScreen />)
  expect((await nameField()).value).toBe('')
  expect(screen.getByText(/An unsaved new equity from .* was kept\./)).toBeTruthy()
  await second.user.click(screen.getByRole('button', { name: 'Restore' }))
  expect((await nameField()).value).toBe('Lanka Walltiles')
  await second.user.click(screen.getByRole('button', { name: 'Reset Form' }))
  second.unmount()

  show(<EquityScreen />)
  await nameField()
  expect(screen.queryByText(/An unsaved new equity/)).toBeNull()
})

it('what was typed into an edit is laid over the present values', async () => {
  network(usual)
  const record = {
    id: 3,
    version: 1,
    symbol: 'TILE.N0000',
    name: 'Lanka Walltiles',
    sector: 'Materials',
    status: 'Active',
  } as unknown as AnyRecord
  const edit = (now: AnyRecord) =>
    show(<EditModal master={equityMaster} record={now} onClose={() => undefined} />)
  const first = edit(record)
  await first.user.type(await nameField(), ' PLC')
  first.unmount()

  const second = edit({ ...record, version: 2, sector: 'Capital Goods' } as AnyRecord)
  expect((await nameField()).value).toBe('Lanka Walltiles')
  await second.user.click(screen.getByRole('button', { name: 'Restore' }))
  expect((await nameField()).value).toBe('Lanka Walltiles PLC')
  expect(screen.getByText(/with your changes kept/)).toBeTruthy()
})
