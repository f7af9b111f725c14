import { approvals } from '@em/contract/approvals/approvals'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callPage } from '../lib/api.ts'
import { keyOf } from '../lib/query.ts'
import { Banner } from '../ui/Banner.tsx'
import { hrefOf } from './tabs.ts'

/** Above a list: requests for approval of its acts that wait, and the way to them. `acts` are calls, or features by their first word. */
export function WaitingRequests({ acts }: { acts: string }) {
  const query = { acts, state: 'waiting' as const, limit: 1 }
  const waiting = useQuery({
    queryKey: [...keyOf(approvals.list, { query }), 'count'],
    queryFn: async ({ signal }) => (await callPage(approvals.list, { query, signal })).total ?? 0,
    staleTime: 60_000,
  })
  const count = waiting.data ?? 0
  if (count === 0) return null
  return (
    <Banner>
      {count.toLocaleString('en-LK')} {count === 1 ? 'request waits' : 'requests wait'} for approval.{' '}
      <Anchor
        fz="inherit"
        href={hrefOf('Administration', 'Approvals', { view: 'all', state: 'waiting', acts })}
      >
        Show
      </Anchor>
    </Banner>
  )
}
