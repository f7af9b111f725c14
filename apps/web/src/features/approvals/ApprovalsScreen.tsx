import { approvalDelegations, approvalRules, approvals } from '@em/contract/approvals/approvals'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callPage } from '../../lib/api.ts'
import { choiceIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { keyOf } from '../../lib/query.ts'
import { Page } from '../../ui/Page.tsx'
import { Delegations } from './Delegations.tsx'
import { RequestList } from './RequestList.tsx'
import { Rules } from './Rules.tsx'

const VIEWS = ['for-me', 'mine', 'all', 'rules', 'delegations'] as const

/** How many requests of a view wait; null while it is not known. */
function useWaiting(of: 'for-me' | 'mine'): number | null {
  const query = { of, state: 'waiting' as const, limit: 1 }
  const count = useQuery({
    queryKey: [...keyOf(approvals.list, { query }), 'count'],
    queryFn: async () => (await callPage(approvals.list, { query })).total ?? 0,
  })
  return count.data ?? null
}

const counted = (label: string, count: number | null) =>
  count === null || count === 0 ? label : `${label} (${count.toLocaleString('en-LK')})`

/** Approvals: requests that wait, those that I asked for, all of them; the rules that ask and who decides for whom. */
export default function ApprovalsScreen() {
  const may = useMay()
  const address = useHashQuery()
  const [forMe, mine] = [useWaiting('for-me'), useWaiting('mine')]
  const mayRule = may(approvalRules.create)
  const mayDelegate = may(approvalDelegations.create)
  const wanted = choiceIn(address, 'view', VIEWS)
  const isOffered = (wanted !== 'rules' || mayRule) && (wanted !== 'delegations' || mayDelegate)
  const view = wanted === '' || !isOffered ? (address.has('request') ? 'all' : 'for-me') : wanted
  return (
    <Page
      title="Approvals"
      lead="Writes that an approval rule asks for wait here until another person decides. Nothing of them is in the books before that."
    >
      <Tabs
        value={view}
        onChange={(to) => changeHashQuery({ view: to, request: null, state: null, acts: null, search: null })}
      >
        <Tabs.List>
          <Tabs.Tab value="for-me">{counted('For me', forMe)}</Tabs.Tab>
          <Tabs.Tab value="mine">{counted('My requests', mine)}</Tabs.Tab>
          <Tabs.Tab value="all">All</Tabs.Tab>
          {mayRule && <Tabs.Tab value="rules">Rules</Tabs.Tab>}
          {mayDelegate && <Tabs.Tab value="delegations">Delegations</Tabs.Tab>}
        </Tabs.List>
      </Tabs>
      {view === 'rules' && <Rules />}
      {view === 'delegations' && <Delegations />}
      {(view === 'for-me' || view === 'mine' || view === 'all') && <RequestList key={view} of={view} />}
    </Page>
  )
}
