import type { tradeBook } from '@em/contract/books/changes'
import type { z } from 'zod'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { sumOf } from '../../ui/grid/columns.ts'
import css from './DealSlips.module.css'

type Trade = z.output<typeof tradeBook.one.reply>
const money = (value: number | string) => formatNumber(value, { decimals: 2 })
const FEES = [
  ['brokerage', 'Brokerage'],
  ['cse_fees', 'CSE Fees'],
  ['cds_fees', 'CDS Fees'],
  ['clearing_fees', 'Clearing Fees'],
  ['sec', 'SEC Cess'],
  ['stl', 'Share Transaction Levy'],
] as const

/** What stands at the head of a slip. */
export function slipTitle({ trade }: Trade): string {
  return `Deal Slip ${trade.deal_number}`
}

/** One deal on paper, after the manner of a contract note; the same on the screen. */
export function SlipPaper({ trade: found }: { trade: Trade }) {
  const { trade } = found
  const facts = found.buy ?? found.sell
  if (facts === null) return null
  const buy = trade.side === 'buy'
  const account = [facts.account_name, facts.account_number].filter(Boolean).join(' ')
  const bank = [facts.bank_name, facts.branch_name].filter(Boolean).join(', ')
  return (
    <div className={css.paper}>
      <p className={css.sentence}>
        {buy ? 'Bought' : 'Sold'} {formatNumber(trade.quantity, { decimals: 0 })} {trade.symbol} at LKR{' '}
        {formatNumber(trade.price, { decimals: 4 })}
      </p>
      <dl className={css.facts}>
        <Fact label="Client" value={`${trade.portfolio} (${trade.portfolioId})`} />
        <Fact label="Deal number" value={trade.deal_number} />
        <Fact label="Security" value={trade.company_name} />
        <Fact label="Contract number" value={trade.contract_number} />
        <Fact label="Symbol" value={trade.symbol} />
        <Fact label="Broker" value={trade.broker_name} />
        <Fact label="Trade date" value={formatDate(trade.trade_date)} />
        <Fact
          label="Settlement date"
          value={`${formatDate(trade.settlement_date)} (${trade.status === 'Settled' ? 'settled' : 'pending'})`}
        />
        <Fact label={buy ? 'Paid from' : 'Received in'} value={account} />
        <Fact label="Bank" value={bank} />
        <Fact label="Payment method" value={facts.payment_method} />
        <Fact label="Description" value={facts.description} />
      </dl>
      <table className={css.lines}>
        <thead>
          <tr>
            <th>Particulars</th>
            <th data-right>LKR</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {formatNumber(trade.quantity, { decimals: 0 })} shares at{' '}
              {formatNumber(trade.price, { decimals: 4 })}: gross value
            </td>
            <td data-right>{money(facts.gross_value)}</td>
          </tr>
          {FEES.map(([name, label]) => (
            <tr key={name}>
              <td>{label}</td>
              <td data-right>{money(facts[name])}</td>
            </tr>
          ))}
          <tr data-total>
            <td>
              Total fees{facts.fee_source === 'schedule' ? ', by schedule' : ', as charged'}
              {buy ? ' (added)' : ' (deducted)'}
            </td>
            <td data-right>{money(sumOf(FEES.map(([name]) => facts[name])))}</td>
          </tr>
          <tr data-total data-net>
            <td>{buy ? 'Net amount payable' : 'Net amount receivable'}</td>
            <td data-right>{money(facts.net_value)}</td>
          </tr>
        </tbody>
      </table>
      <div className={css.signatures}>
        <span>Prepared by</span>
        <span>Checked by</span>
        <span>Authorised by</span>
      </div>
    </div>
  )
}

function Fact({ label, value }: { label: string; value: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === null || value === '' ? '\u2013' : value}</dd>
    </div>
  )
}
