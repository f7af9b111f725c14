import type { BuyTransaction } from '@em/contract/books/trades'
import { Button, Stack } from '@mantine/core'
import { hrefOf } from '../../places/places.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { useLast } from '../../ui/useLast.ts'
import { Facts } from './Facts.tsx'
import { FEE_SOURCES, totalFees } from './trade-columns.ts'
import css from './trades.module.css'

/** One recorded buy with all its facts, and the way to its journal entries. */
export function BuyDetail({ buy, onClose }: { buy: BuyTransaction | null; onClose: () => void }) {
  const shown = useLast(buy)
  return (
    <Modal opened={buy !== null} onClose={onClose} title={shown?.deal_number ?? ''} size="xl">
      {shown !== null && (
        <Stack gap="lg">
          <Sections buy={shown} />
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

function Sections({ buy }: { buy: BuyTransaction }) {
  const amount = (value: number | string | null) => <Amount value={value} />
  return (
    <>
      <Section title="Security & Trade Information">
        <Facts
          facts={[
            { label: 'Company Name', value: buy.company_name },
            { label: 'Symbol', value: buy.symbol },
            { label: 'Portfolio', value: `${buy.portfolio} (${buy.portfolioId})` },
            { label: 'Quantity (shares)', value: <Quantity value={buy.quantity} /> },
            { label: 'Price (LKR)', value: <Price value={buy.price} /> },
            { label: 'Contract Number', value: buy.contract_number },
            { label: 'Broker Name', value: buy.broker_name },
            { label: 'Trade Date', value: <DateText value={buy.trade_date} /> },
            { label: 'Settlement Date', value: <DateText value={buy.settlement_date} /> },
            { label: 'Recorded', value: <DateText value={buy.created_at} time /> },
            { label: 'Description', value: buy.description },
          ]}
        />
      </Section>
      <Section title="Cost Breakdown & Calculations">
        <Facts
          facts={[
            { label: 'Gross Value (LKR)', value: amount(buy.gross_value) },
            { label: 'Brokerage (LKR)', value: amount(buy.brokerage) },
            { label: 'CSE Fees (LKR)', value: amount(buy.cse_fees) },
            { label: 'CDS Fees (LKR)', value: amount(buy.cds_fees) },
            { label: 'Clearing Fees (LKR)', value: amount(buy.clearing_fees) },
            { label: 'SEC Cess (LKR)', value: amount(buy.sec) },
            { label: 'Share Transaction Levy (LKR)', value: amount(buy.stl) },
            { label: 'Total Fees (LKR)', value: amount(totalFees(buy)) },
            { label: 'Net Value (LKR)', value: <span className={css.strong}>{amount(buy.net_value)}</span> },
            { label: 'Fees', value: FEE_SOURCES[buy.fee_source] },
            ...(buy.step_up === null
              ? []
              : [{ label: 'Total Step-up Fees (LKR)', value: amount(buy.step_up) }]),
            { label: 'Cost of Funds', value: <Percent value={buy.cost_of_funds} /> },
            { label: 'Money Generation Cost (LKR)', value: amount(buy.money_generation_cost) },
          ]}
        />
      </Section>
      <Section title="Payment & Settlement Details">
        <Facts
          facts={[
            { label: 'Payment Method', value: buy.payment_method },
            { label: 'Account Name', value: buy.account_name },
            { label: 'Account Number', value: buy.account_number },
            { label: 'Bank Name', value: buy.bank_name },
            { label: 'Branch Name', value: buy.branch_name },
            { label: 'Cash Flow on Settlement', value: buy.cash_flow_on_settlement },
            { label: 'Generate Payment', value: buy.generate_payment },
          ]}
        />
      </Section>
    </>
  )
}
