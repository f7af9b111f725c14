import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followServerDay } from '../../lib/dates.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { ladderOf, settlement } from './list/testing.ts'
import SettlementsScreen from './SettlementsScreen.tsx'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/settlement-and-accounting/settlement-instructions?status=overdue')
})
afterEach(() => {
  // The screen goes before the session does.
  cleanup()
  closeSession()
})

const rows = [settlement(), settlement({ trade_id: 10, deal_number: 'BUY-10' })]
const sums = {
  count: 2,
  pay: { count: 2, amount: 2_022_400 },
  receive: { count: 0, amount: 0 },
  net: -2_022_400,
}
const acted = (asked: Asked) => ({
  status: asked.path.includes('dryRun') ? 200 : 201,
  body: {
    dryRun: asked.path.includes('dryRun'),
    results: (asked.body as { items: { tradeId: number }[] }).items.map(({ tradeId }) => ({
      trade_id: tradeId,
      deal_number: `BUY-${tradeId}`,
      kind: 'settled',
      date: '2026-11-18',
      amount: 1_011_200,
      paid: 1_011_200,
      outstanding: 0,
      due_date: null,
      entries: [],
    })),
    postings: [],
  },
})
const answers = {
  ...usual,
  'GET /portfolios': { body: [] },
  'GET /brokers': { body: [] },
  'GET /accounts': { body: [] },
  'GET /settlements/ladder': { body: ladderOf(2) },
  'GET /settlements/summary': { body: sums },
  'GET /settlements': { body: rows, headers: { 'X-Total-Count': '2' } },
  'POST /settlements/confirm': acted,
}
const saved = (log: Asked[]) =>
  log.filter(({ method, path }) => method === 'POST' && !path.includes('dryRun'))

