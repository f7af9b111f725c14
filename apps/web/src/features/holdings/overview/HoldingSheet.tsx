import { transactions } from '@em/contract/trades/transactions'
import { Button } from '@mantine/core'
import { TabButton } from '../../../links/TabButton.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { FactPairs } from '../../../ui/Facts.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { Amount, Percent, Price, Quantity } from '../../../ui/Numbers.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { ReturnTable } from '../returns/TotalReturn.tsx'
import css from './Overview.module.css'
import type { Holding } from './overview.ts'

interface HoldingSheetProps {
  /** Null keeps the sheet shut. */
  holding: Holding | null
  /** Null where the holdings of all portfolios are added up. */
  portfolioId: string | null
  onClose: () => void
  /** Shows its lots, or its portfolios where it is of all. */
  onLots: (holding: Holding) => void
}

/** A holding on a phone: what its line has no room for, its total return part by part, and the ways on. */
export function HoldingSheet({ holding, portfolioId, onClose, onLots }: HoldingSheetProps) {
  const shown = useLast(holding)
  if (shown === null) return null
  const { symbol } = shown
  return (
    <Modal opened={holding !== null} onClose={onClose} title={symbol} size="lg">
      <div className={css.sheet}>
        <p>{shown.companyName}</p>
        <FactPairs
          className={css.figures}
          facts={[
            ['Market value (LKR)', <Amount key="value" value={shown.marketValue} />],
            ['Today', <Percent key="today" value={shown.today?.percent} signed />],
            ['Quantity', <Quantity key="quantity" value={shown.quantity} />],
            [
              'Price (LKR)',
              shown.unpriced ? 'Valued at cost' : <Price key="price" value={shown.currentPrice} />,
            ],
            ['Cost (LKR)', <Amount key="cost" value={shown.cost} />],
            ['Average price (LKR)', <Price key="average" value={shown.avgPrice} />],
          ]}
        />
        <ReturnTable shown={shown.totalReturn} of={{ portfolioId, symbol }} />
        <DialogActions>
          <IfMay call={transactions.list}>
            <TabButton
              variant="default"
              to={['Trade Capture', 'Transactions']}
              query={{ ...(portfolioId === null ? {} : { portfolio: portfolioId }), symbol }}
            >
              Transactions
            </TabButton>
          </IfMay>
          <Button variant="default" onClick={() => onLots(shown)}>
            {portfolioId === null ? 'Portfolios' : 'Lots'}
          </Button>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </div>
    </Modal>
  )
}
