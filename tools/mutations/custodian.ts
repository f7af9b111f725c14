import type { Mutation } from './mutation.ts'

const LATER = 'apps/server/test/custodian/custodian-later.test.ts'

/** Custodians: what a message takes back, what settled by one, why holdings differ, and how much of a file is read. */
export const custodian: readonly Mutation[] = [
  {
    rule: 'A confirmation that the custodian takes back proposes nothing.',
    file: 'packages/core/src/custodian/match.ts',
    from: "if (line.isTakenBack) return none('taken-back')",
    to: '',
    test: 'packages/core/src/custodian/match.test.ts',
    name: 'nothing is proposed of what is faulty, cancelled, there already, unknown or without money',
  },
  {
    rule: 'A statement that the custodian cancelled is not compared.',
    file: 'apps/server/src/features/custodian/holdings.queries.ts',
    from: 'cancels === null && !is_cancelled',
    to: 'cancels === null',
    test: LATER,
    name: 'is no longer compared, and its correction is',
  },
  {
    rule: 'An acceptance counts until its settlement is reopened.',
    file: 'apps/server/schema/custodian.sql',
    from: "r.trade_id = a.trade_id AND r.kind = 'reopened'",
    to: "r.trade_id = a.trade_id AND r.kind = 'never'",
    test: LATER,
    name: 'a settlement that is reopened: its lines propose again',
  },
  {
    rule: 'The rest of a trade that settled in part has not settled, whatever its due date.',
    file: 'packages/core/src/cds/compare.ts',
    from: 'trade.isOpen === true ||',
    to: '',
    test: 'packages/core/src/custodian/compare.test.ts',
    name: 'the rest of a trade that settled in part has not settled, whatever its day',
  },
  {
    rule: 'Shares that have not settled here either are not failing at the custodian.',
    file: 'packages/core/src/custodian/compare.ts',
    from: 'pending < unsettled ? pending : pending - unsettled',
    to: 'pending',
    test: 'packages/core/src/custodian/compare.test.ts',
    name: 'pending receipt at the custodian',
  },
  {
    rule: 'A file is compared with the portfolios that its account had at the upload.',
    file: 'apps/server/src/features/custodian/accounts.ts',
    from: 'k.account_id, k.portfolio_ids, k.portfolio_ids <>',
    to: 'k.account_id, a.portfolio_ids, k.portfolio_ids <>',
    test: LATER,
    name: 'a past statement keeps those of its upload',
  },
]
