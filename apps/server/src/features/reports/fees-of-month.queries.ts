/** The fees of the trades of a month by component, the trades, and how the sums come to the accounts and to the trade files. */
import { FEES, type FeeColumn } from '@em/contract/fee-tariffs/fees'
import { FEES_TRADES_MAX, type FeesComponent, type FeesOfMonth } from '@em/contract/reports/fees-of-month'
import { feeRole } from '@em/core/ledger/roles'
import { monthEnd } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import type { Scope } from '../portfolios/scope.queries.ts'

const COLUMNS: readonly FeeColumn[] = FEES.map(({ column }) => column)
const ROLES = FEES.map(({ component }) => feeRole(component))

// Trades in force that were dealt in the month; openings are none.
const OF_MONTH = `trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version JOIN portfolios p ON p.id = t.portfolio_id`
const IN_MONTH = `NOT t.is_deleted AND t.side IN ('buy', 'sell') AND v.trade_date BETWEEN :from::date AND :to::date
      AND (:portfolioIds?::bigint[] IS NULL OR t.portfolio_id = ANY (:portfolioIds))`
// Fees of rights are never part of their cost.
const FVOCI = `(upper(trim(coalesce(p.accounting_treatment, ''))) = 'FVOCI' AND NOT is_rights(e.symbol))`
const SUMS = statement(
  'reports.fees-of-month',
  `SELECT t.side AS side!, ${FVOCI} AS is_fvoci!, count(*) AS trades!, sum(v.gross) AS gross!,
          ARRAY[${COLUMNS.map((name) => `sum(v.${name})`).join(', ')}]::text[] AS fees!
     FROM ${OF_MONTH} JOIN equities e ON e.id = t.equity_id WHERE ${IN_MONTH} GROUP BY 1, 2`,
)
const ROWS = statement(
  'reports.fees-of-month-trades',
  `SELECT t.id, v.trade_date AS date, t.deal_number, v.contract_number, t.side, e.symbol, e.name, p.portfolio_id AS portfolio, v.broker_name, v.quantity, v.gross,
          ${COLUMNS.map((name) => `v.${name}`).join(', ')}, ${COLUMNS.map((name) => `v.${name}`).join(' + ')} AS total!
     FROM ${OF_MONTH} JOIN equities e ON e.id = t.equity_id WHERE ${IN_MONTH}
    ORDER BY v.trade_date, t.id LIMIT ${FEES_TRADES_MAX + 1}`,
)
// What the accounts of each fee have in the month, by what it is of; and what of the month's trades was posted in another one.
const LEDGER = statement(
  'reports.fees-of-month-ledger',
  `WITH accounts AS (
     SELECT DISTINCT g.role, g.account_id FROM gl_mappings g
      WHERE g.role = ANY (:roles::text[]) AND g.account_id IS NOT NULL
        AND (g.portfolio_id = 0 OR :portfolioIds?::bigint[] IS NULL OR g.portfolio_id = ANY (:portfolioIds))),
   lines AS (
     SELECT l.role, l.account_id, l.debit - l.credit AS net, v.trade_date BETWEEN :from::date AND :to::date AS is_of_month, h.trade_id IS NOT NULL AS is_of_trade
       FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
       LEFT JOIN trades t ON t.id = h.trade_id LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = h.trade_version
      WHERE h.entry_date BETWEEN :from::date AND :to::date AND h.kind <> 'closing'
        AND l.account_id IN (SELECT account_id FROM accounts)
        AND (:portfolioIds?::bigint[] IS NULL OR coalesce(l.portfolio_id, 0) = ANY (:portfolioIds)))
   SELECT a.role AS role!, CASE WHEN l.role <> a.role THEN CASE l.role WHEN 'manual' THEN 'manual' ELSE 'others' END
                     WHEN NOT l.is_of_trade THEN 'events' WHEN l.is_of_month THEN 'trades' ELSE 'earlier' END AS what!, sum(l.net) AS net!
     FROM accounts a JOIN lines l ON l.account_id = a.account_id GROUP BY 1, 2
   UNION ALL
   SELECT l.role, 'elsewhere', sum(l.debit - l.credit)
     FROM trade_versions v JOIN journal_entries h ON h.trade_id = v.trade_id AND h.trade_version = v.version JOIN journal_lines l ON l.entry_id = h.id
    WHERE v.trade_date BETWEEN :from::date AND :to::date AND h.entry_date NOT BETWEEN :from::date AND :to::date AND l.role = ANY (:roles::text[])
      AND (:portfolioIds?::bigint[] IS NULL OR coalesce(l.portfolio_id, 0) = ANY (:portfolioIds))
    GROUP BY 1`,
)
const ACCOUNTS = statement(
  'reports.fees-of-month-accounts',
  `SELECT g.role, array_agg(DISTINCT a.account_code ORDER BY a.account_code) AS codes!
     FROM gl_mappings g JOIN chart_of_accounts a ON a.id = g.account_id
    WHERE g.role = ANY (:roles::text[]) AND (g.portfolio_id = 0 OR :portfolioIds?::bigint[] IS NULL OR g.portfolio_id = ANY (:portfolioIds)) GROUP BY 1`,
)
// A fill in several trade files counts once, as the newest says: where that has it cancelled, it charges nothing. It belongs to the trade
// that it was recorded as, else to the only one with its contract number on its day. For a person who sees some portfolios both sides are limited to
// what he sees: files charge for contracts of others, and some of his trades are in files that he does not see.
const eachFee = (of: (name: string) => string) => `ARRAY[${COLUMNS.map(of).join(', ')}]::text[]`
const FILES = statement(
  'reports.fees-of-month-files',
  `WITH month AS (
     SELECT t.id, t.side, v.trade_date, v.contract_number, ${COLUMNS.map((name) => `v.${name}`).join(', ')} FROM ${OF_MONTH} WHERE ${IN_MONTH}),
   lines AS (
     SELECT l.*, coalesce(l.execution_id, encode(d.sha256, 'hex') || '/' || l.line) AS fill
       FROM trade_document_lines l JOIN trade_documents d ON d.id = l.document_id
      WHERE d.kind = 'trade-file' AND d.replaced_at IS NULL AND l.trade_date BETWEEN :from::date AND :to::date),
   fills AS (SELECT DISTINCT ON (trade_date, symbol, side, fill) * FROM lines ORDER BY trade_date, symbol, side, fill, document_id DESC),
   recorded AS (
     SELECT l.trade_date, l.symbol, l.side, l.fill, max(m.id) AS trade_id
       FROM lines l JOIN trade_document_trades k ON k.document_id = l.document_id AND k.line = l.line JOIN month m ON m.id = k.trade_id GROUP BY 1, 2, 3, 4),
   numbered AS (
     SELECT trade_date, side, ltrim(contract_number, '0') AS number, max(id) AS trade_id FROM month
      WHERE contract_number IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) = 1),
   found AS (
     SELECT f.*, coalesce(r.trade_id, n.trade_id) AS trade_id FROM fills f
       LEFT JOIN recorded r ON (r.trade_date, r.symbol, r.side, r.fill) = (f.trade_date, f.symbol, f.side, f.fill)
       LEFT JOIN numbered n ON (n.trade_date, n.side, n.number) = (f.trade_date, f.side, ltrim(f.contract_number, '0')))
   SELECT count(DISTINCT f.document_id) FILTER (WHERE NOT f.is_cancelled) AS documents!,
          ${eachFee((name) => `coalesce(sum(f.${name}) FILTER (WHERE NOT f.is_cancelled), 0)`)} AS fees!,
          ${eachFee((name) => `coalesce(sum(f.${name}) FILTER (WHERE NOT f.is_cancelled AND f.trade_id IS NULL), 0)`)} AS not_recorded!,
          (SELECT ${eachFee((name) => `coalesce(sum(m.${name}), 0)`)} FROM month m WHERE m.id NOT IN (SELECT trade_id FROM found WHERE trade_id IS NOT NULL))
            AS not_in_files!
     FROM found f`,
)

