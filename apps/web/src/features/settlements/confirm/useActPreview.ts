import type { settlements } from '@em/contract/settlements/settlements'
import { call } from '../../../lib/api.ts'
import { usePreview } from '../../../lib/usePreview.ts'

type ActRoute =
  | typeof settlements.confirm
  | typeof settlements.fail
  | typeof settlements.reschedule
  | typeof settlements.reopen

/**
 * What an act would do, asked of the server once typing has paused. `items` null asks nothing; `more` is sent with them; while
 * the act is `saving`, and afterwards, nothing is asked.
 */
export function useActPreview(
  route: ActRoute,
  items: readonly object[] | null,
  { saving, ...more }: { saving: boolean } & Record<string, unknown>,
) {
  const body = items === null ? '' : JSON.stringify({ items, ...more })
  return usePreview(
    body,
    (signal) =>
      call(route as typeof settlements.reopen, { query: { dryRun: '1' }, body: JSON.parse(body), signal }),
    saving,
  )
}
