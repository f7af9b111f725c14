import type { Reply, Route } from '@em/contract/kit/route'
import {
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiFailure, type CallArguments, type CallOptions, call, isHeld, type Sendable } from './api.ts'
import { session, subscribeSession } from './session.ts'

/**
 * What the server said, kept for a while. Keys form a tree by feature: `[feature, route, input]`, where the
 * feature is the first word of the route's name (`equities.list` -> `equities`).
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < 2 && (!(error instanceof ApiFailure) || error.status === 503),
        refetchOnWindowFocus: true,
      },
    },
  })
  // However a person leaves (Logout here or in another window, an end of the session, a stored sign-in that is not confirmed), the
  // next one must find nothing of what the server said to the one before.
  let person = session()?.user.id
  subscribeSession(() => {
    const next = session()?.user.id
    if (person !== undefined && next !== person) client.clear()
    person = next
  })
  return client
}

/** Reference data that no trade or entry changes; everything else is books and goes stale with every write. */
const REGISTERS = new Set([
  'equities',
  'portfolios',
  'strategies',
  'settlement-accounts',
  'costing-methods',
  'cost-of-funds',
  'chart-of-accounts',
  'brokers',
  'holidays',
  'fee-tariffs',
  'fee-reliefs',
  'dividend-tax-rates',
  'risk-free-rates',
  'price-tolerances',
  'market-indices',
  'cds-accounts',
  'fix-sessions',
  'safekeeping-accounts',
  'saved-views',
  'favourites',
  'identity',
  'users',
  'health',
])

export function featureOf(route: Route): string {
  return route.name.split('.', 1)[0] ?? route.name
}

export function keyOf(route: Route, input: object = {}): readonly unknown[] {
  return [featureOf(route), route.name, input]
}

/** After a write of one feature: its own lists and all books are asked for again (what is on screen, at once). */
export function invalidateAfter(client: QueryClient, feature: string): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [root] }) => root === feature || !REGISTERS.has(String(root)),
  })
}

interface ReadOptions<Answer = unknown> {
  enabled?: boolean
  staleTime?: number
  /** Keep showing the last answer while another input is loading. */
  keepPrevious?: boolean
  refetchInterval?: number
  /** Asked again after so many milliseconds while the last answer says so. */
  refetchWhile?: { readonly ms: number; readonly says: (reply: Answer) => boolean }
  /** `always`: asked for anew whenever what shows it opens, also where the kept answer is fresh. */
  refetchOnMount?: 'always'
}

/** Reads a route: `useRoute(equities.routes.list, { query: { search } })`. */
export function useRoute<R extends Route>(
  route: R,
  input?: Sendable<R>,
  options: ReadOptions<Reply<R>> = {},
): UseQueryResult<Reply<R>, Error> {
  const { keepPrevious, refetchWhile, ...rest } = options
  return useQuery<Reply<R>, Error>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, ...([{ ...input, signal }] as unknown as CallArguments<R>)),
    ...(keepPrevious === true ? { placeholderData: (previous: unknown) => previous as never } : {}),
    ...(refetchWhile === undefined
      ? {}
      : {
          refetchInterval: ({ state: { data } }: { state: { data: Reply<R> | undefined } }) =>
            data !== undefined && refetchWhile.says(data) ? refetchWhile.ms : false,
        }),
    ...rest,
  }) as UseQueryResult<Reply<R>, Error>
}

/**
 * Writes through a route: `const save = useWrite(buy); await save.mutateAsync({ body })`. Sends an
 * Idempotency-Key with a POST: the same one again while the same input has not been answered, so that a retry
 * after a lost connection cannot save twice. A caller that knows its input over a reload gives a key of its own.
 */
export function useWrite<R extends Route>(
  route: R,
  options: {
    invalidates?: readonly string[]
    /** A refusal is kept by the server, as a failed import is: what shows it is asked for again. */
    keepsRefusals?: boolean
  } = {},
): UseMutationResult<Reply<R>, Error, Sendable<R> & Pick<CallOptions, 'idempotencyKey' | 'onJob'>> {
  const client = useQueryClient()
  const unanswered = useRef<{ sent: string; key: string } | null>(null)
  return useMutation<Reply<R>, Error, Sendable<R> & Pick<CallOptions, 'idempotencyKey' | 'onJob'>>({
    mutationFn: async (input) => {
      const sent = JSON.stringify(input)
      if (unanswered.current?.sent !== sent) unanswered.current = { sent, key: crypto.randomUUID() }
      const key =
        route.method === 'POST' ? { idempotencyKey: input.idempotencyKey ?? unanswered.current.key } : {}
      try {
        const reply = await call(route, ...([{ ...input, ...key }] as unknown as CallArguments<R>))
        unanswered.current = null
        return reply
      } catch (error) {
        const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500
        if (isHeld(error) || (refused && error.code !== 'idempotency.running')) unanswered.current = null
        throw error
      }
    },
    onSuccess: () => {
      // Not waited for: the save is done, the screens catch up.
      const features = new Set([featureOf(route), ...(options.invalidates ?? [])])
      for (const feature of features) void invalidateAfter(client, feature)
    },
    onError: (error) => {
      if (isHeld(error)) {
        // A draft or a row of its own may be kept all the same.
        void invalidateAfter(client, featureOf(route))
        return
      }
      if (options.keepsRefusals !== true) return
      const stale = new Set([featureOf(route), 'attention'])
      void client.invalidateQueries({ predicate: ({ queryKey: [root] }) => stale.has(String(root)) })
    },
  })
}
