import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { UploadSummaries } from './UploadSummaries.tsx'

const open = (report: object) => {
  network({ ...usual, 'POST /trade-summary/upload': { body: report } })
  return show(<UploadSummaries opened onClose={() => undefined} />)
}
const uploadButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' })
const choose = async (user: ReturnType<typeof show>['user']) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(input as HTMLInputElement, new File(['Symbol,Last Trade'], '2023-02-03.csv'))
}

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('without a file it asks for a date and a file', async () => {
  const { user } = open({})
  await user.click(uploadButton())
  expect(await screen.findByText('Please select a date and file.')).toBeTruthy()
})

it('a day that is uploaded already can be replaced: nothing is left to upload, and no date is asked for', async () => {
  const { user } = open({ tradeDate: '2023-02-03', rowsProcessed: 252, duplicates: 252 })
  await choose(user)
  expect(await screen.findByRole('button', { name: 'Replace the day' })).toBeTruthy()
  await waitFor(() => expect(uploadButton().disabled).toBe(true))
  expect(screen.queryByText('Please select a date and file.')).toBeNull()
})

it('lists before the upload what is unusual, with the price that it was compared with', async () => {
  const price = { symbol: 'HNB.N0000', last_trade: 15, exceptions: ['large-move'] }
  const report = { tradeDate: '2023-02-03', rowsProcessed: 1, duplicates: 0 }
  const { user } = open({ ...report, exceptions: [{ ...price, previous_close: null, compared_with: 150 }] })
  await choose(user)
  expect(await screen.findByText('HNB.N0000 at 15.00: moved by more than 10 % from 150.00')).toBeTruthy()
})
