import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { RowsTable } from './RowsTable.tsx'
import { columnsOf, type Row } from './rows.ts'

const NONE = new Map()

function Table() {
  const [rows, setRows] = useState<readonly Row[]>([{}])
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
