import { expect, it } from 'vitest'
import { reachOf } from './changed.ts'

it.each([
  ['a page of the docs reaches nothing', 'docs/running.md', { everything: false, files: [], rooms: [] }],
  [
    'a page of the guide, which the help shows, reaches its tests',
    'docs/guide/figures.md',
    { everything: false, files: [], rooms: ['unit', 'web'] },
  ],
  [
    'a rule reaches what imports it, and the stories',
    'packages/core/src/fee-tariffs/tariff.ts',
    { everything: false, files: ['packages/core/src/fee-tariffs/tariff.ts'], rooms: ['e2e'] },
  ],
  [
    'a test reaches itself',
    'apps/server/test/trades/sells.test.ts',
    { everything: false, files: ['apps/server/test/trades/sells.test.ts'], rooms: [] },
  ],
  [
    'the schema, which no test imports, reaches all that has a database',
    'apps/server/schema/trades.sql',
    { everything: false, files: [], rooms: ['api', 'e2e'] },
  ],
  [
    'a scenario reaches its room',
    'packages/core/golden/buy-then-sell.txt',
    { everything: false, files: [], rooms: ['unit'] },
  ],
  ['what all depend on reaches everything', 'package-lock.json', { everything: true, files: [], rooms: [] }],
])('%s', (_, file, reach) => {
  expect(reachOf([file])).toEqual(reach)
})
