/** The month end of October 2026, as an accountant closes it: valued, years closed, banks reconciled, books locked. */
import type { Entity } from '../../packages/contract/src/periods/periods.ts'
import type { ExternalTransaction } from '../../packages/contract/src/reconciliation/reconciliation-records.ts'
import {
  type BankLine,
  bankLineOf,
  beginMonth,
  booked,
  closingOf,
  readReconciliation,
  seenByBank,
} from './bank.ts'
import type { Call } from './call.ts'

const [FIRST, LAST] = ['2026-10-01', '2026-10-31']
/** Year-ends before it, which are closed then, and the month: each is valued. */
const VALUED = ['2025-03-31', '2026-03-31', LAST] as const
/**
 * The bank charges of the month, in rupees, and the portfolio that bears each: by the order of the accounts.
 */
const CHARGES = [
  { amount: 2_500, portfolio: 'MGF' },
  { amount: 1_750, portfolio: 'STB' },
  { amount: 1_250, portfolio: 'KDT' },
  { amount: 500, portfolio: 'STB' },
] as const

/** Closes October. In: the ids of the settlement accounts in the book's order. */
export async function closeOctober(call: Call, accounts: readonly number[]): Promise<void> {
  const entities = await call<Entity[]>('GET', '/entities')
  for (const date of VALUED) {
    await call('POST', '/mark-to-market/runs', { date, portfolioId: 'all' })
    if (date === LAST) continue
    for (const { id, is_general: isGeneral } of entities)
      if (!isGeneral) await call('POST', `/entities/${id}/close`, { year_end: date })
  }
  for (const [at, account] of accounts.entries()) await reconcile(call, account, at)
  await lock(call)
}

async function reconcile(call: Call, account: number, at: number): Promise<void> {
  const charge = CHARGES[at]
  if (charge === undefined) throw new Error(`The demo has no charges for its bank account ${at + 1}`)
  const { transactions, openingBalance } = await booked(call, account, FIRST, LAST)
  const lines: BankLine[] = [
    ...seenByBank(transactions).map(bankLineOf),
    {
      date: '2026-10-30',
      description: 'LEDGER FEE AND SMS ALERTS OCTOBER',
      reference: null,
      debit: null,
      credit: charge.amount,
    },
  ]
  const id = await beginMonth(
    call,
    { id: account, fileName: `Statement October 2026 ${at + 1}.csv` },
    { period: '2026-10', opening: openingBalance, lines },
  )
  const root = `/account-reconciliation/${id}`
  const open = await call<ExternalTransaction[]>('GET', `${root}/external`)
  const fee = open.find(({ description }) => description?.startsWith('LEDGER FEE'))
  const { entryId } = await call<{ entryId: number }>('POST', `${root}/lines/${fee?.id}/entry`, {
    accountCode: '6300',
    portfolio: charge.portfolio,
    description: 'Bank charges of October',
  })
  const advice = `Ledger fee and SMS alerts, October 2026: LKR ${charge.amount}.00\n`
  await attach(call, { owner_kind: 'journal-entry', owner_id: entryId }, 'bank-advice.txt', advice)
  const statement = lines
    .map((line) =>
      [line.date, line.description.replaceAll(',', ' '), line.debit ?? '', line.credit ?? ''].join(','),
    )
    .join('\n')
  const owner = { owner_kind: 'reconciliation', owner_id: id }
  await attach(
    call,
    owner,
    'statement-october-2026.csv',
    `Date,Description,Deposits,Withdrawals\n${statement}\n`,
  )
  const { version } = await readReconciliation(call, id)
  await call('POST', '/account-reconciliation/save', {
    id,
    version,
    externalClosing: closingOf(openingBalance, lines),
    status: 'reconciled',
  })
}

function attach(call: Call, owner: object, name: string, text: string): Promise<unknown> {
  return call('POST', '/attachments', {
    ...owner,
    file_name: name,
    data: Buffer.from(text).toString('base64'),
  })
}

/** General first: the others ask for it. */
async function lock(call: Call): Promise<void> {
  const entities = await call<Entity[]>('GET', '/entities')
  for (const { id, version } of entities.toSorted((a, b) => Number(b.is_general) - Number(a.is_general)))
    await call('POST', `/entities/${id}/lock`, {
      locked_through: LAST,
      version,
      reason: 'Month end of October. The depository’s statements follow by post.',
    })
}
