import type { JournalRow, Suspense } from '@em/contract/journal/journal'
import type { JournalEntry } from '@em/contract/journal/journal-entry'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeHashQuery } from '../../lib/hash.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { entryActionsOf } from './entry-actions.ts'
import JournalScreen from './JournalScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  // The screen reads the signed-in user as long as it is mounted.
  cleanup()
  closeSession()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

const row: JournalRow = {
  id: 12,
  date: '2026-11-20',
  account_code: '6300',
  account_name: 'Bank Charges',
  line_count: 2,
  one_line: true,
  description: 'Charges of October',
  reference: 'BC-10',
  debit: 250,
  credit: 0,
  difference: 0,
  transaction_type: 'Manual',
  status: 'Posted',
  kind: 'manual',
  portfolios: ['GRW'],
  trade_id: null,
  deal_number: null,
  reversal_of: null,
  reversed_by: null,
  replaces: null,
  replaced_by: null,
  recurring_id: null,
  due_on: null,
  attachments: 0,
  recorded_at: '2026-11-20T04:00:00.000Z',
  recorded_by: 'Nadeesha Perera',
}
const nothing = { count: 0, debits: 0, credits: 0, oldest_date: null, oldest_days: null }
const clear: Suspense = { accounts: [], balance: 0, is_clear: true, open: nothing, portfolios: [] }
const standing: Suspense = {
  ...clear,
  is_clear: false,
  open: { count: 2, debits: 250, credits: 250, oldest_date: '2026-11-03', oldest_days: 17 },
}
const saved = {
  ...row,
  id: 13,
  version: null,
  lines: [],
  differences: [],
  history: [],
  total: 80,
} as unknown as JournalEntry

function server(more: Parameters<typeof network>[0] = {}, suspense = clear) {
  return network({
    ...usual,
    'GET /journal-entries': {
      body: { success: true, data: [row] },
      headers: { 'X-Total-Count': '1' },
    },
    'GET /journal-entries/summary': {
      body: { success: true, data: { draft: 2, posted: 1, pending: 0, cancelled: 0, due: 1 } },
    },
    'GET /journal-entries/suspense': { body: { success: true, data: suspense } },
    'GET /journal-entries/accounts/list': {
      body: {
        success: true,
        data: [
          { account_code: '1010', account_name: 'Cash at Bank', description: null, is_cash: true },
          { account_code: '6300', account_name: 'Bank Charges', description: null, is_cash: false },
        ],
      },
    },
    'GET /general-ledger/portfolios': { body: [] },
    'GET /portfolios': { body: [{ id: 1, portfolioId: 'GRW', portfolioName: 'Growth Fund' }] },
    'GET /accounts': { body: [] },
    'POST /journal-entries': {
      status: 201,
      body: { success: true, data: saved, reversal: null, warnings: [] },
    },
    ...more,
  })
}
const at = (query: string) =>
  window.history.replaceState(null, '', `/#/accounting-entries/journal-entries${query}`)

describe('the journal', () => {
  it('shows the entries, how many there are, what is due, and what is open on Suspense', async () => {
    at('')
    server({}, standing)
    show(<JournalScreen />)
    expect(await screen.findByText('6300 Bank Charges')).toBeDefined()
    expect(await screen.findByText('One recurring entry has come due.')).toBeDefined()
    expect(
      await screen.findByText(
        /^Suspense is not clear\. 2 open items: debits LKR 250\.00, credits LKR 250\.00, the oldest 17 days old\./,
      ),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Show suspense items' }).getAttribute('href')).toContain(
      'view=suspense',
    )
  })

  it('goes to the Buy tab by + New Entry, which says so', async () => {
    at('')
    server()
    const { user } = show(<JournalScreen />)
    await user.click(await screen.findByRole('button', { name: '+ New Entry (Buy)' }))
    expect(window.location.hash).toBe('#/trade-capture/buy')
  })

  it('says that there is nothing, in the words of the specification', async () => {
    at('')
    server({
      'GET /journal-entries': { body: { success: true, data: [] }, headers: { 'X-Total-Count': '0' } },
    })
    show(<JournalScreen />)
    expect(await screen.findByText('No journal entries found')).toBeDefined()
  })
})

