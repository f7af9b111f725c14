import type { Reply, Route } from '@em/contract/kit/route'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type {
  ChangedLine,
  ExternalTransaction,
  GlTransaction,
  MatchedTransaction,
  MatchType,
  ReconciliationRecord,
  ReconciliationStatus,
  ReconciliationSummary,
} from '@em/contract/reconciliation/reconciliation-records'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { ApiFailure, callPages, type ListPage, type Sendable } from '../../../lib/api.ts'
import { invalidateAfter, keyOf, useRoute, useWrite } from '../../../lib/query.ts'
import { useLongWork } from '../../../lib/useLongWork.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { type Scrolled, useScrolled } from '../../../lib/useScrolled.ts'

/** A reconciliation with its statements and history, as its page shows it. */
export type OneReconciliation = z.output<typeof reconciliation.get.reply>

/** Lines that are asked for at once: a month of a busy account is matched at a glance. */
const LINES = { pageSize: 1000 }
/** Lines of each list that a file or a printed page takes. */
export const EXCEL_LINES = 20_000
export const PDF_LINES = 1_500
export const PRINT_LINES = 1_000

/** The table's `more` of a scrolled list. */
export function moreOf({ more, total }: Pick<Scrolled<unknown>, 'more' | 'total'>) {
  return { ...more, total }
}

export function useReconciliations(filters: { accountCode?: string; status?: ReconciliationStatus }) {
  return useScrolled<ReconciliationSummary>(reconciliation.list, { query: filters }, LINES)
}

export function useOne(id: number) {
  return useRoute(reconciliation.get, { params: { id } })
}

const searching = (search: string) => (search === '' ? {} : { search })

export function useLedgerLines(id: number, search: string) {
  return useScrolled<GlTransaction>(
    reconciliation.ledger,
    { params: { id }, query: searching(search) },
    LINES,
  )
}

export function useStatementLines(id: number, state: 'unmatched' | 'held' | 'skipped', search: string) {
  return useScrolled<ExternalTransaction>(
    reconciliation.external,
    {
      params: { id },
      query: { state, ...searching(search) },
    },
    LINES,
  )
}

export function useMatches(id: number, matchType: MatchType | null) {
  return useScrolled<MatchedTransaction>(
    reconciliation.matches,
    {
      params: { id },
      query: matchType === null ? {} : { matchType },
    },
    LINES,
  )
}

/** Lines recorded into its days since the sign-off. */
export function useChangedLines(id: number) {
  return useScrolled<ChangedLine>(reconciliation.changes, { params: { id }, query: {} }, LINES)
}

/** The lines of the report, at most so many of each; `cut`: there are more. */
export async function loadLines(id: number, most: number) {
  const take = async <Row>(route: Route) => callPages<Row>({ ...route, path: pathFor(route, id) }, {}, most)
  const [ledger, external, matches, changes] = await Promise.all([
    take<GlTransaction>(reconciliation.ledger),
    take<ExternalTransaction>(reconciliation.external),
    take<MatchedTransaction>(reconciliation.matches),
    take<ChangedLine>(reconciliation.changes),
  ])
  const cut = [ledger, external, matches, changes].some((page) => page.next !== null)
  return {
    ledger: ledger.rows,
    external: external.rows,
    matches: matches.rows,
    changes: changes.rows,
    cut,
  }
}
const pathFor = (route: Route, id: number): Route['path'] =>
  route.path.replace(':id', String(id)) as Route['path']

/** Puts what a change answered in the place of what was read, so that the next change names its version. */
function keep(client: QueryClient, record: ReconciliationRecord): void {
  client.setQueryData(
    keyOf(reconciliation.get, { params: { id: record.id } }),
    (old: OneReconciliation | undefined) => old && { ...old, ...record },
  )
}

type Changing = Route & { reply: z.ZodType<{ reconciliation: ReconciliationRecord }> }

/** A change of a reconciliation: its answer is shown at once, the lists are asked for again. */
export function useChange<R extends Changing>(route: R) {
  const client = useQueryClient()
  const write = useWrite(route)
  const run = useOnce(async (input: Sendable<R>): Promise<Reply<R>> => {
    const reply = await write.mutateAsync(input)
    keep(client, (reply as { reconciliation: ReconciliationRecord }).reconciliation)
    return reply
  })
  return { run, busy: write.isPending }
}

interface LongChange<R extends Route> {
  onFound: (reply: Reply<R>) => void
  onFoundFailed: (error: unknown) => void
}

/** A change that may take longer than a moment: watched, cancelled, and found again after a reload. */
export function useLongChange<R extends Changing>(
  route: R,
  id: number,
  { onFound, onFoundFailed }: LongChange<R>,
) {
  const client = useQueryClient()
  const cached = (reply: Reply<R>): Reply<R> => {
    keep(client, (reply as { reconciliation: ReconciliationRecord }).reconciliation)
    return reply
  }
  const work = useLongWork(route, `${route.name}.${id}`, {
    onFound: (reply) => onFound(cached(reply)),
    onFoundFailed,
  })
  const run = useOnce(async (input: Sendable<R>) => cached(await work.run(input)))
  return { ...work, run }
}

interface Pages {
  readonly pages: readonly ListPage<{ id: string | number }>[]
}

/** Takes lines that were just matched out of the lists at once: asking for thousands again takes a moment. */
export function useDropLines(id: number) {
  const client = useQueryClient()
  return (route: Route, ids: readonly (string | number)[]) => {
    const gone = new Set(ids)
    client.setQueriesData<Pages>(
      {
        predicate: ({ queryKey: [, name, input] }) =>
          name === route.name && (input as { params?: { id?: number } }).params?.id === id,
      },
      (old) => {
        if (old === undefined) return old
        const found = old.pages.flatMap(({ rows }) => rows.filter((row) => gone.has(row.id))).length
        const pages = old.pages.map((page) => ({
          ...page,
          rows: page.rows.filter((row) => !gone.has(row.id)),
          total: page.total === null ? null : page.total - found,
        }))
        return { ...old, pages }
      },
    )
  }
}

/** Saving answers the record as `data`, as specified. */
export function useSave() {
  const client = useQueryClient()
  const write = useWrite(reconciliation.save)
  const run = useOnce(async (body: Sendable<typeof reconciliation.save>['body']) => {
    try {
      const reply = await write.mutateAsync({ body })
      keep(client, reply.data)
      return reply
    } catch (error) {
      // Another user changed it: the next read has the present state.
      if (error instanceof ApiFailure && error.status === 409) await invalidateAfter(client, 'reconciliation')
      throw error
    }
  })
  return { run, busy: write.isPending }
}
