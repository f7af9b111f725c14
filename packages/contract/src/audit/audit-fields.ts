/**
 * The fields that the audit trail shows of trades, settlements, periods, reconciliations and journal entries,
 * with the labels of their forms.
 */
import { ROLE_BOOK } from '@em/core/ledger/role-book'
import type { AuditField } from '../kit/audit-texts.ts'
import { auditFields } from '../trades/version-fields.ts'

/** The fields of a version of a trade, by the names of `GET /trades/:id`. */
export const TRADE_AUDIT_FIELDS: readonly AuditField[] = auditFields({
  gross_value: { name: 'total_fees', label: 'Total fees', kind: 'money' },
  net_value: { name: 'allocations', label: 'Lots taken' },
})

/** The fields of a settlement's acts. */
export const SETTLEMENT_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'deal_number', label: 'Deal number' },
  {
    name: 'kind',
    label: 'Settlement',
    words: {
      settled: 'Settled',
      part: 'Part settled',
      failed: 'Failed',
      rescheduled: 'Rescheduled',
      reopened: 'Reopened',
    },
  },
  { name: 'date', label: 'Date', kind: 'date' },
  { name: 'amount', label: 'Amount', kind: 'money' },
  { name: 'paid', label: 'Paid', kind: 'money' },
  { name: 'outstanding', label: 'Outstanding', kind: 'money' },
  { name: 'due_date', label: 'Due date', kind: 'date' },
  { name: 'upTo', label: 'Due until', kind: 'date' },
  { name: 'count', label: 'Trades', kind: 'whole' },
  { name: 'net', label: 'Net received', kind: 'money' },
]

/** An entity's financial year and lock. */
export const ENTITY_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'name', label: 'Entity' },
  { name: 'year_end_month', label: 'Year-end month', kind: 'month' },
  { name: 'share_gains_tax', label: 'Tax on gains of shares' },
  { name: 'locked_through', label: 'Locked through', kind: 'date' },
  { name: 'last_closed', label: 'Year closed', kind: 'date' },
  { name: 'year_end', label: 'Year-end', kind: 'date' },
  { name: 'open_points', label: 'Open points' },
]

/** The fields of acts in a reconciliation. Its own history shows its figures. */
export const RECONCILIATION_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'accountCode', with: 'accountName', label: 'Account' },
  { name: 'portfolio', label: 'Portfolio' },
  { name: 'startDate', label: 'From', kind: 'date' },
  { name: 'endDate', label: 'Statement date', kind: 'date' },
  { name: 'referenceNumber', label: 'Reference number' },
  { name: 'glOpening', label: 'Ledger opening balance', kind: 'money' },
  { name: 'glBalance', label: 'Ledger balance', kind: 'money' },
  { name: 'externalOpening', label: 'Statement opening balance', kind: 'money' },
  { name: 'externalBalance', label: 'Statement balance', kind: 'money' },
  { name: 'notes', label: 'Notes' },
  { name: 'reconciledAt', label: 'Signed off' },
  { name: 'fileName', label: 'File' },
  { name: 'imported', label: 'Lines imported', kind: 'whole' },
  { name: 'held', label: 'Lines to decide', kind: 'whole' },
  { name: 'decision', label: 'Decision', words: { keep: 'Kept', skip: 'Skipped' } },
  { name: 'decided', label: 'Lines decided', kind: 'whole' },
  { name: 'matched', label: 'Pairs matched', kind: 'whole' },
  { name: 'proposed', label: 'Matches proposed', kind: 'whole' },
  { name: 'accepted', label: 'Proposals accepted', kind: 'whole' },
  { name: 'rejected', label: 'Proposals rejected', kind: 'whole' },
  { name: 'entryId', label: 'Journal entry' },
  { name: 'ledgerLines', label: 'Ledger lines', kind: 'whole' },
  { name: 'statementLines', label: 'Statement lines', kind: 'whole' },
  { name: 'difference', label: 'Difference', kind: 'money' },
  { name: 'unmatched', label: 'Matches unmatched', kind: 'whole' },
  { name: 'confirmed', label: 'Settlements confirmed', kind: 'whole' },
  { name: 'undone', label: 'Settlements reopened', kind: 'whole' },
  { name: 'explanation', label: 'Explanation' },
  {
    name: 'status',
    label: 'Status',
    words: { pending: 'Pending', reconciled: 'Reconciled' },
  },
]

/** Items of Suspense that were cleared together. */
export const CLEARING_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'status', label: 'Status' },
  { name: 'amount', label: 'Cleared on each side', kind: 'money' },
  { name: 'items', label: 'Items' },
]

