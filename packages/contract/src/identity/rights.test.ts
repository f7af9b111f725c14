import { expect, test } from 'vitest'
import { z } from 'zod'
import { registers } from '../kit/registers.ts'
import { type Load, route } from '../kit/route.ts'
import { allRoutes } from '../registry.ts'
import { isRight, RIGHT_NAMES, RIGHTS, rightOf } from './rights.ts'
import { BUILT_IN_ROLES, rightsOfBuiltIn } from './roles.ts'

test('each right is described once', () => {
  expect(new Set(RIGHT_NAMES).size).toBe(RIGHTS.length)
  expect(new Set(RIGHTS.map(({ label }) => label)).size).toBe(RIGHTS.length)
  for (const { name } of RIGHTS) expect(name).toMatch(/^[a-z]+\.[a-z-]+$/)
})

test('every right is what a route needs', () => {
  const needed = new Set<string>(allRoutes.map(({ needs }) => needs))
  // Answers about limits leave out what only this one shows.
  const inAnswers = ['restrictions.read-reasons']
  expect(RIGHT_NAMES.filter((name) => !needed.has(name))).toEqual(inAnswers)
})

test('every route names what it needs', () => {
  const plain = { name: 'x.y', method: 'GET', path: '/x', tag: 'X', summary: 'X', reply: z.string() } as const
  // @ts-expect-error: what it needs is not said
  expect(route(plain).needs).toBeUndefined()
  const odd = allRoutes.filter(({ needs }) => needs !== 'public' && needs !== 'signed-in' && !isRight(needs))
  expect(odd.map(({ name }) => name)).toEqual([])
})

test('without a right only what is public, and what is of oneself', () => {
  const of = (needs: string) => allRoutes.filter((route) => route.needs === needs).map(({ name }) => name)
  expect(of('public')).toEqual(['health', 'identity.signup', 'identity.login', 'identity.set-password'])
  expect(of('signed-in')).toEqual([
    'identity.me',
    'identity.logout',
    'identity.change-password',
    'identity.sessions',
    'identity.end-session',
    'identity.end-other-sessions',
    'jobs.list',
    'jobs.get',
    'jobs.cancel',
    'jobs.retry',
    'exports.file',
    'search',
    'notifications',
    'report-schedules.list',
    'report-schedules.create',
    'report-schedules.change',
    'report-schedules.remove',
    'report-schedules.run',
    'saved-views.list',
    'saved-views.create',
    'saved-views.change',
    'saved-views.remove',
    'favourites.get',
    'favourites.save',
    'approvals.list',
    'approvals.get',
    // Who may decide a request is asked for each: by right, portfolios and delegation.
    'approvals.approve',
    'approvals.reject',
    'approvals.withdraw',
    'approvals.collect',
    'approval-rules.list',
    'approval-delegations.list',
    'approval-delegations.people',
  ])
})

/** They are sent with POST and change nothing of the books. */
const READS_BY_POST = [
  'accounting-exports.tie',
  'audit.export',
  'batches.calculate-bulk-buy',
  'batches.read-file',
  'book.export',
  'broker-reports.compare',
  'cds-comparisons.read-file',
  'ledger.export',
  'limits.what-if',
  'prices.read-file',
  'realized.export-excel',
  'realized.generate-report',
  'rebalancing.propose',
  'reconciliation.read-statement',
  'report-files.daily-holdings',
  'report-files.fees-and-levies',
  'report-files.limits',
  'report-files.trade-blotter',
  'sale-proposals.average',
  'sale-proposals.cash',
  'sale-proposals.sale',
  'sells.calculate',
  'trade-documents.extract-pdf-text',
  'trades.calculate-buy',
  'verify.check',
]

test('a write needs a right to change, a read one to read', () => {
  const writes: readonly Load[] = ['write', 'upload']
  const withRight = allRoutes.flatMap((route) =>
    isRight(route.needs) ? [{ ...route, changes: rightOf(route.needs).changes }] : [],
  )
  expect(withRight.filter(({ method, changes }) => method === 'GET' && changes)).toEqual([])
  const reads = withRight.filter(({ method, changes }) => method !== 'GET' && !changes)
  expect(reads.map(({ name }) => name).toSorted()).toEqual(READS_BY_POST)
  expect(withRight.filter(({ load, changes }) => changes && !writes.includes(load))).toEqual([])
})

