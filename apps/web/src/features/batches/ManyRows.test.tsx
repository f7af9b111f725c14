import { batches } from '@em/contract/books/batches'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { ManyRows } from './ManyRows.tsx'

beforeEach(() => {
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  openSession({ token: 't', user: nadeesha, kept: true })
  network({ ...usual, 'GET /portfolios/active': { body: [] }, 'GET /accounts': { body: [] } })
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
  vi.restoreAllMocks()
})

const symbol = () => screen.findByLabelText<HTMLInputElement>('Symbol, row 1')

it('rows that were typed are offered again after the page was left, until they are cleared', async () => {
  const first = show(<ManyRows source="bulk-buy" />)
  await first.user.type(await symbol(), 'JKH.N0000')
  first.unmount()

  const second = show(<ManyRows source="bulk-buy" />)
  expect(await screen.findByText(/An unsaved table of rows from .* was kept/)).toBeDefined()
  expect((await symbol()).value).toBe('')
  await second.user.click(screen.getByRole('button', { name: 'Restore' }))
  expect((await symbol()).value).toBe('JKH.N0000')

  await second.user.click(screen.getByRole('button', { name: 'Reset' }))
  const asked = await screen.findByRole('dialog', { name: 'Clear the table?' })
  await second.user.click([...asked.querySelectorAll('button')].find((one) => one.textContent === 'Reset')!)
  await expect.poll(async () => (await symbol()).value).toBe('')
  second.unmount()

  show(<ManyRows source="bulk-buy" />)
  await symbol()
  expect(screen.queryByText(/was kept/)).toBeNull()
})

it('rows pasted with their side are checked and recorded as they say, and columns that have no place are named', async () => {
  const log = network({
    ...usual,
    'GET /portfolios/active': { body: [] },
    'GET /accounts': { body: [] },
    [`POST ${batches.record.path}`]: { status: 422, body: { code: 'request.invalid', message: 'No.' } },
  })
  const { user } = show(<ManyRows source="bulk-buy" />)
  const text = 'Side\tSymbol\tQuantity\tCommission\nSell\tJKH.N0000\t100\t12.80'
  fireEvent.paste(await symbol(), { clipboardData: { getData: () => text } })
  expect((await screen.findByLabelText<HTMLInputElement>('Side, row 1')).value).toBe('Sell')
  expect(await screen.findByText('Left out, as the table has no such column: Commission.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Check Rows' }))
  const sent = () => log.find(({ method }) => method === 'POST')?.body
  await waitFor(() =>
    expect(sent()).toMatchObject({
      source: 'import',
      fields: ['side', 'symbol', 'quantity'],
      rows: [['Sell', 'JKH.N0000', '100']],
    }),
  )
})

it('a file takes the place of rows that were typed only when that is agreed to', async () => {
  const reading = {
    fileName: 'note.csv',
    kind: 'csv',
    sheet: null,
    sheets: [],
    headerLine: 1,
    formulas: 0,
    columns: [{ header: 'Symbol', field: 'symbol', kind: 'text', dateOrders: [] }],
    rows: [['SAMP.N0000']],
    lines: [2],
    problems: [{ line: 2, column: 0, message: 'This text has 3,000 characters; a cell may have 2,000.' }],
  }
  network({
    ...usual,
    'GET /portfolios/active': { body: [] },
    'GET /accounts': { body: [] },
    [`POST ${batches.readFile.path}`]: { body: reading },
  })
  const { user } = show(<ManyRows source="bulk-buy" />)
  await user.type(await symbol(), 'JKH.N0000')
  await user.click(screen.getByRole('button', { name: 'Import File' }))
  const importing = await screen.findByRole('dialog', { name: 'Import File' })
  const choose = (content: string) =>
    user.upload(
      importing.querySelector('input[type="file"]') as HTMLInputElement,
      new File([content], 'note.csv'),
    )
  await choose('')
  expect(await screen.findByText('The file is empty.')).toBeDefined()
  await choose('Symbol\nSAMP.N0000')
  await screen.findByText(/1 row below line 1/)
  await screen.findByText(/Line 2, Symbol: This text has 3,000 characters; a cell may have 2,000/)
  const answer = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Add 1 row' }))
    await screen.findByText('Replace the 1 row with note.csv?')
    await user.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)
  }
  await answer('Cancel')
  expect((await symbol()).value).toBe('JKH.N0000')
  await answer('Replace Rows')
  await waitFor(async () => expect((await symbol()).value).toBe('SAMP.N0000'))
})

it('Enter in the last row goes on in a new one', async () => {
  const { user } = show(<ManyRows source="bulk-buy" />)
  await symbol()
  const last = screen.getByLabelText<HTMLInputElement>('Symbol, row 5')
  await user.type(last, '{Enter}')
  expect(screen.queryByLabelText('Symbol, row 6')).toBeNull()
  await user.type(last, 'JKH.N0000{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Symbol, row 6')))
})
