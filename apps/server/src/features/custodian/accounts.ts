/** Safekeeping Accounts: the portfolios of an account, and which account a message names. */
import type { Values } from '@em/contract/kit/register'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import type { Slots, StoredRecord } from '../../registers/slots.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'

/** Accounts and uploads come one after the other. */
export const ALONE = statement('custodian.alone', `SELECT ${takeLock('files of custodians')}`)
const ELSEWHERE = statement(
  'custodian.portfolio-elsewhere',
  `SELECT p.portfolio_name, a.account FROM safekeeping_accounts a JOIN portfolios p ON p.id = ANY (a.portfolio_ids)
    WHERE a.is_active AND a.id <> :id AND p.id = ANY (:portfolioIds::bigint[]) ORDER BY a.account LIMIT 1`,
)
const IDS = statement(
  'custodian.portfolios-of',
  'SELECT portfolio_ids FROM safekeeping_accounts WHERE id = :id',
)
const NAMED = statement(
  'custodian.accounts-named',
  'SELECT id, account FROM safekeeping_accounts WHERE is_active AND account = ANY (:accounts::text[])',
)
const BY_ID = statement(
  'custodian.accounts',
  `SELECT id, account, basis FROM safekeeping_accounts WHERE id = ANY (:ids::bigint[])`,
)
/** The portfolios of accounts when a file was uploaded; of accounts that only other files have, by these. */
const PORTFOLIOS_THEN = statement(
  'custodian.portfolios-then',
  `SELECT DISTINCT ON (k.account_id) k.account_id, k.portfolio_ids, k.portfolio_ids <> a.portfolio_ids AS has_changed!
     FROM custodian_file_accounts k JOIN safekeeping_accounts a ON a.id = k.account_id
    WHERE k.file_id = :id OR k.file_id = ANY (:others::bigint[])
    ORDER BY k.account_id, k.file_id <> :id, k.id DESC`,
)
const KEEP_PORTFOLIOS = statement(
  'custodian.keep-portfolios',
  `INSERT INTO custodian_file_accounts (file_id, account_id, portfolio_ids, recorded_by)
   SELECT :id, a.id, a.portfolio_ids, :recordedBy
     FROM safekeeping_accounts a
    WHERE a.id IN (SELECT account_id FROM custodian_messages WHERE file_id = :id UNION SELECT account_id FROM custodian_lines WHERE file_id = :id)
      AND a.portfolio_ids IS DISTINCT FROM (SELECT k.portfolio_ids FROM custodian_file_accounts k
                                             WHERE k.file_id = :id AND k.account_id = a.id ORDER BY k.id DESC LIMIT 1)
    ORDER BY a.id`,
)

async function portfolioIds(tx: Transaction, written: string): Promise<number[]> {
  const ids = new Set<number>()
  for (const word of written.split(',').map((part) => part.trim())) {
    if (word === '') continue
    ids.add((await resolvePortfolio(tx, { portfolio: word })).id)
  }
  if (ids.size > 0) return [...ids]
  throw new Refusal('request.invalid', {}, [
    { field: 'portfolios', message: 'Please enter at least one portfolio.' },
  ])
}

/** A portfolio is in one active account: its holdings cannot be divided between two. */
async function beforeWrite(tx: Transaction, values: Values, before: StoredRecord | null): Promise<Values> {
  await tx.query(ALONE)
  const written = values['portfolios']
  const id = before?.id ?? 0
  const ids =
    typeof written === 'string'
      ? await portfolioIds(tx, written)
      : ((await tx.query(IDS, { id }))[0]?.portfolio_ids ?? []).map(Number)
  if ((values['isActive'] ?? before?.['isActive']) !== false) {
    const [other] = await tx.query(ELSEWHERE, { id, portfolioIds: ids })
    if (other !== undefined)
      throw refuseField('custodian.portfolio-elsewhere', 'portfolios', {
        portfolio: other.portfolio_name,
        account: other.account,
      })
  }
  return typeof written === 'string' ? { ...values, portfolios: `{${ids.join(',')}}` } : values
}

export const slots: Slots = {
  expressions: {
    portfolios: `coalesce((SELECT string_agg(p.portfolio_id, ', ' ORDER BY lower(p.portfolio_id))
                             FROM portfolios p WHERE p.id = ANY (r.portfolio_ids)), '')`,
  },
  beforeWrite,
  uses: [
    {
      one: 'file',
      many: 'files',
      count: `SELECT count(DISTINCT file_id) FROM (SELECT file_id FROM custodian_lines WHERE account_id = $1
               UNION SELECT file_id FROM custodian_messages WHERE account_id = $1) f`,
    },
  ],
}

/** As the register has it: in capitals, without blanks. */
export const accountKey = (written: string): string => written.toUpperCase().replace(/\s+/g, '')

/** The ids of active accounts by their names. @throws Refusal `custodian.account` naming those that are not there. */
export async function accountsNamed(
  tx: Transaction,
  written: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const accounts = [...new Set(written.map(accountKey))]
  const found = new Map((await tx.query(NAMED, { accounts })).map(({ id, account }) => [account, id]))
  const missing = accounts.filter((account) => !found.has(account))
  if (missing.length > 0) {
    const some = missing.slice(0, 5).join(', ')
    throw refuseField('custodian.account', 'file', {
      accounts: missing.length > 5 ? `${some} and ${missing.length - 5} more` : some,
    })
  }
  return found
}

export interface SafekeepingAccount {
  readonly id: number
  readonly account: string
  readonly basis: 'settled' | 'traded'
}
export async function accountsById(
  db: Queryable,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, SafekeepingAccount>> {
  const rows = await db.query(BY_ID, { ids: [...new Set(ids)] })
  return new Map(
    rows.map(({ basis, ...row }) => [row.id, { ...row, basis: basis === 'traded' ? 'traded' : 'settled' }]),
  )
}

export interface PortfoliosThen {
  /** By account. */
  readonly portfolioIds: ReadonlyMap<number, readonly number[]>
  /** Accounts that have others by now. */
  readonly changed: readonly number[]
}
/** @param others files with further pages of its statements. */
export async function portfoliosThen(
  db: Queryable,
  id: number,
  others: readonly number[] = [],
): Promise<PortfoliosThen> {
  const rows = await db.query(PORTFOLIOS_THEN, { id, others })
  return {
    portfolioIds: new Map(rows.map((row) => [row.account_id, row.portfolio_ids.map(Number)])),
    changed: rows.flatMap((row) => (row.has_changed ? [row.account_id] : [])),
  }
}

/** Keeps which portfolios the accounts of a file have, where that differs from what was kept. */
export function keepPortfolios(tx: Transaction, id: number, recordedBy: number) {
  return tx.query(KEEP_PORTFOLIOS, { id, recordedBy })
}
