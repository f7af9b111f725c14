/** The short version of `npm run crash`: what is killed at any moment opens again, whole. */
import { expect, test } from 'vitest'
import { killFirstStarts } from '../../../../tools/crash/first-start.ts'
import { killMigrations } from '../../../../tools/crash/migration.ts'

const MINUTES = 60_000

test('a first start that is killed while its schema is made', { timeout: 10 * MINUTES }, async () => {
  const rounds = await killFirstStarts(1, 20_261_122)
  expect(rounds.map(({ failure }) => failure)).toEqual([undefined])
})

test('a migration killed at one moment and around its COMMIT', { timeout: 10 * MINUTES }, async () => {
  const rounds = await killMigrations(1, 20_261_122, undefined, ['everything'])
  expect(rounds.filter(({ failure }) => failure !== undefined)).toEqual([])
  const around = (moment: unknown) => rounds.find((round) => round.moment === moment)
  expect([around('before COMMIT')?.left, around('after COMMIT')?.left]).toEqual(['nothing', 'all'])
})
