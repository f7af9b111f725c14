import { openings, type PortfolioOpening } from '@em/contract/openings/openings'
import { Box, Button } from '@mantine/core'
import { messageOf } from '../../lib/api.ts'
import { changeHashQuery, closeOverList, openOverList, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, Skeletons } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { LotsEntry } from './LotsEntry.tsx'
import { OpenItemsEntry } from './OpenItemsEntry.tsx'
import { Opening } from './Opening.tsx'

const FAILED = 'Failed to fetch opening balances'

const columns: Column<PortfolioOpening>[] = [
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 210 },
  { id: 'code', header: 'Portfolio ID', value: (row) => row.portfolioId, width: 100, phone: false },
  {
    id: 'date',
    header: 'Opening Date',
    kind: 'date',
    value: (row) => row.openingDate,
    width: 124,
    phone: true,
  },
  {
    id: 'lots',
    header: 'Opening Lots',
    kind: 'quantity',
    value: (row) => row.lots,
    width: 108,
    phone: false,
  },
  {
    id: 'cost',
    header: 'Cost',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.cost,
    width: 136,
    total: 'sum',
  },
  {
    id: 'balances',
    header: 'Opening Balances',
    value: (row) => (row.hasBalances ? 'Recorded' : 'None'),
    cell: (row) => (
      <Status tone={row.hasBalances ? 'good' : 'quiet'}>{row.hasBalances ? 'Recorded' : 'None'}</Status>
    ),
    width: 150,
  },
  {
    id: 'open-items',
    header: 'Open Items',
    kind: 'quantity',
    value: (row) => row.openItems,
    width: 104,
    phone: false,
  },
  {
    id: 'capital',
    header: 'Capital',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.capital,
    width: 136,
    total: 'sum',
    hint: 'Posted to account 3000 by positions, balances and open items',
  },
]

/** Opening Balances: what a portfolio's books begin with. */
export default function OpeningsScreen() {
  const query = useHashQuery()
  const list = useRoute(openings.list, {})
  const rows = list.data
  const chosen = rows?.find((row) => row.portfolioId === query.get('portfolio'))
  const all = useAllPortfolios()
  const choose = (portfolio: string) => changeHashQuery({ portfolio, view: null })
  const open = (portfolio: string) => openOverList({ portfolio, view: null })
  const mayEnter = useMay()(openings.recordLots)
  const view = mayEnter && chosen !== undefined ? query.get('view') : null
  return (
    <Page
      title="Opening Balances"
      lead="What a portfolio's books begin with: shares with their original lots, what was still to be paid or received, cash and other balances. The other side is Capital."
      actions={
        chosen === undefined ? undefined : (
          <Box w={280} maw="100%">
            <SelectField
              label="Portfolio"
              required
              searchable
              value={chosen.portfolioId}
              onChange={choose}
              options={(rows ?? []).map((row) => ({
                value: row.portfolioId,
                label: `${row.portfolio} (${row.portfolioId})`,
              }))}
            />
          </Box>
        )
      }
    >
      {rows === undefined && !list.isError && query.get('portfolio') !== null ? (
        <Skeletons rows={8} />
      ) : chosen === undefined ? (
        <DataGrid
          id="openings"
          title="Portfolios"
          noun="portfolios"
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={(row) => open(row.portfolioId)}
          totalsLabel={all}
          tools={{
            width: 144,
            cell: (row) => (
              <Button size="compact-sm" variant="default" onClick={() => open(row.portfolioId)}>
                {row.openingDate === null && mayEnter ? 'Enter opening' : 'Open'}
              </Button>
            ),
          }}
          empty={
            <EmptyState
              title="No portfolio yet"
              action={
                <TabButton to={['Master Data Management', 'Portfolio Master']}>Portfolio Master</TabButton>
              }
            >
              Opening positions and balances belong to a portfolio. Create one first.
            </EmptyState>
          }
          error={
            list.isError
              ? { title: FAILED, message: messageOf(list.error, FAILED), onRetry: () => void list.refetch() }
              : null
          }
        />
      ) : view === 'items' ? (
        <OpenItemsEntry
          key={chosen.portfolioId}
          portfolioId={chosen.portfolioId}
          onLeave={() => closeOverList({ view: null })}
        />
      ) : view === 'lots' ? (
        <LotsEntry key={chosen.portfolioId} opening={chosen} onLeave={() => closeOverList({ view: null })} />
      ) : (
        <Opening
          key={chosen.portfolioId}
          portfolioId={chosen.portfolioId}
          onAddLots={() => openOverList({ view: 'lots' })}
          onItems={() => openOverList({ view: 'items' })}
          onAll={() => closeOverList({ portfolio: null, view: null })}
        />
      )}
    </Page>
  )
}