const cents = (text: string | undefined) => decimalOf(text ?? '0', MONEY_SCALE)

/** The names of an account's parts. */
const OTHERS = {
  earlier: 'Trades of other months, posted in this one',
  events: 'Corporate actions',
  manual: 'Manual entries',
  others: 'Other postings on the same account',
} as const

export async function feesOfMonthAt(
  db: Queryable,
  month: string,
  scope: Scope,
): Promise<Omit<FeesOfMonth, 'generatedAt'>> {
  const { portfolioIds } = scope
  const from = `${month}-01`
  const to = monthEnd(from)
  const span = { from, to, portfolioIds }
  const charged = await db.query(SUMS, span)
  const ledger = await db.query(LEDGER, { ...span, roles: ROLES })
  const accounts = new Map(
    (await db.query(ACCOUNTS, { roles: ROLES, portfolioIds })).map((row) => [row.role, row.codes]),
  )
  const [files] = portfolioIds === null ? await db.query(FILES, span) : []
  const rows = await db.query(ROWS, span)
  const components = FEES.map((fee, index) =>
    componentOf(fee, index, {
      sums: charged,
      ledger,
      accounts: accounts.get(feeRole(fee.component)) ?? [],
      files: files === undefined || files.documents === 0 ? null : files,
    }),
  )
  return {
    month,
    from,
    to,
    portfolio: scope.portfolio,
    entity: scope.entity,
    trades: charged.reduce((all, row) => all + row.trades, 0),
    gross: rupees(charged.reduce((all, row) => all + cents(row.gross), 0n)),
    total: rupees(
      charged.reduce((all, row) => row.fees.reduce((one, fee) => one + cents(fee ?? undefined), all), 0n),
    ),
    components,
    documents: files?.documents ?? 0,
    rows: rows.slice(0, FEES_TRADES_MAX).map(tradeOf),
    hasMore: rows.length > FEES_TRADES_MAX,
  }
}

