/**
 * No fact without an act (decision 049). The one list of append-only tables: those whose rows name their act, and those that a parent
 * covers. A test compares it with the schema.
 */
import type { Question } from './questions.ts'

/** Tables whose rows name their act. */
export const FACTS_OF_ACTS = [
  'trade_versions',
  'journal_entries',
  'settlement_confirmations',
  'payment_exports',
  'action_versions',
  'action_entitlements',
  'action_elections',
  'action_allotments',
  'action_money',
  'action_certificates',
  'action_shares',
  'action_steps',
  'announcement_sets',
  'announcement_feed_turns',
  'broker_comparisons',
  'broker_names',
  'cds_break_notes',
  'cds_comparisons',
  'cds_placements',
  'cds_pledges',
  'cds_pledge_releases',
  'cds_statements',
  'gl_mappings',
  'index_value_sets',
  'index_weight_sets',
  'open_item_versions',
  'period_locks',
  'year_closings',
  'price_sets',
  'price_sign_offs',
  'price_feed_turns',
  'reconciliation_events',
  'suspense_clearings',
  'suspense_undoings',
  'trade_document_batches',
  'trade_document_trades',
  'valuation_runs',
  'valuation_reversals',
  'order_versions',
  'rebalancing_targets',
  'order_steps',
  'limit_versions',
  'issued_shares',
  'breach_steps',
  'approval_rule_versions',
  'approval_steps',
] as const

/** Tables whose rows are recorded with one of another table, by the column or columns that name it. */
export const COVERED: Readonly<Record<string, { readonly parent: string; readonly by: string }>> = {
  trade_allocations: { parent: 'trade_versions', by: 'trade_id, version' },
  journal_lines: { parent: 'journal_entries', by: 'entry_id' },
  // The reversal was posted by the act that changed the entry.
  journal_changes: { parent: 'journal_entries', by: 'reversal_id' },
  suspense_links: { parent: 'suspense_clearings', by: 'clearing_id' },
  // The line that an item went on as is of the entry that moved it.
  suspense_moves: { parent: 'journal_entries', by: 'entry_id' },
  announcement_versions: { parent: 'announcement_sets', by: 'set_id' },
  price_versions: { parent: 'price_sets', by: 'set_id' },
  index_value_versions: { parent: 'index_value_sets', by: 'set_id' },
  index_weights: { parent: 'index_weight_sets', by: 'set_id' },
  open_items: { parent: 'open_item_versions', by: 'portfolio_id, version' },
  order_portfolios: { parent: 'order_versions', by: 'order_id, version' },
  rebalancing_target_lines: { parent: 'rebalancing_targets', by: 'portfolio_id, version' },
  cds_statement_lines: { parent: 'cds_statements', by: 'statement_id' },
  cds_comparison_lines: { parent: 'cds_comparisons', by: 'comparison_id' },
  cds_comparison_trades: { parent: 'cds_comparisons', by: 'comparison_id' },
  valuations: { parent: 'valuation_runs', by: 'run_id' },
  valuation_run_portfolios: { parent: 'valuation_runs', by: 'run_id' },
  valuation_lines: { parent: 'valuations', by: 'valuation_id' },
}

/** Append-only tables that need no act, and why. */
export const WITHOUT_ACT: Readonly<Record<string, string>> = {
  audit: 'Its rows are what acts did.',
  price_feed_reads:
    'Each row is the protocol of a reading, also of one that failed and kept nothing; prices are in sets.',
  announcement_feed_reads: 'As with prices: what was read is in sets.',
}

const actsOfFacts: Question = {
  name: 'acts of facts',
  counted: 'SELECT count(DISTINCT act_id) AS count FROM audit WHERE $1::bigint IS NULL',
  wrong: `
    SELECT 'act ' || f.act_id AS place, f.what, f.count::text AS stored, 'an audit row' AS expected
      FROM (${FACTS_OF_ACTS.map((name) => `SELECT '${name}' AS what, act_id, count(*) AS count FROM ${name} GROUP BY act_id`).join(' UNION ALL ')}) f
     WHERE $1::bigint IS NULL AND f.act_id NOT IN (SELECT act_id FROM audit)`,
}

export const ACT_QUESTIONS: readonly Question[] = [actsOfFacts]
