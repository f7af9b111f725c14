import { orders } from '@em/contract/orders/orders'
import { type CashProposal, saleProposals } from '@em/contract/proposals/sale-proposals'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useRoute } from '../../lib/query.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount, DateText, Price, Quantity } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import { LimitsAfter } from '../limits/LimitsAfter.tsx'
import { MakeOrders } from './MakeOrders.tsx'
import css from './Proposals.module.css'

interface CashModalProps {
  portfolioId: string
  onClose: () => void
}

/** Cash from a whole portfolio: the same part of every holding, so that the weights stay. Nothing is saved before orders are made. */
export function CashModal({ portfolioId, onClose }: CashModalProps) {
  const [asked, ask] = useState<{ net: string; tradeDate: string } | null>(null)
  const query = useRoute(
    saleProposals.cash,
    { body: { portfolioId, ...(asked ?? { net: '', tradeDate: '' }) } },
    { enabled: asked !== null, keepPrevious: true },
  )
  const [isChanged, setChanged] = useState(false)
  const form = useForm({
    initialValues: { net: '', tradeDate: '' },
    onValuesChange: () => setChanged(true),
    validate: ({ net }) => (net.trim() === '' ? { net: 'Cash wanted is required.' } : {}),
  })
  const submit = async (values: typeof form.values) => {
    ask(values)
    setChanged(false)
  }
  return (
    <Modal opened onClose={onClose} title="Raise cash" size="xl">
      <Stack gap="md">
        <FormShell form={form} sticky={false} quiet onSubmit={submit}>
          <div className={css.question}>
            <NumberField
              name="net"
              label="Cash Wanted (LKR)"
              required
              help="After fees, from every holding alike"
            />
            <DateField name="tradeDate" label="Trade Date" help="Default: today, or the next market day" />
            <div className={css.compare}>
              <Button type="submit" loading={query.isFetching}>
                Find the Sales
              </Button>
            </div>
          </div>
        </FormShell>
        {asked !== null && (
          <Loaded query={query} failed="The sales could not be found">
            {(proposal) => (
              <Sales
                portfolioId={portfolioId}
                proposal={proposal}
                isOld={isChanged || query.isPlaceholderData}
              />
            )}
          </Loaded>
        )}
      </Stack>
    </Modal>
  )
}

interface SalesProps {
  portfolioId: string
  proposal: CashProposal
  /** The proposal answers other values than those in the fields. */
  isOld: boolean
}

function Sales({ portfolioId, proposal, isOld }: SalesProps) {
  const { rows, leftOut, part } = proposal
  const [making, make] = useState(false)
  return (
    <>
      <p className={css.note}>
        {part.toFixed(2)}% of every holding, dealt on <DateText value={proposal.tradeDate} />, paid on{' '}
        <DateText value={proposal.settlementDate} />.
        {leftOut.length > 0 && ` Without a price and not sold: ${leftOut.join(', ')}.`}
      </p>
      <SmallTable label="Sales">
        <thead>
          <tr>
            <th>Security</th>
            <th data-right data-optional>
              Held
            </th>
            <th data-right>Sell</th>
            <th data-right data-optional>
              Price (LKR)
            </th>
            <th data-right data-optional>
              Fees (LKR)
            </th>
            <th data-right>Net (LKR)</th>
            <th data-right>Gain (LKR)</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.symbol}>
              <td>
                <SecurityLink symbol={row.symbol} />
              </td>
              <td data-right data-optional>
                <Quantity value={row.held} />
              </td>
              <td data-right>
                <Quantity value={row.quantity} />
              </td>
              <td data-right data-optional>
                <Price value={row.price} />
              </td>
              <td data-right data-optional>
                <Amount value={row.totalFees} />
              </td>
              <td data-right>
                <Amount value={row.netValue} />
              </td>
              <td data-right>
                <Amount value={row.capitalGain} signed />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Total</th>
            <td data-optional colSpan={1} />
            <td />
            <td data-optional colSpan={2} />
            <td data-right>
              <Amount value={proposal.netValue} />
            </td>
            <td data-right>
              <Amount value={proposal.capitalGain} signed />
            </td>
          </tr>
        </tbody>
      </SmallTable>
      <LimitsAfter acts={rows.map((row) => ({ ...row, kind: 'sell', portfolioId }))} />
      {isOld && <p className={css.note}>Fields were changed. Find the sales again before you make orders.</p>}
      <DialogActions>
        <IfMay call={orders.create}>
          <Button disabled={rows.length === 0 || isOld} onClick={() => make(true)}>
            Make {rows.length === 1 ? '1 Order' : `${rows.length} Orders`}
          </Button>
        </IfMay>
      </DialogActions>
      {making && (
        <MakeOrders
          portfolioId={portfolioId}
          tradeDate={proposal.tradeDate}
          trades={rows.map((row) => ({ ...row, quantity: -row.quantity }))}
          onClose={() => make(false)}
        />
      )}
    </>
  )
}
