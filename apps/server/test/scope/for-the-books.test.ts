/** The consequences of a write read the tables without the scope of the user; reads after them have it again. */
import { expect, test } from 'vitest'
import { forTheBooks, inScope, scopeNow } from '../../src/platform/database/scope.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { startApi } from '../support/api.ts'

test('after what follows was refused, the transaction sees the portfolios of the person alone again', async () => {
  const { database, user } = await startApi()
  const path = { outside: '', during: '', after: '' }
  await inScope([], user.id, () =>
    database.transaction(async (tx) => {
      const where = async () => {
        const [row] = await tx.query<{ search_path: string }>('SHOW search_path')
        return row?.search_path.replaceAll(' ', '') ?? ''
      }
      path.outside = await where()
      const refused = forTheBooks(tx, async () => {
        path.during = await where()
        throw new Refusal('rights.outside')
      })
      await expect(refused).rejects.toThrow(Refusal)
      path.after = await where()
      expect(scopeNow()).toBeDefined()
    }, 'test'),
  )
  expect(path.outside).toMatch(/^em_scoped/)
  expect(path.during).toBe('em,public')
  expect(path.after).toBe(path.outside)
})
