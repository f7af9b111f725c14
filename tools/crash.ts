/**
 * `npm run crash -- first-start|migration|action|postgres [ROUNDS] [SEED]`: kills running processes at random
 * moments and checks what the next start finds. Prints its seed, so that a failure can be repeated. Ends with
 * 0 when all books opened whole. The suite runs a short version through the same code. `npm run crash --
 * tests` runs the other tests that keep a sample at full length.
 */
import { killActions } from './crash/action.ts'
import { killFirstStarts } from './crash/first-start.ts'
import { runFullTests } from './crash/full-tests.ts'
import { killMigrations } from './crash/migration.ts'
import { killPostgres } from './crash/postgres.ts'

const USAGE = `Usage: npm run crash -- first-start [ROUNDS] [SEED]
       npm run crash -- migration [ROUNDS] [SEED]
       npm run crash -- action [ROUNDS] [SEED]
       npm run crash -- postgres [KILLS] [SEED]
       npm run crash -- tests`

interface Round {
  readonly blow: string
  readonly moment: unknown
  readonly left?: string | undefined
  readonly failure: string | undefined
}

const kinds: Record<string, (rounds: number | undefined, seed: number) => Promise<Round[]>> = {
  'first-start': (rounds = 40, seed) => killFirstStarts(rounds, seed, report),
  action: (rounds = 10, seed) => killActions(rounds, seed, report),
  migration: (rounds = 10, seed) => killMigrations(rounds, seed, report),
}

function report({ blow, moment, left, failure }: Round): void {
  const when = typeof moment === 'string' ? moment : JSON.stringify(moment)
  const outcome = failure === undefined ? 'opens' : `FAILED: ${failure}`
  console.log(`  ${blow.padEnd(10)}  ${when.padEnd(32)}  ${left ? `left ${left}, ` : ''}${outcome}`)
}

async function underLoad(kills = 5, seed: number): Promise<number> {
  const { outages, acknowledged, lost, twice, refusals, failure } = await killPostgres(kills, seed)
  const sorted = outages.toSorted((a, b) => a - b)
  console.log(`  PostgreSQL killed ${kills} times under load: ${acknowledged} saves acknowledged`)
  console.log(
    `  ${lost} lost, ${twice} twice; answered meanwhile: ${refusals.join(', ')} (status, Retry-After)`,
  )
  console.log(
    `  from the kill to the next save: median ${sorted[Math.floor(kills / 2)]} ms, longest ${sorted.at(-1)} ms`,
  )
  console.log(`  ${failure ?? 'the server went on, verify clean'}`)
  return lost + twice === 0 && failure === undefined ? 0 : 1
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is not a count.\n${USAGE}`)
  return value
}

async function main([name = '', rounds, seed]: readonly string[]): Promise<number> {
  if (name === 'tests') return runFullTests()
  const kill = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kill === undefined && name !== 'postgres') throw new Error(USAGE)
  const chosen = countOf(seed) ?? Math.ceil(Math.random() * 1e9)
  console.log(`${name}, seed ${chosen}:`)
  if (kill === undefined) return underLoad(countOf(rounds), chosen)
  const done = await kill(countOf(rounds), chosen)
  const lost = done.filter(({ failure }) => failure !== undefined).length
  console.log(`${done.length - lost} of ${done.length} opened whole, verify clean`)
  return lost === 0 ? 0 : 1
}

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  },
)
