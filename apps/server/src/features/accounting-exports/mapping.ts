/** The mapping of an outside ledger: read with the accounts that need it, and written as a whole. */
import type {
  AccountingMapping,
  AccountingMappingRow,
  accountingTargets,
} from '@em/contract/accounting-exports/accounting-exports'
import { AccountMap, type MappingRow, repeatedRows } from '@em/core/accounting-exports/account-map'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import type { Outcome } from '../../platform/door.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { findTarget, holdTarget, type Target } from './targets.queries.ts'

const ROWS = statement(
  'accounting.mapping',
  `SELECT c.account_code, m.outside, m.portfolio_id AS portfolio, p.portfolio_id AS portfolio_code, m.cost_centre, m.effective_from
     FROM accounting_mappings m JOIN chart_of_accounts c ON c.id = m.account_id LEFT JOIN portfolios p ON p.id = m.portfolio_id
    WHERE m.target_id = :id ORDER BY c.account_code, p.portfolio_id NULLS FIRST, m.effective_from NULLS FIRST`,
)
const USED = statement(
  'accounting.used-accounts',
  `SELECT c.account_code, c.account_name, coalesce(sum(d.debit), 0) AS debit!, coalesce(sum(d.credit), 0) AS credit!, m.account_id IS NOT NULL AS is_mapped!
     FROM chart_of_accounts c LEFT JOIN ledger_months d ON d.account_id = c.id AND d.portfolio_id = ANY (:portfolios::bigint[])
     LEFT JOIN (SELECT DISTINCT account_id FROM accounting_mappings WHERE target_id = :id) m ON m.account_id = c.id
    WHERE d.account_id IS NOT NULL OR m.account_id IS NOT NULL GROUP BY c.id, m.account_id ORDER BY 5, 1`,
)
const CLEAR = statement('accounting.clear-mapping', 'DELETE FROM accounting_mappings WHERE target_id = :id')
const ADD = statement(
  'accounting.add-mapping',
  `INSERT INTO em.accounting_mappings (target_id, account_id, portfolio_id, outside, cost_centre, effective_from)
   SELECT :id, (SELECT c.id FROM em.chart_of_accounts c WHERE c.account_code = r.code), r.portfolio, r.outside, r.cost_centre, r.effective_from
     FROM unnest(:codes::text[], :portfolios?::bigint[], :outsides::text[], :costCentres?::text[], :days?::date[])
            AS r (code, portfolio, outside, cost_centre, effective_from)`,
)
const MOVE = statement(
  'accounting.next-mapping',
  'UPDATE accounting_targets SET mapping_version = mapping_version + 1 WHERE id = :id',
)
const KNOWN = statement(
  'accounting.accounts-named',
  'SELECT account_code FROM chart_of_accounts WHERE lower(account_code) = ANY (:codes::text[])',
)

interface KnownRow extends MappingRow {
  readonly portfolio: string | null
}

async function rowsOf(db: Queryable, id: number): Promise<KnownRow[]> {
  return (await db.query(ROWS, { id })).map((row) => ({
    accountCode: row.account_code,
    outside: row.outside,
    portfolioId: row.portfolio,
    portfolio: row.portfolio_code,
    costCentre: row.cost_centre,
    effectiveFrom: row.effective_from,
  }))
}

export const accountMap = async (db: Queryable, id: number): Promise<AccountMap> =>
  new AccountMap(await rowsOf(db, id))

const shown = (row: KnownRow): AccountingMappingRow => ({
  account_code: row.accountCode,
  outside: row.outside,
  portfolioId: row.portfolio,
  costCentre: row.costCentre,
  effectiveFrom: row.effectiveFrom,
})

