/** The two sets of approval rules that can be loaded: what each rule asks for. */
import { canWait, type RuleSet } from '@em/contract/approvals/approvals'
import { allRoutes } from '@em/contract/registry'

/** An amount of manual entries and write-offs, in cents, and a change of prices in percent with 4 decimals, where nothing else is asked. */
const USUAL_AMOUNT = 100_000_000n
const USUAL_CHANGE = 100_000n

export interface RuleDraft {
  readonly name: string
  readonly acts: readonly string[]
  readonly atLeast: bigint | null
  readonly changeOver: bigint | null
}

const names = allRoutes.filter(canWait).map(({ name }) => name)
/** All calls that can wait whose names fit. */
const calls = (fit: RegExp): string[] => names.filter((name) => fit.test(name))
const always = (name: string, fit: RegExp): RuleDraft => ({
  name,
  acts: calls(fit),
  atLeast: null,
  changeOver: null,
})

/** The drafts of a set. */
export function draftsOf(
  set: RuleSet,
  { atLeast, changeOver }: { readonly atLeast: bigint | null; readonly changeOver: bigint | null },
): readonly RuleDraft[] {
  const amount = atLeast ?? USUAL_AMOUNT
  const money: RuleDraft[] = [
    always('Payments', /^payments\./),
    always('Bank details of accounts and brokers', /^(settlement-accounts|brokers)\./),
    always('Users and roles', /^(users|roles)\./),
    // An entity opened again is a change of it, and so is a year that is closed no more.
    always('Locks, year closings and reopened periods', /^periods\./),
    {
      name: 'Manual entries and write-offs',
      acts: calls(
        /^(journal\.(create|change|reverse|post-drafts)|recurring\.(create|change)|suspense\.clear|corporate-actions\.write-off)$/,
      ),
      atLeast: amount,
      changeOver: null,
    },
    {
      name: 'Prices changed by hand',
      acts: ['prices.record'],
      atLeast: null,
      changeOver: changeOver ?? USUAL_CHANGE,
    },
  ]
  if (set === 'money') return money
  return [
    ...money,
    always('Trades', /^(trades|sells|changes|batches|trade-documents|openings|open-items)\./),
    always('Corporate actions', /^(corporate-actions|action-reports)\./),
    always('Valuation runs', /^valuations\./),
    always(
      'Registers',
      /^(equities|portfolios|strategies|chart-of-accounts|holidays|fee-tariffs|fee-reliefs|dividend-tax-rates|risk-free-rates|price-tolerances|market-indices|cds-accounts|safekeeping-accounts|costing-methods|cost-of-funds|broker-names|gl-mappings|limits)\./,
    ),
  ]
}
