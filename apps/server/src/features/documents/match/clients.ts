/** The portfolio and settlement account of each client account, as a person chose them last. */
import { type AuditRow, sendAudits } from '../../../platform/acts.ts'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'

/** SQL: the letters and digits of a name. */
const lettersOf = (name: string) => `nullif(regexp_replace(lower(${name}), '[^a-z0-9]', '', 'g'), '')`

export interface KnownClient {
  readonly clientAccount: string
  readonly portfolio: { readonly id: number; readonly code: string; readonly name: string }
  readonly settlementAccount: { readonly id: number; readonly name: string } | null
  readonly brokerName: string | null
}

const KNOWN = statement(
  'documents.known-clients',
  `SELECT c.client_account, c.portfolio_id AS id, p.portfolio_id AS code, p.portfolio_name AS name, c.settlement_account_id AS account_id,
          a.account_name, c.broker_name
     FROM trade_document_clients c JOIN portfolios p ON p.id = c.portfolio_id
     LEFT JOIN settlement_accounts a ON a.id = c.settlement_account_id
    WHERE c.client_account = ANY (:accounts::text[])`,
)
// A portfolio is proposed where the CDS account with this number serves it and no other, otherwise where it alone has the client's name. The
// proposed settlement account is the one of the portfolio's last purchase.
const PROPOSED = statement(
  'documents.proposed-clients',
  `SELECT k.account AS client_account, p.id, p.portfolio_id AS code, p.portfolio_name AS name, s.id AS account_id, s.account_name
     FROM unnest(:accounts::text[], :names::text[]) AS k (account, name)
     LEFT JOIN LATERAL (SELECT min(x.portfolio_id) AS id FROM cds_accounts a JOIN cds_account_portfolios x ON x.account_id = a.id
                         WHERE a.account = k.account HAVING count(*) = 1) served ON true
     LEFT JOIN LATERAL (SELECT min(x.id) AS id FROM portfolios x
                         WHERE x.status = 'Active' AND ${lettersOf('x.portfolio_name')} = ${lettersOf('k.name')} HAVING count(*) = 1) named ON true
     JOIN portfolios p ON p.id = coalesce(served.id, named.id) AND p.status = 'Active'
     LEFT JOIN LATERAL (SELECT v.settlement_account_id AS id
                          FROM (SELECT t.id, t.version FROM trades t WHERE t.portfolio_id = p.id AND t.side = 'buy' ORDER BY t.id DESC LIMIT 1) t
                          JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version) last ON true
     LEFT JOIN settlement_accounts s ON s.id = last.id`,
)
// A person cannot overwrite the choice of a portfolio that his scope hides from him.
const REMEMBER = statement(
  'documents.remember-clients',
  `INSERT INTO trade_document_clients AS known (client_account, portfolio_id, settlement_account_id, broker_name, updated_by)
   SELECT account, portfolio, settlement, :brokerName?::text, :updatedBy::bigint
     FROM unnest(:accounts::text[], :portfolios::bigint[], :settlements::bigint[]) AS k (account, portfolio, settlement)
   ON CONFLICT (client_account) DO UPDATE SET portfolio_id = excluded.portfolio_id, settlement_account_id = excluded.settlement_account_id,
     broker_name = coalesce(excluded.broker_name, known.broker_name), updated_by = excluded.updated_by, updated_at = clock_timestamp()
    WHERE known.portfolio_id IN (SELECT p.id FROM portfolios p)`,
)

/** Proposals for client accounts without a remembered portfolio. An account has none where no portfolio or several would fit. */
export async function proposedClients(
  db: Queryable,
  clients: readonly { readonly clientAccount: string; readonly clientName: string | null }[],
): Promise<Map<string, Pick<KnownClient, 'portfolio' | 'settlementAccount'>>> {
  if (clients.length === 0) return new Map()
  const rows = await db.query(PROPOSED, {
    accounts: clients.map(({ clientAccount }) => clientAccount),
    names: clients.map(({ clientName }) => clientName ?? ''),
  })
  return new Map(
    rows.map((row) => [
      row.client_account,
      {
        portfolio: { id: row.id, code: row.code, name: row.name },
        settlementAccount:
          row.account_id === null ? null : { id: row.account_id, name: row.account_name ?? '' },
      },
    ]),
  )
}

/** The remembered portfolios of these client accounts, by account. Accounts without one are left out. */
export async function knownClients(
  db: Queryable,
  accounts: readonly (string | null)[],
): Promise<Map<string, KnownClient>> {
  const asked = [...new Set(accounts.filter((account) => account !== null))]
  const rows = asked.length === 0 ? [] : await db.query(KNOWN, { accounts: asked })
  return new Map(
    rows.map((row) => [
      row.client_account,
      {
        clientAccount: row.client_account,
        portfolio: { id: row.id, code: row.code, name: row.name },
        settlementAccount:
          row.account_id === null ? null : { id: row.account_id, name: row.account_name ?? '' },
        brokerName: row.broker_name,
      },
    ]),
  )
}

export interface ClientToRemember {
  readonly clientAccount: string
  readonly portfolioId: number
  readonly settlementAccountId: number
}

/** The audited fields of a remembered client account. */
export const auditedClient = ({ portfolio, settlementAccount, brokerName }: KnownClient) => ({
  portfolioId: portfolio.code,
  settlement_account: settlementAccount?.name ?? null,
  broker_name: brokerName,
})

/** Remembers the portfolio and settlement account of each client account, with an audit row for each that was remembered otherwise or not at all. */
export async function rememberClients(
  tx: Transaction,
  clients: readonly ClientToRemember[],
  { brokerName, updatedBy }: { readonly brokerName: string | null; readonly updatedBy: number },
): Promise<void> {
  if (clients.length === 0) return
  const accounts = clients.map(({ clientAccount }) => clientAccount)
  const before = await knownClients(tx, accounts)
  const sorted = clients.toSorted((a, b) => (a.clientAccount < b.clientAccount ? -1 : 1))
  await tx.query(REMEMBER, {
    accounts: sorted.map(({ clientAccount }) => clientAccount),
    portfolios: sorted.map(({ portfolioId }) => portfolioId),
    settlements: sorted.map(({ settlementAccountId }) => settlementAccountId),
    brokerName,
    updatedBy,
  })
  const after = await knownClients(tx, accounts)
  sendAudits(
    tx,
    [...after].flatMap(([account, known]): AuditRow[] => {
      const earlier = before.get(account)
      const [was, is] = [earlier === undefined ? undefined : auditedClient(earlier), auditedClient(known)]
      if (JSON.stringify(was) === JSON.stringify(is)) return []
      const row = { action: 'client-accounts.remember', entity: 'client-account', entityId: account }
      return [{ ...row, before: was, after: is }]
    }),
  )
}
