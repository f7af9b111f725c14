import type { CdsComparisonDetail, CdsReading, ComparedLine } from '@em/contract/cds/cds-comparison'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual, withRole } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import CdsComparisonScreen from './CdsComparisonScreen.tsx'

const at = (query: string) =>
  window.history.replaceState(null, '', `/#/settlement-and-accounting/cds-comparison${query}`)
beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
  vi.restoreAllMocks()
})

const line = (symbol: string, more: Partial<ComparedLine> = {}): ComparedLine => ({
  account_id: 1,
  account: 'ABC-1001-LC/00',
  equity_id: 3,
  symbol,
  company_name: 'A company',
  held: 1_000,
  unsettled_buys: 0,
  unsettled_sales: 0,
  settled: 1_000,
  pledged: 0,
  balance: 1_000,
  stated_pledged: null,
  difference: 0,
  cause: null,
  other_account: null,
  awaited: null,
  trades: [],
  note: null,
  ...more,
})
const rows = [
  line('JKH.N0000', { balance: 900, difference: -100, cause: 'missing-sale' }),
  line('COMB.N0000', { held: 1_300, unsettled_buys: 300 }),
  line('SAMP.N0000'),
]
const comparison: CdsComparisonDetail = {
  id: 4,
  statement_date: '2026-11-18',
  file_name: 'cds.csv',
  sha256: 'ab'.repeat(32),
  uploaded_by: 'N. Perera',
  uploaded_at: '2026-11-18T10:00:00.000Z',
  version: 1,
  compared_by: 'N. Perera',
  compared_at: '2026-11-18T10:00:00.000Z',
  accounts: 1,
  lines: 3,
  agreed: 2,
  breaks: 1,
  explained: 0,
  rows,
}
const { rows: _, ...listed } = comparison
const books = {
  ...usual,
  'GET /cds-comparisons': { body: [listed] },
  'GET /cds-comparisons/4': { body: comparison },
  'GET /cds-accounts': { body: [] },
}

it('shows the breaks first, then what has unsettled trades, then every line', async () => {
  at('?comparison=4')
  network(books)
  const { user } = show(<CdsComparisonScreen />)
  const grid = await screen.findByRole('grid', { name: 'CDS comparison 2026-11-18' })
  const symbols = () =>
    ['JKH.N0000', 'COMB.N0000', 'SAMP.N0000'].filter((one) => within(grid).queryByText(one))
  expect(symbols()).toEqual(['JKH.N0000'])
  expect(within(grid).getByText('Missing trade: sale')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Unsettled' }))
  expect(symbols()).toEqual(['COMB.N0000'])
  await user.click(screen.getByRole('radio', { name: 'All lines' }))
  expect(symbols()).toEqual(['JKH.N0000', 'COMB.N0000', 'SAMP.N0000'])
})

it('a break is explained with a note', async () => {
  at('?comparison=4')
  const asked = network({
    ...books,
    'POST /cds-comparisons/4/notes': {
      status: 201,
      body: { text: 'Sold on 17 November', by: 'N. Perera', at: '2026-11-18T11:00:00.000Z' },
    },
  })
  const { user } = show(<CdsComparisonScreen />)
  await user.click(await screen.findByText('JKH.N0000'))
  const dialog = await screen.findByRole('dialog', { name: 'JKH.N0000 in ABC-1001-LC/00' })
  await user.click(within(dialog).getByRole('button', { name: 'Save note' }))
  expect((await within(dialog).findAllByText('The note is required.')).length).toBeGreaterThan(0)
  await user.type(within(dialog).getByRole('textbox', { name: /Explanation/ }), 'Sold on 17 November')
  await user.click(within(dialog).getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('The break of JKH.N0000 is explained.')).toBeTruthy()
  expect(asked.find(({ path }) => path.endsWith('/notes'))?.body).toEqual({
    account: 1,
    symbol: 'JKH.N0000',
    note: 'Sold on 17 November',
  })
})

const reading: CdsReading = {
  fileName: 'cds.csv',
  kind: 'csv',
  sheet: null,
  sheets: [],
  headers: ['Konto', 'Titel', 'Menge'],
  columns: { account: null, symbol: null, isin: null, balance: null, free: null, pledged: null, date: null },
  missing: ['Symbol', 'Balance'],
  statementDate: null,
  sample: [],
  rows: 0,
  problems: [],
  problemCount: 0,
}

it('a file whose columns are not known asks for them, names rows that cannot be used, and is compared only as it was looked at', async () => {
  at('')
  let answer: CdsReading = reading
  const asked = network({
    ...books,
    'POST /cds-comparisons/read-file': () => ({ body: answer }),
    'POST /cds-comparisons': ({ path }) => ({
      status: path.includes('dryRun') ? 200 : 201,
      body: comparison,
    }),
  })
  const { user } = show(<CdsComparisonScreen />)
  await user.click((await screen.findAllByRole('button', { name: 'Compare a statement' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Compare a statement' })
  const compare = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Compare/ })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(input as HTMLInputElement, new File(['Konto,Titel,Menge'], 'cds.csv'))
  expect(await within(dialog).findByText('Please choose the column for: Symbol, Balance.')).toBeTruthy()
  expect(compare().disabled).toBe(true)

  const problem = { line: 3, field: 'Balance', message: 'Shares are whole.', value: '1.5' }
  answer = { ...reading, missing: [], rows: 1, problems: [problem], problemCount: 1 }
  const day = within(dialog).getByRole('textbox', { name: /Statement date/ })
  await user.type(day, '2026-11-18')
  expect(await within(dialog).findByText('Shares are whole.')).toBeTruthy()
  expect(compare().disabled).toBe(true)

  answer = { ...reading, missing: [], rows: 3 }
  await user.clear(day)
  await user.type(day, '2026-11-18')
  expect(await within(dialog).findByText(/2 lines of 3 agree/)).toBeTruthy()
  await waitFor(() => expect(compare().disabled).toBe(false))
  await user.click(compare())
  expect(await screen.findByText('The statement of 18 Nov 2026 has 1 break.')).toBeTruthy()
  const saved = asked.filter(({ method, path }) => method === 'POST' && path === '/api/cds-comparisons')
  expect(saved).toHaveLength(1)
  expect(saved[0]?.body).toMatchObject({ fileName: 'cds.csv', statementDate: '2026-11-18' })
  await waitFor(() => expect(window.location.hash).toContain('comparison=4'))
})

it('an auditor looks, and is offered no upload and no note', async () => {
  openSession({ token: 't', user: withRole('Auditor'), kept: true })
  at('?comparison=4')
  network(books)
  const { user } = show(<CdsComparisonScreen />)
  await user.click(await screen.findByText('JKH.N0000'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('button', { name: 'Save note' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Compare a statement' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Compare again' })).toBeNull()
})
