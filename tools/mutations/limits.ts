import type { Mutation } from './mutation.ts'

/** Limits on orders, elections, applications and transfers, and on the answers of a what-if. */
export const limits: readonly Mutation[] = [
  {
    rule: 'An act that worsens nothing is never held.',
    file: 'packages/core/src/limits/what-if.ts',
    from: "if (hardness === 'inform' || effect !== 'worse') return 'nothing'",
    to: "if (hardness === 'inform') return 'nothing'",
    test: 'packages/core/src/limits/limits.test.ts',
    name: 'acts that worsen nothing are never held, and what is held is exceeded and worse',
  },
  {
    rule: 'The utilisation of a day counts the fees of everything that led to it.',
    file: 'packages/core/src/limits/facts.ts',
    from: "const net = kind === 'buy' ? -gross - actFees(done) : gross - actFees(done)",
    to: "const net = kind === 'buy' ? -gross : gross",
    test: 'packages/core/src/limits/limits.test.ts',
    name: 'the utilisation of a day equals a replay of everything that led to it',
  },
  {
    rule: 'A portfolio is held while an order is judged by its hard limits, so that two do not pass a bound together.',
    file: 'apps/server/src/features/limits/hold.commands.ts',
    from: 'for (const portfolioId of portfolios) await tx.query(HOLD, { portfolioId })',
    to: '',
    test: 'apps/server/test/limits/races-limits.test.ts',
    name: 'of two orders on two connections one passes, whichever is first',
  },
  {
    rule: 'A hard limit counts the other open orders of the same side.',
    file: 'packages/core/src/limits/what-if.ts',
    from: "asks: asksOf(hardness, isBeyond ? 'exceeded' : state, effect)",
    to: 'asks: asksOf(hardness, state, turn)',
    test: 'apps/server/test/limits/held-intentions.test.ts',
    name: 'a hard limit refuses, also together with an order that waits',
  },
  {
    rule: 'A what-if sells no more than is held, with the lines before it.',
    file: 'apps/server/src/features/limits/what-if-acts.queries.ts',
    from: "left.set(key, line.kind === 'sell' ? held - line.quantity : held + line.quantity)",
    to: 'left.set(key, held)',
    test: 'apps/server/test/limits/limits.test.ts',
    name: 'a sale of more than is held, with the lines before it, is refused',
  },
  {
    rule: 'A user who released an order and approves orders has approved it.',
    file: 'apps/server/src/features/orders/orders.commands.ts',
    from: 'const by = [user, ...releasers].find(approves)',
    to: 'const by = [user].find(approves)',
    test: 'apps/server/test/approvals/previews.test.ts',
    name: 'is approved by the release, where the user who released it may approve orders',
  },
  {
    rule: 'An election that comes with the processing waits for its release, too.',
    file: 'apps/server/src/features/approvals/approval-port.ts',
    from: 'corporate-actions\\.(create|change|elect|process)',
    to: 'corporate-actions\\.(create|change|elect)',
    test: 'apps/server/test/limits/released-actions.test.ts',
    name: 'an election that is sent with the processing waits with it',
  },
  {
    rule: 'The reason of a restriction is for few to know.',
    file: 'apps/server/src/features/limits/register.queries.ts',
    from: 'reason: seen && reasons ? row.reason : null,',
    to: 'reason: seen ? row.reason : null,',
    test: 'apps/server/test/limits/who-reads.test.ts',
    name: 'a dealer reads that dealing is forbidden and not why, wherever it is shown',
  },
]
