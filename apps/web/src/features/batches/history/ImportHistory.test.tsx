import type { BatchRecord } from '@em/contract/batches/batches'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { storedDraft } from '../../../ui/useDraft.tsx'
import { rowsDraftName } from '../rows/rows-draft.ts'
import ImportHistoryScreen from './ImportHistoryScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
  window.history.replaceState(null, '', '/')
})

it('a history that could not be loaded counts nothing: a dash, the error and a way to try again', async () => {
  const failure = { status: 500, body: { message: 'x', code: 'x', error: 'x' } }
  network({ ...usual, 'GET /trade-batches': failure, 'GET /trade-batches/summary': failure })
  show(<ImportHistoryScreen />)
  expect(await screen.findByText('Failed to fetch import history')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  for (const label of ['Total Imports', 'Successful', 'Failed', 'Transactions recorded']) {
    const [card] = screen.getAllByText(label)
    expect(card?.parentElement?.textContent).toBe(`${label}–none`)
  }
})

const failed: BatchRecord = {
  id: 41,
  type: 'bulk-buy',
  source: 'bulk-buy',
  fileName: null,
  documentId: null,
  dealNumber: null,
  portfolio: null,
  totalTransactions: 3,
  successfulTransactions: 0,
  skippedTransactions: 0,
  failedTransactions: 1,
  status: 'failed',
  totalValue: 0,
  importedBy: 'Nadeesha Perera',
  importedAt: '2025-12-30T05:00:00.000Z',
  undoneBy: null,
  undoneAt: null,
  seenBy: null,
  seenAt: null,
  errors: [{ row: 2, field: 'symbol', error: 'The security NONE was not found.', value: 'NONE' }],
}
const sums = { total: 2_400, success: 2_380, failed: 12, undone: 8, transactions: 51_000 }
const at = (query: string) =>
  window.history.replaceState(null, '', `/#/batch-transaction-import/import-history${query}`)

it('counts all that the filters leave, and asks for the list page by page', async () => {
  at('')
  const asked = network({
    ...usual,
    'GET /trade-batches': { body: [failed], headers: { 'X-Total-Count': '2400', 'X-Next-Cursor': '41' } },
    'GET /trade-batches/summary': { body: sums },
  })
  show(<ImportHistoryScreen />)
  expect(await screen.findByText('2,400')).toBeTruthy()
  expect(screen.getByText('51,000')).toBeTruthy()
  const lists = asked.filter(({ path }) => path.startsWith('/api/trade-batches?'))
  expect(lists[0]?.path).toContain('limit=100')
})

it('the bell leads to the failure, of whatever year, and who opens it has seen it', async () => {
  at('?status=failed&import=41')
  const asked = network({
    ...usual,
    'GET /trade-batches': { body: [failed], headers: { 'X-Total-Count': '1' } },
    'GET /trade-batches/summary': { body: { ...sums, total: 1 } },
    'GET /trade-batches/41': { body: failed },
    'POST /trade-batches/41/seen': {
      status: 201,
      body: { ...failed, seenAt: '2026-11-20T05:00:00.000Z', seenBy: 'Nadeesha Perera' },
    },
  })
  show(<ImportHistoryScreen />)
  expect(await screen.findByText(/Row 2, Symbol: The security NONE was not found\./)).toBeTruthy()
  await waitFor(() => expect(asked.some(({ path }) => path === '/api/trade-batches/41/seen')).toBe(true))
  expect(asked.find(({ path }) => path.startsWith('/api/trade-batches?'))?.path).not.toContain('from=')
})

it('of a document that was recorded in part, the failed contracts are taken as a file or tried again on the document', async () => {
  at('?import=41')
  const part: BatchRecord = {
    ...failed,
    source: 'document',
    documentId: 5,
    fileName: 'trades.txt',
    status: 'success',
    successfulTransactions: 2,
    errors: [{ row: 7, field: 'symbol', error: 'The security NONE was not found.', value: 'NONE' }],
  }
  network({
    ...usual,
    'GET /trade-batches': { body: [part], headers: { 'X-Total-Count': '1' } },
    'GET /trade-batches/summary': { body: sums },
    'GET /trade-batches/41': { body: part },
  })
  show(<ImportHistoryScreen />)
  expect(await screen.findByText(/Line 7, Symbol: The security NONE was not found\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Trade Report' }).getAttribute('href')).toContain('document=5')
  expect(screen.getByRole('button', { name: 'Download Rows to Mend' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry trades.txt' }))
  await waitFor(() => expect(window.location.hash).toContain('trade-report?document=5&view=record&again=41'))
})

it('a refused import is tried again: its rows are in the table as they were sent', async () => {
  at('?import=41')
  network({
    ...usual,
    'GET /trade-batches': { body: [failed], headers: { 'X-Total-Count': '1' } },
    'GET /trade-batches/summary': { body: sums },
    'GET /trade-batches/41': { body: failed },
    'POST /trade-batches/41/see': { body: failed },
    'GET /trade-batches/41/rows': {
      body: {
        kept: true,
        fields: ['symbol', 'quantity', 'portfolio'],
        rows: [
          {
            row: 1,
            values: ['JKH.N0000', '500', 'GROW'],
            errors: ['portfolio: There is no portfolio GROW.'],
          },
        ],
      },
    },
  })
  show(<ImportHistoryScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(window.location.hash).toContain('bulk-buy-entry?view=rows&restore=1'))
  expect(storedDraft(rowsDraftName('bulk-buy'))).toMatchObject({
    rows: [{ symbol: 'JKH.N0000', quantity: '500', portfolio: 'GROW' }],
    file: null,
  })
})
