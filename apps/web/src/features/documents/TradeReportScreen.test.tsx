import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual, withRole } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import TradeReportScreen from './TradeReportScreen.tsx'
import { detail, fills, line, recorded, tradeFile } from './testing.ts'

const at = (query: string) =>
  window.history.replaceState(null, '', `/#/batch-transaction-import/trade-report${query}`)

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  at('')
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

const register = {
  'GET /portfolios/active': {
    body: [
      { id: 1, portfolioId: 'GROW', portfolioName: 'Growth Fund' },
      { id: 2, portfolioId: 'HOLD', portfolioName: 'Holding Fund' },
    ],
  },
  'GET /accounts': { body: [] },
  'GET /brokers': { body: [] },
}
const answers = {
  ...usual,
  ...register,
  'GET /trade-documents': { body: [tradeFile] },
  'GET /trade-documents/5': { body: detail() },
  'GET /trade-documents/5/lines': { body: fills, headers: { 'X-Total-Count': '3' } },
}
const isRecord = ({ method, path }: Asked) => method === 'POST' && path.includes('/record')
const isDryRun = ({ path }: Asked) => path.includes('dryRun=1')

describe('Trade Report', () => {
  it('without a document says what would be parsed', async () => {
    at('?tab=parsed')
    network({ ...usual, 'GET /trade-documents': { body: [] } })
    show(<TradeReportScreen />)
    expect(await screen.findByText('No Parsed Data Available')).toBeTruthy()
    expect(screen.getByText('Upload a text file to see parsed transaction data here.')).toBeTruthy()
  })

  it('shows the messages of a drop copy, and what differs from the trade file', async () => {
    at('?tab=overview')
    const fill = {
      tradeDate: '2026-06-15',
      clientAccount: 'ABC-1-LI/00',
      symbol: 'JKH.N0000',
      side: 'buy',
      quantity: 333,
    }
    network({
      ...answers,
      'GET /trade-documents/5': { body: detail({ kind: 'drop-copy' }) },
      'GET /trade-documents/5/comparison': {
        body: {
          documents: [{ id: 4, fileName: 'trades.txt' }],
          equal: 2,
          differs: 1,
          onlyHere: 0,
          onlyThere: 0,
          rows: [
            {
              state: 'differs',
              line: 2,
              executionId: 'E-502',
              fields: ['price'],
              here: { ...fill, price: 10.2 },
              there: { ...fill, price: 10.25 },
            },
          ],
          sums: [
            {
              symbol: 'JKH.N0000',
              side: 'buy',
              here: { shares: 1_000, gross: 10_200.1 },
              there: { shares: 1_000, gross: 10_216.75 },
            },
          ],
        },
      },
      'GET /trade-documents/5/lines': {
        body: [
          line({ event: 'fill', executionId: 'E-501' }),
          line({
            id: 2,
            event: 'fill',
            executionId: 'E-502',
            repeated: true,
            cancelled: true,
            supersededBy: 'E-509',
          }),
          line({
            id: 3,
            event: 'cancel',
            executionId: 'E-509',
            repeated: true,
            cancelled: true,
            refersTo: 'E-502',
          }),
        ],
      },
    })
    const { user } = show(<TradeReportScreen />)
    expect(await screen.findByText(/2 executions equal, 1 different/)).toBeTruthy()
    expect(await screen.findByText('Differs')).toBeTruthy()
    expect(screen.getByText('10,216.75')).toBeTruthy()
    expect(
      screen.getByText('The messages state no fees. Trades are recorded with those of the schedule.'),
    ).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Parsed Data' }))
    expect(await screen.findByText('Cancelled by E-509')).toBeTruthy()
    expect(screen.getByText('Cancels E-502')).toBeTruthy()
  })

  it('sums sales and purchases, of all equities or of one; a repeated fill counts nothing', async () => {
    at('?tab=overview')
    const lines = [...fills, line({ id: 4, repeated: true })]
    network({ ...answers, 'GET /trade-documents/5/lines': { body: lines } })
    const { user } = show(<TradeReportScreen />)
    const card = async (label: string) => (await screen.findByText(label)).parentElement?.textContent
    await waitFor(async () => expect(await card('Total Sales (LKR)')).toContain('8,701.44'))
    expect(await card('Total Purchases (LKR)')).toContain('20,224.00')
    expect(await card('Net Settlement (LKR)')).toContain('\u221211,522.56')
    expect(screen.getByText('This is a computer generated report on 15 Jun 2026')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Equity' }))
    await user.click(await screen.findByRole('option', { name: 'COMB.N0000' }))
    await waitFor(async () => expect(await card('Total Purchases (LKR)')).toContain('0.00'))
    expect(await card('Total Sales (LKR)')).toContain('8,701.44')
  })

  it('lists what could not be read by line and column, and removes a document after a question', async () => {
    const log = network({ ...answers, 'DELETE /trade-documents/5': { body: { success: true } } })
    const { user } = show(<TradeReportScreen />)
    expect(await screen.findByText('This is no whole number.')).toBeTruthy()
    expect(screen.getByText('It names the columns.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove: trades.txt' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove trades.txt?' })
    expect(log.some(({ method }) => method === 'DELETE')).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(log.some(({ method }) => method === 'DELETE')).toBe(true))
  })

  it('sends files one after another, and a protected one again with its password', async () => {
    const sent: string[] = []
    network({
      ...answers,
      'POST /trade-documents': ({ body }: Asked) => {
        const { file, password } = body as { file: { fileName: string }; password: string | null }
        sent.push(`${file.fileName} ${password ?? ''}`.trim())
        if (file.fileName === 'locked.pdf' && password !== 'secret') {
          const message = 'The document is protected. Please enter its password.'
          return { status: 422, body: { error: message, message, code: 'document.password' } }
        }
        return {
          status: 201,
          body: {
            ...tradeFile,
            id: sent.length + 10,
            fileName: file.fileName,
            lines: 3,
            skipped: 1,
            problems: 0,
          },
        }
      },
      'GET /trade-documents/11': { body: detail({ id: 11 }) },
      'GET /trade-documents/12': { body: detail({ id: 12 }) },
      'GET /trade-documents/13': { body: detail({ id: 13 }) },
    })
    const { user, container } = show(<TradeReportScreen />)
    await screen.findByText('Guidelines')
    const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('no picker')
    await user.upload(input, [
      new File(['a'], 'locked.pdf', { type: 'application/pdf' }),
      new File(['b'], 'more.txt', { type: 'text/plain' }),
    ])
    const password = await screen.findByLabelText('Password of locked.pdf')
    await waitFor(() => expect(sent).toEqual(['locked.pdf', 'more.txt']))
    expect(await screen.findByText(/Read: 3 lines, 1 line without a trade skipped/)).toBeTruthy()
    await user.type(password, 'secret{Enter}')
    await waitFor(() => expect(sent).toEqual(['locked.pdf', 'more.txt', 'locked.pdf secret']))
    await waitFor(() => expect(screen.queryByLabelText('Password of locked.pdf')).toBeNull())
  })

  it('asks how a list that can be read in two ways is written, and sends it again so', async () => {
    const sent: unknown[] = []
    network({
      ...answers,
      'POST /trade-documents': ({ body }: Asked) => {
        const { dateOrder } = body as { dateOrder?: string }
        sent.push(dateOrder)
        const message = 'Is “03/02/2026” day first or month first? Choose how the file writes its dates.'
        if (dateOrder === undefined)
          return {
            status: 422,
            body: {
              error: message,
              message,
              code: 'file.date-order',
              question: { field: 'dateOrder', example: '02/03/2026', sender: 'ABC' },
            },
          }
        return {
          status: 201,
          body: { ...tradeFile, id: 11, fileName: 'march.csv', lines: 3, skipped: 0, problems: 0 },
        }
      },
      'GET /trade-documents/11': { body: detail({ id: 11 }) },
    })
    const { user, container } = show(<TradeReportScreen />)
    await screen.findByText('Guidelines')
    const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('no picker')
    await user.upload(input, new File(['a'], 'march.csv', { type: 'text/csv' }))
    await user.click(await screen.findByRole('button', { name: 'Month first (12/31/2026), in march.csv' }))
    await waitFor(() => expect(sent).toEqual([undefined, 'mdy']))
    expect(await screen.findByText(/Read: 3 lines/)).toBeTruthy()
    // The next list of the broker is asked about, too: the earlier choice is marked, and nothing is sent automatically.
    await user.upload(input, new File(['b'], 'april.csv', { type: 'text/csv' }))
    expect(await screen.findByText(/you chose: Month first/)).toBeTruthy()
    expect(sent).toEqual([undefined, 'mdy', undefined])
    await user.click(screen.getByRole('button', { name: 'Day first (31/12/2026), in april.csv' }))
    await waitFor(() => expect(sent).toEqual([undefined, 'mdy', undefined, 'dmy']))
  })

  it('says that a file was read in another way before, and reads it again or keeps it as it is chosen', async () => {
    const sent: unknown[] = []
    const message =
      'march.csv was uploaded before and read otherwise: the trade date of line 2 was read as 06 Mar 2026.'
    let code = 'document.read-otherwise'
    network({
      ...answers,
      'POST /trade-documents': ({ body }: Asked) => {
        const { again } = body as { again: string }
        sent.push(again)
        if (again === 'ask') return { status: 409, body: { error: 'Conflict', message, code } }
        const id = again === 'replace' ? 11 : 5
        return { status: 201, body: { ...tradeFile, id, lines: 3, skipped: 0, problems: 0 } }
      },
      'GET /trade-documents/11': { body: detail({ id: 11 }) },
    })
    const { user, container } = show(<TradeReportScreen />)
    await screen.findByText('Guidelines')
    const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('no picker')
    await user.upload(input, new File(['a'], 'march.csv', { type: 'text/csv' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Keep as it is, march.csv' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Read again, march.csv' }))
    expect(await screen.findByText(/Read: 3 lines/)).toBeTruthy()
    expect(sent).toEqual(['ask', 'replace'])
    // Trades of it are in the books: it can only be kept.
    code = 'document.recorded-otherwise'
    await user.upload(input, new File(['a'], 'march.csv', { type: 'text/csv' }))
    await user.click(await screen.findByRole('button', { name: 'Keep as it is, march.csv' }))
    expect(screen.queryByRole('button', { name: 'Read again, march.csv' })).toBeNull()
    expect(await screen.findByText(/Uploaded before: 3 lines/)).toBeTruthy()
    expect(sent).toEqual(['ask', 'replace', 'ask', 'keep'])
  })

  it('offers nothing to record from a document whose file was read again in another way', async () => {
    network({
      ...answers,
      'GET /trade-documents': { body: [{ ...tradeFile, replaced: true }] },
      'GET /trade-documents/5': { body: detail({ replaced: true }) },
    })
    show(<TradeReportScreen />)
    expect((await screen.findAllByText(/trades.txt \(replaced\)/)).length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: 'Download: trades.txt' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Record trades: trades.txt' })).toBeNull()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Record Trades' })).toBeNull())
  })

  it('does not offer to remove a document that trades were recorded from', async () => {
    network({ ...answers, 'GET /trade-documents': { body: [{ ...tradeFile, recorded: 2 }] } })
    show(<TradeReportScreen />)
    expect(await screen.findByRole('button', { name: 'Download: trades.txt' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove: trades.txt' })).toBeNull()
  })

  it('offers an auditor what the documents say, and nothing that changes them', async () => {
    openSession({ token: 't', user: withRole('Auditor'), kept: true })
    network(answers)
    show(<TradeReportScreen />)
    expect(await screen.findByRole('button', { name: 'Download: trades.txt' })).toBeTruthy()
    for (const name of ['Record Trades', 'Remove: trades.txt', 'Choose Files']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })
})

describe('recording a document', () => {
  it('shows first what would become of it, then records it once', async () => {
    at('?view=record&document=5')
    const log = network({
      ...answers,
      'POST /trade-documents/5/record': (asked) => ({
        status: isDryRun(asked) ? 200 : 201,
        body: recorded(isDryRun(asked) ? {} : { dryRun: false, batchId: 77 }),
      }),
    })
    const { user } = show(<TradeReportScreen />)
    expect(screen.queryByRole('button', { name: /^Record \d/ })).toBeNull()
    const preview = await screen.findByRole('button', { name: 'Preview' })
    await waitFor(() => expect(preview).toHaveProperty('disabled', false))
    await user.click(preview)
    await user.dblClick(await screen.findByRole('button', { name: 'Record 2 contracts' }))
    expect(await screen.findByRole('link', { name: 'Show import 77' })).toBeTruthy()
    const sent = log.filter(isRecord)
    expect(sent.map(isDryRun)).toEqual([true, false])
    expect(sent[1]?.body).toMatchObject({
      brokerName: 'Asia Securities (Pvt) Ltd',
      clients: [{ clientAccount: 'SSB-1-LI/00', portfolioId: 'GROW', settlementAccount: '9' }],
      lines: null,
      changes: 'skip',
    })
    expect(sent[1]?.headers.get('Idempotency-Key')).toBeTruthy()
  })

  it('records a contract with an unusual price once a user has ticked the prices as checked', async () => {
    at('?view=record&document=5')
    const error = 'The price 205.00 is more than 10 % from the last trade of 15 Jun 2026, 20.20.'
    const warnings = [{ row: 3, field: 'price', error, value: '205.00' }]
    network({ ...answers, 'POST /trade-documents/5/record': { body: recorded({ warnings }) } })
    const { user } = show(<TradeReportScreen />)
    const preview = await screen.findByRole('button', { name: 'Preview' })
    await waitFor(() => expect(preview).toHaveProperty('disabled', false))
    await user.click(preview)
    const record = await screen.findByRole('button', { name: 'Record 2 contracts' })
    expect(screen.getByText(/Line 3: The price 205.00 is more than 10 %/)).toBeTruthy()
    expect(record).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('I have checked the prices'))
    expect(record).toHaveProperty('disabled', false)
  })

  it('ticks the fills of a contract together, and asks again after a change', async () => {
    at('?view=record&document=5')
    const log = network({ ...answers, 'POST /trade-documents/5/record': { body: recorded({ recorded: 1 }) } })
    const { user } = show(<TradeReportScreen />)
    await user.click(await screen.findByRole('checkbox', { name: 'Select contract 70001, line 2' }))
    const first = screen.getByRole('checkbox', { name: 'Select contract 70001, line 1' })
    expect(first).toHaveProperty('checked', false)
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await screen.findByRole('button', { name: 'Record 1 contract' })
    expect(log.filter(isRecord)[0]?.body).toMatchObject({ lines: [3] })
    await user.click(first)
    expect(screen.queryByRole('button', { name: 'Record 1 contract' })).toBeNull()
  })

  it('tries again exactly what an earlier recording left, with its terms', async () => {
    at('?view=record&document=5&again=41')
    const order = {
      documentId: 5,
      brokerName: 'Asha Securities',
      portfolioId: 'HOLD',
      settlementAccount: null,
      clients: [{ clientAccount: 'SSB-1-LI/00', portfolioId: 'HOLD', settlementAccount: null }],
      splits: [],
      changes: 'skip',
      controlTotals: { purchases: { count: null, gross: '20000.00', fees: null, net: null }, sales: null },
      controlReason: 'As agreed',
      lines: [3],
      rows: { kept: true, fields: [], rows: [] },
    }
    const log = network({
      ...answers,
      'GET /trade-batches/41/document-order': { body: { order } },
      'POST /trade-documents/5/record': (asked) => ({
        status: isDryRun(asked) ? 200 : 201,
        body: recorded({ recorded: 1, ...(isDryRun(asked) ? {} : { dryRun: false, batchId: 77 }) }),
      }),
    })
    const { user } = show(<TradeReportScreen />)
    await screen.findByText(/The contracts that failed are selected/)
    const preview = await screen.findByRole('button', { name: 'Preview' })
    await waitFor(() => expect(preview).toHaveProperty('disabled', false))
    expect(screen.getByRole('checkbox', { name: 'Select contract 70001, line 1' })).toHaveProperty(
      'checked',
      false,
    )
    await user.click(preview)
    await user.click(await screen.findByRole('button', { name: 'Record 1 contract' }))
    await screen.findByRole('link', { name: 'Show import 77' })
    const sent = log.filter(isRecord)
    expect(sent).toHaveLength(2)
    for (const { body } of sent) {
      expect(body).toMatchObject({
        brokerName: 'Asha Securities',
        portfolioId: 'HOLD',
        clients: [{ clientAccount: 'SSB-1-LI/00', portfolioId: 'HOLD' }],
        controlTotals: { purchases: { gross: '20000.00' } },
        controlReason: 'As agreed',
        lines: [3],
      })
    }
  })

  it('with control totals that do not agree needs a reason', async () => {
    at('?view=record&document=5')
    network({ ...answers, 'POST /trade-documents/5/record': { body: recorded() } })
    const { user } = show(<TradeReportScreen />)
    await user.type(await screen.findByLabelText('Purchases, net'), '20225')
    expect(await screen.findByText(/Purchases, net: 20,225.00 stated, 20,224.00 in the lines/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    const record = await screen.findByRole('button', { name: 'Record 2 contracts' })
    expect(record).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText(/^Reason/), 'Stamp duty of 1.00')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Record 2 contracts' })).toHaveProperty('disabled', false),
    )
  })

  it('posts of a cut-off list what is ticked, and leaves the other lines out', async () => {
    at('?view=record&document=5')
    const locked = [1, 3].map((row) => ({
      row,
      field: 'tradeDate',
      error: 'The books are locked up to 30 Jun 2026.',
      value: '2026-06-15',
    }))
    const log = network({
      ...answers,
      'POST /trade-documents/5/record': { body: recorded({ recorded: 0, locked }) },
    })
    const { user } = show(<TradeReportScreen />)
    const preview = await screen.findByRole('button', { name: 'Preview' })
    await waitFor(() => expect(preview).toHaveProperty('disabled', false))
    await user.click(preview)
    await user.click(await screen.findByRole('checkbox', { name: /^Line 3, / }))
    await user.click(screen.getByRole('button', { name: 'Record 1 contract' }))
    await waitFor(() => expect(log.filter(isRecord)).toHaveLength(2))
    expect(log.filter(isRecord)[1]?.path).toContain('openPeriod=1')
    expect(log.filter(isRecord)[1]?.body).toMatchObject({ lines: [3] })
  })

  it('changes trades to an amended note only where that is chosen and agreed to', async () => {
    at('?view=record&document=5')
    const differs = line({
      state: 'differs',
      differences: [{ field: 'quantity', document: 900, books: 1_000 }],
    })
    const log = network({
      ...answers,
      'GET /trade-documents/5': {
        body: detail({ states: { new: 0, recorded: 0, differs: 1, undecided: 0, missing: 0 } }),
      },
      'GET /trade-documents/5/lines': { body: [differs] },
      'POST /trade-documents/5/record': { body: recorded({ recorded: 0, changed: 1 }) },
    })
    const { user } = show(<TradeReportScreen />)
    const table = await screen.findByRole('region', { name: /^Differences between/ })
    expect(within(table).getByText('900')).toBeTruthy()
    expect(screen.getByText('No contract is selected.')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: /^Change the trades/ }))
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await user.click(await screen.findByRole('button', { name: 'Record 0 contracts, change 1 trade' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change trades to what the document says?' })
    expect(log.filter(isRecord)).toHaveLength(1)
    await user.click(within(dialog).getByRole('button', { name: 'Record and change' }))
    await waitFor(() => expect(log.filter(isRecord)).toHaveLength(2))
    expect(log.filter(isRecord)[1]?.body).toMatchObject({ changes: 'apply' })
  })
})