test('the built-in roles hold what they are for', () => {
  const rights = (role: string) => rightsOfBuiltIn(role) ?? []
  expect(BUILT_IN_ROLES.map(({ name }) => name)).toEqual([
    'Administrator',
    'Accountant',
    'Dealer',
    'Approver',
    'Portfolio Manager',
    'Auditor',
    'Member',
  ])
  expect(rights('Administrator')).toEqual(RIGHT_NAMES)
  const people = ['audit.read-people', 'users.read', 'users.manage', 'roles.manage']
  const approvals = ['approvals.decide', 'approvals.rules']
  const notOfMembers = [...people, 'orders.approve', 'limits.change', 'limits.override', ...approvals]
  // New rights are in no other role: who asks for something does not decide it.
  const holders = (right: string) =>
    BUILT_IN_ROLES.filter((role) => role.rights.some((one) => one === right)).map(({ name }) => name)
  expect(holders('approvals.decide')).toEqual(['Administrator', 'Accountant', 'Approver'])
  expect(holders('approvals.rules')).toEqual(['Administrator'])
  const everyone = BUILT_IN_ROLES.map(({ name }) => name)
  expect([holders('orders.read'), holders('limits.read')]).toEqual([everyone, everyone])
  expect(holders('orders.propose')).toEqual(['Administrator', 'Dealer', 'Portfolio Manager', 'Member'])
  expect(holders('orders.approve')).toEqual(['Administrator', 'Approver', 'Portfolio Manager'])
  expect(holders('limits.change')).toEqual(['Administrator'])
  expect(holders('limits.override')).toEqual(['Administrator', 'Approver'])
  // The reason of a restriction may be inside information: a dealer reads that dealing is forbidden, not why.
  const toKnow = 'restrictions.read-reasons'
  expect(holders(toKnow)).toEqual(['Administrator', 'Approver'])
  expect(rights('Member')).toEqual(
    RIGHT_NAMES.filter((name) => !notOfMembers.includes(name) && name !== toKnow),
  )
  expect(rights('Auditor')).toEqual(
    RIGHTS.filter(({ name, changes }) => !changes && !people.includes(name) && name !== toKnow).map(
      ({ name }) => name,
    ),
  )
  for (const { rights: some } of BUILT_IN_ROLES)
    expect(some).toEqual(RIGHT_NAMES.filter((name) => some.includes(name)))
  expect(rightsOfBuiltIn('Unknown')).toBeUndefined()
})

test('a register whose records are of no portfolio says whom they concern, and its writes follow', () => {
  const said = registers.map(({ word, fields, rights: { of }, routes }) => {
    const isOfPortfolios = word === 'portfolios' || fields.some(({ refersTo }) => refersTo === 'portfolios')
    const { create, update, remove } = routes
    return {
      word,
      right: (of === 'its portfolio') === isOfPortfolios,
      // An account that settles is changed by who may change all that use it: the server looks.
      isAll: of === 'all portfolios' || isOfPortfolios || word === 'settlement-accounts',
      scopes: [create, update, remove].map(({ scope }) => scope === 'all'),
      expected: [
        of === 'all portfolios' || word === 'portfolios',
        of === 'all portfolios',
        of === 'all portfolios',
      ],
    }
  })
  expect(said.filter(({ right, isAll }) => !right || !isAll)).toEqual([])
  for (const { word, scopes, expected } of said) expect([word, scopes]).toEqual([word, expected])
})

/** Rights to change what every portfolio follows, and those of their routes that name what they change of one. */
const OF_ALL: readonly string[] = [
  'registers.change',
  'accounts.change',
  'limits.change',
  'prices.record',
  'entities.change',
  'mappings.change',
  'periods.lock',
  'years.close',
]
const OF_ONE = [
  'settlement-accounts.create',
  'settlement-accounts.update',
  'settlement-accounts.remove',
  // A pledge is of the shares of one portfolio.
  'cds.pledge',
  'cds.release',
  // An outside ledger is of its own portfolios.
  'accounting-targets.create',
  'accounting-targets.change',
  'accounting-targets.change-mapping',
]

test('no user with some of the portfolios changes what all of them follow', () => {
  const some = allRoutes.filter(({ needs, scope }) => OF_ALL.includes(needs) && scope !== 'all')
  expect(some.map(({ name }) => name)).toEqual(OF_ONE)
})
