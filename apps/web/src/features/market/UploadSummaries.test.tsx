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
