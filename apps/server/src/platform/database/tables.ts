/**
 * Every table, once: what it is, which act its facts are of, and what a backup, a book file and the check of the books do with it. A new
 * table is a line here;
 * test/database/tables.test.ts fails for one that is missing, and where a line says otherwise than the code does.
 */

interface TableKind {
  /** What is recorded: by registers, as facts, or as work in progress. A backup has it. */
  readonly is: 'register' | 'fact' | 'work in progress'
  /** The sections of a book file that are made of it; else why none is. */
  readonly book: readonly string[] | string
  /** Of an append-only table: which act wrote a row (decision 049). */
  readonly act?: ActOfRows
}
/** Its rows name their act; they are recorded with one of another table, by the columns that name it; or they need none, and why. */
type ActOfRows = 'named' | { readonly parent: string; readonly by: string } | { readonly none: string }
interface Derived {
  /** What follows from what is recorded. A backup has it, to be open at once; in a book file it follows again. */
  readonly is: 'derived'
  /** Whether the check of the books recomputes it; else why it does not. */
  readonly checked: true | string
}
interface OfInstallation {
  /** Tables of the running installation that are not part of its books. */
  readonly is: 'installation'
  /** Why a backup leaves it out; where it says nothing, a backup has it. */
  readonly backup?: string
}
export type TableUse = TableKind | Derived | OfInstallation

const register = (...book: string[]): TableKind => ({ is: 'register', book })
const fact = (...book: string[]): TableKind => ({ is: 'fact', book })
const workInProgress = (...book: string[]): TableKind => ({ is: 'work in progress', book })
const leftBehind = (is: TableKind['is'], why: string): TableKind => ({ is, book: why })
const named = (use: TableKind): TableKind => ({ ...use, act: 'named' })
const within = (parent: string, by: string, use: TableKind): TableKind => ({ ...use, act: { parent, by } })
const withoutAct = (none: string, use: TableKind): TableKind => ({ ...use, act: { none } })
const derived = (checked: true | string): Derived => ({ is: 'derived', checked })
const installation = (backup?: string): OfInstallation => ({ is: 'installation', ...(backup && { backup }) })

const PEOPLE = 'users and roles are of an installation; what they recorded names them by their mail'
const PRICES = 'prices of a day are in a book file as they are now'
const INDICES = 'values of indices come from their source'
const ANNOUNCEMENTS = 'announcements come from the exchange'
const FEEDS = 'when the exchange was asked is of an installation'
const DOCUMENTS = 'what was recorded of documents is in a book file as trades'
const FIX =
  'sessions with brokers are of an installation; what was recorded of them is in a book file as trades'
const ORDERS = 'orders are left behind; what was filled of them is in a book file as trades'
const LIMITS =
  'limits, issued shares and breaches are left behind: the law and the mandate of the place are written anew'
const APPROVALS = 'rules and requests of approval name people and jobs of an installation'
const OUTSIDE = 'batches for an outside ledger name entries of this installation'
const TARGETS = 'targets are wishes, not books'
const ACTIONS = 'it follows from the action when a book file is loaded'
const DEPOSITORY = 'statements of the depository and pledges are left behind'
const CUSTODY = 'accounts at custodians and what these send are left behind'
const VALUATIONS = 'a run is made again from its day and portfolio'
const CLEARINGS = 'clearings of Suspense are left behind'
const RECONCILED = 'what reconciliations confirmed and posted comes along as settlements and entries'
const NEWEST = 'the newest versions, kept by the statement that adds one'

