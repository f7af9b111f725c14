/** A person's journal entry of several lines. The accounts are named, not derived; what follows from trades is refused. */
import type { journalEntryInput } from '@em/contract/books/journal'
import { checkManualLines } from '@em/core/postings/lines'
import { DEFAULT_CHART, SYSTEM_ONLY_ROLES } from '@em/core/postings/roles'
import type { z } from 'zod'
import type { Transaction } from '../../platform/database/database.ts'
import { refuseField } from '../../platform/refusal.ts'
import { accepted } from '../../platform/refuse-rejection.ts'
import { postEntries } from '../ledger/ledger.posting.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'

type Input = z.output<typeof journalEntryInput>

interface Account {
  id: number
  account_code: string
  active_status: 'Yes' | 'No'
  reserved: boolean
}

/**
 * Posts the entry and answers its id.
 * @throws Refusal naming the line for an unknown, inactive or derived account, `journal.line-sides`,
 *   `journal.unbalanced` with the difference (per portfolio), and for an unknown portfolio or settlement account.
 */
export async function postManualEntry(tx: Transaction, input: Input, recordedBy: number): Promise<number> {
  const accounts = await findAccounts(tx, input)
  const portfolioIds = await findPortfolios(tx, input)
  await refuseUnknownSettlementAccounts(tx, input)
  const lines = input.lines.map((line, index) => ({
    account: accounts[index] as Account,
    accountCode: line.account_code,
    portfolioId: portfolioIds[index] ?? null,
    debit: line.debit ?? 0n,
    credit: line.credit ?? 0n,
    description: line.description ?? input.description,
    settlementAccountId: line.settlementAccount,
  }))
  const reserved = new Set(lines.filter((line) => line.account.reserved).map((line) => line.accountCode))
  accepted(checkManualLines(lines, reserved) ?? null)
  const [id] = await postEntries(
    tx,
    [
      {
        kind: 'manual',
        entryDate: input.date,
        transactionType: input.transaction_type ?? 'Manual',
        description: input.description,
        reference: input.reference,
        lines: lines.map((line) => ({
          role: 'manual',
          accountId: line.account.id,
          portfolioId: line.portfolioId,
          equityId: null,
          brokerId: null,
          settlementAccountId: line.settlementAccountId,
          debit: line.debit,
          credit: line.credit,
          transactionType: 'Journal Entry',
          description: line.description,
        })),
      },
    ],
    {},
    recordedBy,
  )
  return id as number
}

async function findAccounts(tx: Transaction, input: Input): Promise<Account[]> {
  const found = await tx.query<Account>(
    `SELECT a.id, a.account_code, a.active_status,
            EXISTS (SELECT FROM gl_mappings m WHERE m.account_id = a.id AND m.role = ANY ($2)) OR a.account_code = ANY ($3) AS reserved
       FROM chart_of_accounts a WHERE lower(a.account_code) = ANY ($1)`,
    [
      input.lines.map((line) => line.account_code.toLowerCase()),
      SYSTEM_ONLY_ROLES,
      DEFAULT_CHART.filter((account) => SYSTEM_ONLY_ROLES.includes(account.role)).map(
        (account) => account.code,
      ),
    ],
  )
  const byCode = new Map(found.map((account) => [account.account_code.toLowerCase(), account]))
  return input.lines.map((line, index) => {
    const field = `lines.${index}.account_code`
    const facts = { line: index + 1, account: line.account_code }
    const account = byCode.get(line.account_code.toLowerCase())
    if (!account) throw refuseField('journal.account-unknown', field, facts)
    if (account.active_status === 'No') throw refuseField('journal.account-inactive', field, facts)
    return account
  })
}

async function findPortfolios(tx: Transaction, input: Input): Promise<(number | null)[]> {
  const ids = new Map<string, number>()
  for (const { portfolioId } of input.lines) {
    if (portfolioId !== null && !ids.has(portfolioId)) {
      ids.set(portfolioId, (await resolvePortfolio(tx, { portfolio: null, portfolioId })).id)
    }
  }
  return input.lines.map(({ portfolioId }) => (portfolioId === null ? null : (ids.get(portfolioId) ?? null)))
}

async function refuseUnknownSettlementAccounts(tx: Transaction, input: Input): Promise<void> {
  const asked = [...new Set(input.lines.map((line) => line.settlementAccount).filter((id) => id !== null))]
  if (asked.length === 0) return
  const found = await tx.query<{ id: number }>(
    'SELECT id FROM settlement_accounts WHERE id = ANY ($1::bigint[])',
    [asked],
  )
  const known = new Set(found.map((account) => account.id))
  const missing = input.lines.findIndex(
    (line) => line.settlementAccount !== null && !known.has(line.settlementAccount),
  )
  if (missing >= 0) {
    throw refuseField('record.missing', `lines.${missing}.settlementAccount`, {
      what: 'The settlement account',
    })
  }
}
