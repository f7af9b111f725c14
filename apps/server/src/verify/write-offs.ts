/**
 * The accounts of a write-off, computed once more and apart from what posts it: by the kind of the action, from what was recorded. Money that
 * does not come is an expense, 6400, against the account that it was open on; a credit that is not claimed is income, 4200 of dividends
 * and 4900 of everything else, as was every write-off before 6400 existed.
 *
 * 250.00 of a dividend that do not come: Dr 6400 250.00, Cr 1210 250.00. 4,250.00 too much that no one asks back: Dr 1210, Cr 4200.
 */
import { DIVIDENDS, kindsWhere } from '@em/contract/corporate-actions/kinds'
import type { PlannedEntry } from '@em/core/corporate-actions/plan'
import type { PostingRole } from '@em/core/ledger/roles'
import type { PlannedAction } from '../features/corporate-actions/apply/plans.queries.ts'
import type { Findings } from './report.ts'

/** Kinds whose money is open on 1210, and on 1220. That of all others is open on 1200; of who takes for money on 2100. */
const APPLICATIONS = kindsWhere(({ allots }) => allots !== undefined)

function openOn({ action, portfolio }: PlannedAction): PostingRole {
  if (DIVIDENDS.includes(action.kind)) return 'dividend-receivable'
  if (APPLICATIONS.includes(action.kind)) return 'ipo-application'
  return portfolio.id === action.toPortfolioId ? 'payable' : 'receivable'
}

/** The accounts that a write-off may have been posted against, the usual ones first. Below zero the amount was owed by the portfolio. */
function mayBeAgainst(plan: PlannedAction, amount: bigint): readonly PostingRole[] {
  const income = DIVIDENDS.includes(plan.action.kind) ? 'dividend-income' : 'other-income'
  return amount > 0n && openOn(plan) !== 'payable' ? ['impairment', income] : [income]
}

const PART = 'written off'

/** The plan with the entries of its write-offs as this page says them; what was kept with a write-off and cannot be is found. */
export function withWriteOffs(plan: PlannedAction, found: Findings, check: string): PlannedAction {
  // Nothing of it is in the books, or nothing of it is money.
  if (plan.plan.expected === null) return plan
  const others = plan.plan.entries.filter(({ part }) => !part.startsWith(PART))
  const open = openOn(plan)
  const place = open === 'ipo-application' ? null : 'held'
  const own = plan.known.money.flatMap((one, at): PlannedEntry[] => {
    if (one.kind !== 'written-off') return []
    const may = mayBeAgainst(plan, one.amount)
    const against = may.find((role) => role === one.against)
    if (against === undefined)
      found.add({
        check,
        place: `${plan.action.title}, ${plan.portfolio.code}`,
        what: `what is written off on ${one.date} is against`,
        stored: one.against ?? 'nothing',
        expected: may.join(' or '),
      })
    return [
      {
        part: `${PART} ${at + 1}`,
        date: one.date,
        transactionType: 'Journal Entry',
        description: `${plan.action.title}, written off`,
        postings: [
          { role: against ?? (may[0] as PostingRole), amount: one.amount, security: place },
          { role: open, amount: -one.amount, security: place },
        ],
      },
    ]
  })
  return { ...plan, plan: { ...plan.plan, entries: [...others, ...own] } }
}
