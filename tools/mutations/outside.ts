import type { Mutation } from './mutation.ts'

/** Outside ledgers: every entry goes there once, on a day on which their books are open, under a number that they keep. */
export const outside: readonly Mutation[] = [
  {
    rule: 'Of an entry over several portfolios a batch leaves out those lines alone whose portfolio is in a batch already.',
    file: 'apps/server/src/features/accounting-exports/entries.queries.ts',
    from: 'x.entry_id = l.entry_id AND x.portfolio_id = coalesce(l.portfolio_id, 0) AND x.is_live',
    to: 'x.entry_id = l.entry_id AND x.is_live',
    test: 'apps/server/test/accounting-exports/outside-books.test.ts',
    name: 'one that joins later has its lines exported, although the other lines of the entry were exported before',
  },
  {
    rule: 'The opening balances are taken when the outside ledger is added; what is recorded later is exported.',
    file: 'apps/server/src/features/accounting-exports/targets.commands.ts',
    from: '  const target = await findTarget(tx, added.id)\n  await takeOpening(tx, target)',
    to: '  const target = await findTarget(tx, added.id)',
    test: 'apps/server/test/accounting-exports/outside-books.test.ts',
    name: 'are of the day on which the ledger was added: what is recorded before its first batch is exported',
  },
  {
    rule: 'What is dated before the first open day goes to that day.',
    file: 'packages/core/src/accounting-exports/vouchers.ts',
    from: '(date < openFrom ? openFrom : date)',
    to: '(date < openFrom ? date : date)',
    test: 'packages/core/src/accounting-exports/vouchers.test.ts',
    name: 'goes to that day, in the account that is mapped on it, with its own date in the text',
  },
  {
    rule: 'An entry that goes to a later day goes into the account that is mapped on that day.',
    file: 'packages/core/src/accounting-exports/vouchers.ts',
    from: 'const to = this.#terms.map.of(line.accountCode, line.portfolioId, date)',
    to: 'const to = this.#terms.map.of(line.accountCode, line.portfolioId, entry.date)',
    test: 'packages/core/src/accounting-exports/vouchers.test.ts',
    name: 'goes to that day, in the account that is mapped on it, with its own date in the text',
  },
  {
    rule: 'The row of the outside ledger is held while a batch of it is numbered, so that two batches take an entry once.',
    file: 'apps/server/src/features/accounting-exports/targets.queries.ts',
    from: 'FROM accounting_targets WHERE id = :id FOR UPDATE',
    to: 'FROM accounting_targets WHERE id = :id',
    test: 'apps/server/test/accounting-exports/races-accounting-exports.test.ts',
    name: 'two at once of one target: the second waits for the first and finds nothing left',
  },
  {
    rule: 'A replaced batch frees its entries for the next one.',
    file: 'apps/server/src/features/accounting-exports/batch-steps.commands.ts',
    from: "if (step.what === 'replaced')",
    to: "if (step.what === 'made' as never)",
    test: 'apps/server/test/accounting-exports/accounting-exports.test.ts',
    name: 'refused, replaced once; its entries are in the next number, its own stays with the reason',
  },
]
