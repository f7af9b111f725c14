import { expect, test } from 'vitest'
import { NOTHING_TIED, tiedAccounts, tieOf } from './ties.ts'

const account = (id: number, ...roles: string[]) => ({ id, account_code: String(id), roles })
const balance = (accountId: number, net: bigint, isManual = false) => ({
  portfolioId: 1,
  accountId,
  net,
  isManual,
})

test('each amount has the accounts of its role; roles that share one come together', () => {
  const usual = tiedAccounts([account(1100, 'investment'), account(1105, 'transaction-costs')])
  expect(usual.map(({ of, accounts }) => [of, accounts.map(({ id }) => id)])).toEqual([
    [['cost'], [1100]],
    [['capitalised'], [1105]],
    [['adjustment'], []],
    [['rights'], []],
  ])
  const shared = tiedAccounts([
    account(1100, 'investment'),
    account(1150, 'investment', 'fair-value-adjustment'),
    account(1230, 'fair-value-adjustment', 'rights-entitlement'),
  ])
  expect(shared.map(({ of, accounts }) => [of, accounts.map(({ id }) => id)])).toEqual([
    [
      ['cost', 'adjustment', 'rights'],
      [1100, 1150, 1230],
    ],
    [['capitalised'], []],
  ])
})

test('report, what is named and what is left over come to the ledger', () => {
  const [tied] = tiedAccounts([account(1100, 'investment')])
  if (tied === undefined) throw new Error('nothing is tied')
  const tie = tieOf({
    tied,
    report: { ...NOTHING_TIED, cost: 10_000n, adjustment: 99n },
    balances: [balance(1100, 10_900n), balance(1100, 250n, true), balance(1105, 7n)],
    stated: [{ portfolioId: 1, accountId: 1100, net: 600n }],
    named: [{ label: 'Of no matter', amount: 0n }],
  })
  expect(tie).toEqual({
    of: ['cost'],
    accounts: ['1100'],
    report: 100,
    others: [
      { label: 'Manual entries', amount: 2.5 },
      { label: 'Opening balances', amount: 6 },
    ],
    ledger: 111.5,
    difference: 3,
  })
})

test('an account that served another role as well is not said to agree or not: the rest is named', () => {
  const [tied] = tiedAccounts([account(1100, 'investment', 'suspense')])
  if (tied === undefined) throw new Error('nothing is tied')
  const tie = tieOf({
    tied,
    report: { ...NOTHING_TIED, cost: 100n },
    balances: [balance(1100, 150n)],
    stated: [],
  })
  expect(tie).toMatchObject({
    others: [{ label: 'Other postings on the same account', amount: 0.5 }],
    difference: 0,
  })
})
