import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followServerDay } from '../../lib/dates.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import ReconciliationScreen from './ReconciliationScreen.tsx'
import { ledgerLine, reconciliationOf, statementLine } from './record/testing.ts'

const ADDRESS = '/#/accounting-entries/account-reconciliation'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', `${ADDRESS}?reconciliation=4`)
})
afterEach(() => {
  // The screen goes before the session does.
  cleanup()
  closeSession()
})

const one = reconciliationOf()
const list = (rows: readonly unknown[]) => ({ body: rows, headers: { 'X-Total-Count': String(rows.length) } })
const choices = {
  'GET /journal-entries/accounts/list': {
    body: {
      success: true,
      data: [
        { account_code: '1010', account_name: 'Cash at Bank', description: null },
        { account_code: '6300', account_name: 'Bank Charges', description: null },
      ],
    },
  },
  'GET /portfolios': { body: [] },
  'GET /accounts': { body: [] },
}
const answers = {
  ...usual,
  ...choices,
  'GET /account-reconciliation/4': { body: one },
  'GET /account-reconciliation/4/ledger': list([ledgerLine('11-1', 100), ledgerLine('12-1', 200)]),
  'GET /account-reconciliation/4/external': list([
    statementLine(21, 300),
    statementLine(22, -50, { description: 'Service fee' }),
  ]),
}
const posts = (log: Asked[]) => log.filter(({ method }) => method === 'POST')

