import {
  type ActionPreview,
  type CorporateActionDetail,
  corporateActions,
} from '@em/contract/corporate-actions/corporate-actions'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { usePreview } from '../../../lib/usePreview.ts'

interface Recorded {
  readonly event: CorporateActionDetail
  /** Why it is recorded and not in the books; null where it is in them. */
  readonly left: unknown
}

/** Records an event by its form and processes it at once. @throws where it could not be recorded. */
export function useRecordAndProcess() {
  const create = useWrite(corporateActions.create)
  const process = useWrite(corporateActions.process)
  return async (form: Record<string, unknown>): Promise<Recorded> => {
    const event = (await create.mutateAsync({ query: {}, body: form })) as CorporateActionDetail
    try {
      const done = await process.mutateAsync({ params: { id: event.id }, query: {}, body: {} })
      return { event: done as CorporateActionDetail, left: null }
    } catch (left) {
      return { event, left }
    }
  }
}

/** The effect of recording an event and processing it, asked of the server once typing has paused; null asks nothing. */
export function useFormPreview(form: Record<string, unknown> | null) {
  return usePreview(
    form === null ? '' : JSON.stringify(form),
    async (signal) =>
      (await call(corporateActions.create, {
        query: { dryRun: '1', process: '1' },
        body: form ?? {},
        signal,
      })) as ActionPreview,
  )
}
