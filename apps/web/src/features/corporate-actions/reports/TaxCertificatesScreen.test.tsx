import type { TaxCertificates } from '@em/contract/corporate-actions/action-reports'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual, withRole } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { certificate, isSave } from '../shared/testing.ts'
import { NO_FILTERS } from './certificates.ts'
import { certificatesReport } from './certificates-report.tsx'
import TaxCertificatesScreen from './TaxCertificatesScreen.tsx'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/corporate-actions/tax-certificates')
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
})

const given = certificate({
  action: 13,
  payer: 'Ceylon Cold Stores PLC',
  tax: 487.5,
  gross: 3_250,
  number: 'C-1',
  received_on: '2026-11-10',
})
const memo = certificate({ action: 14, payer: 'Commercial Bank', tax: 3_000, gross: 20_000, is_memo: true })
const data = (changes: Partial<TaxCertificates> = {}): TaxCertificates => ({
  rows: [certificate(), given, memo],
  tax: 10_237.5,
  provisional: 0,
  ledger: 10_237.5,
  difference: 0,
  memo: 3_000,
  taken_on: 0,
  missing: 2,
  ...changes,
})
const LIST = 'GET /corporate-action-reports/tax-certificates'
const answers = {
  ...usual,
  'GET /portfolios': { body: [] },
  'GET /entities': { body: [] },
  [LIST]: { body: data() },
}
const card = (label: string) => screen.getByText(label).parentElement?.textContent

describe('Tax Certificates', () => {
  it('ties the tax to account 6200, and keeps memo tax below and out of the total', async () => {
    network(answers)
    show(<TaxCertificatesScreen />)
    expect(await screen.findByText('Ceylon Cold Stores PLC')).toBeTruthy()
    expect(screen.getByText('Agrees with the ledger')).toBeTruthy()
    expect(card('Tax withheld (LKR)')).toContain('10,237.50')
    expect(card('Movement of 6200 (LKR)')).toContain('10,237.50')
    const posted = within(screen.getByRole('grid', { name: 'Tax certificates' }))
    expect(posted.queryByText('Commercial Bank')).toBeNull()
    expect(posted.getByText('10,237.50')).toBeTruthy()
    const below = within(screen.getByRole('grid', { name: 'Memo tax' }))
    expect(below.getByText('Commercial Bank')).toBeTruthy()
  })

  it('names provisional tax of dividends that were paid on other days', async () => {
    network({ ...answers, [LIST]: { body: data({ ledger: 10_337.5, provisional: 100 }) } })
    show(<TaxCertificatesScreen />)
    expect(await screen.findByText('Ceylon Cold Stores PLC')).toBeTruthy()
    expect(screen.getByText('Agrees with the ledger')).toBeTruthy()
    expect(card('Movement of 6200 (LKR)')).toContain(
      '100.00 of it is provisional tax at ex dates, paid on other days',
    )
  })

  it('shows a difference to the ledger', async () => {
    network({ ...answers, [LIST]: { body: data({ ledger: 10_000, difference: 237.5 }) } })
    show(<TaxCertificatesScreen />)
    expect(await screen.findByText('Does not agree with the ledger')).toBeTruthy()
    expect(card('Difference (LKR)')).toContain('237.50')
  })

  it('takes the number and date in the row; a blank number takes them back', async () => {
    const log = network({
      ...answers,
      'PUT /corporate-action-reports/tax-certificates/12': { body: certificate({ number: 'W-77' }) },
      'PUT /corporate-action-reports/tax-certificates/13': { body: certificate({ action: 13 }) },
    })
    const { user } = show(<TaxCertificatesScreen />)
    await user.click(await screen.findByRole('button', { name: /^Enter the certificate of John Keells/ }))
    expect((screen.getByLabelText('Received On') as HTMLInputElement).value).toBe('2026-11-20')
    await user.type(screen.getByLabelText('Certificate Number'), 'W-77')
    await user.clear(screen.getByLabelText('Received On'))
    await user.type(screen.getByLabelText('Received On'), '25/11/2026{Enter}')
    expect(await screen.findByText('The certificate cannot have come after today.')).toBeTruthy()
    await user.clear(screen.getByLabelText('Received On'))
    await user.type(screen.getByLabelText('Received On'), '18/11/2026{Enter}')
    await waitFor(() => expect(screen.queryByLabelText('Certificate Number')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^Edit the certificate of Ceylon Cold/ }))
    await user.clear(screen.getByLabelText('Certificate Number'))
    await user.click(screen.getByRole('button', { name: /^Save the certificate of Ceylon Cold/ }))
    await waitFor(() => expect(log.filter(isSave)).toHaveLength(2))
    expect(log.filter(isSave).map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/corporate-action-reports/tax-certificates/12',
        { portfolioId: 'GROWTH', number: 'W-77', receivedOn: '2026-11-18' },
      ],
      [
        '/api/corporate-action-reports/tax-certificates/13',
        { portfolioId: 'GROWTH', number: '', receivedOn: null },
      ],
    ])
  })

  it('keeps what was typed where it is refused, and leaves it by Escape after asking', async () => {
    network({
      ...answers,
      'PUT /corporate-action-reports/tax-certificates/12': {
        status: 422,
        body: {
          error: 'Unprocessable',
          code: 'request.invalid',
          message: 'This number stands on another certificate.',
        },
      },
    })
    const { user } = show(<TaxCertificatesScreen />)
    await user.click(await screen.findByRole('button', { name: /^Enter the certificate of John Keells/ }))
    await user.type(screen.getByLabelText('Certificate Number'), 'C-1{Enter}')
    expect(await screen.findByText('This number stands on another certificate.')).toBeTruthy()
    const number = screen.getByLabelText('Certificate Number') as HTMLInputElement
    expect(number.value).toBe('C-1')
    await user.type(number, '{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByLabelText('Certificate Number')).toBeNull())
  })

  it('filters by what is missing; who only reads is offered no field', async () => {
    window.history.replaceState(null, '', '/#/corporate-actions/tax-certificates?state=received')
    openSession({ token: 't', user: withRole('Auditor'), kept: true })
    network(answers)
    show(<TaxCertificatesScreen />)
    const grid = within(await screen.findByRole('grid', { name: 'Tax certificates' }))
    expect(await grid.findByText('Ceylon Cold Stores PLC')).toBeTruthy()
    expect(grid.queryByText('John Keells Holdings PLC')).toBeNull()
    expect(screen.queryByRole('button', { name: /the certificate of/ })).toBeNull()
  })

  it('is exported with its tie, and with memo tax in a table of its own', () => {
    const report = certificatesReport(data(), NO_FILTERS, 'N. Perera')
    expect(report.tables.map(({ title }) => title)).toEqual([
      'Tax withheld',
      'Tie to the ledger',
      'Memo: tax of scrip dividends without income',
    ])
    expect(report.tables[0]?.rows.at(-1)?.cells).toEqual([
      'Total',
      undefined,
      undefined,
      undefined,
      undefined,
      '68250',
      undefined,
      '10237.5',
      undefined,
      undefined,
    ])
    expect(report.tables[1]?.rows.map(({ cells }) => cells[1])).toEqual([10_237.5, 10_237.5, 0])
  })
})