describe('the form', () => {
  it('keeps digits and a dot, and sends one line with numbers', async () => {
    at('?new=1')
    const asked = server()
    const { user } = show(<JournalScreen />)
    const form = within(await screen.findByRole('dialog', { name: 'New journal entry' }))
    await user.type(form.getByLabelText(/^Description/), 'Charges')
    await user.type(form.getByLabelText(/^Account/), '6300{Enter}')
    const debit = form.getByLabelText<HTMLInputElement>('Debit (LKR)')
    await user.type(debit, '1,2x50.555')
    expect(debit.value).toBe('1250.55')
    await user.tab()
    expect(debit.value).toBe('1,250.55')
    await user.click(form.getByRole('button', { name: 'Post entry' }))
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      account_code: '6300',
      debit: '1250.55',
      credit: '0.00',
      status: 'Posted',
      transaction_type: 'Manual',
      lines: null,
    })
    await waitFor(() => expect(window.location.hash).not.toContain('new=1'))
  })

  it('warns before saving: cash without a bank account, and a date before the opening', async () => {
    at('?new=1')
    const warnings = ['Is in the answer too.']
    const opening = { portfolio: 'Growth Fund', portfolioName: 'Growth Fund', portfolioId: 'GRW' }
    server({
      'GET /general-ledger/portfolios': { body: [{ ...opening, opening_date: '2099-01-01' }] },
      'POST /journal-entries': {
        status: 201,
        body: { success: true, data: saved, reversal: null, warnings },
      },
    })
    const { user } = show(<JournalScreen />)
    const form = within(await screen.findByRole('dialog', { name: 'New journal entry' }))
    await user.type(form.getByLabelText(/^Description/), 'Cash')
    await user.type(form.getByLabelText(/^Account/), '1010{Enter}')
    await user.type(form.getByLabelText<HTMLInputElement>('Debit (LKR)'), '5')
    expect((await form.findByRole('alert')).textContent).toBe(
      'A line on account 1010 names no bank account, so no bank reconciliation includes it.',
    )
    await user.click(form.getByLabelText('Portfolio', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: 'Growth Fund' }))
    expect(form.getByRole('alert').textContent).toContain(
      'The date is before the opening date of Growth Fund, 01 Jan 2099.',
    )
    await user.click(form.getByRole('button', { name: 'Post entry' }))
    expect(await screen.findByText('Journal entry 13: Is in the answer too.')).toBeDefined()
  })

  it('forgets what was discarded', async () => {
    at('?new=1')
    server()
    const { user } = show(<JournalScreen />)
    const form = () => screen.findByRole('dialog', { name: 'New journal entry' })
    await user.type(within(await form()).getByLabelText(/^Description/), 'Charges')
    fireEvent.keyDown(await form(), { key: 'Escape' })
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(window.location.hash).not.toContain('new=1'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getAllByRole('button', { name: 'New journal entry' })[0] as HTMLElement)
    await form()
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  })

  it('opens a draft as it is now, and keeps what its lines clear on Suspense', async () => {
    const line = (no: number, code: string, debit: number, clears: object | null) => ({
      line_no: no,
      account_code: code,
      account_name: code,
      description: null,
      portfolioId: 'GRW',
      settlement_account: null,
      debit,
      credit: debit === 0 ? 60 : 0,
      transaction_type: 'Journal Entry',
      clears,
    })
    const draft = (description: string, version: number) => ({
      success: true,
      data: {
        ...saved,
        one_line: false,
        status: 'Draft',
        journal_type: 'Manual',
        description,
        version,
        lines: [line(1, '2900', 60, { entry_id: 4, line_no: 2 }), line(2, '1010', 0, null)],
      },
    })
    let asked = 0
    const log = server({
      'GET /journal-entries/13': () => {
        asked += 1
        return { body: asked === 1 ? draft('First words', 1) : draft('Second words', 2) }
      },
      'PUT /journal-entries/13': { body: { ...draft('Second words', 2), reversal: null, warnings: [] } },
    })
    at('?edit=13')
    const { user } = show(<JournalScreen />)
    expect(await screen.findByDisplayValue('First words')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(log.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      version: 1,
      status: 'Draft',
      lines: [{ clears: { entry_id: 4, line_no: 2 } }, { clears: null }],
    })
    act(() => changeHashQuery({ edit: '13' }))
    expect(await screen.findByDisplayValue('Second words')).toBeDefined()
    expect(screen.getByPlaceholderText('Clears entry 4')).toBeDefined()
  })

  it('saves a draft of the version that it began with, whatever is read meanwhile', async () => {
    at('?edit=13')
    const line = {
      account_code: '6300',
      account_name: 'Bank Charges',
      debit: 80,
      credit: 0,
      description: null,
    }
    const draft = {
      ...saved,
      status: 'Draft',
      version: 1,
      journal_type: 'Manual',
      lines: [{ ...line, portfolioId: null, settlement_account: null }],
    }
    let now = draft
    const asked = server({
      'GET /journal-entries/13': () => ({ body: { success: true, data: now } }),
      'PUT /journal-entries/13': { status: 409, body: { code: 'record.stale', message: 'It was changed.' } },
    })
    const { user } = show(<JournalScreen />)
    const form = within(await screen.findByRole('dialog', { name: 'Edit journal entry 13' }))
    await form.findByLabelText(/^Description/)
    const reads = () => asked.filter(({ path }) => path.endsWith('/journal-entries/13')).length
    const before = reads()
    now = { ...draft, version: 2 }
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(reads()).toBeGreaterThan(before))
    await user.type(form.getByLabelText(/^Description/), ' again')
    await user.click(form.getByRole('button', { name: 'Save draft' }))
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 1 }),
    )
  })

  it('names what is missing, adds a line by Enter and shows the difference while typing', async () => {
    at('?new=1')
    const asked = server()
    const { user } = show(<JournalScreen />)
    const form = within(await screen.findByRole('dialog', { name: 'New journal entry' }))
    await user.click(form.getByText('Several lines'))
    await user.type(form.getByLabelText('Debit of line 1'), '100')
    expect(form.getByText(/too much debit/)).toBeDefined()
    await user.type(form.getByLabelText('Credit of line 2'), '60{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Account of line 3')))
    await user.type(form.getByLabelText('Credit of line 3'), '40')
    expect(form.getByText('In balance')).toBeDefined()
    // An amount that is come back to is marked, digits as they are typed: the next key takes its place.
    const credit = form.getByLabelText<HTMLInputElement>('Credit of line 2')
    expect(credit.value).toBe('60.00')
    act(() => credit.focus())
    expect(credit.value.slice(credit.selectionStart ?? 0, credit.selectionEnd ?? 0)).toBe(credit.value)
    await user.keyboard('1060')
    expect(credit.value).toBe('1060')
    await user.clear(credit)
    await user.type(credit, '60')
    await user.click(form.getByRole('button', { name: 'Post entry' }))
    expect((await form.findAllByText(/Description is required/)).length).toBeGreaterThan(0)
    expect(form.getAllByText(/Account is required/).length).toBeGreaterThan(0)
    expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  })
})

it('what can be done with an entry follows from what it is', () => {
  const actions = (changes: Partial<JournalRow>) => entryActionsOf({ ...row, ...changes }).map(({ id }) => id)
  expect(actions({})).toEqual(['edit', 'copy', 'repeat', 'reverse'])
  expect(actions({ status: 'Draft' })).toEqual(['edit', 'copy', 'repeat', 'cancel'])
  expect(actions({ status: 'Cancelled' })).toEqual(['edit', 'copy', 'repeat'])
  expect(actions({ status: 'Cancelled', reversed_by: 14 })).toEqual(['copy', 'repeat'])
  expect(actions({ reversal_of: 12 })).toEqual(['copy', 'repeat'])
  expect(actions({ kind: 'trade' })).toEqual([])
})
