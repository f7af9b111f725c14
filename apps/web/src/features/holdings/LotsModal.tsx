import { holdings, type Lot } from '@em/contract/holdings/holdings'
import { Button, Group } from '@mantine/core'
import { messageOf } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import { useOpens } from '../../links/offered.ts'
import { goTo } from '../../links/tabs.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { count, date, money, price } from '../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useLast } from '../../ui/useLast.ts'
import css from './Holdings.module.css'
import { held } from './money-columns.ts'

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
  date('date', 'Trade Date', (lot) => lot.trade_date, { phone: true, width: 106 }),
  date('settles', 'Settlement Date', (lot) => lot.settlement_date, { phone: false, width: 130 }),
  price('price', 'Price', (lot) => lot.price, { phone: true, width: 110 }),
  count('bought', 'Bought', (lot) => lot.quantity, { phone: false, width: 96 }),
  count('left', 'Left', (lot) => lot.remaining_quantity, { phone: true, total: 'sum', width: 96 }),
  money('cost', 'Cost', (lot) => lot.remaining_cost, { phone: false, total: 'sum', width: 136 }),
  held('charges', (lot) => lot.remaining_charges, { phone: false, width: 120 }),
]

interface LotsModalProps {
  /** The holding to show; null keeps the dialog shut. */
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
