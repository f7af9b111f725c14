import { batches } from '@em/contract/batches/batches'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { RowsEntry, savedInWords } from '../rows/RowsEntry.tsx'
import BulkBuyScreen from './BulkBuyScreen.tsx'

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
  const first = show(<RowsEntry source="bulk-buy" />)
  await first.user.type(await symbol(), 'JKH.N0000')
  first.unmount()

  const second = show(<RowsEntry source="bulk-buy" />)
  expect(await screen.findByText(/An unsaved table of 1 row from .* was kept/)).toBeDefined()
  expect((await symbol()).value).toBe('')
  await second.user.click(screen.getByRole('button', { name: 'Restore' }))
  expect((await symbol()).value).toBe('JKH.N0000')

  await second.user.click(screen.getByRole('button', { name: 'Reset' }))
  const asked = await screen.findByRole('dialog', { name: 'Clear the table?' })
  await second.user.click([...asked.querySelectorAll('button')].find((one) => one.textContent === 'Reset')!)
  await expect.poll(async () => (await symbol()).value).toBe('')
  second.unmount()

  show(<RowsEntry source="bulk-buy" />)
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
  const { user } = show(<RowsEntry source="bulk-buy" />)
  const text = 'Side\tSymbol\tQuantity\tCommission\nSell\tJKH.N0000\t100\t12.80'
  fireEvent.paste(await symbol(), { clipboardData: { getData: () => text } })
  expect((await screen.findByLabelText<HTMLInputElement>('Side, row 1')).value).toBe('Sell')
  expect(
    await screen.findByText('Not imported, because the table has no such column: Commission.'),
  ).toBeDefined()
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
    columns: [{ header: 'Symbol', field: 'symbol', byContent: false, kind: 'text', dateOrders: [] }],
    decimalMarks: ['.'],
    questions: [],
    leftOut: [],
    rows: [['SAMP.N0000']],
    lines: [2],
    problems: [{ line: 2, column: 0, message: 'This text has 3,000 characters; a cell may have 1,000.' }],
  }
  network({
    ...usual,
    'GET /portfolios/active': { body: [] },
    'GET /accounts': { body: [] },
    [`POST ${batches.readFile.path}`]: { body: reading },
  })
  const { user } = show(<RowsEntry source="bulk-buy" />)
  await user.type(await symbol(), 'JKH.N0000')
  await user.click(screen.getByRole('button', { name: 'Import File' }))
  const importing = await screen.findByRole('dialog', { name: 'Import File' })
  const choose = (content: string) =>
    user.upload(
      importing.querySelector('input[type="file"]') as HTMLInputElement,
      new File([content], 'note.csv'),
    )
  await choose('')
  expect(await screen.findByText('note.csv is empty.')).toBeDefined()
  await choose('Symbol\nSAMP.N0000')
  await screen.findByText(/1 row below line 1/)
  await screen.findByText(/Line 2, Symbol: This text has 3,000 characters; a cell may have 1,000/)
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

it('a file whose rows are all at fault has nothing to add, and says each fault once', async () => {
  const moved = 'This cell is under no heading.'
  const reading = {
    fileName: 'note.csv',
    kind: 'csv',
    sheet: null,
    sheets: [],
    headerLine: 1,
    formulas: 0,
    columns: [
      { header: 'Symbol', field: 'symbol', byContent: false, kind: 'empty', dateOrders: [] },
      { header: '', field: null, byContent: false, kind: 'empty', dateOrders: [] },
      { header: 'Quantity', field: 'quantity', byContent: false, kind: 'empty', dateOrders: [] },
    ],
    decimalMarks: ['.'],
    questions: [],
    leftOut: [
      ...[2, 3, 5].map((line) => ({ line, why: 'fault', text: moved })),
      { line: 6, why: 'total', text: 'Total' },
    ],
    rows: [],
    lines: [],
    problems: [],
  }
  network({
    ...usual,
    'GET /portfolios/active': { body: [] },
    'GET /accounts': { body: [] },
    [`POST ${batches.readFile.path}`]: { body: reading },
  })
  const { user } = show(<RowsEntry source="bulk-buy" />)
  await symbol()
  await user.click(screen.getByRole('button', { name: 'Import File' }))
  const importing = await screen.findByRole('dialog', { name: 'Import File' })
  await user.upload(
    importing.querySelector('input[type="file"]') as HTMLInputElement,
    new File(['Symbol,,Quantity'], 'note.csv'),
  )
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add 0 rows' })
  expect(add.disabled).toBe(true)
  expect(screen.getByRole('alert').textContent).toMatch(
    `Correct them in the file: Lines 2, 3 and 5: ${moved}`,
  )
  // Nothing fills the column without a heading: it is not shown.
  expect(screen.queryByText('Column 2')).toBeNull()
  expect(screen.getByText('Quantity', { selector: 'td' })).toBeDefined()
})