/** A journal entry, posted or draft. */
export const JOURNAL_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'date', label: 'Date', kind: 'date' },
  { name: 'status', label: 'Status' },
  { name: 'transaction_type', label: 'Transaction type' },
  { name: 'description', label: 'Description' },
  { name: 'reference', label: 'Reference' },
  { name: 'total', label: 'Amount', kind: 'money' },
  { name: 'told_lines', label: 'Lines' },
]

/** Which account a posting goes to, as GL Mapping names it. */
export const MAPPING_AUDIT_FIELDS: readonly AuditField[] = [
  {
    name: 'role',
    label: 'Posting',
    words: Object.fromEntries(ROLE_BOOK.map(({ role, label }) => [role, label])),
  },
  { name: 'portfolioName', label: 'Portfolio' },
  { name: 'settlement_account', label: 'Settlement account' },
  { name: 'account_code', with: 'account_name', label: 'Account' },
  { name: 'effective_from', label: 'Effective from', kind: 'date' },
  { name: 'effective_until', label: 'Effective until', kind: 'date' },
  { name: 'moved', label: 'Entries that moved the balance', kind: 'whole' },
  { name: 'reversed', label: 'Moves reversed', kind: 'whole' },
]

/** The exported list and its filters. */
export const EXPORT_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'file_name', label: 'File' },
  { name: 'rows', label: 'Rows', kind: 'whole' },
  { name: 'portfolio', label: 'Portfolio' },
  { name: 'account_code', label: 'Account' },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
  { name: 'transaction_type', label: 'Transaction type' },
  { name: 'status', label: 'Status' },
  { name: 'search', label: 'Search' },
  { name: 'broker', label: 'Broker' },
  {
    name: 'about',
    label: 'About',
    words: { books: 'Books', people: 'People', installation: 'Installation', everything: 'Everything' },
  },
  { name: 'act', label: 'What' },
  { name: 'record', label: 'Record' },
  { name: 'request', label: 'Request' },
]

/** The settings with which a server was started. */
export const SETTINGS_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'edition', label: 'Edition', words: { standard: 'Standard', premium: 'Premium' } },
  {
    name: 'signup',
    label: 'Sign-up',
    words: { open: 'Open', approval: 'With approval', closed: 'Closed' },
  },
  { name: 'password_min', label: 'Characters of a password, at least', kind: 'whole' },
  { name: 'session_hours', label: 'Hours of a session', kind: 'whole' },
  { name: 'session_idle_minutes', label: 'Idle minutes of a session', kind: 'whole' },
  { name: 'session_keep_days', label: 'Days of a session that is kept', kind: 'whole' },
  { name: 'host', label: 'Listens on' },
  { name: 'port', label: 'Port' },
  { name: 'trust_proxy', label: 'Proxy in front' },
  { name: 'allow_http', label: 'Plain HTTP from other machines' },
  { name: 'first_run_code', label: 'Code for the first sign-up' },
  { name: 'database', label: 'Database' },
  { name: 'document_retention_years', label: 'Years that documents are kept', kind: 'whole' },
  { name: 'attachments_per_person_mb', label: 'Attachments of a person (MB)', kind: 'whole' },
  { name: 'price_feed_url', label: 'Prices from' },
  { name: 'fix_hosts', label: 'Hosts of FIX sessions' },
  { name: 'exchange_documents_url', label: 'Documents of the exchange from' },
  { name: 'risk_free_rate', label: 'Risk-free rate (%)', kind: 'percent' },
  { name: 'market_days_per_year', label: 'Market days of a year', kind: 'whole' },
  { name: 'today', label: 'Fixed today', kind: 'date' },
  { name: 'backup_dir', label: 'Folder of backups' },
  { name: 'backup_every_hours', label: 'Hours between backups', kind: 'percent' },
  { name: 'backup_keep', label: 'Backups kept', kind: 'whole' },
  { name: 'backup_encrypted', label: 'Backups are encrypted' },
]

/** A mark-to-market run. */
export const VALUATION_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'date', label: 'Valuation date', kind: 'date' },
  {
    name: 'state',
    label: 'State',
    words: { posted: 'Posted', stale: 'Stale', replaced: 'Replaced', reversed: 'Reversed' },
  },
  { name: 'portfolio', label: 'Portfolio' },
  { name: 'portfolios', label: 'Portfolios', kind: 'whole' },
  { name: 'holdings', label: 'Holdings', kind: 'whole' },
  { name: 'exceptions', label: 'Exceptions', kind: 'whole' },
  { name: 'carrying', label: 'Carrying amount', kind: 'money' },
  { name: 'fair_value', label: 'Fair value', kind: 'money' },
  { name: 'difference', label: 'Difference', kind: 'money' },
]

/** A request for approval: what it asks for. */
export const APPROVAL_AUDIT_FIELDS: readonly AuditField[] = [
  { name: 'asks_for', label: 'Asks for' },
  { name: 'rules', label: 'Rules' },
]
