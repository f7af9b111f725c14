import type { GlMapping, MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import { describe, expect, it } from 'vitest'
import { accountOf, plannedDay, rowsOf, subjectOf } from './mapping.ts'

const exception = (portfolioId: string | null, bank: number | null, account_code: string): GlMapping => ({
  role: 'cash',
  portfolioId,
  portfolioName: portfolioId === null ? null : `Fund ${portfolioId}`,
  settlement_account_id: bank,
  settlement_account: bank === null ? null : `Bank ${bank}`,
  account_code,
  account_name: 'An account',
  effective_from: '1900-01-01',
  effective_until: null,
})
const cash: MappedRole = {
  role: 'cash',
  label: 'Cash at bank',
  account_type: 'Asset',
  is_control: false,
  account_code: '1010',
  account_name: 'Cash at Bank',
  effective_from: '1900-01-01',
  effective_until: null,
  balance: 0,
  others: [],
  exceptions: [exception('P1', null, '1011'), exception(null, 7, '1012'), exception('P1', 7, '1013')],
}

describe('the account of a posting', () => {
  it.each([
    ['P2', 8, '1010'],
    ['P1', 8, '1011'],
    ['P2', 7, '1012'],
    ['P1', 7, '1013'],
    [null, null, '1010'],
  ])('of portfolio %s and bank %s is %s', (portfolioId, bank, code) => {
    expect(accountOf(cash, portfolioId, bank).account_code).toBe(code)
  })
})

it('exceptions are below their role, with their place', () => {
  const rows = rowsOf([cash], '2026-06-30')
  expect(rows.map((row) => row.exception && subjectOf(row.exception))).toEqual([
    null,
    'Fund P1',
    'Bank 7',
    'Fund P1, Bank 7',
  ])
  expect(new Set(rows.map((row) => row.key)).size).toBe(4)
})

it('accounts of other days are below their place, the latest first', () => {
  const dated = (of: GlMapping, effective_from: string, effective_until: string | null): GlMapping => ({
    ...of,
    effective_from,
    effective_until,
  })
  const others = [
    dated(exception('P1', null, '1015'), '2026-10-01', null),
    dated(exception('P1', null, '1014'), '2026-01-01', '2026-03-31'),
    dated(exception('P3', null, '1016'), '2026-01-01', '2026-03-31'),
    dated(exception(null, null, '1009'), '1900-01-01', '2025-12-31'),
  ]
  const rows = rowsOf([{ ...cash, others }], '2026-06-30')
  expect(rows.map((row) => [(row.exception ?? row.role).account_code, row.state])).toEqual([
    ['1010', 'Current'],
    ['1009', 'Earlier'],
    ['1011', 'Current'],
    ['1015', 'Later'],
    ['1014', 'Earlier'],
    ['1012', 'Current'],
    ['1013', 'Current'],
    ['1016', 'Earlier'],
  ])
})

it('the last change to come of each place can be withdrawn, also the end of an exception', () => {
  const dated = (of: GlMapping, effective_from: string, effective_until: string | null): GlMapping => ({
    ...of,
    effective_from,
    effective_until,
  })
  const ends = dated(exception('P2', null, '1017'), '2026-01-01', '2026-08-31')
  const others = [
    dated(exception('P1', null, '1016'), '2026-11-01', null),
    dated(exception('P1', null, '1015'), '2026-10-01', '2026-10-31'),
    dated(exception('P1', null, '1011'), '2026-01-01', '2026-03-31'),
  ]
  const current = dated(exception('P1', null, '1014'), '2026-04-01', '2026-09-30')
  const rows = rowsOf([{ ...cash, exceptions: [current, ends], others }], '2026-06-30')
  expect(rows.map((row) => [(row.exception ?? row.role).account_code, plannedDay(row)])).toEqual([
    ['1010', null],
    ['1014', null],
    ['1016', '2026-11-01'],
    ['1015', null],
    ['1011', null],
    ['1017', '2026-09-01'],
  ])
})
