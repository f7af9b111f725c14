import type { Ladder as LadderData, LadderStep, OrdersOpen } from '@em/contract/settlements/settlements'
import { Skeleton } from '@mantine/core'
import { formatDate } from '../../../lib/dates.ts'
import { changeHashQuery } from '../../../lib/hash.ts'
import { goTo } from '../../../links/tabs.ts'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { accountOf } from '../list/columns.tsx'
import css from './Ladder.module.css'
import { STEP_NAMES } from './steps.ts'

/** Steps of settlements that are late or failed. */
const LATE = new Set<LadderStep>(['failed', 'overdue'])

const flowWords = (pay: number, receive: number) =>
  [
    pay === 0 ? '' : `${pay.toLocaleString('en-LK')} to pay`,
    receive === 0 ? '' : `${receive.toLocaleString('en-LK')} to receive`,
  ]
    .filter(Boolean)
    .join(', ') || 'nothing'

/** The filters in the address of a step of the ladder. */
export function filtersOfStep(step: LadderData['steps'][number]): Record<string, string> {
  if (step.step === 'failed' || step.step === 'overdue') return { status: step.step, from: '', to: '' }
  return { status: '', from: step.from ?? '', to: step.to ?? '' }
}

/** The due ladder: net cash by the day it is expected. A step shows its instructions. */
export function Ladder({ ladder }: { ladder: LadderData | undefined }) {
  return (
    <ol className={css.ladder} aria-label="Due ladder">
      {(shownSteps(ladder) ?? Array.from({ length: 6 }, () => null)).map((step, index) =>
        step === null ? (
          <li key={index} className={css.step}>
            <Skeleton height={12} width="50%" />
            <Skeleton height={22} width="80%" my={4} />
          </li>
        ) : (
          <li key={step.step}>
            <button
              type="button"
              className={css.step}
              data-late={LATE.has(step.step) && step.count > 0 ? true : undefined}
              data-empty={step.count === 0 ? true : undefined}
              onClick={() => changeHashQuery({ ...filtersOfStep(step), view: '' })}
            >
              <span className={css.stepName}>
                {STEP_NAMES[step.step]}
                <span className={css.quiet}>{daysOf(step)}</span>
              </span>
              <span className={css.stepNet}>
                <Amount value={step.net} />
              </span>
              <span className={css.quiet}>{flowWords(step.pay.count, step.receive.count)}</span>
            </button>
          </li>
        ),
      )}
      {ladder?.orders && hasOrders(ladder.orders) && <OrdersStep orders={ladder.orders} />}
    </ol>
  )
}

const hasOrders = ({ pay, receive, unpriced }: OrdersOpen) => pay.count + receive.count + unpriced > 0

/** The money that open orders would pay and receive: shown apart, in none of the steps. */
function OrdersStep({ orders }: { orders: OrdersOpen }) {
  return (
    <li>
      <button
        type="button"
        className={css.step}
        data-orders
        onClick={() => goTo('Trade Capture', 'Deal Slip', { status: 'pending' })}
      >
        <span className={css.stepName}>
          Open Orders
          <span className={css.quiet}>if dealt today: {formatDate(orders.due)}</span>
        </span>
        <span className={css.stepNet}>
          <Amount value={orders.net} />
        </span>
        <span className={css.quiet}>
          {[
            flowWords(orders.pay.count, orders.receive.count),
            orders.unpriced === 0 ? '' : `${orders.unpriced} without a price`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </button>
    </li>
  )
}

/** A step for what failed is only there while something did. */
function shownSteps(ladder: LadderData | undefined) {
  return ladder?.steps.filter((step) => step.step !== 'failed' || step.count > 0)
}

function daysOf({ step, from, to }: LadderData['steps'][number]): string {
  if (step === 'later') return from === null ? '' : `from ${formatDate(from)}`
  if (step === 'failed') return 'no new date'
  if (step === 'overdue') return 'not confirmed'
  return to === null ? '' : formatDate(to)
}

/** The cash that each settlement account needs, or gets, on each step; what failed is expected on no day. */
export function CashNeeded({ ladder }: { ladder: LadderData }) {
  const steps = ladder.steps.filter(({ step }) => step !== 'failed')
  const rows = ladder.accounts
    .map((account) => ({ account, cells: account.cells.filter(({ step }) => step !== 'failed') }))
    .filter(({ cells }) => cells.some((cell) => cell.payable !== 0 || cell.receivable !== 0))
  if (rows.length === 0) return null
  const showsOrders = ladder.orders !== null && hasOrders(ladder.orders)
  return (
    <SmallTable label="Cash needed per account and day">
      <caption>
        LKR. Negative: to pay. Positive: to receive.
        {showsOrders && ' Open orders are in no other column; they name no settlement account.'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Settlement account</th>
          {steps.map((step) => (
            <th key={step.step} scope="col" data-right>
              {STEP_NAMES[step.step]}
            </th>
          ))}
          <th scope="col" data-right>
            All
          </th>
          {showsOrders && (
            <th scope="col" data-right>
              Open Orders
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ account, cells }) => (
          <tr key={account.settlement_account ?? 'none'}>
            <th scope="row">{accountOf(account) ?? 'No settlement account'}</th>
            {cells.map((cell) => (
              <td key={cell.step} data-right>
                {cell.payable === 0 && cell.receivable === 0 ? (
                  <span className={css.quiet}>–</span>
                ) : (
                  <Amount
                    value={cell.net}
                    parts={[
                      { label: 'To receive', value: <Amount value={cell.receivable} /> },
                      { label: 'To pay', value: <Amount value={cell.payable} /> },
                    ]}
                  />
                )}
              </td>
            ))}
            <td data-right>
              <Amount value={sumOf(cells.map((cell) => cell.net))} />
            </td>
            {showsOrders && <td />}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All accounts</th>
          {steps.map((step) => (
            <td key={step.step} data-right>
              <Amount value={step.net} />
            </td>
          ))}
          <td data-right>
            <Amount value={sumOf(steps.map((step) => step.net))} />
          </td>
          {showsOrders && (
            <td data-right>
              <Amount
                value={ladder.orders?.net}
                parts={[
                  { label: 'Sales would bring', value: <Amount value={ladder.orders?.receive.amount} /> },
                  { label: 'Buys would take', value: <Amount value={ladder.orders?.pay.amount} /> },
                ]}
              />
            </td>
          )}
        </tr>
      </tfoot>
    </SmallTable>
  )
}