interface Known {
  readonly sums: readonly RowOf<typeof SUMS>[]
  readonly ledger: readonly RowOf<typeof LEDGER>[]
  readonly accounts: readonly (string | null)[]
  readonly files: RowOf<typeof FILES> | null
}

function componentOf(
  { column, component, label }: (typeof FEES)[number],
  index: number,
  { sums, ledger, accounts, files }: Known,
): FeesComponent {
  const charged = (wanted: (row: RowOf<typeof SUMS>) => boolean) =>
    sums.reduce((all, row) => (wanted(row) ? all + cents(row.fees[index] ?? undefined) : all), 0n)
  const buys = charged(({ side }) => side === 'buy')
  const sales = charged(({ side }) => side === 'sell')
  const posted = (what: string) =>
    ledger.reduce(
      (all, row) => (row.role === feeRole(component) && row.what === what ? all + cents(row.net) : all),
      0n,
    )
  const total = buys + sales
  const balance = ['trades', ...Object.keys(OTHERS)].reduce((all, what) => all + posted(what), 0n)
  const others = [
    {
      label: 'Capitalised with the cost (FVOCI)',
      amount: -charged((row) => row.side === 'buy' && row.is_fvoci),
    },
    { label: 'Posted in another month', amount: -posted('elsewhere') },
    ...Object.entries(OTHERS).map(([what, words]) => ({ label: words, amount: posted(what) })),
  ]
  const named = others.reduce((all, { amount }) => all + amount, 0n)
  const ofFiles = (amounts: readonly (string | null)[] | undefined) => cents(amounts?.[index] ?? undefined)
  const charges = ofFiles(files?.fees)
  const filesOthers = [
    { label: 'Contracts that are no trade here', amount: ofFiles(files?.not_recorded) },
    { label: 'Trades that are in no file', amount: -ofFiles(files?.not_in_files) },
  ]
  const filesNamed = filesOthers.reduce((all, { amount }) => all + amount, 0n)
  return {
    component: column,
    label,
    buys: rupees(buys),
    sales: rupees(sales),
    total: rupees(total),
    accounts: accounts.map(String),
    others: shown(others),
    ledger: rupees(balance),
    difference: rupees(balance - total - named),
    files: files === null ? null : rupees(charges),
    files_others: files === null ? [] : shown(filesOthers),
    files_difference: files === null ? null : rupees(charges - total - filesNamed),
  }
}

const shown = (items: readonly { readonly label: string; readonly amount: bigint }[]) =>
  items.filter(({ amount }) => amount !== 0n).map(({ label, amount }) => ({ label, amount: rupees(amount) }))

const tradeOf = (row: RowOf<typeof ROWS>): FeesOfMonth['rows'][number] => ({
  id: row.id,
  date: row.date,
  deal_number: row.deal_number,
  contract_number: row.contract_number,
  side: row.side as 'buy' | 'sell',
  symbol: row.symbol,
  companyName: row.name,
  portfolioId: row.portfolio,
  broker_name: row.broker_name,
  quantity: Number(row.quantity),
  gross: jsonNumber(row.gross),
  brokerage: jsonNumber(row.brokerage),
  cse_fees: jsonNumber(row.cse_fees),
  cds_fees: jsonNumber(row.cds_fees),
  clearing_fees: jsonNumber(row.clearing_fees),
  sec: jsonNumber(row.sec),
  stl: jsonNumber(row.stl),
  total: jsonNumber(row.total),
})
