import { ELECTIONS_MAX } from '@em/contract/books/action-elections'
import { corporateActions, type Entitlement } from '@em/contract/books/corporate-actions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { callPages } from '../../../lib/api.ts'
import { keyOf } from '../../../lib/query.ts'

/** The current entitlements of an event, all of them at once: what dialogs choose from. */
export function useEntitlements(id: number): UseQueryResult<readonly Entitlement[], Error> {
  return useQuery({
    queryKey: [...keyOf(corporateActions.entitlements, { params: { id } }), 'all'],
    queryFn: async () =>
      (await callPages<Entitlement>(corporateActions.entitlements, {}, ELECTIONS_MAX, ELECTIONS_MAX, { id }))
        .rows,
  })
}
