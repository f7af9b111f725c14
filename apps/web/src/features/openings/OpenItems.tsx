import type { OpenItemAnswer, OpenItemsDetail } from '@em/contract/openings/open-items'
import { openItems } from '@em/contract/openings/open-items'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf, problemOf } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { goTo } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import rowsCss from '../batches/rows/Rows.module.css'
import { KIND_WORDS, STATE_TONES } from './open-items.ts'

const FAILED = 'The open items could not be taken back. Please try again.'

const certificateOf = ({ standing }: OpenItemAnswer) =>
  standing.certificate !== null ? standing.certificate.number : standing.lacks_certificate ? 'Missing' : ''

/** Where an item is received, certified, allotted or settled. */
function openItem({ standing }: OpenItemAnswer): void {
  if (standing.action === null) goTo('Trade Capture', 'Transactions', { trade: String(standing.trade ?? '') })
  else goTo('Corporate Actions', 'Receivables', { event: String(standing.action) })
}

const columns: readonly Column<OpenItemAnswer>[] = [
  { id: 'kind', header: 'Kind', value: (item) => KIND_WORDS[item.kind], width: 112 },
  { id: 'symbol', header: 'Symbol', value: (item) => item.symbol, width: 124 },
  { id: 'company', header: 'Company', value: (item) => item.company_name, width: 190, hidden: true },
  {
    id: 'since',
    header: 'Since',
    kind: 'date',
    value: (item) => item.standing.since,
    width: 122,
    phone: false,
    hint: 'XD of a dividend, the trade date, the day of payment',
  },
  {
    id: 'age',
    header: 'Age',
    unit: 'days',
    kind: 'quantity',
    value: (item) => item.standing.age,
    width: 84,
    phone: false,
  },
  { id: 'due', header: 'Due', kind: 'date', value: (item) => item.standing.due, width: 122, phone: false },
  {
    id: 'amount',
    header: 'Taken Over',
    unit: 'LKR',
    kind: 'money',
    value: (item) => (item.kind === 'buy' ? -item.standing.amount : item.standing.amount),
    width: 122,
    hint: 'After tax or fees; what is to be paid is below zero',
  },
  {
    id: 'outstanding',
    header: 'Outstanding',
    unit: 'LKR',
    kind: 'money',
    value: (item) => (item.kind === 'buy' ? -item.standing.outstanding : item.standing.outstanding),
    width: 122,
    phone: false,
  },
  {
    id: 'state',
    header: 'State',
    value: (item) => item.standing.state,
    cell: (item) => <Status tone={STATE_TONES[item.standing.state]}>{item.standing.state}</Status>,
    width: 180,
  },
  {
    id: 'certificate',
    header: 'Certificate',
    value: certificateOf,
    width: 110,
    phone: false,
    hint: 'Of the tax withheld from a dividend',
  },
  {
    id: 'reference',
    header: 'Reference',
    value: (item) => item.standing.reference,
    whole: true,
    width: 196,
    hidden: true,
  },
]

interface OpenItemsProps {
  portfolioId: string
  onEnter: () => void
}

/** Open items of a portfolio's opening, with their state. */
export function OpenItems({ portfolioId, onEnter }: OpenItemsProps) {
  const query = useRoute(openItems.get, { params: { portfolio: portfolioId } })
  const mayEnter = useMay()(openItems.save)
  const [failure, setFailure] = useState<string | null>(null)
  const save = useWrite(openItems.save)
  const saveOnce = useOnce(save.mutateAsync)
  const takeBack = async (detail: OpenItemsDetail) => {
    const { openingDate, version } = detail
    const asked = {
      title: 'Take all open items back?',
      message:
        'What they posted is reversed on its own dates. The entries and their reversals remain in the ledger.',
      confirm: 'Take Back',
      danger: true,
    }
    if (openingDate === null || !(await confirm(asked))) return
    setFailure(null)
    try {
      await saveOnce({
        params: { portfolio: portfolioId },
        body: { openingDate, items: [], replaces: version, withPayments: false },
      })
      notify.success('Open items taken back.')
    } catch (error) {
      setFailure(problemOf(error, FAILED))
    }
  }
  const items = query.data?.items
  const isNone = items?.length === 0
  return (
    <Section
      title="Open items"
      actions={
        <div className={rowsCss.tools}>
          {mayEnter && query.data !== undefined && !isNone && (
            <>
              <Button
                variant="default"
                color="red"
                loading={save.isPending}
                onClick={() => void takeBack(query.data)}
              >
                Take Back
              </Button>
              <Button variant="default" onClick={onEnter}>
                Change Open Items
              </Button>
            </>
          )}
        </div>
      }
    >
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <DataGrid
        id="open-items"
        title="Open items"
        noun="open items"
        rows={items}
        columns={columns}
        rowKey={(item) => item.standing.reference}
        onOpen={openItem}
        empty={
          <EmptyState
            title="No open items"
            action={mayEnter && <Button onClick={onEnter}>Enter Open Items</Button>}
          >
            Dividends declared before the books began and paid in them, trades dealt before and settled in
            them, and money applied with.
          </EmptyState>
        }
        error={
          query.isError
            ? {
                title: 'Failed to fetch open items',
                message: messageOf(query.error, 'Failed to fetch open items'),
                onRetry: () => void query.refetch(),
              }
            : null
        }
      />
    </Section>
  )
}
