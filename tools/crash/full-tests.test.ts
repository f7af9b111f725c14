import { expect, test } from 'vitest'
import { sampledFiles } from './full-tests.ts'

test('files that keep a sample are found by the variable that they read', () => {
  const files = sampledFiles()
  for (const name of [
    'books/model',
    'books/races',
    'http/hostile-files',
    'http/http-fuzz',
    'backup/backup-damage',
  ])
    expect(files).toContain(`apps/server/test/${name}.test.ts`)
  expect(files).toContain('e2e/fast-trades.test.ts')
  expect(files).not.toContain('apps/server/test/books/books.test.ts')
})
