import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { equities } from '@em/contract/equities/equities'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { describe, expect, test } from 'vitest'
import {
  type AnyRecord,
  type AnyRegister,
  changesOf,
  checksOf,
  draftOf,
  lacksRequired,
  mergeEdits,
  startValues,
  valuesOf,
} from './values.ts'

const equityRegister = equities as unknown as AnyRegister
const portfolioRegister = portfolios as unknown as AnyRegister
const chartRegister = chartOfAccounts as unknown as AnyRegister

const stored: AnyRecord = {
  id: 7,
  portfolioId: 'P1',
  portfolioName: 'Growth Fund',
  portfolioType: 'Equity Portfolio',
  entity: 'Ceylon',
  fundManager: 'R. Jayawardena',
  baseCurrency: 'LKR',
  benchmark: null,
  startDate: '2024-01-01',
  endDate: null,
  status: 'Active',
  riskProfile: null,
  investmentHorizon: null,
  targetYield: 12.5,
  notes: null,
  version: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

describe('what a form starts with', () => {
  test('the descriptor gives the defaults', () => {
    expect(startValues(equityRegister, '2026-11-20')).toEqual({
      name: '',
      issuer: '',
      issuerGroup: '',
      board: '',
      votesPerShare: '',
      symbol: '',
      isin: '',
      sector: '',
      market: 'Colombo Stock Exchange',
      country: 'Sri Lanka',
      currency: 'LKR',
      isActive: true,
      notes: '',
    })
  })

  test('what the server computes is not in the form', () => {
    const values = startValues(chartRegister, '2026-11-20')
    expect(Object.keys(values)).toEqual(['account_code', 'account_name', 'description', 'active_status'])
    expect(values['active_status']).toBe('Yes')
  })

  test('a record comes in as text, exact', () => {
    const values = valuesOf(portfolioRegister, stored)
    expect(values['targetYield']).toBe('12.5')
    expect(values['benchmark']).toBe('')
    expect(values['startDate']).toBe('2024-01-01')
  })
})

describe('what is sent', () => {
  test('a new record: empty optional fields go as null, the rest as typed', () => {
    const values = { ...startValues(equityRegister, '2026-11-20'), name: 'John Keells', symbol: 'jkh.n0000' }
    expect(draftOf(equityRegister, values)).toEqual({
      name: 'John Keells',
      issuer: null,
      issuerGroup: null,
      board: null,
      votesPerShare: null,
      symbol: 'jkh.n0000',
      isin: null,
      sector: null,
      market: 'Colombo Stock Exchange',
      country: 'Sri Lanka',
      currency: 'LKR',
      isActive: true,
      notes: null,
    })
  })

  test('an edit: what changed, and the version that it was made on', () => {
    const values = { ...valuesOf(portfolioRegister, stored), status: 'Suspended', targetYield: '' }
    expect(changesOf(portfolioRegister, values, stored)).toEqual({
      status: 'Suspended',
      targetYield: null,
      version: 3,
    })
  })

  test('an edit that changes nothing sends the version alone', () => {
    expect(changesOf(portfolioRegister, valuesOf(portfolioRegister, stored), stored)).toEqual({ version: 3 })
  })

  test('the contract takes what the form sends', () => {
    const values = { ...valuesOf(portfolioRegister, stored), targetYield: '7.25' }
    expect(checksOf(portfolioRegister)(values)).toEqual({})
    expect(portfolios.update.parse(changesOf(portfolioRegister, values, stored))).toEqual({
      targetYield: 72_500n,
      version: 3,
    })
  })
})

describe('checks', () => {
  test('required fields that are empty are named by their labels', () => {
    const values = startValues(equityRegister, '2026-11-20')
    const errors = checksOf(equityRegister)(values)
    expect(errors).toEqual({ name: 'Company Name is required.', symbol: 'Ticker Symbol is required.' })
    expect(lacksRequired(equityRegister, values, Object.keys(errors))).toBe(true)
  })

  test('another fault is not reported as an empty required field', () => {
    const values = {
      ...startValues(equityRegister, '2026-11-20'),
      name: 'John Keells',
      symbol: 'JKH.N0000',
      isin: 'LK00000000000',
    }
    const errors = checksOf(equityRegister)(values)
    expect(Object.keys(errors)).toEqual(['isin'])
    expect(lacksRequired(equityRegister, values, ['isin'])).toBe(false)
  })
})

describe('an edit on a record that someone else changed', () => {
  const base = valuesOf(portfolioRegister, stored)

  test('what was typed stays, all else has the present values', () => {
    const fresh = { ...stored, fundManager: 'S. Silva', version: 4 }
    const { values, retained, clashes } = mergeEdits(portfolioRegister, {
      base: stored,
      typed: { ...base, entity: 'Provident' },
      fresh,
    })
    expect(values['entity']).toBe('Provident')
    expect(values['fundManager']).toBe('S. Silva')
    expect(retained.map((field) => field.name)).toEqual(['entity'])
    expect(clashes).toEqual([])
    expect(changesOf(portfolioRegister, values, fresh)).toEqual({ entity: 'Provident', version: 4 })
  })

  test('a field that both changed is named with the present value', () => {
    const { values, clashes } = mergeEdits(portfolioRegister, {
      base: stored,
      typed: { ...base, status: 'Inactive' },
      fresh: { ...stored, status: 'Suspended', version: 4 },
    })
    expect(values['status']).toBe('Inactive')
    expect(clashes.map(({ field, now }) => [field.label, now])).toEqual([['Status', 'Suspended']])
  })

  test('both made the same change: nothing clashes', () => {
    const { clashes } = mergeEdits(portfolioRegister, {
      base: stored,
      typed: { ...base, status: 'Suspended' },
      fresh: { ...stored, status: 'Suspended', version: 4 },
    })
    expect(clashes).toEqual([])
  })
})
