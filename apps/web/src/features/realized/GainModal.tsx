import { transactions } from '@em/contract/trades/transactions'
import { Button, Stack } from '@mantine/core'
import { formatNumber } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { useOpens } from '../../links/offered.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { goTo } from '../../links/tabs.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { Loaded } from '../../ui/States.tsx'
import { useLast } from '../../ui/useLast.ts'
import { LotsTaken } from '../trades/transactions/TradeHistory.tsx'
import { type Gain, stepsOf } from './gain.ts'
import css from './Realized.module.css'

interface GainModalProps {
  /** The sale to show; null keeps the dialog shut. */
  gain: Gain | null
  onClose: () => void
}

/** How a gain comes about, and the lots behind it. */
export function GainModal({ gain, onClose }: GainModalProps) {
  const shown = useLast(gain)
  const opens = useOpens()
  const show = (trade: number) => goTo('Trade Capture', 'Transactions', { trade: String(trade) })
  return (
    <Modal
      opened={gain !== null}
      onClose={onClose}
      title={shown === null ? '' : `Gain of ${shown.deal_number}`}
      size="80rem"
    >
      {shown !== null && (
        <Stack gap="lg">
          <Facts
            facts={[
              { label: 'Security', value: <SecurityLink symbol={shown.symbol} /> },
              { label: 'Portfolio', value: shown.portfolio },
              { label: 'Contract Number', value: shown.contract_number },
              { label: 'Trade Date', value: <DateText value={shown.soldOn} /> },
              { label: 'Shares', value: <Quantity value={shown.quantity} /> },
              { label: 'Holding Period (days)', value: shown.days?.toLocaleString('en-LK') },
            ]}
          />
          <Section title="From proceeds to the result">
            <div className={css.steps}>
              <table className={css.tieOut} aria-label="From proceeds to the result, in LKR">
                <tbody>
                  {stepsOf(shown).map(({ label, amount, isSum }) => (
                    <tr key={label} {...(isSum ? { 'data-total': true } : {})}>
                      <th scope="row">{label}</th>
                      <td>{isSum ? <Amount value={amount} signed /> : <Plain value={amount} />}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Section>
          <IfMay call={transactions.one}>
            <LotsBehind id={shown.id} open={gain !== null} onOpen={show} />
          </IfMay>
          <DialogActions>
            {opens('Trade Capture', 'Transactions') && (
              <Button variant="default" onClick={() => show(shown.id)}>
                Show transaction
              </Button>
            )}
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Modal>
  )
}

/** A cost that is taken off is no loss: no colour. */
function Plain({ value }: { value: number }) {
  return <span className="em-number">{formatNumber(value, { decimals: 2 })}</span>
}

interface LotsBehindProps {
  id: number
  open: boolean
  onOpen: (buy: number) => void
}

function LotsBehind({ id, open, onOpen }: LotsBehindProps) {
  const query = useRoute(transactions.one, { params: { id } }, { enabled: open })
  return (
    <Section title="Lots behind it">
      <Loaded query={query} failed="Failed to load the lots">
        {({ lots, sell }) => (
          <>
            {sell?.valuation_method === 'WAP' && (
              <p className={css.note}>
                This portfolio sells at the average price: the lots determine the holding days, and their
                costs may not add up to the cost taken out.
              </p>
            )}
            {lots.length === 0 ? (
              <p className={css.note}>The sale was deleted: it takes no lots any more.</p>
            ) : (
              <LotsTaken lots={lots} onOpen={onOpen} />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
