import { transactions } from '@em/contract/trades/transactions'
import { Button, Stack } from '@mantine/core'
import { useMay, useMayChange } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { AuditButton } from '../../../links/AuditButton.tsx'
import { useOpens } from '../../../links/offered.ts'
import { goTo } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { DateText } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { changeOf, removalOf } from '../correct/corrections.ts'
import { PaidStays } from '../correct/PaidStays.tsx'
import { isDeal, isOwnDeal, SIDE_NAMES, type Trade } from '../correct/trade.ts'
import { TradeFacts } from './TradeFacts.tsx'
import { Entries, LotsTaken, Versions } from './TradeHistory.tsx'
import css from './Transactions.module.css'

interface TradeModalProps {
  /** The trade's id; null keeps the dialog shut. */
  id: number | null
  onClose: () => void
  onEdit: (id: number) => void
  onRemove: (id: number) => void
  onEntry: (entry: number) => void
  /** Shows another trade: a buy whose lot was taken. */
  onOther: (id: number) => void
}

/** One trade: its facts and result, the lots it took, what became of it, its ledger entries. */
export function TradeModal(props: TradeModalProps) {
  const { id, onClose } = props
  const shown = useLast(id)
  const query = useRoute(transactions.one, { params: { id: shown ?? 0 } }, { enabled: id !== null })
  const known = query.data?.trade
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      title={known === undefined ? 'Transaction' : `${SIDE_NAMES[known.side]} ${known.deal_number}`}
      size="80rem"
    >
      <Loaded query={query} failed="Failed to load the transaction">
        {(trade) => <Content {...props} trade={trade} />}
      </Loaded>
    </Modal>
  )
}

function Content({ trade, onClose, onEdit, onRemove, onEntry, onOther }: TradeModalProps & { trade: Trade }) {
  const { id, side, deal_number: deal } = trade.trade
  const gone = trade.is_deleted ? trade.versions.at(-1) : undefined
  const may = useMay()
  const opens = useOpens()
  const isOpen = gone === undefined && isDeal(trade.trade)
  const isOwn = isOwnDeal(trade.trade)
  const editable = useMayChange()(trade.trade.portfolioId) && isOpen && isOwn
  return (
    <Stack gap="lg">
      {gone !== undefined && (
        <Banner tone="warning">
          This {side === 'sell' ? 'sale' : side} was deleted by {gone.recorded_by} on{' '}
          <DateText value={gone.recorded_at} time />.{' '}
          {gone.reason === null ? 'No reason was given.' : `Reason: ${gone.reason.replace(/\.$/, '')}.`} Its
          entries are reversed. <PaidStays trade={trade.trade} net={0} />
        </Banner>
      )}
      <TradeFacts trade={trade} />
      {side === 'sell' && trade.lots.length > 0 && (
        <Section title="Lots taken">
          {trade.sell?.valuation_method === 'WAP' && (
            <p className={css.quiet}>
              This portfolio sells at the average price: the lots determine the holding days, and their costs
              may not add up to the cost taken out.
            </p>
          )}
          <LotsTaken lots={trade.lots} onOpen={onOther} />
        </Section>
      )}
      <Section title="Versions">
        <Versions versions={trade.versions} />
      </Section>
      <Section title="Ledger entries">
        <Entries entries={trade.entries} onOpen={onEntry} />
      </Section>
      <DialogActions>
        {isOpen && (
          <>
            {editable && (
              <IfMay call={removalOf(side)}>
                <Button
                  variant="subtle"
                  color="red"
                  c="var(--em-loss)"
                  mr="auto"
                  onClick={() => onRemove(id)}
                >
                  Delete
                </Button>
              </IfMay>
            )}
            <AuditButton entity="trade" id={id} onLeave={onClose} />
            <Button
              variant="default"
              onClick={() => goTo('Trade Capture', 'Deal Slip', { slip: String(id) })}
            >
              Deal slip
            </Button>
          </>
        )}
        {opens('Accounting Entries', 'General Ledger') && (
          <Button
            variant="default"
            onClick={() => goTo('Accounting Entries', 'General Ledger', { search: deal })}
          >
            Journal entries
          </Button>
        )}
        {editable && may(changeOf(side)) && (
          <Button variant="default" onClick={() => onEdit(id)}>
            Edit
          </Button>
        )}
        {!isOwn && opens('Accounting Entries', 'Opening Balances') && (
          <Button
            variant="default"
            onClick={() =>
              goTo('Accounting Entries', 'Opening Balances', { portfolio: trade.trade.portfolioId })
            }
          >
            Opening balances
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Stack>
  )
}
