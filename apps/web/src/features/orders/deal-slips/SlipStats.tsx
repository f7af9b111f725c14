import type { Reply } from '@em/contract/kit/route'
import { type OrderRow, orders } from '@em/contract/orders/orders'
import type { transactions } from '@em/contract/trades/transactions'
import { useQuery } from '@tanstack/react-query'
import { callPage } from '../../../lib/api.ts'
import { useMay } from '../../../lib/may.ts'
import { counted } from '../../../lib/numerals.ts'
import { keyOf, type useRoute } from '../../../lib/query.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../../ui/Page.tsx'
import { ORDERS_OF } from '../order-texts.ts'

/** How many orders a tab has; undefined while it is not known, null for a user who may not read orders. */
function useOrders(tab: keyof typeof ORDERS_OF, search: string): number | undefined | null {
  const mayRead = useMay()(orders.list)
  const query = { state: ORDERS_OF[tab].join(','), search, limit: 1 }
  const found = useQuery({
    queryKey: [...keyOf(orders.list, { query }), 'count'],
    queryFn: ({ signal }) => callPage<OrderRow>(orders.list, { query, signal }),
    placeholderData: (previous) => previous,
    enabled: mayRead,
  })
  return mayRead ? (found.data?.total ?? undefined) : null
}

interface SlipStatsProps {
  query: ReturnType<typeof useRoute<typeof transactions.summary>>
  /** Forms that are not saved. */
  drafts: number
  search: string
}

/** The contents of the tabs of Deal Slip, orders and trades together, and the totals of the trades. */
export function SlipStats({ query: { data, isError }, drafts, search }: SlipStatsProps) {
  const completed = useOrders('completed', search)
  const pending = useOrders('pending', search)
  const proposals = useOrders('draft', search)
  const loading = data === undefined && !isError
  return (
    <Stats>
      <StatCard
        label="Deal slips"
        loading={loading}
        value={<Count of={[data?.trades]} />}
        {...(data === undefined
          ? {}
          : { note: `${counted(data.buys, 'buy')}, ${counted(data.sells, 'sell')}` })}
      />
      <StatCard
        label="Completed"
        loading={loading}
        value={<Count of={[data && data.trades - openOf(data), completed]} />}
        note={noteOf(data && data.trades - openOf(data), completed) ?? 'Settled, or assumed to be'}
      />
      <StatCard
        label="Pending"
        loading={loading}
        value={<Count of={[data && openOf(data), pending]} />}
        note={pendingNote(data, pending)}
      />
      <StatCard
        label="Draft"
        value={<Count of={[proposals, drafts]} />}
        note={`${counted(proposals ?? 0, 'proposal')}, ${drafts.toLocaleString('en-LK')} not saved`}
      />
      <StatCard label="Bought (LKR)" loading={loading} value={<Amount value={data?.bought} />} />
      <StatCard label="Sold (LKR)" loading={loading} value={<Amount value={data?.sold} />} />
    </Stats>
  )
}

/** A sum; a dash while a part of it is not known. */
function Count({ of }: { of: readonly (number | undefined | null)[] }) {
  if (of.includes(undefined)) return <Amount value={null} />
  return of.reduce<number>((sum, part) => sum + (part ?? 0), 0).toLocaleString('en-LK')
}

/** "12 trades, 1 order"; undefined where there is no order. */
const noteOf = (trades: number | undefined, some: number | undefined | null): string | undefined =>
  trades === undefined || some == null || some === 0
    ? undefined
    : `${counted(trades, 'trade')}, ${counted(some, 'order')}`

type Counts = Pick<Reply<typeof transactions.summary>, 'pending' | 'partSettled' | 'overdue' | 'failed'>

/** Trades that are not settled yet. */
const openOf = ({ pending, partSettled, overdue, failed }: Counts) => pending + partSettled + overdue + failed

function pendingNote(data: Counts | undefined, some: number | undefined | null): string {
  if (data === undefined) return ''
  const { overdue, failed } = data
  const parts = [
    noteOf(openOf(data), some),
    overdue > 0 && `${overdue.toLocaleString('en-LK')} overdue`,
    failed > 0 && `${failed.toLocaleString('en-LK')} failed`,
  ]
  return parts.filter(Boolean).join(', ') || 'Due today or later'
}
