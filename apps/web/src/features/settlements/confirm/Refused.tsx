import type { SettlementRow } from '@em/contract/settlements/settlements'
import { ApiFailure } from '../../../lib/api.ts'
import { flagFor } from '../../../lib/asked-first.ts'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'

const LISTED = 8

/** Why an act cannot be: the sentence, and of several instructions which are at fault. */
export function Refused({
  error,
  rows,
  failed,
}: {
  error: unknown
  rows: readonly SettlementRow[]
  failed: string
}) {
  if (error === null) return null
  const details = error instanceof ApiFailure && rows.length > 1 ? error.details : []
  const named = details.flatMap(({ field, message }) => {
    const row = rows[Number(/^items\.(\d+)/.exec(field)?.[1] ?? Number.NaN)]
    return row === undefined ? [] : [{ deal: row.deal_number, message }]
  })
  const isAsked = error instanceof ApiFailure && flagFor(error.code) !== undefined
  return (
    <Banner tone={isAsked ? 'warning' : 'error'}>
      {sentenceOf(error, failed)}
      {named.length > 0 && (
        <ul>
          {named.slice(0, LISTED).map(({ deal, message }) => (
            <li key={deal}>
              {deal}: {message}
            </li>
          ))}
          {named.length > LISTED && <li>and {named.length - LISTED} more</li>}
        </ul>
      )}
    </Banner>
  )
}

/** A refusal after which the save can still be tried: the person is asked about it when saving. */
export function mayStillSave(error: unknown): boolean {
  return error === null || (error instanceof ApiFailure && flagFor(error.code) !== undefined)
}