const TABLES = {
  schema_versions: installation('written by the migrations that a restore runs'),
  seeds: installation(),
  write_probe: installation('one row that the health check writes every few seconds'),
  users: leftBehind('register', PEOPLE),
  roles: leftBehind('register', PEOPLE),
  user_roles: leftBehind('register', PEOPLE),
  user_portfolios: leftBehind('register', PEOPLE),
  sessions: installation('a backup must not open a session; everyone signs in again'),
  known_places: installation('known browsers and networks; they are recognised again after the next sign-in'),
  password_links: installation('one-time links; a backup must not open an account'),
  sign_in_attempts: installation('counts that are kept for minutes'),
  idempotency_keys: installation('stored answers to repeated requests, kept for hours'),
  audit: withoutAct(
    'Its rows are what acts did.',
    leftBehind('fact', 'it gives the acts of a book file their order; each says who recorded it and when'),
  ),

  entities: register('entities'),
  period_locks: named(fact('period_locks')),
  year_closings: named(fact('year_closings')),
  equities: register('equities', 'dated_changes'),
  equity_symbols: derived('written by the trigger of equities alone'),
  portfolios: register('portfolios', 'dated_changes'),
  strategies: register('strategies'),
  costing_methods: register('costing_methods'),
  settlement_accounts: register('settlement_accounts'),
  cost_of_funds: register('cost_of_funds'),
  chart_of_accounts: register('chart_of_accounts'),
  brokers: register('brokers'),
  broker_names: named(fact('broker_names')),
  fee_tariffs: register('fee_tariffs'),
  fee_reliefs: register('fee_reliefs'),
  dividend_tax_rates: leftBehind('register', 'the rate of a dividend is with its entitlement'),
  risk_free_rates: register('risk_free_rates'),
  price_tolerances: leftBehind('register', 'no figure rests on it: it says which prices are asked about'),
  holidays: register('holidays'),

  fix_sessions: leftBehind('register', FIX),
  fix_messages: withoutAct(
    'Each row is the protocol of a connection; what is recorded of it are documents and trades.',
    leftBehind('fact', FIX),
  ),
  fix_session_states: installation(
    'a copy of the books must not connect to a broker: after a restore every session is stopped',
  ),
  fix_forming: leftBehind('register', FIX),
  fix_forming_days: installation('what became of each day that was formed by the clock'),

  market_symbols: derived('written with the prices that name them'),
  price_sets: named(leftBehind('fact', PRICES)),
  price_versions: within('price_sets', 'set_id', leftBehind('fact', PRICES)),
  prices: derived(NEWEST),
  price_sign_offs: named(leftBehind('fact', PRICES)),
  cost_choices: named(leftBehind('fact', PRICES)),
  price_feed_reads: withoutAct(
    'Each row is the protocol of a reading, also of one that failed and kept nothing; prices are in sets.',
    leftBehind('fact', FEEDS),
  ),
  price_feed_turns: named(leftBehind('fact', FEEDS)),
  market_indices: leftBehind('register', INDICES),
  index_value_sets: named(leftBehind('fact', INDICES)),
  index_value_versions: within('index_value_sets', 'set_id', leftBehind('fact', INDICES)),
  index_values: derived(NEWEST),
  index_weight_sets: named(leftBehind('fact', INDICES)),
  index_weights: within('index_weight_sets', 'set_id', leftBehind('fact', INDICES)),
  announcement_sets: named(leftBehind('fact', ANNOUNCEMENTS)),
  announcements: derived(true),
  announcement_versions: within('announcement_sets', 'set_id', leftBehind('fact', ANNOUNCEMENTS)),
  announcement_feed_reads: withoutAct('As with prices: what was read is in sets.', leftBehind('fact', FEEDS)),
  announcement_feed_turns: named(leftBehind('fact', FEEDS)),

  batches: leftBehind('fact', 'the import history: trades come as trades'),
  chains: derived(true),
  chain_events: derived(true),
  lots: derived(true),
  lot_changes: derived(true),
  event_results: derived(true),
  trades: fact('openings', 'trades'),
  trade_versions: named(fact('openings', 'trades')),
  trade_allocations: within('trade_versions', 'trade_id, version', fact('trades')),

  orders: leftBehind('fact', ORDERS),
  order_versions: named(leftBehind('fact', ORDERS)),
  order_portfolios: within('order_versions', 'order_id, version', leftBehind('fact', ORDERS)),
  order_steps: named(leftBehind('fact', ORDERS)),
  order_fills: leftBehind('register', ORDERS),

  limits: leftBehind('register', LIMITS),
  limit_versions: named(leftBehind('fact', LIMITS)),
  issued_shares: named(leftBehind('fact', LIMITS)),
  breaches: leftBehind('fact', LIMITS),
  breach_steps: named(leftBehind('fact', LIMITS)),
  limit_reviews: derived('when limits were looked at last'),
  limit_marks: derived('what the next review of limits looks at'),
  rebalancing_targets: named(leftBehind('fact', TARGETS)),
  rebalancing_target_lines: within(
    'rebalancing_targets',
    'portfolio_id, version',
    leftBehind('fact', TARGETS),
  ),

  trade_documents: leftBehind('fact', DOCUMENTS),
  trade_document_lines: leftBehind('fact', DOCUMENTS),
  trade_document_batches: named(leftBehind('fact', DOCUMENTS)),
  trade_document_trades: named(leftBehind('fact', DOCUMENTS)),
  trade_document_proofs: derived('compared by tests'),
  trade_document_proved: derived('compared by tests'),
  trade_document_matches: derived(true),
  trade_document_missing: derived(true),
  trade_document_matched: derived(true),
  trade_document_clients: leftBehind('register', DOCUMENTS),
  broker_comparisons: named(leftBehind('fact', 'comparisons of the statements of brokers are left behind')),

  corporate_actions: fact('corporate_actions'),
  action_versions: named(fact('corporate_actions')),
  action_entitlements: named(leftBehind('fact', ACTIONS)),
  action_standings: derived(true),
  action_elections: named(fact('corporate_actions')),
  action_allotments: named(fact('corporate_actions')),
  action_money: named(fact('corporate_actions')),
  action_certificates: named(fact('corporate_actions')),
  action_events: derived(true),
  action_shares: named(leftBehind('fact', ACTIONS)),
  action_steps: named(fact('corporate_actions')),

  settlement_confirmations: named(fact('settlements')),
  settlement_states: derived(true),
  settlement_months: derived(true),
  payment_exports: named(leftBehind('fact', 'files that were handed to a bank are left behind')),
  valuation_runs: named(leftBehind('fact', VALUATIONS)),
  valuations: within('valuation_runs', 'run_id', fact('valuations')),
  valuation_lines: within('valuations', 'valuation_id', leftBehind('fact', VALUATIONS)),
  valuation_run_portfolios: within('valuation_runs', 'run_id', leftBehind('fact', VALUATIONS)),
  valuation_reversals: named(leftBehind('fact', 'valuations that were reversed are left behind')),
  valuations_in_force: derived(true),
  valuation_marks: derived(true),

  gl_mappings: named(fact('gl_mappings')),
  journal_entries: named(fact('opening_balances', 'journal_entries', 'journal_reversals')),
  journal_lines: within('journal_entries', 'entry_id', fact('opening_balances', 'journal_entries')),
  ledger_days: derived(true),
  ledger_months: derived(true),
  income_sums: derived(true),
  daily_values: derived(true),
  daily_sector_values: derived(true),
  daily_value_spans: derived(true),
  daily_value_marks: derived(true),
  open_item_versions: named(fact('open_items')),
  open_items: within('open_item_versions', 'portfolio_id, version', fact('open_items')),

  accounting_targets: leftBehind('register', OUTSIDE),
  accounting_mappings: leftBehind('register', OUTSIDE),
  accounting_batches: named(leftBehind('fact', OUTSIDE)),
  accounting_batch_parts: within('accounting_batches', 'batch_id', leftBehind('fact', OUTSIDE)),
  accounting_batch_steps: named(leftBehind('fact', OUTSIDE)),
  accounting_exported: leftBehind('fact', OUTSIDE),
  accounting_sums: within('accounting_batches', 'batch_id', leftBehind('fact', OUTSIDE)),

  cds_accounts: register('cds_accounts'),
  cds_account_portfolios: register('cds_account_portfolios'),
  cds_main_accounts: register('cds_account_portfolios'),
  cds_placements: named(fact('cds_placements')),
  cds_pledges: named(leftBehind('fact', DEPOSITORY)),
  cds_pledge_releases: named(leftBehind('fact', DEPOSITORY)),
  cds_statements: named(leftBehind('fact', DEPOSITORY)),
  cds_statement_lines: within('cds_statements', 'statement_id', leftBehind('fact', DEPOSITORY)),
  cds_comparisons: named(leftBehind('fact', DEPOSITORY)),
  cds_comparison_lines: within('cds_comparisons', 'comparison_id', leftBehind('fact', DEPOSITORY)),
  cds_comparison_trades: within('cds_comparisons', 'comparison_id', leftBehind('fact', DEPOSITORY)),
  cds_break_notes: named(leftBehind('fact', DEPOSITORY)),
  safekeeping_accounts: leftBehind('register', CUSTODY),
  custodian_files: named(leftBehind('fact', CUSTODY)),
  custodian_messages: within('custodian_files', 'file_id', leftBehind('fact', CUSTODY)),
  custodian_file_accounts: named(leftBehind('fact', CUSTODY)),
  custodian_lines: within('custodian_files', 'file_id', leftBehind('fact', CUSTODY)),
  custodian_acceptances: named(leftBehind('fact', CUSTODY)),
  custodian_notes: named(leftBehind('fact', CUSTODY)),
  custodian_securities: leftBehind('register', CUSTODY),

  journal_drafts: workInProgress('journal_drafts'),
  journal_draft_lines: workInProgress('journal_drafts'),
  journal_recurring: leftBehind('register', 'recurring entries are left behind'),
  // The reversal was posted by the act that changed the entry.
  journal_changes: within('journal_entries', 'reversal_id', fact('journal_reversals')),
  suspense_accounts: derived(true),
  suspense_items: derived(true),
  suspense_clearings: named(leftBehind('fact', CLEARINGS)),
  suspense_links: within('suspense_clearings', 'clearing_id', leftBehind('fact', CLEARINGS)),
  suspense_undoings: named(leftBehind('fact', CLEARINGS)),
  // The line that an item went on as is of the entry that moved it.
  suspense_moves: within('journal_entries', 'entry_id', leftBehind('fact', CLEARINGS)),

  reconciliations: leftBehind('work in progress', RECONCILED),
  reconciliation_statements: leftBehind('work in progress', RECONCILED),
  statement_lines: leftBehind('work in progress', RECONCILED),
  reconciliation_matches: leftBehind('work in progress', RECONCILED),
  matched_ledger_lines: leftBehind('work in progress', RECONCILED),
  matched_statement_lines: leftBehind('work in progress', RECONCILED),
  reconciliation_proposals: leftBehind('work in progress', RECONCILED),
  reconciliation_open_ledger: derived(true),
  reconciliation_open_external: derived(true),
  reconciliation_days: derived(true),
  reconciliation_events: named(leftBehind('fact', RECONCILED)),
  reconciliation_changes: derived(true),
  statement_mappings: leftBehind('register', RECONCILED),
  attachments: leftBehind('fact', 'files are left behind'),

  backups: installation('the list of backups made by this installation'),
  // They contain what waits for approval, and what was approved.
  jobs: installation(),
  job_inputs: installation(),
  approval_rules: leftBehind('register', APPROVALS),
  approval_rule_versions: named(leftBehind('fact', APPROVALS)),
  approval_requests: leftBehind('fact', APPROVALS),
  approval_steps: named(leftBehind('fact', APPROVALS)),
  approval_delegations: leftBehind('fact', APPROVALS),
  export_files: installation('files made of the books, kept for a week'),
  export_parts: installation('their bytes'),
  report_schedules: leftBehind('register', 'everybody makes his own'),
  report_schedule_runs: installation('which job was the latest run of a scheduled report'),
  saved_views: leftBehind('register', 'everybody makes their own'),
  favourite_tabs: leftBehind('register', 'everybody makes their own'),
} satisfies Readonly<Record<string, TableUse>>

/** The purpose of each table, by its name. */
export const TABLE_USES: ReadonlyMap<string, TableUse> = new Map(Object.entries(TABLES))

/** Append-only tables with the act that wrote a row. */
export const ACTS_OF_TABLES: readonly (readonly [name: string, act: ActOfRows])[] = [...TABLE_USES].flatMap(
  ([name, use]) => ('act' in use && use.act !== undefined ? [[name, use.act] as const] : []),
)

/** Tables whose rows name their act. */
export const NAMING_THEIR_ACT: readonly string[] = ACTS_OF_TABLES.flatMap(([name, act]) =>
  act === 'named' ? [name] : [],
)

/** Whether a backup leaves a table out. */
export function isLeftOut(table: string): boolean {
  const use = TABLE_USES.get(table)
  return use?.is === 'installation' && use.backup !== undefined
}
