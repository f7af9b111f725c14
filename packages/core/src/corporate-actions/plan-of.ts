/**
 * The plan of any corporate action, by the rule of its kind: each kind has one file in `plans` with its terms
 * and rule.
 */
import type { Plan, PlanFacts } from './plan.ts'
import { planBonus } from './plans/bonus.ts'
import { planBuyback } from './plans/buyback.ts'
import { planDelisting } from './plans/delisting.ts'
import { planDividend } from './plans/dividend.ts'
import { planElection } from './plans/election.ts'
import { planIdentity } from './plans/identity.ts'
import { planIpo } from './plans/ipo.ts'
import { planMerger } from './plans/merger.ts'
import { planRights } from './plans/rights.ts'
import { planScrip } from './plans/scrip.ts'
import { planSpinOff } from './plans/spin-off.ts'
import { planSplit } from './plans/split.ts'
import { planTransfer } from './plans/transfer.ts'

const PLANS = {
  dividend: planDividend,
  scrip: planScrip,
  bonus: planBonus,
  rights: planRights,
  split: planSplit,
  consolidation: planSplit,
  merger: planMerger,
  'spin-off': planSpinOff,
  identity: planIdentity,
  delisting: planDelisting,
  buyback: planBuyback,
  tender: planBuyback,
  election: planElection,
  ipo: planIpo,
  transfer: planTransfer,
} as const

type Kind = keyof typeof PLANS
type TermsByKind = { readonly [K in Kind]: Parameters<(typeof PLANS)[K]>[0] & { readonly kind: K } }
/** The terms of any kind. */
export type ActionTerms = TermsByKind[Kind]

/** The plan of an action in one portfolio. */
export function planOf<K extends Kind>(terms: TermsByKind[K], facts: PlanFacts): Plan {
  const rules: { readonly [T in Kind]: (terms: TermsByKind[T], facts: PlanFacts) => Plan } = PLANS
  const kind: K = terms.kind
  return rules[kind](terms, facts)
}
