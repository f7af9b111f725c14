/**
 * Random sequences of trades, late trades, corrections, deletions and corporate actions of every kind, processed, changed, elected,
 * allotted, paid and reversed, against a naive model of the same rules (testing/naive-actions.ts): figures,
 * lots, entitlements and entries must agree after every command. MODEL_RUNS sets the number of sequences (200
 * when left out), MODEL_SEED repeats one.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ActionStory, anyCommands, anyPortfolios, KINDS } from '../testing/action-story.ts'
import { entitledBy, ofRole, postedBy } from '../testing/posted-by-actions.ts'
import { sumOf } from '../values/money.ts'

const numRuns = Number(process.env['MODEL_RUNS'] ?? 200)
const seed = process.env['MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['MODEL_SEED']) }

function agree(story: ActionStory): void {
  const { world, expected, portfolios } = story
  const sums = postedBy(world)
  expect(sums).toEqual(expected.posted)
  for (const [portfolio, { method, treatment }] of portfolios.entries()) {
    for (const security of ['A', 'B', 'R'] as const) {
      const chain = `${portfolio} ${security}`
      const { holding, lots } = world.replay(chain).state
      const naive = expected.holdings.get(chain)
      const { quantity, cost, charges } = naive ?? { quantity: 0n, cost: 0n, charges: 0n }
      expect([chain, holding]).toEqual([chain, { quantity, cost, charges }])
      expect(quantity >= 0n && (quantity > 0n || (cost === 0n && charges === 0n))).toBe(true)
      // With an average pool lots only give the ages.
      const byLot = method !== 'WAP'
      const left = lots.filter((lot) => lot.remainingQuantity > 0n)
      expect(
        left.map((lot) => [
          lot.id,
          lot.tradeDate,
          lot.remainingQuantity,
          byLot && lot.remainingCost,
          byLot && lot.remainingCharges,
        ]),
      ).toEqual(
        (naive?.open ?? []).map((lot) => [
          lot.key,
          lot.bought,
          lot.quantity,
          byLot && lot.cost,
          byLot && lot.charges,
        ]),
      )
      // The ledger's cost is the cost of the holding.
      const traded = story.traded(portfolio, security)
      expect([chain, ofRole(sums, portfolio, 'investment', security) + traded.cost]).toEqual([chain, cost])
      if (treatment === 'FVOCI' && security !== 'R')
        expect([chain, ofRole(sums, portfolio, 'transaction-costs', security) + traded.charges]).toEqual([
          chain,
          charges,
        ])
    }
  }
  expect(entitledBy(world)).toEqual(expected.entitled)
  for (const entity of [0, 1]) {
    const clearing = portfolios.flatMap((one, at) =>
      one.entity === entity ? ['A', 'B'].map((of) => ofRole(sums, at, 'inter-portfolio-clearing', of)) : [],
    )
    expect(sumOf(clearing)).toBe(0n)
  }
}

test(`${numRuns} random sequences come to what the naive rules say`, { timeout: 600_000 }, () => {
  const done = { accepted: 0, refused: 0, kinds: new Set<string>() }
  fc.assert(
    fc.property(anyPortfolios, anyCommands, (portfolios, commands) => {
      const story = new ActionStory(portfolios)
      for (const command of commands) {
        const outcome = story.play(command)
        if (outcome === null) continue
        expect([command.what, command.kind, outcome.rules]).toEqual([
          command.what,
          command.kind,
          outcome.naive,
        ])
        agree(story)
      }
      done.accepted += story.accepted
      done.refused += story.refused
      for (const kind of story.kinds) done.kinds.add(kind)
    }),
    { numRuns, ...seed },
  )
  // A walk that is mostly refused, or leaves kinds out, proves little.
  expect(done.accepted / (done.accepted + done.refused)).toBeGreaterThan(0.7)
  if (numRuns >= 100) expect([...done.kinds].toSorted()).toEqual([...KINDS].toSorted())
})
