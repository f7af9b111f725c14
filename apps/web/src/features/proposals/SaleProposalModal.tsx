import { orders } from '@em/contract/orders/orders'
import { type ProposedSaleRow, type SaleProposal, saleProposals } from '@em/contract/proposals/sale-proposals'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { today } from '../../lib/dates.ts'
import { type ProposedSale, storeProposedSale } from '../../lib/proposed-sale.ts'
import { useRoute } from '../../lib/query.ts'
import { useOpens } from '../../links/offered.ts'
import { goTo } from '../../links/tabs.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Loaded } from '../../ui/States.tsx'
import { LimitsAfter } from '../limits/LimitsAfter.tsx'
import { OrderForm } from '../orders/OrderForm.tsx'
import css from './Proposals.module.css'
import { SaleComparison } from './SaleComparison.tsx'
import { type SaleAsked, SaleQuestion } from './SaleQuestion.tsx'

interface SaleProposalProps {
  /** The holding of the first question; null keeps the dialog shut. */
  of: { readonly portfolioId: string; readonly symbol: string } | null
  onClose: () => void
  /** Takes the sale into the form that is open; without it Sell is opened. */
  onUse?: (sale: ProposedSale) => void
}

/** Proposes a sale: which lots by which goal, what it comes to, and what the portfolio's method would book. Nothing is saved. */
export function SaleProposalModal({ of, onClose, onUse = openInSell }: SaleProposalProps) {
  return (
    <Modal opened={of !== null} onClose={onClose} title="Propose a sale" size="80rem">
      {of !== null && (
        <Proposal key={`${of.portfolioId} ${of.symbol}`} of={of} onClose={onClose} onUse={onUse} />
      )}
    </Modal>
  )
}

function Proposal({ of, onClose, onUse }: ProposalProps & { of: NonNullable<SaleProposalProps['of']> }) {
  const [asked, ask] = useState<SaleAsked | null>(null)
  const [isChanged, setChanged] = useState(false)
  const query = useRoute(
    saleProposals.sale,
    { body: (asked ?? { portfolioId: '', symbol: '' }) as never },
    { enabled: asked !== null, keepPrevious: true },
  )
  return (
    <Stack gap="md">
      <SaleQuestion
        of={of}
        asking={query.isFetching}
        onAsk={(next) => {
          ask(next)
          setChanged(false)
        }}
        onChange={() => setChanged(true)}
      />
      {asked === null ? (
        <p className={css.note}>
          Compare shows the sale by each goal: the lots, the gain and the result after costs. Nothing is
          saved.
        </p>
      ) : (
        <Loaded query={query} failed="The sale could not be compared">
          {(proposal) => (
            <Compared
              proposal={proposal}
              isOld={isChanged || query.isPlaceholderData}
              onClose={onClose}
              onUse={onUse}
            />
          )}
        </Loaded>
      )}
    </Stack>
  )
}

interface ProposalProps {
  onClose: () => void
  onUse: (sale: ProposedSale) => void
}

interface ComparedProps extends ProposalProps {
  proposal: SaleProposal
  /** The proposal answers other values than those in the fields. */
  isOld: boolean
}

function Compared({ proposal, isOld, onClose, onUse }: ComparedProps) {
  const [picked, pick] = useState<ProposedSaleRow['goal'] | null>(null)
  const [ordering, order] = useState(false)
  const opens = useOpens()
  const row =
    proposal.rows.find(({ goal }) => goal === picked) ??
    proposal.rows.find(({ goal }) => goal === proposal.booked) ??
    proposal.rows[0]
  if (row === undefined) return null
  return (
    <>
      <SaleComparison proposal={proposal} chosen={row} onChoose={(goal) => pick(goal)} />
      <LimitsAfter
        acts={[
          {
            kind: 'sell',
            portfolioId: proposal.portfolioId,
            symbol: proposal.symbol,
            quantity: row.quantity,
            price: proposal.price,
          },
        ]}
      />
      {isOld && <p className={css.note}>Fields were changed. Compare again before you use the sale.</p>}
      <DialogActions>
        {opens('Trade Capture', 'Sell') && (
          <Button variant="default" disabled={isOld} onClick={() => onUse(saleOf(proposal, row))}>
            Use in Sell
          </Button>
        )}
        <IfMay call={orders.create}>
          <Button disabled={isOld} onClick={() => order(true)}>
            Make an Order
          </Button>
        </IfMay>
      </DialogActions>
      {ordering && (
        <OrderForm
          start={{
            side: 'sell',
            symbol: proposal.symbol,
            shares: [{ portfolioId: proposal.portfolioId, quantity: String(row.quantity) }],
            limitPrice: String(proposal.price),
            validUntil: proposal.tradeDate < today() ? today() : proposal.tradeDate,
            // The user gives the reason: a limit may depend on it.
            reason: '',
          }}
          onClose={() => order(false)}
          onSaved={() => {
            order(false)
            onClose()
          }}
        />
      )}
    </>
  )
}

function openInSell(sale: ProposedSale): void {
  storeProposedSale(sale)
  goTo('Trade Capture', 'Sell')
}

/** The sale as its form takes it; lots are named where they are picked. */
function saleOf(proposal: SaleProposal, row: ProposedSaleRow): ProposedSale {
  return {
    portfolioId: proposal.portfolioId,
    portfolio: proposal.portfolioName,
    companyName: proposal.company_name,
    symbol: proposal.symbol,
    quantity: String(row.quantity),
    soldPrice: String(proposal.price),
    allocations:
      proposal.method === 'CHERRY' && row.isOfMethod
        ? row.allocations.map(({ buyTransactionId, quantity }) => ({
            buyTransactionId,
            allocatedQuantity: quantity,
          }))
        : [],
  }
}
