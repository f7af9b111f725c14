import type { RoleRecord } from '@em/contract/identity/identity'
import type { Right } from '@em/contract/identity/rights'
import { expect, it } from 'vitest'
import { changedBy, rightsWith, ticked } from './role-edits.ts'

const role = (name: string, rights: Right[]): RoleRecord => ({
  name,
  description: null,
  isBuiltIn: false,
  rights,
  people: 0,
  version: 1,
})
const clerk = role('Clerk', ['ledger.read'])

it('is nothing once everything is as it was', () => {
  const some = ticked({}, clerk, { rights: ['trades.read', 'ledger.read'], on: true })
  expect(some).toEqual({ Clerk: { 'trades.read': true } })
  expect(ticked(some, clerk, { rights: ['trades.read'], on: false })).toEqual({})
})

it('keeps what somebody else saved in the meantime', () => {
  const edits = ticked({}, clerk, { rights: ['trades.read'], on: true })
  const fresh = role('Clerk', ['ledger.read', 'reports.read'])
  expect(rightsWith(fresh, edits)).toEqual(['trades.read', 'ledger.read', 'reports.read'])
})

it('changes no role that is gone or is meanwhile as it was wished', () => {
  const edits = ticked(ticked({}, clerk, { rights: ['trades.read'], on: true }), role('Desk', []), {
    rights: ['audit.read'],
    on: true,
  })
  expect(changedBy(edits, [role('Clerk', ['ledger.read', 'trades.read'])])).toEqual([])
  expect(changedBy(edits, [clerk, role('Other', [])]).map(({ name }) => name)).toEqual(['Clerk'])
})
