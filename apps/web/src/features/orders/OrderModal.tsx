import { type Order, type OrderTrade, orders } from '@em/contract/orders/orders'
import { isOpenTo } from '@em/core/orders/order-acts'
import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf, problemOf } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { goTo } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount, DateText, Price, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { useLast } from '../../ui/useLast.ts'
import { OrderChecks } from './OrderChecks.tsx'
import { OrderForm } from './OrderForm.tsx'
import css from './Orders.module.css'
import { ORDER_WORDS, orderInWords, stateWord, stepBy, stepWord } from './order-texts.ts'

/** One order: what it asks for, what was done with it, the trades that fill it and those that would fit. */
export function OrderModal({ id, onClose }: { id: number | null; onClose: () => void }) {
  const shown = useLast(id)
  const query = useRoute(
    orders.one,
    { params: { id: shown ?? 0 } },
    // Several people work on an order: what was read a moment ago is old.
    { enabled: id !== null, staleTime: 0 },
  )
  const [changing, change] = useState(false)
  return (
    <Modal opened={id !== null} onClose={onClose} title={query.data?.number ?? 'Order'} size="xl">
      <Loaded query={query} failed="Failed to load the order">
        {(order) => (
          <Stack gap="md">
            <OrderBody order={order} />
            <Acts order={order} onChange={() => change(true)} />
            {changing && <OrderForm of={order} onClose={() => change(false)} onSaved={() => change(false)} />}
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}

function OrderBody({ order }: { order: Order }) {
  const { tone } = ORDER_WORDS[order.state]
  const word = stateWord(order)
  // As on the server: a trade can fill only an approved order.
  const mayFill =
    isOpenTo('fill', order.state) &&
    order.steps.some(({ what, version }) => what === 'approved' && version === order.version)
  return (
    <>
      <Facts
        facts={[
          { label: 'State', value: <Status tone={tone}>{word}</Status> },
          { label: 'Order', value: orderInWords(order) },
          { label: 'Company', value: order.company_name },
          { label: 'Broker', value: order.broker },
          { label: 'Valid until', value: <DateText value={order.validUntil} /> },
          { label: 'Filled', value: <Quantity value={order.filled} /> },
          { label: 'Average price', value: <Price value={order.averagePrice} /> },
          { label: 'Gross of what was filled', value: <Amount value={order.filledGross} unit="LKR" /> },
          { label: 'Reason', value: order.reason },
        ]}
      />
      <OrderChecks checks={order.checks} />
      <Portfolios order={order} />
      <Trades
        title="Trades that fill it"
        trades={order.fills}
        act={(trade) => <TakeOff order={order} trade={trade} />}
      />
      <Trades
        title="Recorded trades that would fit"
        trades={order.fitting}
        act={(trade) =>
          mayFill && <Add order={order} trades={[trade.trade_id]} label="Add" name={trade.deal_number} />
        }
      />
      {!mayFill && order.fitting.length > 0 && (
        <Text size="sm" c="dimmed">
          They can be added once the order is approved.
        </Text>
      )}
      {mayFill && order.fitting.length > 1 && (
        <Add
          order={order}
          trades={order.fitting.map(({ trade_id }) => trade_id)}
          label={`Add all ${order.fitting.length}`}
        />
      )}
      <Part title="History">
        <SmallTable label="History">
          <thead>
            <tr>
              <th>What</th>
              <th>By</th>
              <th>When</th>
              <th>Reason</th>
            </tr>
          </thead>
          <tbody>
            {order.steps.map((step) => (
              <tr key={`${step.at} ${step.what}`}>
                <td>{stepWord(step)}</td>
                <td data-wrap>{stepBy(step)}</td>
                <td>
                  <DateText value={step.at} time />
                </td>
                <td data-wrap>{step.reason ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part} aria-label={title}>
      <h3 className={css.head}>{title}</h3>
      {children}
    </section>
  )
}

function Portfolios({ order }: { order: Order }) {
  const [dealt, setDealt] = useState('')
  const [asked, ask] = useState<string | null>(null)
  const several = order.shares.length > 1
  const split = useRoute(
    orders.split,
    { params: { id: order.id }, query: { dealt: asked ?? '0' } },
    { enabled: asked !== null },
  )
  const given = (portfolioId: string) =>
    split.data?.find((share) => share.portfolioId === portfolioId)?.quantity ?? null
  const showsSplit = several && isOpenTo('fill', order.state)
  return (
    <Part title="Portfolios">
      <SmallTable label="Portfolios">
        <thead>
          <tr>
            <th>Portfolio</th>
            <th data-right>Asked</th>
            <th data-right>Filled</th>
            {asked !== null && <th data-right>Of {Number(asked).toLocaleString('en-LK')} dealt</th>}
          </tr>
        </thead>
        <tbody>
          {order.shares.map((share) => (
            <tr key={share.portfolioId}>
              <td>{share.portfolioName}</td>
              <td data-right>
                {share.quantity === null ? (
                  <Amount value={order.amount} unit="LKR" />
                ) : (
                  <Quantity value={share.quantity} />
                )}
              </td>
              <td data-right>
                <Quantity value={share.filled} />
              </td>
              {asked !== null && (
                <td data-right>
                  <Quantity value={given(share.portfolioId)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {showsSplit && (
        <div className={css.dealt}>
          <NumberField
            label="Shares dealt"
            whole
            value={dealt}
            onChange={setDealt}
            {...(split.isError && { error: messageOf(split.error, 'The shares could not be split.') })}
          />
          <Button
            variant="default"
            disabled={dealt.trim() === ''}
            onClick={() => ask(dealt.replace(/[^0-9]/g, ''))}
          >
            Split by what each asks for
          </Button>
        </div>
      )}
    </Part>
  )
}

interface TradesProps {
  title: string
  trades: readonly OrderTrade[]
  act: (trade: OrderTrade) => ReactNode
}

function Trades({ title, trades, act }: TradesProps) {
  if (trades.length === 0) return null
  return (
    <Part title={title}>
      <SmallTable label={title} tall>
        <thead>
          <tr>
            <th>Deal</th>
            <th>Date</th>
            <th data-optional>Portfolio</th>
            <th data-right>Shares</th>
            <th data-right>Price</th>
            <th data-right data-optional>
              Gross (LKR)
            </th>
            <th />
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <tr key={trade.trade_id}>
              <td>
                <Button
                  variant="transparent"
                  size="compact-sm"
                  px={0}
                  onClick={() => goTo('Trade Capture', 'Transactions', { trade: String(trade.trade_id) })}
                >
                  {trade.deal_number}
                </Button>
              </td>
              <td>
                <DateText value={trade.trade_date} />
              </td>
              <td data-optional>{trade.portfolioId}</td>
              <td data-right>
                <Quantity value={trade.quantity} />
              </td>
              <td data-right>
                <Price value={trade.price} />
              </td>
              <td data-right data-optional>
                <Amount value={trade.gross_value} />
              </td>
              <td data-right>{act(trade)}</td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Part>
  )
}

function Add({
  order,
  trades,
  label,
  name,
}: {
  order: Order
  trades: number[]
  label: string
  name?: string
}) {
  const fill = useWrite(orders.fill)
  return (
    <IfMay call={orders.fill}>
      <Button
        size="compact-xs"
        variant="default"
        loading={fill.isPending}
        {...(name !== undefined && { 'aria-label': `${label} ${name}` })}
        onClick={() =>
          fill
            .mutateAsync({ params: { id: order.id }, query: {}, body: { trades } })
            .then((now) =>
              notify.success(
                `${now.number} is ${ORDER_WORDS[now.state].word.toLowerCase()}: ${now.filled.toLocaleString('en-LK')} shares.`,
              ),
            )
            .catch((error: unknown) => notify.error('The trade was not added.', error))
        }
      >
        {label}
      </Button>
    </IfMay>
  )
}

function TakeOff({ order, trade }: { order: Order; trade: OrderTrade }) {
  const unfill = useWrite(orders.unfill)
  return (
    <IfMay call={orders.unfill}>
      <Button
        size="compact-xs"
        variant="default"
        loading={unfill.isPending}
        aria-label={`Take off ${trade.deal_number}`}
        onClick={() =>
          unfill
            .mutateAsync({ params: { id: order.id, trade: trade.trade_id }, query: {} })
            .catch((error: unknown) => notify.error('The trade was not taken off.', error))
        }
      >
        Take off
      </Button>
    </IfMay>
  )
}

type Act = 'approve' | 'place' | 'cancel'
const ACTS: readonly { act: Act; label: string; done: string }[] = [
  { act: 'cancel', label: 'Cancel Order', done: 'is cancelled' },
  { act: 'approve', label: 'Approve', done: 'is approved' },
  { act: 'place', label: 'Given to Broker', done: 'was given to the broker' },
]

function Acts({ order, onChange }: { order: Order; onChange: () => void }) {
  const may = useMay()
  const [failed, fail] = useState<string | null>(null)
  const writes = {
    approve: useWrite(orders.approve),
    place: useWrite(orders.place),
    cancel: useWrite(orders.cancel),
  }
  const run = async (act: Act, done: string) => {
    if (act === 'cancel') {
      const agreed = await confirm({
        title: `Cancel ${order.number}?`,
        message: order.filled > 0 ? 'What was filled of it stays.' : 'Nobody deals it any more.',
        confirm: 'Cancel order',
        cancel: 'Keep order',
        danger: true,
      })
      if (!agreed) return
    }
    fail(null)
    try {
      await writes[act].mutateAsync({
        params: { id: order.id },
        query: {},
        body: { version: order.version, reason: null },
      })
      notify.success(`${order.number} ${done}.`)
    } catch (error) {
      fail(problemOf(error, `The order was not changed.`))
    }
  }
  return (
    <>
      {failed !== null && <Banner tone="error">{failed}</Banner>}
      <DialogActions>
        {isOpenTo('change', order.state) && (
          <IfMay call={orders.change}>
            <Button variant="default" onClick={onChange}>
              Change
            </Button>
          </IfMay>
        )}
        {ACTS.filter(({ act }) => isOpenTo(act, order.state) && may(orders[act])).map(
          ({ act, label, done }) => (
            <Button
              key={act}
              variant={act === 'cancel' ? 'default' : 'filled'}
              loading={writes[act].isPending}
              onClick={() => void run(act, done)}
            >
              {label}
            </Button>
          ),
        )}
      </DialogActions>
    </>
  )
}
