/** Trades, judged act by act in the order of dealing: which acts pass a bound, or go further beyond it. */
import { effectOf, stateOf } from './compare.ts'
import { actFees, factsOf, type LimitAct, type LimitFacts, withActs } from './facts.ts'
import { type LimitTerms, type Measurement, measurementsOf } from './measure.ts'

/** An act that leaves a subject exceeded, and worse than before it. */
export interface Passed {
  /** Its index among the acts. */
  readonly at: number
  readonly subject: string
  readonly measurement: Measurement
}

interface Asked {
  readonly terms: LimitTerms
  /** The portfolios of the scope. */
  readonly portfolioIds: ReadonlySet<number>
}

export function passedInOrder(
  { terms, portfolioIds }: Asked,
  facts: LimitFacts,
  acts: readonly LimitAct[],
): Passed[] {
  const passed: Passed[] = []
  let books = factsOf(facts, portfolioIds)
  for (const [at, act] of acts.entries()) {
    if (!portfolioIds.has(act.portfolioId)) continue
    // The size of an act is that of each alone.
    if (terms.measure === 'act-size') books = { ...books, acts: [] }
    const before = measurementsOf(terms, books)
    books = withActs(books, [act])
    for (const [subject, measurement] of measurementsOf(terms, books)) {
      if (stateOf(terms, measurement) !== 'exceeded') continue
      const was = before.get(subject) ?? { ...measurement, numerator: 0n, atCost: 0n }
      if (effectOf(terms, was, measurement, actFees(act)) === 'worse')
        passed.push({ at, subject, measurement })
    }
  }
  return passed
}
