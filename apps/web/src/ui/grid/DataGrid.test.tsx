import { journal } from '@em/contract/journal/journal'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Providers } from '../../app/Providers.tsx'
import { createQueryClient } from '../../lib/query.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { pushAddress } from '../../lib/steps.ts'
import { withRole } from '../../testing/network.ts'
import { goBack, show } from '../../testing/page.tsx'
import { EmptyState } from '../States.tsx'
import { type Column, DataGrid } from './DataGrid.tsx'

interface Row {
  id: number
  symbol: string
  net: number | null
  date: string
}
const rows: Row[] = [
  { id: 1, symbol: 'JKH.N0000', net: 1000.5, date: '2026-01-05' },
  { id: 2, symbol: 'COMB.N0000', net: null, date: '2026-03-01' },
  { id: 3, symbol: '=HYPERLINK("x")', net: -20, date: '2025-12-31' },
]
const columns: Column<Row>[] = [
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol },
  { id: 'net', header: 'Net', unit: 'LKR', kind: 'money', value: (row) => row.net, total: 'sum' },
  { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date },
]
const grid = (more: object = {}) => (
  <DataGrid
    id="test"
    title="Trades"
    noun="trades"
    rows={rows}
    columns={columns}
    rowKey={(row) => row.id}
    {...more}
  />
)
const firstCells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent ?? '')

