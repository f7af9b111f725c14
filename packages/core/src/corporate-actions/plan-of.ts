/** The plan of any corporate action: one rule a kind. */
import { NO_ENTITLEMENT, type Plan, type PlanFacts } from './plan.ts'
import { planBonus } from './plans/bonus.ts'
import { planBuyback } from './plans/buyback.ts'
import { planDelisting } from './plans/delisting.ts'
import { planDividend } from './plans/dividend.ts'
import { planElection } from './plans/election.ts'
import { planIpo } from './plans/ipo.ts'
import { planMerger } from './plans/merger.ts'
import { planRights } from './plans/rights.ts'
import { planScrip } from './plans/scrip.ts'
import { planSpinOff } from './plans/spin-off.ts'
import { planSplit } from './plans/split.ts'
import { planTransfer } from './plans/transfer.ts'
import type { ActionTerms } from './terms.ts'

/** What an action does in one portfolio; a kind without a rule does not compile. */
export function planOf(terms: ActionTerms, facts: PlanFacts): Plan {
  switch (terms.kind) {
    case 'dividend':
      return planDividend(terms, facts)
    case 'scrip':
      return planScrip(terms, facts)
    case 'bonus':
      return planBonus(terms, facts)
    case 'split':
    case 'consolidation':
      return planSplit(terms, facts)
    case 'rights':
      return planRights(terms, facts)
    case 'merger':
      return planMerger(terms, facts)
    case 'spin-off':
      return planSpinOff(terms, facts)
    case 'identity':
      return {
        entitlement: { ...NO_ENTITLEMENT, held: facts.held.quantity },
        events: [],
        entries: [],
        expected: null,
        isOpen: false,
      }
    case 'delisting':
      return planDelisting(terms, facts)
    case 'buyback':
    case 'tender':
      return planBuyback(terms, facts)
    case 'election':
      return planElection(terms, facts)
    case 'ipo':
      return planIpo(terms, facts)
    case 'transfer':
      return planTransfer(terms, facts)
  }
}
