import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
  const price = { symbol: 'HNB.N0000', last_trade: 15, asked_from: 10, exceptions: ['large-move'] }
  const report = { tradeDate: '2023-02-03', rowsProcessed: 1, duplicates: 0 }
  const { user } = open({ ...report, exceptions: [{ ...price, previous_close: null, compared_with: 150 }] })
  await choose(user)
  expect(await screen.findByText('HNB.N0000 at 15.00: moved by more than 10 % from 150.00')).toBeTruthy()
})

it('the bar rises to 90 % at most until the upload has succeeded, is then full, and goes', async () => {
  const ready = { tradeDate: '2023-02-03', rowsProcessed: 252, duplicates: 0, exceptions: [] }
  let end = (_answer: object) => undefined as unknown
  network({
    ...usual,
    'POST /trade-summary/upload': ({ path }) =>
      path.includes('dryRun') ? { body: ready } : new Promise((done) => (end = (body) => done({ body }))),
  })
  const { user } = show(<UploadSummaries opened onClose={() => undefined} />)
  await choose(user)
  await screen.findByText('Ready')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    await user.click(uploadButton())
    const bar = () =>
      screen.queryByRole('progressbar', { name: 'Upload progress' })?.getAttribute('aria-valuenow')
    await vi.advanceTimersByTimeAsync(1000)
    const risen = Number(bar())
    expect(risen).toBeGreaterThan(10)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(Number(bar())).toBeGreaterThan(risen)
    expect(Number(bar())).toBeLessThanOrEqual(90)
    end({ ...ready, changed: 0, removed: 0, skipped: 0, unknown: [] })
    await waitFor(() => expect(bar()).toBe('100'))
    await waitFor(() => expect(bar()).toBeUndefined())
    expect(screen.getByText('Upload successful! 252 rows processed for 03 Feb 2023.')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

it.each([
  [409, 'Duplicate check failed', 'System error: The prices of the day could not be read.'],
  [500, 'Internal Server Error', 'System error: The prices of the day could not be read.'],
  [422, 'Unprocessable', 'Upload failed: The prices of the day could not be read.'],
])('%i %s is shown as %s', async (status, error, said) => {
  network({
    ...usual,
    'POST /trade-summary/upload': {
      status,
      body: { error, message: 'The prices of the day could not be read.' },
    },
  })
  const { user } = show(<UploadSummaries opened onClose={() => undefined} />)
  await choose(user)
  expect(await screen.findByText(said)).toBeTruthy()
})

it('a text file and no file are refused in words', async () => {
  const { user } = open({})
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['Symbol'], 'prices.txt')] } })
  expect(await screen.findByText('prices.txt cannot be read: choose .xlsx or .csv.')).toBeTruthy()
  await user.click(uploadButton())
  expect(await screen.findByText('Please select a date and file.')).toBeTruthy()
})