export async function mappingOf(db: Queryable, target: Target): Promise<AccountingMapping> {
  const [rows, used] = [
    await rowsOf(db, target.id),
    await db.query(USED, { id: target.id, portfolios: [...target.portfolioIds] }),
  ]
  return {
    version: target.mappingVersion,
    rows: rows.map(shown),
    accounts: used.map((row) => ({
      account_code: row.account_code,
      account_name: row.account_name,
      debit: jsonNumber(row.debit),
      credit: jsonNumber(row.credit),
      isMapped: row.is_mapped,
    })),
  }
}

/** A row in words, for the history. */
const textOf = ({ accountCode, outside, portfolio, costCentre, effectiveFrom }: KnownRow): string =>
  [
    `${accountCode} to ${outside}`,
    portfolio && `for ${portfolio}`,
    costCentre && `cost centre ${costCentre}`,
    effectiveFrom && `from ${effectiveFrom}`,
  ]
    .filter(Boolean)
    .join(', ')

/** As the audit trail keeps it. */
export const auditedMapping = async (db: Queryable, id: number) => ({
  rows: (await rowsOf(db, id)).map(textOf),
})

/** @throws Refusal `record.stale` (409), `accounting.row-twice`, `accounting.not-its-portfolio` (422), `record.missing` for an account or a portfolio. */
export async function writeMapping(
  tx: Transaction,
  { params: { id }, body }: WriteInput<typeof accountingTargets.changeMapping>,
): Promise<Outcome<AccountingMapping>> {
  const target = await holdTarget(tx, id)
  if (target.mappingVersion !== body.version) throw new Refusal('record.stale', { what: 'The mapping' })
  const before = await auditedMapping(tx, id)
  const rows = await knownRows(tx, body.rows, target)
  const [twice] = repeatedRows(rows)
  if (twice !== undefined)
    throw refuseField('accounting.row-twice', `rows.${twice}.account_code`, {
      account: rows[twice]?.accountCode ?? '',
    })
  await tx.query(CLEAR, { id })
  await tx.query(ADD, {
    id,
    codes: rows.map(({ accountCode }) => accountCode),
    portfolios: rows.map(({ portfolioId }) => portfolioId),
    outsides: rows.map(({ outside }) => outside),
    costCentres: rows.map(({ costCentre }) => costCentre),
    days: rows.map(({ effectiveFrom }) => effectiveFrom),
  })
  await tx.query(MOVE, { id })
  const answer = await mappingOf(tx, await findTarget(tx, id))
  return {
    answer,
    audit: {
      action: 'accounting-targets.change-mapping',
      entity: 'accounting-mapping',
      entityId: id,
      before: { name: target.name, ...before },
      after: { name: target.name, ...(await auditedMapping(tx, id)) },
    },
  }
}

type Sent = WriteInput<typeof accountingTargets.changeMapping>['body']['rows']

async function knownRows(tx: Transaction, sent: Sent, target: Target): Promise<MappingRow[]> {
  const codes = [...new Set(sent.map(({ account_code }) => account_code.toLowerCase()))]
  const known = new Map(
    (await tx.query(KNOWN, { codes })).map(({ account_code }) => [account_code.toLowerCase(), account_code]),
  )
  const portfolios = new Map<string, number>()
  for (const [index, { portfolioId }] of sent.entries()) {
    if (portfolioId === null || portfolios.has(portfolioId)) continue
    const { id } = await resolvePortfolio(tx, { portfolioId })
    if (!target.portfolioIds.includes(id))
      throw refuseField('accounting.not-its-portfolio', `rows.${index}.portfolioId`, {
        portfolio: portfolioId,
      })
    portfolios.set(portfolioId, id)
  }
  return sent.map((row, index) => {
    const accountCode = known.get(row.account_code.toLowerCase())
    if (accountCode === undefined)
      throw refuseField('record.missing', `rows.${index}.account_code`, {
        what: `Account ${row.account_code}`,
      })
    return {
      accountCode,
      outside: row.outside,
      portfolioId: row.portfolioId === null ? null : (portfolios.get(row.portfolioId) ?? null),
      costCentre: row.costCentre,
      effectiveFrom: row.effectiveFrom,
    }
  })
}
