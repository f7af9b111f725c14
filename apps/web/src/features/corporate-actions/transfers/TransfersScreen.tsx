import {
  ACTION_STATES,
  type CorporateAction,
  corporateActions,
} from '@em/contract/corporate-actions/corporate-actions'
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { callPages } from '../../../lib/api.ts'
import { askedOf, choiceIn, dateIn, filtersSet, textIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { PAGE_SIZE, useScrolled } from '../../../lib/useScrolled.ts'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { FilterSpan, SearchField } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { Page } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { STATE_WORDS } from '../form/kinds.ts'
import { EventInAddress, openEvent } from '../shared/EventInAddress.tsx'
import { ReverseInRow } from './ReverseInRow.tsx'
import { TransferModal } from './TransferModal.tsx'
import { TRANSFER } from './transfer.ts'

const EXPORT_MAX = 10_000
const NO_FILTERS = { search: '', portfolio: '', state: '', from: '', to: '' }

const columns: readonly Column<CorporateAction>[] = (
  [
    { id: 'date', header: 'Date', kind: 'date', value: (row) => row.dates.ex, width: 112, phone: true },
    { id: 'title', header: 'Transfer', value: (row) => row.title, width: 380, phone: true },
    {
      id: 'symbol',
      header: 'Symbol',
      value: (row) => row.securityCode,
      cell: (row) => <SecurityLink symbol={row.securityCode ?? ''} />,
      width: 118,
      whole: true,
      hidden: true,
    },
    { id: 'company', header: 'Company', value: (row) => row.securityName, width: 180, hidden: true },
    { id: 'from', header: 'From', value: (row) => row.portfolioName, width: 190, phone: false },
    {
      id: 'state',
      header: 'State',
      value: (row) => STATE_WORDS[row.state].word,
      cell: (row) => <Status tone={STATE_WORDS[row.state].tone}>{STATE_WORDS[row.state].word}</Status>,
      width: 112,
      phone: true,
    },
    { id: 'remarks', header: 'Remarks', value: (row) => row.remarks, width: 180, hidden: true },
    { id: 'by', header: 'Recorded By', value: (row) => row.recorded_by, width: 140, phone: false },
    {
      id: 'at',
      header: 'Recorded At',
      kind: 'moment',
      value: (row) => row.recorded_at,
      width: 150,
      phone: false,
    },
  ] satisfies Column<CorporateAction>[]
).map((column) => ({ ...column, sortable: false }))

/** Portfolio Transfers: shares moved from one portfolio to another. */
export default function TransfersScreen() {
  const query = useHashQuery()
  const filters = {
    search: textIn(query, 'search'),
    portfolio: textIn(query, 'portfolio'),
    state: choiceIn(query, 'state', ACTION_STATES),
    from: dateIn(query, 'from'),
    to: dateIn(query, 'to'),
  }
  const asked = { ...askedOf(filters), kind: TRANSFER }
  const { list, rows, total, more } = useScrolled<CorporateAction>(corporateActions.list, { query: asked })
  const [entering, enter] = useState(false)
  const [reversing, reverse] = useState<number | null>(null)
  const create = (
    <IfMay call={corporateActions.create}>
      <Button leftSection={<IconPlus size={16} />} onClick={() => enter(true)}>
        New Transfer
      </Button>
    </IfMay>
  )
  const count = filtersSet(filters)
  return (
    <Page
      title="Portfolio Transfers"
      lead="Shares moved between portfolios: at cost within an entity, as a sale between entities."
      actions={
        <>
          <RefreshButton loading={list.isRefetching} onClick={() => void list.refetch()} />
          {create}
        </>
      }
    >
      <FilterFrame
        folded
        label="Filter the transfers"
        count={count}
        onClear={() => changeHashQuery(NO_FILTERS)}
      >
        <SearchField
          placeholder="Security, portfolio"
          value={filters.search}
          onSearch={(search) => changeHashQuery({ search })}
        />
        <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => changeHashQuery({ portfolio })} />
        <SelectField
          label="State"
          placeholder="All states"
          value={filters.state}
          onChange={(state) => changeHashQuery({ state })}
          options={ACTION_STATES.map((value) => ({ value, label: STATE_WORDS[value].word }))}
        />
        <FilterSpan
          labels={['From', 'To']}
          from={filters.from}
          to={filters.to}
          onChange={(days) => changeHashQuery({ ...days })}
        />
      </FilterFrame>
      <DataGrid
        id="portfolio-transfers"
        title="Portfolio Transfers"
        noun="transfers"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={(row) => openEvent(row.id)}
        actions={(row) => [
          { label: 'Show transfer', onClick: () => openEvent(row.id) },
          ...(row.state === 'processed' || row.state === 'entitled'
            ? [
                {
                  label: 'Reverse',
                  call: corporateActions.reverse,
                  danger: true,
                  onClick: () => reverse(row.id),
                },
              ]
            : []),
        ]}
        muted={(row) => row.state === 'cancelled'}
        search={false}
        more={{ ...more, total }}
        allRows={async () =>
          (await callPages<CorporateAction>(corporateActions.list, asked, EXPORT_MAX, PAGE_SIZE)).rows
        }
        offset={160}
        error={loadFailure(list, 'Failed to load the transfers')}
        empty={
          count > 0 ? (
            <NothingFound
              title="No transfers match the filters"
              onClear={() => changeHashQuery(NO_FILTERS)}
            />
          ) : (
            <EmptyState title="No transfers yet" action={create}>
              Shares keep their cost and dates when they move between portfolios of one entity.
            </EmptyState>
          )
        }
      />
      <TransferModal opened={entering} onClose={() => enter(false)} onLeft={(event) => openEvent(event.id)} />
      <ReverseInRow id={reversing} onClose={() => reverse(null)} />
      <EventInAddress />
    </Page>
  )
}
