/**
 * `npm run crash -- first-start [ROUNDS] [SEED]`: kills servers at random moments and looks at what the next start
 * finds. Ends with 0 when all books opened whole. The suite runs a short version through the same code.
 */
import { type KilledStart, killFirstStarts } from './crash/first-start.ts'

const USAGE = 'Usage: npm run crash -- first-start [ROUNDS] [SEED]'

function count(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is not a count.\n${USAGE}`)
  return value
}

async function main([name, rounds, seed]: readonly string[]): Promise<number> {
  const chosen = count(seed, Math.ceil(Math.random() * 1e9))
  if (name !== 'first-start') throw new Error(USAGE)
  console.log(`seed ${chosen}`)
  const done = await killFirstStarts(count(rounds, 40), chosen, ({ at, blow, failure }: KilledStart) =>
    console.log(`  ${String(at).padStart(6)} ms  ${blow.padEnd(10)}  ${failure ?? 'opens'}`),
  )
  const lost = done.filter(({ failure }) => failure !== undefined).length
  console.log(`${done.length - lost} of ${done.length} killed first starts opened whole books`)
  return lost === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
