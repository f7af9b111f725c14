/**
 * Columns of which the database knows less than the code that writes them: what their JSON holds, and words that no CHECK
 * lists. Each by the type of what is put there; `~` is the server's sources.
 */
export const TYPED_IN_CODE: Readonly<Record<string, string>> = {
  'audit.after': "import('~/features/audit/audit-texts.ts').RecordFields",
  'audit.before': "import('~/features/audit/audit-texts.ts').RecordFields",
  'batches.errors': "import('@em/contract/batches/batches').BatchRecord['errors']",
  'gl_mappings.role': "import('@em/core/ledger/roles').PostingRole",
  'period_locks.open_points': "import('@em/contract/periods/periods').LockCheck[]",
  'reconciliation_events.figures': "import('~/features/reconciliation/lines/figures.ts').StoredFigures",
  'statement_mappings.mapping':
    "import('@em/contract/reconciliation/reconciliation-statements').StatementMapping",
  'reconciliation_statements.format':
    "import('@em/contract/reconciliation/reconciliation-statements').StatementFormat",
  'reconciliations.figures': "import('~/features/reconciliation/lines/figures.ts').StoredFigures",
}