describe('Settlement Instructions', () => {
  it('says what would be here while there is nothing', async () => {
    network({
      ...answers,
      'GET /settlements/ladder': { body: ladderOf(0) },
      'GET /settlements': { body: [], headers: { 'X-Total-Count': '0' } },
    })
    show(<SettlementsScreen />)
    expect(await screen.findByText('Nothing is overdue')).toBeTruthy()
  })

  it('confirms many at once, each row to be edited, after showing what is posted', async () => {
    const log = network(answers)
    const { user } = show(<SettlementsScreen />)
    await user.click(await screen.findByRole('button', { name: 'Select all 2' }))
    expect(screen.getByText('2 selected').parentElement?.textContent).toContain('2,022,400.00')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm 2 settlements' })
    expect(await within(dialog).findByText(/nothing is posted/)).toBeTruthy()
    const reference = within(dialog).getByLabelText('Bank reference, for all')
    await user.click(reference)
    await user.paste('CEFT 7')
    const amount = within(dialog).getByLabelText('Amount paid, BUY-10')
    await user.clear(amount)
    await user.paste('2,000,000')
    expect(within(dialog).getByText('More than is outstanding.')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Confirm 2' }).hasAttribute('disabled')).toBe(true)
    await user.clear(amount)
    await user.paste('11,200')
    expect(within(dialog).getByLabelText('Rest expected on, BUY-10')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Confirm 2' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved(log).map(({ body }) => body)).toEqual([
      {
        items: [
          {
            tradeId: 9,
            date: '2026-11-18',
            amount: '1011200.00',
            nextDate: null,
            reference: 'CEFT 7',
            note: null,
            outstanding: 1_011_200,
          },
          {
            tradeId: 10,
            date: '2026-11-18',
            amount: '11200',
            nextDate: null,
            reference: 'CEFT 7',
            note: null,
            outstanding: 1_011_200,
          },
        ],
      },
    ])
    expect(saved(log)[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    // The selection is cleared once the act is done.
    expect(screen.queryByText(/selected/)).toBeNull()
  })

  it('names the instructions at fault when nothing could be saved', async () => {
    network({
      ...answers,
      'POST /settlements/confirm': {
        status: 422,
        body: {
          error: 'Unprocessable',
          code: 'settlement.items',
          message: '1 of 2 settlements cannot be saved. Nothing was saved.',
          details: [{ field: 'items.1', message: 'BUY-10 is already settled.' }],
        },
      },
    })
    const { user } = show(<SettlementsScreen />)
    await user.click(await screen.findByRole('button', { name: 'Select all 2' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm 2 settlements' })
    expect(await within(dialog).findByText('BUY-10: BUY-10 is already settled.')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Confirm 2' }).hasAttribute('disabled')).toBe(true)
  })

  it('a step of the ladder shows its instructions; another status asks for them', async () => {
    const log = network(answers)
    const { user } = show(<SettlementsScreen />)
    await user.click(await screen.findByRole('button', { name: /^Today/ }))
    expect(window.location.hash).toContain('from=2026-11-20&to=2026-11-20')
    await waitFor(() =>
      expect(
        log.some(({ path }) => path.includes('status=pending') && path.includes('from=2026-11-20')),
      ).toBe(true),
    )
    await user.click(screen.getByRole('radio', { name: 'Settled' }))
    await waitFor(() => expect(log.some(({ path }) => path.includes('status=settled'))).toBe(true))
  })

  it('all of them: open and paid ones in the same columns, with the net value of all', async () => {
    window.history.replaceState(null, '', '/#/settlement-and-accounting/settlement-instructions?status=all')
    const paid = { status: 'settled', paid: 1_011_200, outstanding: 0, due_date: null } as const
    network({
      ...answers,
      'GET /settlements': {
        body: [settlement(), settlement({ trade_id: 10, deal_number: 'BUY-10', ...paid })],
        headers: { 'X-Total-Count': '2' },
      },
    })
    show(<SettlementsScreen />)
    const grid = within(await screen.findByRole('grid', { name: 'Settlement Instructions' }))
    await grid.findByText('BUY-10')
    const headers = grid.getAllByRole('columnheader').map((cell) => cell.textContent ?? '')
    const columnIndices = [/^Due/, /^Net Value/, /^Paid(?! On)/, /^Outstanding/].map((word) =>
      headers.findIndex((header) => word.test(header)),
    )
    expect(columnIndices).toEqual([1, 2, 3, 4])
    expect(headers.some((header) => header.startsWith('Paid On'))).toBe(false)
    expect(grid.getByText('Net of all 2')).toBeTruthy()
  })

  it('Confirm All Due names its evidence: a reference that is typed, or bank lines', async () => {
    const totals = { ...sums, dryRun: false, remaining: 0, withoutEntry: 0 }
    const log = network({
      ...answers,
      'POST /settlements/confirm-due': (asked: Asked) => {
        const { evidence } = asked.body as { evidence: string }
        const body =
          evidence === 'bank line' ? { ...totals, count: 1, withoutLine: 1 } : { ...totals, withoutLine: 0 }
        return { status: asked.path.includes('dryRun') ? 200 : 201, body }
      },
    })
    const { user } = show(<SettlementsScreen />)
    await user.click(await screen.findByRole('button', { name: 'Confirm All Due' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm all due' })
    const confirm = () => within(dialog).getByRole('button', { name: 'Confirm All Due' })
    await waitFor(() => expect(confirm().hasAttribute('disabled')).toBe(false))
    await user.click(within(dialog).getByRole('radio', { name: 'Reference' }))
    expect(confirm().hasAttribute('disabled')).toBe(true)
    await user.type(within(dialog).getByLabelText(/^Bank reference/), 'Batch 7')
    await waitFor(() => expect(confirm().hasAttribute('disabled')).toBe(false))
    await user.click(within(dialog).getByRole('radio', { name: 'Bank line' }))
    expect(
      await within(dialog).findByText(/1 other settlement due has no bank line and stays open/),
    ).toBeTruthy()
    await user.click(confirm())
    expect(await screen.findByText('1 settlement confirmed by bank lines and matched.')).toBeTruthy()
    expect(saved(log).at(-1)?.body).toMatchObject({ evidence: 'bank line', reference: null })
  })

  it('reopening asks about the match with a bank line', async () => {
    window.history.replaceState(
      null,
      '',
      '/#/settlement-and-accounting/settlement-instructions?status=settled',
    )
    const paid = settlement({
      status: 'settled',
      paid: 1_011_200,
      outstanding: 0,
      paid_on: '2026-11-18',
      evidence: 'bank line',
    })
    const log = network({
      ...answers,
      'GET /settlements': { body: [paid], headers: { 'X-Total-Count': '1' } },
      'POST /settlements/reopen': (asked: Asked) =>
        (asked.body as { matches?: string }).matches === undefined
          ? {
              status: 409,
              body: { error: 'Conflict', code: 'settlement.matched', message: 'It is matched.' },
            }
          : acted(asked),
    })
    const { user } = show(<SettlementsScreen />)
    expect(await screen.findByText('Bank line')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Actions for BUY-9/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reopen' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reopen' })
    const choice = await within(dialog).findByRole('radiogroup', { name: 'Treatment of the match' })
    expect(within(choice).getByRole<HTMLInputElement>('radio', { name: 'Unmatch' }).checked).toBe(true)
    await user.click(within(choice).getByRole('radio', { name: 'Keep the match' }))
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Reopen' }).hasAttribute('disabled')).toBe(false),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Reopen' }))
    await waitFor(() =>
      expect(saved(log).at(-1)?.body).toMatchObject({ matches: 'keep', items: [{ tradeId: 9 }] }),
    )
  })
})