it('Enter in the last row goes on in a new one', async () => {
  const { user } = show(<RowsEntry source="bulk-buy" />)
  await symbol()
  const last = screen.getByLabelText<HTMLInputElement>('Symbol, row 5')
  await user.type(last, '{Enter}')
  expect(screen.queryByLabelText('Symbol, row 6')).toBeNull()
  await user.type(last, 'JKH.N0000{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Symbol, row 6')))
})

it('says what was saved', () => {
  const saved = {
    successfulTransactions: 41,
    skippedTransactions: 2,
    portfolio: 'Growth Fund',
    totalValue: 1234567.5,
  }
  expect(savedInWords({ ...saved, fileName: 'note.csv' })).toBe(
    '41 trades of Growth Fund recorded from note.csv, LKR 1,234,567.50 in all. 2 rows skipped.',
  )
  const one = { ...saved, successfulTransactions: 1, skippedTransactions: 0, portfolio: null, fileName: null }
  expect(savedInWords(one)).toBe('1 trade recorded, LKR 1,234,567.50 in all.')
})

it('rows that were kept are offered where the form opens, and are restored from there', async () => {
  const first = show(<RowsEntry source="bulk-buy" />)
  await first.user.type(await symbol(), 'JKH.N0000')
  first.unmount()
  window.location.hash = '#/batch-transaction-import/bulk-buy-entry'
  const { user } = show(<BulkBuyScreen />)
  await screen.findByText(/An unsaved table of 1 row from .* was kept/)
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect((await symbol()).value).toBe('JKH.N0000')
  expect(screen.queryByText(/was kept/)).toBeNull()
})

const wrongRows = (rows: readonly number[]) => ({
  dryRun: true,
  ok: rows.length === 0,
  rows: 5,
  buys: 5,
  sells: 0,
  skipped: 0,
  failed: rows.length,
  chains: 0,
  bought: 0,
  sold: 0,
  fees: 0,
  gain: 0,
  affectedSales: 0,
  affectedEntitlements: 0,
  entitlements: [],
  entitlementsUntold: false,
  limits: [],
  limitsUntold: false,
  cashNeeded: 0,
  errors: rows.map((row) => ({ row, field: 'quantity', error: 'Quantity is required.', value: null })),
  locked: [],
  duplicates: [],
  undecided: 0,
  warnings: [],
})

