import { type ActionReceivable, actionReports } from '@em/contract/corporate-actions/action-reports'
import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { textIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useMayChange } from '../../../lib/may.ts'
import { counted } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { ageOf, BAND_WORDS, bandSums } from '../reports/receivables.ts'
import { EventInAddress, openEvent } from '../shared/EventInAddress.tsx'
import { type MoneyAction, MoneyDialog } from '../shared/MoneyDialog.tsx'
import { APPLICATION } from './application.ts'

const columns: readonly Column<ActionReceivable>[] = [
  { id: 'company', header: 'Company', value: (row) => row.securityName, width: 210, phone: true, wrap: true },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 150, phone: false },
  {
    id: 'days',
    header: 'Days',
    kind: 'quantity',
    value: (row) => (row.due === null && row.days < 0 ? null : row.days),
    width: 76,
    phone: false,
    hint: 'Calendar days since the allotment',
  },
  { id: 'age', header: 'Age', value: ageOf, width: 124, phone: false },
  {
    id: 'expected',
    header: 'Refund',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.expected,
    total: 'sum',
    phone: false,
  },
  {
    id: 'received',
    header: 'Received',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.received,
    total: 'sum',
    phone: false,
  },
  {
    id: 'outstanding',
    header: 'Outstanding',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.outstanding,
    total: 'sum',
    phone: true,
  },
]

/** Refund Processing: refunds of applications that are still to come, with their age. */
export default function RefundScreen() {
  const portfolio = textIn(useHashQuery(), 'portfolio')
  const scope = portfolio === '' ? {} : { portfolioId: portfolio }
  const list = useRoute(actionReports.receivables, { query: { ...scope, open: '1' } }, { keepPrevious: true })
  const rows = useMemo(() => list.data?.filter(({ kind }) => kind === APPLICATION), [list.data])
  const [moneyAction, setMoneyAction] = useState<MoneyAction | null>(null)
  const mayChange = useMayChange()
  return (
    <Page
      title="Refund Processing"
      lead="Money of IPO applications that was not used for shares and has not come back yet."
      actions={<RefreshButton loading={list.isRefetching} onClick={() => void list.refetch()} />}
    >
      <FilterFrame
        label="Filter the refunds"
        count={portfolio === '' ? 0 : 1}
        onClear={() => changeHashQuery({ portfolio: '' })}
      >
        <PortfolioFilter value={portfolio} onChange={(chosen) => changeHashQuery({ portfolio: chosen })} />
      </FilterFrame>
      <Stats>
        {bandSums(rows ?? [])
          .filter(({ band, count }) => band !== 'not due' || count > 0)
          .map(({ band, count, outstanding }) => (
            <StatCard
              key={band}
              label={`${BAND_WORDS[band]} (LKR)`}
              value={<Amount value={outstanding} />}
              note={counted(count, 'refund')}
              loading={list.isPending}
            />
          ))}
      </Stats>
      <DataGrid
        id="ipo-refunds"
        title="Refunds outstanding"
        noun="refunds"
        rows={rows}
        columns={columns}
        rowKey={(row) => `${row.action}/${row.portfolioId}`}
        onOpen={(row) => openEvent(row.action)}
        tools={{
          width: 230,
          calls: [corporateActions.receive, corporateActions.writeOff],
          cell: (row) =>
            row.outstanding > 0 && mayChange(row.portfolioId) ? (
              <RefundButtons row={row} onAction={setMoneyAction} />
            ) : null,
        }}
        totalsLabel="Total"
        offset={220}
        error={loadFailure(list, 'Failed to load the refunds')}
        empty={
          <EmptyState
            title="No refund is outstanding"
            action={
              <TabButton to={['IPO', 'IPO Allocation']} variant="default">
                IPO Allocation
              </TabButton>
            }
          >
            A refund stands here from its allocation until the money came back.
          </EmptyState>
        }
      />
      <MoneyDialog action={moneyAction} onClose={() => setMoneyAction(null)} />
      <EventInAddress />
    </Page>
  )
}

interface RefundButtonsProps {
  row: ActionReceivable
  onAction: (moneyAction: MoneyAction) => void
}

function RefundButtons({ row, onAction }: RefundButtonsProps) {
  const name = `${row.securityName}, ${row.portfolioName}`
  return (
    <span>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Confirm receipt of ${name}`}
        onClick={() => onAction({ word: 'receive', ...row })}
      >
        Confirm Receipt
      </Button>{' '}
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        c="var(--em-loss)"
        aria-label={`Write off ${name}`}
        onClick={() => onAction({ word: 'write-off', ...row })}
      >
        Write Off
      </Button>
    </span>
  )
}
