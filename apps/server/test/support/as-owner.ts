import type { Api } from './api.ts'
import { openPatiently } from './open-patiently.ts'

/** Runs statements as the owner of the books, with their triggers. */
export async function asOwner(api: Api, statements: string): Promise<void> {
  const database = await openPatiently(api.fresh.admin, 1)
  try {
    await database.transaction(
      async (tx) => {
        await tx.query('SET LOCAL ROLE NONE')
        await tx.query(statements)
      },
      'as the owner',
      [null],
    )
  } finally {
    await database.close()
  }
}