it('an error leads to its row, the wrong rows can be shown alone, and mending one keeps the others listed', async () => {
  network({
    ...usual,
    'GET /portfolios/active': { body: [] },
    'GET /accounts': { body: [] },
    [`POST ${batches.record.path}`]: { body: wrongRows([2, 4]) },
  })
  const { user } = show(<RowsEntry source="bulk-buy" />)
  const text = ['A', 'B', 'C', 'D', 'E'].join('\n')
  fireEvent.paste(await symbol(), { clipboardData: { getData: () => text } })
  await user.click(screen.getByRole('button', { name: 'Check Rows' }))
  await user.click(await screen.findByRole('button', { name: 'Go to row 4' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Quantity, row 4')))

  await user.click(screen.getByLabelText('Only wrong rows (2)'))
  expect(screen.queryByLabelText('Symbol, row 1')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Symbol, row 2').value).toBe('B')
  await user.type(screen.getByLabelText('Quantity, row 2'), '100')
  expect(screen.getByLabelText<HTMLInputElement>('Quantity, row 2').value).toBe('100')
  expect(screen.queryByRole('button', { name: 'Go to row 2' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Go to row 4' })).toBeDefined()
  expect(screen.getByText(/Rows were changed since/)).toBeDefined()

  // Arrows walk the rows shown; a paste of more rows would cover hidden ones.
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Quantity, row 4')))
  fireEvent.paste(screen.getByLabelText('Quantity, row 2'), {
    clipboardData: { getData: () => '1\n2\n3' },
  })
  expect(await screen.findByText(/Show all rows to paste them/)).toBeDefined()
  fireEvent.paste(screen.getByLabelText('Quantity, row 2'), { clipboardData: { getData: () => '7\n8' } })
  expect(screen.getByLabelText<HTMLInputElement>('Quantity, row 4').value).toBe('8')
  await user.click(screen.getByLabelText('Only wrong rows (2)'))
  expect(screen.getByLabelText<HTMLInputElement>('Quantity, row 3').value).toBe('')
})

const pasted = async (text: string) =>
  fireEvent.paste(await symbol(), { clipboardData: { getData: () => text } })
const bodies = (log: ReturnType<typeof network>, path: string) =>
  log
    .filter((asked) => asked.method === 'POST' && asked.path.startsWith(`/api${path}`))
    .map((asked) => asked.body)

it('a misspelt security is chosen once for all its rows, and one of the exchange’s list is added on the way', async () => {
  const error = 'The security was not found.'
  const bank = { symbol: 'COMB.N0000', name: 'Commercial Bank', sector: null, inBooks: true }
  const hayleys = { symbol: 'HAYL.N0000', name: 'Hayleys PLC', sector: null, inBooks: false }
  const errors = [
    { row: 1, field: 'symbol', error, value: 'Comercial', proposals: [bank] },
    { row: 2, field: 'symbol', error, value: 'Comercial', proposals: [bank] },
    { row: 3, field: 'symbol', error, value: 'HAYL', proposals: [hayleys] },
    { row: 4, field: 'symbol', error, value: 'Apple Inc', proposals: [] },
  ]
  const log = network({
    ...usual,
    'GET /portfolios/active': { body: [] },
    'GET /accounts': { body: [] },
    'POST /equities': { status: 201, body: { id: 9, symbol: 'HAYL.N0000' } },
    [`POST ${batches.record.path}`]: { body: { ...wrongRows([]), ok: false, failed: 4, errors } },
  })
  const { user } = show(<RowsEntry source="bulk-buy" />)
  await pasted('Comercial\ncomercial \nHAYL\nApple Inc')
  await user.click(screen.getByRole('button', { name: 'Check Rows' }))
  expect(await screen.findByText('3 names need your answer.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Commercial Bank (COMB.N0000)' }))
  await waitFor(() =>
    expect(bodies(log, batches.record.path).at(-1)).toMatchObject({
      rows: [['COMB.N0000'], ['COMB.N0000'], ['HAYL'], ['Apple Inc']],
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Add Hayleys PLC (HAYL.N0000)' }))
  await waitFor(() =>
    expect(bodies(log, batches.record.path).at(-1)).toMatchObject({
      rows: [['COMB.N0000'], ['COMB.N0000'], ['HAYL.N0000'], ['Apple Inc']],
    }),
  )
  expect(bodies(log, '/equities')).toEqual([{ symbol: 'HAYL.N0000', name: 'Hayleys PLC', sector: 'Other' }])
  await user.click(await screen.findByRole('button', { name: 'Add Apple Inc as a new equity' }))
  const adding = await screen.findByRole('dialog', { name: 'Add equity' })
  expect(adding.querySelector<HTMLInputElement>('input[name="name"], input')?.value).toBe('Apple Inc')
})

it('a broker’s name with one match becomes his registered name, another one is asked about', async () => {
  const log = network({
    ...usual,
    'GET /portfolios/active': { body: [] },
    'GET /accounts': { body: [] },
    'GET /brokers': { body: [{ id: 1, name: 'Asia Securities', isActive: true }] },
    'GET /broker-names': {
      body: [{ name: 'ASL', broker: { id: 1, name: 'Asia Securities' }, adoptedAt: '', adoptedBy: null }],
    },
    [`POST ${batches.record.path}`]: { body: wrongRows([]) },
  })
  const { user } = show(<RowsEntry source="bulk-buy" />)
  await pasted(
    'Symbol\tBroker Name\nJKH.N0000\tasia\nJKH.N0000\tasl\nJKH.N0000\tAsai Securities\nJKH.N0000\tLanka',
  )
  expect(await screen.findByText(/^2 broker names are not in Brokers/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Asia Securities' }))
  expect(await screen.findByText(/^1 broker name is not in Brokers/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add Lanka' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Check Rows' }))
  await waitFor(() =>
    expect(bodies(log, batches.record.path)).toMatchObject([
      { rows: [...Array(3).fill(['JKH.N0000', 'Asia Securities']), ['JKH.N0000', 'Lanka']] },
    ]),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Broker Name, row 1').value).toBe('Asia Securities')
})

it('rows with unusual prices are submitted once a user has ticked them as checked, also without a check of the rows', async () => {
  const error = 'The price 205.00 is more than 10 % from the last trade of 15 Jun 2026, 20.20.'
  const warnings = [{ row: 1, field: 'price', error, value: '205.00' }]
  const recorded = {
    id: 1,
    successfulTransactions: 1,
    skippedTransactions: 0,
    portfolio: 'Growth Fund',
    fileName: null,
    totalValue: 20_500,
  }
  const log = network({
    ...usual,
    'GET /portfolios/active': { body: [] },
    'GET /accounts': { body: [] },
    [`POST ${batches.record.path}`]: ({ path }) =>
      path.includes('dryRun') ? { body: { ...wrongRows([]), warnings } } : { status: 201, body: recorded },
  })
  const saves = () => log.filter(({ method, path }) => method === 'POST' && !path.includes('dryRun')).length
  const { user } = show(<RowsEntry source="bulk-buy" />)
  await user.type(await symbol(), 'JKH.N0000')
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Bulk Buy Transaction' })
  await user.click(submit)
  const tick = await screen.findByLabelText('I have checked the prices')
  expect(screen.getByText(/1 row can be recorded but looks unusual/)).toBeTruthy()
  await waitFor(() => expect(submit.disabled).toBe(true))
  expect(saves()).toBe(0)
  await user.click(tick)
  await user.click(submit)
  await waitFor(() => expect(saves()).toBe(1))
})

it('rows are submitted with the defaults that they were checked with, whatever the newest trade is meanwhile', async () => {
  const of = (portfolioId: string) => ({
    last_deal: 'BUY-7',
    portfolio: { portfolioId, portfolio: portfolioId },
    broker_name: 'Asha Securities',
    account: null,
    cost_of_funds: null,
    trade_date: null,
    settlement_date: null,
  })
  let newest = of('GROWTH')
  const log = network({
    ...usual,
    'GET /portfolios/active': { body: [{ id: 1, portfolioId: 'GROWTH', portfolioName: 'Growth Fund' }] },
    'GET /accounts': { body: [] },
    'GET /transaction-entries/start-values': () => ({ body: newest }),
    [`POST ${batches.record.path}`]: ({ path }) =>
      path.includes('dryRun')
        ? { body: wrongRows([]) }
        : { status: 422, body: { code: 'request.invalid', message: 'No.' } },
  })
  const { user } = show(<RowsEntry source="bulk-buy" />)
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Portfolio/ }).value).toContain('GROWTH'),
  )
  await user.type(await symbol(), 'JKH.N0000')
  await user.click(screen.getByRole('button', { name: 'Check Rows' }))
  await waitFor(() => expect(bodies(log, batches.record.path)).toHaveLength(1))

  newest = of('INCOME')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  const asked = () => log.filter(({ path }) => path.endsWith('/start-values')).length
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(asked()).toBe(2))
  await user.click(screen.getByRole('button', { name: 'Submit Bulk Buy Transaction' }))
  await waitFor(() => expect(bodies(log, batches.record.path)).toHaveLength(2))
  expect(bodies(log, batches.record.path)).toMatchObject([
    { defaults: { portfolioId: 'GROWTH' } },
    { defaults: { portfolioId: 'GROWTH' } },
  ])
})
