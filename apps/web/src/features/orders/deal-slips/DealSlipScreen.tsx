import { orders } from '@em/contract/orders/orders'
import { saleProposals } from '@em/contract/proposals/sale-proposals'
import { type TradeRow, transactions } from '@em/contract/trades/transactions'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callPage, messageOf } from '../../../lib/api.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { keyOf, useRoute } from '../../../lib/query.ts'
import { recall } from '../../../lib/remember.ts'
import { useOpens } from '../../../links/offered.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { goTo } from '../../../links/tabs.ts'
import { WaitingRequests } from '../../../links/WaitingRequests.tsx'
import { SearchField } from '../../../ui/form/FilterFields.tsx'
import { Pager } from '../../../ui/grid/GridTools.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { Page } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/States.tsx'
import { SaleProposalModal } from '../../proposals/SaleProposalModal.tsx'
import { isDeal } from '../../trades/correct/trade.ts'
import { OrderList } from '../OrderList.tsx'
import { TradesWithoutOrder } from '../TradesWithoutOrder.tsx'
import css from './DealSlips.module.css'
import { SlipCard } from './SlipCard.tsx'
import { SlipModal } from './SlipModal.tsx'
import { SlipStats } from './SlipStats.tsx'
import { DRAFT_FORMS, draftSlip, matches, SLIP_STATUSES, type SlipTab, STATES_OF, slipOf } from './slips.ts'

const PAGE_SIZE = 24
const FAILED = 'Failed to load deal slips'
const TABS: readonly { value: SlipTab; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'Pending' },
  { value: 'draft', label: 'Draft' },
]

/** Deal Slips: a card and a printable slip for every trade, and what was begun in this browser. */
export default function DealSlipScreen() {
  const query = useHashQuery()
  const { tab, search, page, slip } = filtersOf(query)
  const client = useQueryClient()
  const [recalled, setDrafts] = useState(readDrafts)
  const opens = useOpens()
  // A draft is offered only to users who may open its form.
  const drafts = recalled.filter(({ draft }) => draft !== null && opens(draft.form[0], draft.form[1]))
  const found = useSlips(tab, search, page)
  const summary = useRoute(transactions.summary, { query: { search } }, { keepPrevious: true })
  const shownDrafts = tab === 'all' || tab === 'draft' ? drafts.filter((one) => matches(one, search)) : []
  const slips = tab === 'draft' ? [] : (found.data?.rows.filter(isDeal).map(slipOf) ?? [])
  const cards = [...(page === 1 ? shownDrafts : []), ...slips]
  const total = tab === 'draft' ? 0 : (found.data?.total ?? 0)
  const loading = tab !== 'draft' && found.data === undefined && !found.isError
  const refresh = () => {
    setDrafts(readDrafts())
    // Orders and what waits for approval, too: another person moves them.
    void client.invalidateQueries({ refetchType: 'active' })
  }
  return (
    <Page
      title="Deal Slips"
      lead="Orders, and one slip for each trade: completed when filled, settled or assumed settled, pending before that, draft while proposed or not saved."
      actions={<RefreshButton loading={found.isRefetching} onClick={refresh} />}
    >
      <div className={css.bar}>
        <SearchField
          placeholder="Deal, contract, company, broker, portfolio"
          value={search}
          onSearch={(text) => changeHashQuery({ search: text, page: '' })}
        />
        <SegmentedControl
          aria-label="Status"
          data={[...TABS]}
          value={tab}
          onChange={(value) => changeHashQuery({ status: value === 'all' ? '' : value, page: '' })}
        />
      </div>
      <WaitingRequests acts="orders,trades,sells" />
      <SlipStats
        query={summary}
        drafts={drafts.filter((one) => matches(one, search)).length}
        search={search}
      />
      <IfMay call={orders.list}>
        <OrderList tab={tab} search={search} actions={<ProposeSale />} />
        {tab === 'all' && search === '' && <TradesWithoutOrder />}
      </IfMay>
      {found.isError && found.data === undefined && tab !== 'draft' ? (
        <ErrorState title={FAILED} message={messageOf(found.error, '')} onRetry={refresh} />
      ) : loading ? (
        <Skeletons rows={8} height={28} />
      ) : cards.length === 0 ? (
        <NoSlips tab={tab} search={search} beyond={total > 0} />
      ) : (
        <>
          <ul className={css.cards}>
            {cards.map((card) => (
              <li key={card.id ?? card.draft?.name}>
                <SlipCard
                  slip={card}
                  onOpen={() =>
                    card.draft !== null
                      ? goTo(card.draft.form[0], card.draft.form[1])
                      : changeHashQuery({ slip: String(card.id) })
                  }
                />
              </li>
            ))}
          </ul>
          {tab !== 'draft' && (
            <Pager
              page={page}
              size={PAGE_SIZE}
              total={total}
              noun="deal slips"
              onPage={(next) => changeHashQuery({ page: next === 1 ? '' : String(next) })}
            />
          )}
        </>
      )}
      <SlipModal id={slip} onClose={() => changeHashQuery({ slip: '' })} />
    </Page>
  )
}

function ProposeSale() {
  const [opened, open] = useState(false)
  return (
    <IfMay call={saleProposals.sale}>
      <Button variant="default" onClick={() => open(true)}>
        Propose a Sale
      </Button>
      <SaleProposalModal of={opened ? { portfolioId: '', symbol: '' } : null} onClose={() => open(false)} />
    </IfMay>
  )
}

function filtersOf(query: URLSearchParams) {
  const status = query.get('status')
  const number = (name: string) => {
    const value = Number(query.get(name) ?? '')
    return Number.isSafeInteger(value) && value > 0 && value <= 1_000_000 ? value : null
  }
  return {
    tab: SLIP_STATUSES.find((one) => one === status) ?? ('all' as const),
    search: (query.get('search') ?? '').trim().slice(0, 200),
    page: number('page') ?? 1,
    slip: number('slip'),
  }
}

function readDrafts() {
  return DRAFT_FORMS.flatMap((form) => draftSlip(recall<unknown>(`draft.${form.name}`, null), form) ?? [])
}

/** A page of recorded trades, newest first. */
function useSlips(tab: SlipTab, search: string, page: number) {
  const query = {
    ...(tab === 'completed' || tab === 'pending' ? { status: STATES_OF[tab].join(',') } : {}),
    search,
    page,
    limit: PAGE_SIZE,
  }
  return useQuery({
    queryKey: [...keyOf(transactions.list, { query }), 'page'],
    queryFn: ({ signal }) => callPage<TradeRow>(transactions.list, { query, signal }),
    placeholderData: (previous) => previous,
    enabled: tab !== 'draft',
  })
}

function NoSlips({ tab, search, beyond }: { tab: SlipTab; search: string; beyond: boolean }) {
  if (beyond) {
    return (
      <EmptyState
        title="There are no deal slips on this page"
        action={
          <Button variant="default" onClick={() => changeHashQuery({ page: '' })}>
            Go to the first page
          </Button>
        }
      />
    )
  }
  if (search !== '') {
    return (
      <EmptyState
        title="No deal slips match the search"
        action={
          <Button variant="default" onClick={() => changeHashQuery({ search: '' })}>
            Clear search
          </Button>
        }
      />
    )
  }
  const title = tab === 'all' ? 'No deal slips yet' : `No ${tab} deal slips`
  return (
    <EmptyState title={title} action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}>
      {tab === 'draft'
        ? 'Buys and sells that you began but did not save are kept in this browser and listed here.'
        : 'Every recorded buy and sell has its slip here, ready to print.'}
    </EmptyState>
  )
}
