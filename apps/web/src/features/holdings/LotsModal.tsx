import { holdings, type Lot } from '@em/contract/books/holdings'
import { Button, Group } from '@mantine/core'
import { messageOf } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import { useOpens } from '../../places/offered.ts'
import { goTo } from '../../places/places.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useLast } from '../../ui/useLast.ts'
import css from './Holdings.module.css'

const columns: Column<Lot>[] = [
  {
    id: 'deal',
    phone: false,
    header: 'Deal Number',
    value: (lot) => lot.deal_number,
    whole: true,
    width: 196,
  },
  {
    id: 'contract',
    phone: false,
    header: 'Contract Number',
    value: (lot) => lot.contract_number,
    width: 136,
  },
  { id: 'date', phone: true, header: 'Trade Date', kind: 'date', value: (lot) => lot.trade_date, width: 106 },
  {
    id: 'settles',
    phone: false,
    header: 'Settlement Date',
    kind: 'date',
    value: (lot) => lot.settlement_date,
    width: 130,
  },
  {
    id: 'price',
    phone: true,
    header: 'Price',
    unit: 'LKR',
    kind: 'price',
    value: (lot) => lot.price,
    width: 110,
  },
  { id: 'bought', phone: false, header: 'Bought', kind: 'quantity', value: (lot) => lot.quantity, width: 96 },
  {
    id: 'left',
    phone: true,
    header: 'Left',
    kind: 'quantity',
    value: (lot) => lot.remaining_quantity,
    total: 'sum',
    width: 96,
  },
  {
    id: 'cost',
    phone: false,
    header: 'Cost',
    unit: 'LKR',
    kind: 'money',
    value: (lot) => lot.remaining_cost,
    total: 'sum',
    width: 136,
  },
  {
    id: 'charges',
    phone: false,
    header: 'Charges',
    unit: 'LKR',
    kind: 'money',
    value: (lot) => lot.remaining_charges,
    total: 'sum',
    width: 120,
  },
]

interface LotsModalProps {
  /** The holding to look into; null keeps the dialog shut. */
  holding: { readonly symbol: string; readonly company: string } | null
  portfolioId: string
  /** '' for today. */
  asOf: string
  /** The holding's cost is an average, so that its lots' own costs need not add up to it. */
  averaged: boolean
  onClose: () => void
}

/** The lots behind a holding, oldest first, and the way to its trades. */
export function LotsModal({ holding, portfolioId, asOf, averaged, onClose }: LotsModalProps) {
  const shown = useLast(holding)
  const symbol = shown?.symbol ?? ''
  const opens = useOpens()
  const query = useRoute(
    holdings.buyLots,
    { query: { portfolioId, symbol, ...(asOf === '' ? {} : { asOf }) } },
    { enabled: holding !== null },
  )
  return (
    <Modal
      opened={holding !== null}
      onClose={onClose}
      title={shown === null ? '' : `Lots of ${shown.symbol}`}
      size="80rem"
    >
      {shown !== null && (
        <>
          <p className={css.note}>
            {shown.company} in {portfolioId}
            {asOf === '' ? '' : ', as of '}
            {asOf !== '' && <DateText value={asOf} />}. What is left of each buy, oldest first.
            {averaged &&
              ' This portfolio sells at the average price: the lots show their own prices, so their costs may not add up to the cost of the holding.'}
          </p>
          <DataGrid
            id="holding-lots"
            title={`Lots of ${shown.symbol}`}
            noun="lots"
            rows={query.data}
            columns={columns}
            rowKey={(lot) => lot.id}
            search={false}
            offset={360}
            {...(opens('Trade Capture', 'Transactions')
              ? { onOpen: (lot: Lot) => goTo('Trade Capture', 'Transactions', { trade: String(lot.id) }) }
              : {})}
            error={
              query.isError
                ? {
                    title: 'Failed to load the lots',
                    message: messageOf(query.error, ''),
                    onRetry: () => void query.refetch(),
                  }
                : null
            }
            empty={<EmptyState title="No lots are left" />}
          />
          <Group justify="flex-end" mt="md">
            <Button
              variant="default"
              onClick={() => goTo('Trade Capture', 'Transactions', { portfolio: portfolioId, symbol })}
            >
              Show transactions
            </Button>
            <Button onClick={onClose}>Close</Button>
          </Group>
        </>
      )}
    </Modal>
  )
}
