import { expect, test } from 'vitest'
import { brokers } from '../brokers/brokers.ts'
import { settlementAccounts } from '../settlement-accounts/settlement-accounts.ts'
import {
  type AuditField,
  type AuditFieldKind,
  changesBetween,
  differingFields,
  textOfValue,
} from './audit-texts.ts'
import { auditFieldsOf } from './register-audit-fields.ts'

test.each<[AuditFieldKind, unknown, string]>([
  ['shares', 6332, '6,332'],
  ['money', 1824708.29, '1,824,708.29'],
  ['money', '1824708.2', '1,824,708.20'],
  ['money', -0.5, '\u22120.50'],
  ['price', '288.17', '288.1700'],
  ['percent', 8.4, '8.4'],
  ['date', '2026-06-01', '01 Jun 2026'],
  ['month', 3, 'March'],
  ['yes-no', false, 'No'],
  ['text', 'C-1', 'C-1'],
  ['text', ['1010 debit 5.00', '3000 credit 5.00'], '1010 debit 5.00, 3000 credit 5.00'],
  ['money', null, ''],
  ['text', '', ''],
  ['money', 0, '0.00'],
])('%s %j is shown as %s', (kind, value, text) => expect(textOfValue({ kind }, value)).toBe(text))

const FIELDS: readonly AuditField[] = [
  { name: 'quantity', label: 'Quantity', kind: 'shares' },
  { name: 'price', label: 'Price', kind: 'price' },
  { name: 'note', label: 'Note' },
]

test('only the fields that read differently are shown, in the order of the list', () => {
  const before = { note: null, price: '10.5000', quantity: 100, version: 1 }
  const after = { note: 'As instructed', price: 10.5, quantity: 120, version: 2 }
  expect(changesBetween(FIELDS, before, after)).toEqual([
    { field: 'quantity', label: 'Quantity', before: '100', after: '120' },
    { field: 'note', label: 'Note', before: '', after: 'As instructed' },
  ])
  expect(changesBetween(FIELDS, null, after).map(({ label }) => label)).toEqual(['Quantity', 'Price', 'Note'])
  expect(differingFields(FIELDS, before, after)).toEqual({
    before: { quantity: 100, note: null },
    after: { quantity: 120, note: 'As instructed' },
  })
})

test('a register is shown with the labels of its form, its choices by their words', () => {
  const before = { settles: 'automatic', account_name: 'Trading', id: 3 }
  const after = { settles: 'by hand', account_name: 'Trading', id: 3 }
  expect(changesBetween(auditFieldsOf(settlementAccounts), before, after)).toEqual([
    { field: 'settles', label: 'Settles', before: 'Automatic', after: 'By hand' },
  ])
  expect(auditFieldsOf(brokers).map(({ label }) => label)).toContain('Broker Name')
})
