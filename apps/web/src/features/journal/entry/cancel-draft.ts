import { journal } from '@em/contract/journal/journal'
import { call } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { bodyOf, valuesOf } from './entry-values.ts'

/** The request that cancels a draft: its present fields, with the other status. @throws ApiFailure */
export async function cancelled(id: number) {
  const { data } = await call(journal.get, { params: { id } })
  const values = { ...valuesOf(data, 'edit', today()), status: 'Cancelled' as const }
  return { params: { id }, body: bodyOf(values, data.version) }
}
