import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { RowsTable } from './RowsTable.tsx'
import { columnsOf, type Row } from './rows.ts'

const NONE = new Map()

function Table({ start = [{}] }: { start?: readonly Row[] }) {
  const [rows, setRows] = useState<readonly Row[]>(start)
  return (
    <>
      <RowsTable
        rows={rows}
        columns={columnsOf('bulk-buy')}
        faults={NONE}
        onRows={setRows}
        disabled={false}
      />
      <output>
        {rows.map(({ symbol, quantity, price }) => [symbol, quantity, price].join(' ')).join(', ')}
      </output>
    </>
  )
}

const paste = async (text: string) =>
  fireEvent.paste(await screen.findByLabelText('Symbol, row 1'), { clipboardData: { getData: () => text } })

// Only rows in sight are drawn, and jsdom shows none.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
})
afterEach(() => vi.restoreAllMocks())

it('asks what a point in pasted numbers means, and puts nothing into the table before', async () => {
  network(usual)
  const { user } = show(<Table />)
  const said = screen.getByRole('status')
  const names = 'Symbol\tQuantity\tPrice\n'
  await paste(`${names}JKH.N0000\t1.000\t20`)
  await screen.findByText(/“1.000” can be read in two ways/)
  expect(said.textContent?.trim()).toBe('')
  await user.click(screen.getByRole('button', { name: 'A comma: 1.000 is one thousand' }))
  expect(said.textContent).toBe('JKH.N0000 1000 20')
  await paste(`${names}JKH.N0000\t2.000\t20`)
  await user.click(await screen.findByRole('button', { name: 'A point: 1,000 is one thousand' }))
  expect(said.textContent).toBe('JKH.N0000 2.000 20')
  // The other numbers say it.
  await paste(`${names}JKH.N0000\t3.000\t20,50`)
  expect(said.textContent).toBe('JKH.N0000 3000 20.50')
  expect(screen.queryByText(/can be read in two ways/)).toBeNull()
})

const LISTED = [
  { id: 1, symbol: 'JKH.N0000', name: 'John Keells Holdings PLC', isActive: true },
  { id: 2, symbol: 'COMB.N0000', name: 'Commercial Bank of Ceylon PLC', isActive: true },
]
const withSecurities = () => network({ ...usual, 'GET /equities': { body: LISTED } })
const at = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const focused = () => document.activeElement?.getAttribute('aria-label')

it('suggests securities while a symbol is typed, shows their companies, and takes 22 keys a row', async () => {
  withSecurities()
  const { user } = show(<Table start={[{}, {}]} />)
  await screen.findByLabelText('Symbol, row 1')
  await waitFor(() => expect(at('Symbol, row 1').tabIndex).toBe(0))
  await user.click(at('Symbol, row 1'))
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await user.keyboard(key)
  }
  const type = async (text: string) => {
    for (const letter of text) await press(letter)
  }
  await type('kee')
  await screen.findByRole('option', { name: /John Keells/ })
  await press('{Tab}')
  expect(at('Symbol, row 1').value).toBe('JKH.N0000')
  expect(screen.getByText('John Keells Holdings PLC')).toBeTruthy()
  await press('{Tab}')
  await type('1.5k')
  await press('{Tab}')
  await type('198.25')
  await press('{Tab}')
  await press('{Tab}')
  await type('T01')
  await press('{Enter}')
  expect(keys).toBeLessThanOrEqual(22)
  expect(at('Quantity, row 1').value).toBe('1500')
  expect(at('Contract Number, row 1').value).toBe('T01')
  expect(focused()).toBe('Symbol, row 2')
})

it('has the keys of a spreadsheet: typing replaces, arrows and Home and End move, Enter in the last row adds one', async () => {
  withSecurities()
  const { user } = show(
    <Table
      start={[
        { quantity: '100', price: '20' },
        { quantity: '200', price: '30' },
      ]}
    />,
  )
  await screen.findByLabelText('Quantity, row 1')
  await user.click(at('Quantity, row 1'))
  await user.keyboard('7')
  expect(at('Quantity, row 1').value).toBe('7')
  await user.keyboard('{ArrowDown}9')
  expect(at('Quantity, row 2').value).toBe('9')
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('Price (LKR), row 2')
  await user.keyboard('{Home}')
  expect(focused()).toBe('Symbol, row 2')
  await user.keyboard('{End}')
  expect(focused()).toBe('Description, row 2')
  await user.keyboard('{Enter}')
  expect(focused()).toBe('Description, row 3')
  // One stop of Tab: of all cells the one of the cursor.
  const stops = [...screen.getByRole('grid').querySelectorAll<HTMLElement>('input, button')]
  expect(stops.filter(({ tabIndex }) => tabIndex === 0).map((one) => one.getAttribute('aria-label'))).toEqual(
    ['Description, row 3'],
  )
})

it('fills a selection down, says what it comes to, and copies it with its types', async () => {
  withSecurities()
  const start = [
    { quantity: '1,000', price: '20.5' },
    { quantity: '50', price: '21' },
    { quantity: '', price: '' },
  ]
  const { user } = show(<Table start={start} />)
  await screen.findByLabelText('Quantity, row 1')
  await user.click(at('Quantity, row 1'))
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  const said = await screen.findByLabelText('Selected cells')
  expect(said.textContent).toBe('Sum1,050Average525Count2')
  const copied = new Map<string, string>()
  const clipboardData = { setData: (type: string, text: string) => copied.set(type, text) }
  act(() => void fireEvent.copy(at('Quantity, row 2'), { clipboardData }))
  expect(copied.get('text/plain')).toBe('1000\n50')
  expect(copied.get('text/html')).toContain(`<td style="mso-number-format:'#,##0.00'">1000</td>`)
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}')
  expect(['1', '2', '3'].map((row) => at(`Quantity, row ${row}`).value)).toEqual(['1,000', '1,000', '1,000'])
  await user.keyboard('{Delete}')
  expect(['1', '2', '3'].map((row) => at(`Quantity, row ${row}`).value)).toEqual(['', '', ''])
  expect(at('Price (LKR), row 2').value).toBe('21')
})