describe('DataGrid', () => {
  it('shows rows, count and an exact total', () => {
    show(grid())
    expect(screen.getByRole('grid', { name: 'Trades' })).toBeTruthy()
    expect(screen.getByText('3 trades')).toBeTruthy()
    expect(within(document.querySelector('tfoot') as HTMLElement).getByText('980.50')).toBeTruthy()
    expect(screen.getByText('Total of 3')).toBeTruthy()
  })

  it('sorts by a header, numbers largest first, absent ones always last', async () => {
    const { user } = show(grid())
    await user.click(screen.getByRole('button', { name: /^Net/ }))
    expect(firstCells()).toEqual(['JKH.N0000', '=HYPERLINK("x")', 'COMB.N0000'])
    await user.click(screen.getByRole('button', { name: /^Net/ }))
    expect(firstCells()).toEqual(['=HYPERLINK("x")', 'JKH.N0000', 'COMB.N0000'])
    expect(screen.getByRole('columnheader', { name: /^Net/ }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('has no button in a header that cannot be sorted; Alt with an arrow sizes its column from a cell', async () => {
    const fixed = columns.map((column) => ({ ...column, sortable: column.id === 'symbol' }))
    const { user } = show(grid({ columns: fixed }))
    const buttons = screen
      .getAllByRole('columnheader')
      .map((head) => within(head).queryAllByRole('button').length)
    expect(buttons).toEqual([1, 0, 0])
    expect(screen.getByRole('columnheader', { name: 'Net LKR' })).toBeTruthy()
    const width = () => document.querySelectorAll('col')[1]?.style.width
    const before = Number.parseInt(width() ?? '', 10)
    await user.click(document.querySelector('[data-cell="0:1"]') as Element)
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(width()).toBe(`${before + 16}px`)
  })

  it('remembers sort and hidden columns under its id', async () => {
    const { user, unmount } = show(grid())
    await user.click(screen.getByRole('button', { name: /^Symbol/ }))
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Date' }))
    unmount()
    show(grid())
    expect(firstCells()[0]).toBe('=HYPERLINK("x")')
    expect(screen.queryByRole('columnheader', { name: 'Date' })).toBeNull()
  })

  it('copies a range chosen by keyboard as a spreadsheet does, text never as a formula', async () => {
    const { user } = show(grid())
    await user.click(document.querySelector('[data-cell="0:0"]') as Element)
    await new Promise(requestAnimationFrame)
    await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{ArrowDown}{/Shift}')
    await new Promise(requestAnimationFrame)
    await user.keyboard('{Control>}c{/Control}')
    await vi.waitFor(async () => {
      expect(await navigator.clipboard.readText()).toBe(
        ['JKH.N0000\t1000.5', 'COMB.N0000\t', '"\'=HYPERLINK(""x"")"\t-20.00'].join('\n'),
      )
    })
  })

  it('is one stop of Tab; keys lead to its headers and the buttons of a row, and a selection says its sum', async () => {
    const { user } = show(grid({ actions: () => [{ label: 'Show', onClick: () => undefined }] }))
    const table = screen.getByRole('grid')
    const stops = () =>
      [...table.querySelectorAll<HTMLElement>('[tabindex], a, button, input')].filter(
        (one) => one.tabIndex === 0,
      )
    expect(stops().map((one) => one.dataset['cell'])).toEqual(['0:0'])
    await user.click(document.querySelector('[data-cell="0:1"]') as Element)
    await new Promise(requestAnimationFrame)
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('Net LKR')
    await user.keyboard('{ArrowDown}')
    await new Promise(requestAnimationFrame)
    expect((document.activeElement as HTMLElement).dataset['cell']).toBe('0:1')
    await user.keyboard('{ArrowRight}')
    await new Promise(requestAnimationFrame)
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for JKH.N0000')
    await user.keyboard('{Escape}')
    await new Promise(requestAnimationFrame)
    await user.keyboard('{ArrowLeft}')
    await new Promise(requestAnimationFrame)
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect((await screen.findByLabelText('Selected cells')).textContent).toBe('Sum980.50Average490.25Count2')
  })

  it('gives the keyboard to the box of a column to tick, not to the cell around it', async () => {
    const tick: Column<Row> = {
      id: 'tick',
      header: 'Select',
      untitled: true,
      sortable: false,
      value: () => null,
      cell: (row) => <input type="checkbox" aria-label={`Select ${row.symbol}`} />,
    }
    const { user } = show(grid({ columns: [tick, ...columns] }))
    expect(document.querySelector('[data-cell="0:0"]')?.hasAttribute('tabindex')).toBe(false)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select COMB.N0000' })
    await user.click(box)
    await user.keyboard(' ')
    expect(box.checked).toBe(false)
    await user.keyboard('{ArrowRight}')
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-cell')).toBe('1:1'))
    await user.keyboard('{ArrowLeft}')
    await vi.waitFor(() => expect(document.activeElement).toBe(box))
  })

  it('draws the rows that are to come, and asks for them before they are in sight', async () => {
    const load = vi.fn()
    show(grid({ more: { has: true, loading: false, load, total: 5 } }))
    expect(load).toHaveBeenCalled()
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('6')
    const coming = screen.getAllByRole('row').filter((row) => row.getAttribute('aria-busy') === 'true')
    expect(coming.map((row) => row.getAttribute('aria-rowindex'))).toEqual(['5', '6'])
    expect(coming[0]?.textContent).toBe('Loading')
  })

  it.each([true, false])(
    'a press on a button is no click on that of a row that has shifted; to come: %s',
    (has) => {
      const more = { has, loading: has, load: vi.fn(), total: 9 }
      const keep: Column<Row> = {
        id: 'keep',
        header: 'Keep',
        value: () => null,
        cell: (row) => <button type="button">{`Keep ${row.id}`}</button>,
      }
      const tools = { width: 80, cell: (row: Row) => <button type="button">{`Skip ${row.id}`}</button> }
      const client = createQueryClient()
      const draw = (some: readonly Row[]) => (
        <Providers client={client}>
          {grid({ more, tools, columns: [...columns, keep], rows: some })}
        </Providers>
      )
      const { rerender } = render(draw(rows))
      const [kept, skipped] = [screen.getByText('Keep 1'), screen.getByText('Skip 1')]
      rerender(draw(rows.slice(1)))
      expect(screen.getByText('Keep 2')).not.toBe(kept)
      expect(screen.getByText('Skip 2')).not.toBe(skipped)
    },
  )

  it('does not ask again without a click for rows that did not come', async () => {
    const load = vi.fn()
    const { user } = show(grid({ more: { has: true, loading: false, failed: true, load, total: 5 } }))
    expect(load).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(load).toHaveBeenCalledOnce()
  })

  it('is at its place again where this step of the history shows it again', async () => {
    const first = show(grid())
    await first.user.type(screen.getByRole('searchbox'), 'com')
    await first.user.click(document.querySelector('[data-cell="0:1"]') as Element)
    // Taken to another tab and back: the step of the list has stored its position.
    pushAddress('#/group/other')
    first.unmount()
    await goBack()
    show(grid())
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('com')
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-cell')).toBe('0:1'))
  })

  it('opens a row by Enter', async () => {
    const opened: number[] = []
    const { user } = show(grid({ onOpen: (row: Row) => opened.push(row.id) }))
    document.querySelector<HTMLElement>('[data-cell="0:0"]')?.focus()
    await user.keyboard('{ArrowDown}')
    await new Promise(requestAnimationFrame)
    await user.keyboard('{Enter}')
    expect(opened).toEqual([2])
  })

  it('searches what is shown, and offers a way back', async () => {
    const { user } = show(grid())
    await user.type(screen.getByLabelText('Search'), '05 jan')
    expect(await screen.findByText('1 trade')).toBeTruthy()
    await user.type(screen.getByLabelText('Search'), 'zzz')
    await user.click(await screen.findByText('Clear search'))
    expect(await screen.findByText('3 trades')).toBeTruthy()
  })

  it('keeps its layout while loading and says what would be here when empty', () => {
    const { unmount } = show(grid({ rows: undefined }))
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
    unmount()
    show(grid({ rows: [], empty: <EmptyState title="No trades yet" /> }))
    expect(screen.getByText('No trades yet')).toBeTruthy()
  })

  it('pages with buttons', async () => {
    const { user } = show(grid({ pageSize: 2 }))
    expect(screen.getByText('Showing 1 to 2 of 3 trades')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(firstCells()).toEqual(['=HYPERLINK("x")'])
    expect(screen.getByRole('button', { name: 'Last' }).hasAttribute('disabled')).toBe(true)
  })

  it('offers in the menu of a row, and in its buttons, only what the person may do', async () => {
    openSession({ token: 't', user: withRole('Auditor'), kept: false })
    const actions = () => [
      { label: 'Show', onClick: () => undefined },
      { label: 'Post', call: journal.postDrafts, onClick: () => undefined },
    ]
    const { user, unmount } = show(grid({ actions }))
    await user.click(screen.getAllByRole('button', { name: /^Actions for/ })[0] as HTMLElement)
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Show'])
    unmount()
    show(grid({ tools: { width: 90, calls: [journal.postDrafts], cell: () => 'Post' } }))
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
    expect(screen.queryByText('Post')).toBeNull()
    closeSession()
  })
})
