/**
 * `npm run mutations`: breaks the lines of `mutations/lists.ts` one at a time, in copies of the checkout, and runs the test
 * that must fail. Words choose the entries whose rule, file or test has one of them. The last line says how many were noticed.
 */
import { tryMutation, withoutPassingTest } from './mutations/apply.ts'
import { type Copy, copyCheckout } from './mutations/copy.ts'
import { MUTATIONS } from './mutations/lists.ts'
import type { Mutation } from './mutations/mutation.ts'

/** As many as a small machine has processors. */
const AT_ONCE = 2

const words = process.argv.slice(2)
const chosen = MUTATIONS.filter(
  ({ rule, file, test }) =>
    words.length === 0 || words.some((word) => `${rule} ${file} ${test}`.includes(word)),
)

async function work({ folder }: Copy, waiting: Mutation[]): Promise<number> {
  let missed = 0
  for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
    const began = Date.now()
    const outcome = await tryMutation(folder, mutation).catch(String)
    if (outcome !== 'noticed') missed += 1
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(`${outcome} (${seconds} s): ${mutation.rule}`)
    if (outcome !== 'noticed')
      console.log(`  ${mutation.file}: ${mutation.from}\n  ${mutation.test}: ${mutation.name}`)
  }
  return missed
}

const copies = await Promise.all(Array.from({ length: AT_ONCE }, copyCheckout))
const removeAll = async () => {
  for (const copy of copies) await copy.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void removeAll().finally(() => process.exit(130)))
}
try {
  const [first] = copies
  const failing = first === undefined ? [] : await withoutPassingTest(first.folder, chosen)
  for (const { test, name } of failing) console.log(`does not pass with nothing broken: ${test}: ${name}`)
  const waiting = chosen.filter((mutation) => !failing.includes(mutation))
  const missed = await Promise.all(copies.map((copy) => work(copy, waiting)))
  const noticed = chosen.length - failing.length - missed.reduce((sum, count) => sum + count, 0)
  console.log(`${noticed} of ${chosen.length} noticed`)
  process.exitCode = noticed === chosen.length && chosen.length > 0 ? 0 : 1
} finally {
  await removeAll()
}
