import type { SellTransaction } from '@em/contract/books/sells'
import { COSTING_METHOD_LABELS } from '@em/contract/registers/costing-methods'
import { Button, Stack } from '@mantine/core'
import { formatNumber } from '../../lib/numerals.ts'
import { hrefOf } from '../../places/places.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { useLast } from '../../ui/useLast.ts'
import { type Fact, Facts } from './Facts.tsx'
import { datesText } from './sell-columns.ts'
import { FEE_SOURCES, totalFees } from './trade-columns.ts'
import css from './trades.module.css'

interface SellDetailProps {
  sale: SellTransaction | null
  onClose: () => void
}

/** One recorded sale with all its facts and results, and the way to its journal entries. */
export function SellDetail({ sale, onClose }: SellDetailProps) {
  const shown = useLast(sale)
  return (
    <Modal opened={sale !== null} onClose={onClose} title={shown?.deal_number ?? ''} size="xl">
      {shown !== null && (
        <Stack gap="lg">
          <Section title="Basic Information">
            <Facts facts={basicFacts(shown)} />
          </Section>
          <Section title="Cost Breakdown & Calculations">
            <Facts facts={costFacts(shown)} />
          </Section>
          <Section title="Dates & References">
            <Facts facts={dateFacts(shown)} />
          </Section>
          <Section title="Financial Calculations">
            <Facts facts={resultFacts(shown)} />
          </Section>
          <DialogActions>
            <Button
              component="a"
              variant="default"
              href={hrefOf('Accounting Entries', 'General Ledger', { search: shown.deal_number })}
            >
              Journal entries
            </Button>
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Modal>
  )
}

const amount = (value: number | string | null, signed = false) => <Amount value={value} signed={signed} />

function basicFacts(sale: SellTransaction): Fact[] {
  return [
    { label: 'Company Name', value: sale.company_name },
    { label: 'Symbol', value: sale.symbol },
    { label: 'Portfolio Name', value: `${sale.portfolio_name} (${sale.portfolioId})` },
    { label: 'Valuation Method', value: COSTING_METHOD_LABELS[sale.valuation_method] },
    { label: 'Quantity (shares)', value: <Quantity value={sale.quantity} /> },
    { label: 'Total Shares before', value: <Quantity value={sale.total_shares} /> },
    { label: 'Sold Price (LKR)', value: <Price value={sale.sold_price} /> },
    { label: 'Bought Price (LKR)', value: <Price value={sale.bought_price} /> },
    { label: 'Closing Price (LKR)', value: <Price value={sale.cp} /> },
    { label: 'Contract Number', value: sale.contract_number },
    { label: 'Broker Name', value: sale.broker_name },
    { label: 'Description', value: sale.description },
  ]
}

function costFacts(sale: SellTransaction): Fact[] {
  return [
    { label: 'Gross Value (LKR)', value: amount(sale.gross_value) },
    { label: 'Brokerage (LKR)', value: amount(sale.brokerage) },
    { label: 'CSE Fees (LKR)', value: amount(sale.cse_fees) },
    { label: 'CDS Fees (LKR)', value: amount(sale.cds_fees) },
    { label: 'Clearing Fees (LKR)', value: amount(sale.clearing_fees) },
    { label: 'SEC Cess (LKR)', value: amount(sale.sec) },
    { label: 'Share Transaction Levy (LKR)', value: amount(sale.stl) },
    { label: 'Total Fees (LKR)', value: amount(totalFees(sale)) },
    {
      label: 'Net Proceeds (After Fees) (LKR)',
      value: <span className={css.strong}>{amount(sale.net_value)}</span>,
    },
    { label: 'Fees', value: FEE_SOURCES[sale.fee_source] },
    ...(sale.step_up === null ? [] : [{ label: 'Total Step-up Fees (LKR)', value: amount(sale.step_up) }]),
  ]
}

function dateFacts(sale: SellTransaction): Fact[] {
  return [
    { label: 'Trade Date', value: <DateText value={sale.trade_date} /> },
    { label: 'Settlement Date', value: <DateText value={sale.settlement_date} /> },
    { label: 'Recorded', value: <DateText value={sale.created_at} time /> },
    { label: 'Buy Contract', value: sale.buy_contract },
    { label: 'Buy Dates', value: datesText(sale.buy_transaction_dates) },
    { label: 'Payment Method', value: sale.payment_method },
    { label: 'Account Name', value: sale.account_name },
    { label: 'Account Number', value: sale.account_number },
    { label: 'Bank Name', value: sale.bank_name },
    { label: 'Branch Name', value: sale.branch_name },
    { label: 'Cash Flow on Settlement', value: sale.cash_flow_on_settlement },
  ]
}

function resultFacts(sale: SellTransaction): Fact[] {
  return [
    { label: 'Cost of the shares sold (LKR)', value: amount(sale.holding_cost) },
    { label: 'Capital Gain (LKR)', value: amount(sale.capital_gain, true) },
    { label: 'Holding Days', value: formatNumber(sale.hdays, { decimals: 0 }) },
    { label: 'Cost of Funds', value: <Percent value={sale.cost_of_funds} /> },
    { label: 'Money Generation Cost (LKR)', value: amount(sale.money_generation_cost) },
    {
      label: 'Profit/Loss (LKR)',
      value: <span className={css.strong}>{amount(sale.profit_loss, true)}</span>,
    },
  ]
}
