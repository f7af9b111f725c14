/** The short version of `npm run crash`: what is killed at any moment opens again, whole. */
import { expect, test } from 'vitest'
import { killFirstStarts } from '../../../../tools/crash/first-start.ts'
import { killMigrations } from '../../../../tools/crash/migration.ts'

const MINUTES = 60_000

test('two killed first starts', { timeout: 10 * MINUTES }, async () => {
  const rounds = await killFirstStarts(2, 20_261_122)
  expect(rounds.filter(({ failure }) => failure !== undefined)).toEqual([])
  expect(rounds).toHaveLength(2)
})

test('a migration killed at two moments and around its COMMIT', { timeout: 10 * MINUTES }, async () => {
  const rounds = await killMigrations(2, 20_261_122, undefined, ['server', 'everything'])
  expect(rounds.filter(({ failure }) => failure !== undefined)).toEqual([])
  const around = (moment: unknown) => rounds.filter((round) => round.moment === moment)
  // A blow to the server alone leaves PostgreSQL at its COMMIT: either is right, as long as it is whole.
  expect(around('before COMMIT').find(({ blow }) => blow === 'everything')?.left).toBe('nothing')
  expect(around('after COMMIT').map(({ left }) => left)).toEqual(['all', 'all'])
})