describe('Account Reconciliation', () => {
  it('says what would be here, and begins with the current month', async () => {
    window.history.replaceState(null, '', ADDRESS)
    const log = network({
      ...usual,
      ...choices,
      'GET /account-reconciliation': list([]),
      'POST /account-reconciliation': { status: 422, body: { error: 'No', message: 'Not today.' } },
    })
    const { user } = show(<ReconciliationScreen />)
    expect(await screen.findByText('No reconciliations yet')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'New Reconciliation' })[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'New reconciliation' })
    expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: /^Period/ }).value).toBe(
      'November 2026',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Begin' }))
    expect(posts(log)).toEqual([])
    const account = within(dialog).getByLabelText(/^Account/)
    await user.type(account, '1010{Enter}')
    await user.click(within(dialog).getByRole('button', { name: 'Begin' }))
    expect(await within(dialog).findByText('Not today.')).toBeTruthy()
    expect(posts(log)[0]?.body).toMatchObject({
      accountCode: '1010',
      period: '2026-11',
      referenceType: 'bank',
    })
  })

  it('matches by hand once the sums agree, and offers an entry where they differ', async () => {
    const matched = { ...one, version: 4, counts: { ...one.counts, matched: 1 } }
    let now = one
    const log = network({
      ...answers,
      'GET /account-reconciliation/4': () => ({ body: now }),
      // The lists are asked for again; until they come, what was matched is gone all the same.
      'GET /account-reconciliation/4/ledger': () =>
        now === one ? answers['GET /account-reconciliation/4/ledger'] : 'unreachable',
      'GET /account-reconciliation/4/external': () =>
        now === one ? answers['GET /account-reconciliation/4/external'] : 'unreachable',
      'POST /account-reconciliation/4/matches': () => {
        now = matched
        return { status: 201, body: { reconciliation: matched, match: {}, entryId: null } }
      },
    })
    const { user } = show(<ReconciliationScreen />)
    await user.click(await screen.findByLabelText('Select Ledger 11-1'))
    await user.click(await screen.findByLabelText('Select Statement 21'))
    const match = screen.getByRole('button', { name: 'Manual Match' })
    expect(match.hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('button', { name: 'Match with a Difference' })).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Selection' }).textContent).toContain('Difference −200.00')
    // A click on the row does what its box does.
    await user.click(screen.getByText('Ledger 12-1'))
    expect(screen.queryByRole('button', { name: 'Match with a Difference' })).toBeNull()
    await user.click(match)
    expect(await screen.findByText('Matched 2 ledger lines with 1 statement line.')).toBeTruthy()
    expect(posts(log).map(({ body }) => body)).toEqual([{ ledger: ['11-1', '12-1'], external: [21] }])
    expect(await screen.findByText('Matched (1)')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Ledger 12-1')).toBeNull())
    expect(screen.getByText('1 statement line')).toBeTruthy()
  })

  it('is not signed off by Ctrl-S, pressed twice', async () => {
    const log = network({ ...answers, 'POST /account-reconciliation/save': { body: { message: 'Saved.' } } })
    const { user } = show(<ReconciliationScreen />)
    await screen.findByRole('button', { name: 'Save and Sign Off' })
    await user.keyboard('{Control>}s{/Control}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{Control>}s{/Control}')
    expect(posts(log)).toEqual([])
  })

  it('is ticked by the space bar on its row, without opening the menu', async () => {
    network(answers)
    const { user } = show(<ReconciliationScreen />)
    const cell = (await screen.findByText('Ledger 11-1')).closest('td') as HTMLElement
    cell.focus()
    await user.keyboard(' ')
    expect(screen.getByLabelText<HTMLInputElement>('Select Ledger 11-1').checked).toBe(true)
    expect(screen.queryByRole('menuitem')).toBeNull()
  })

  it('forgets the choice when another user has matched one of its lines', async () => {
    network({
      ...answers,
      'POST /account-reconciliation/4/matches': {
        status: 409,
        body: { error: 'Conflict', code: 'reconciliation.line-taken', message: 'Matched already.' },
      },
    })
    const { user } = show(<ReconciliationScreen />)
    await user.click(await screen.findByLabelText('Select Ledger 11-1'))
    await user.click(screen.getByLabelText('Select Ledger 12-1'))
    await user.click(await screen.findByLabelText('Select Statement 21'))
    await user.click(screen.getByRole('button', { name: 'Manual Match' }))
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Select Ledger 11-1').checked).toBe(false),
    )
  })

  it('proposes Bank Charges for a line that names a fee, and shows what is posted', async () => {
    const log = network({
      ...answers,
      'POST /account-reconciliation/4/lines/22/entry': (asked) => ({
        status: asked.path.includes('dryRun') ? 200 : 201,
        body: {
          reconciliation: one,
          entryId: 77,
          match: {},
          lines: [
            { account_code: '1010', account_name: 'Cash at Bank', debit: 0, credit: 50 },
            { account_code: '6300', account_name: 'Bank Charges', debit: 50, credit: 0 },
          ],
        },
      }),
    })
    const { user } = show(<ReconciliationScreen />)
    await user.click(await screen.findByRole('button', { name: 'Actions for Service fee' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Create missing entry' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create missing entry' })
    expect(await within(dialog).findByText('6300 Bank Charges')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Post and Match' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(posts(log).at(-1)?.body).toMatchObject({ accountCode: '6300', date: '2026-10-06' })
  })

  it('leads with what is unexplained, and shows what changed since the sign-off', async () => {
    const signed = reconciliationOf({
      status: 'reconciled',
      reconciledBy: 'N',
      reconciledAt: one.createdAt,
      differences: { ...one.differences, netDifference: 500 },
      changedSince: {
        lines: 2,
        net: 70,
        outside: { lines: 1, net: 12 },
        first: '2026-11-03T05:00:00.000Z',
        last: '2026-11-04T05:00:00.000Z',
        open: 2,
      },
    })
    const late = {
      ...ledgerLine('77-1', 70),
      recordedAt: signed.createdAt,
      recordedBy: 'Sunil',
      takenInto: null,
      outside: true,
    }
    network({
      ...answers,
      'GET /account-reconciliation/4': () => ({ body: signed }),
      'GET /account-reconciliation/4/changes': { body: [late] },
    })
    const { user } = show(<ReconciliationScreen />)
    const result = await screen.findByText('Unexplained difference')
    expect(result.closest('[role=status]')?.textContent).toMatch(/^Unexplained difference.*0\.00/)
    expect(screen.getByText(/^Net difference/).textContent).toMatch(
      /500\.00.*holds outstanding cheques already/,
    )
    // The badge says that it changed, not that it is signed off.
    expect(screen.getByText('Changed since sign-off')).toBeTruthy()
    expect(screen.queryByText('Reconciled')).toBeNull()
    expect(screen.getByText(/2 lines dated in this period were recorded/).textContent).toMatch(
      /: 1 line of this portfolio, LKR 70\.00, and 1 line without a portfolio, LKR 12\.00, on the bank’s statement/,
    )
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('Ledger 77-1')).toBeTruthy()
    expect(screen.getByText('No portfolio')).toBeTruthy()
    expect(screen.getByText('Sunil')).toBeTruthy()
  })

  it('unmatching asks what becomes of the settlements that the match confirmed', async () => {
    window.history.replaceState(null, '', `${ADDRESS}?reconciliation=4&view=matched`)
    const match = (id: number, confirmed: number) => ({
      id,
      matchType: 'auto',
      matchedAt: one.createdAt,
      matchedBy: 'Nadeesha Perera',
      glTransaction: ledgerLine(`${id}-1`, -300),
      externalTransaction: statementLine(id, -300),
      glTransactions: [ledgerLine(`${id}-1`, -300)],
      externalTransactions: [statementLine(id, -300)],
      difference: 0,
      explanation: null,
      confirmed,
    })
    const log = network({
      ...answers,
      'GET /account-reconciliation/4/matches': list([match(31, 1), match(32, 0)]),
      'POST /account-reconciliation/4/unmatch': {
        body: { reconciliation: one, unmatched: 1, undone: 1, assumed: 1 },
      },
    })
    const { user } = show(<ReconciliationScreen />)
    await user.click(await screen.findByRole('button', { name: /^Actions for .*31/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unmatch' }))
    const dialog = await screen.findByRole('dialog', { name: 'Unmatch these lines?' })
    expect(
      within(dialog).getByText(
        'This match confirmed 1 settlement. Keep the confirmations or reopen the settlements?',
      ),
    ).toBeTruthy()
    expect(posts(log)).toEqual([])
    await user.click(within(dialog).getByRole('radio', { name: 'Reopen' }))
    // The account settles automatically: that is said before, by the server's own answer, and after.
    expect(
      await within(dialog).findByText(/^1 reopened settlement will be shown as Settled \(assumed\)/),
    ).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Unmatch' }))
    expect(
      await screen.findByText(
        /^1 match unmatched, 1 settlement reopened\. 1 reopened settlement is shown as Settled \(assumed\)/,
      ),
    ).toBeTruthy()
    expect(posts(log).at(-1)?.body).toEqual({ matchIds: [31], confirmations: 'undo' })
    // Where nothing was confirmed, one match is taken apart at once.
    await user.click(screen.getByRole('button', { name: /^Actions for .*32/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unmatch' }))
    await waitFor(() => expect(posts(log).at(-1)?.body).toEqual({ matchIds: [32], confirmations: 'keep' }))
  })

  it('signs off only with an explanation where the open items do not account for the difference', async () => {
    const left = reconciliationOf({
      canSave: false,
      needsExplanation: true,
      differences: { ...one.differences, netDifference: 30 },
      proof: { ...one.proof, unexplained: 30 },
    })
    const signed = {
      ...left,
      status: 'reconciled' as const,
      version: 4,
      reconciledBy: 'N',
      reconciledAt: left.createdAt,
    }
    let now = left
    const log = network({
      ...answers,
      'GET /account-reconciliation/4': () => ({ body: now }),
      'POST /account-reconciliation/save': () => {
        now = signed as unknown as typeof left
        return { body: { success: true, message: 'Reconciliation saved successfully!', data: signed } }
      },
    })
    const { user } = show(<ReconciliationScreen />)
    await user.click(await screen.findByRole('button', { name: 'Save and Sign Off' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save and sign off' })
    const sign = within(dialog).getByRole('button', { name: 'Save and Sign Off' })
    expect(sign.hasAttribute('disabled')).toBe(true)
    await user.type(within(dialog).getByLabelText(/^Why is the difference/), 'Found next month')
    await user.click(sign)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(posts(log)[0]?.body).toMatchObject({
      id: 4,
      version: 3,
      status: 'reconciled',
      explanation: 'Found next month',
    })
    // Signed off: nothing can be saved, ticked or imported.
    expect(screen.getByRole('button', { name: 'Save and Sign Off' }).hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Import Statement' })).toBeNull()
    expect(screen.queryByLabelText('Select Ledger 11-1')).toBeNull()
  })

  it('names a failed save, keeps the dialog and reads its present state', async () => {
    let now = one
    const log = network({
      ...answers,
      'GET /account-reconciliation/4': () => ({ body: now }),
      'POST /account-reconciliation/save': () => {
        now = { ...one, version: one.version + 1, externalBalance: 777.25, notes: 'Of another user' }
        return {
          status: 409,
          body: { error: 'Conflict', code: 'record.stale', message: 'This reconciliation was changed.' },
        }
      },
    })
    const { user } = show(<ReconciliationScreen />)
    await user.click(await screen.findByRole('button', { name: 'Save and Sign Off' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save and sign off' })
    await user.click(within(dialog).getByRole('button', { name: 'Save and Sign Off' }))
    expect(
      await within(dialog).findByText(
        /^Failed to save reconciliation: somebody else changed it in the meantime. The figures above are those of now/,
      ),
    ).toBeTruthy()
    // The next save names the version that was read since, and puts nothing back that the other one changed.
    await waitFor(() => expect(within(dialog).getByDisplayValue('Of another user')).toBeTruthy())
    await user.click(within(dialog).getByRole('button', { name: 'Save as Pending' }))
    await waitFor(() => expect(posts(log)).toHaveLength(2))
    expect(posts(log)[1]?.body).toMatchObject({
      version: one.version + 1,
      externalClosing: '777.25',
      notes: 'Of another user',
    })
  })

  it('details are saved of the version that they were shown of, whatever is read meanwhile', async () => {
    let now = one
    const log = network({
      ...answers,
      'GET /account-reconciliation/4': () => ({ body: now }),
      'PUT /account-reconciliation/4': {
        status: 409,
        body: { error: 'Conflict', code: 'record.stale', message: 'This reconciliation was changed.' },
      },
    })
    window.history.replaceState(null, '', `${ADDRESS}?reconciliation=4&view=more`)
    const { user } = show(<ReconciliationScreen />)
    await user.click(await screen.findByRole('button', { name: 'Edit Details' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reconciliation details' })
    now = { ...one, version: one.version + 1, referenceNumber: 'Of another user' }
    window.dispatchEvent(new Event('visibilitychange'))
    expect((await screen.findAllByText(/Of another user/)).length).toBeGreaterThan(0)
    await user.type(within(dialog).getByLabelText('Notes'), 'Mine')
    await user.click(within(dialog).getByRole('button', { name: 'Save Details' }))
    await waitFor(() =>
      expect(log.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: one.version }),
    )
  })

  it('an empty file is refused without asking the server', async () => {
    const log = network(answers)
    const { user } = show(<ReconciliationScreen />)
    await user.click(await screen.findByRole('button', { name: 'Import Statement' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import Statement' })
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
    await user.upload(input as HTMLInputElement, new File([], 'empty.csv'))
    expect(await within(dialog).findByText('empty.csv is empty.')).toBeTruthy()
    expect(posts(log)).toEqual([])
  })

  it('a double click is one click', async () => {
    const log = network({
      ...answers,
      'POST /account-reconciliation/4/auto-match': {
        body: { reconciliation: one, matched: 2, proposed: 0, confirmed: 0, left: 0 },
      },
    })
    show(<ReconciliationScreen />)
    const button = await screen.findByRole('button', { name: 'Auto Match' })
    button.click()
    button.click()
    expect(await screen.findByText('Auto Match matched 2 pairs.')).toBeTruthy()
    expect(posts(log).length).toBe(1)
    expect(screen.getAllByText('Auto Match matched 2 pairs.').length).toBe(1)
  })

  it.each([
    ['ledger', 'Failed to load general ledger transactions'],
    ['external', 'Failed to refresh data'],
  ])('says that the %s lines could not be loaded, and tries again', async (side, said) => {
    network({ ...answers, [`GET /account-reconciliation/4/${side}`]: { status: 500, body: {} } })
    show(<ReconciliationScreen />)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBe(1)
  })
})
