import { batches } from '@em/contract/books/batches'
import { COSTING_METHOD_LABELS } from '@em/contract/registers/costing-methods'
import { Button } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { useWrite } from '../../lib/query.ts'
import { useBanner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { MoneyField } from '../../ui/form/NumberField.tsx'
import { SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { Amount, Price, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { DraftOffer } from '../../ui/useDraft.tsx'
import { BrokerField } from '../trades/BrokerField.tsx'
import { CompanyField } from '../trades/CompanyField.tsx'
import { CostOfFundsField } from '../trades/CostOfFundsField.tsx'
import { PaymentFields } from '../trades/PaymentFields.tsx'
import { PortfolioField } from '../trades/PortfolioField.tsx'
import { SharesField } from '../trades/SharesField.tsx'
import { companyChosen, portfolioChosen } from '../trades/sell-values.ts'
import { TradeDates } from '../trades/TradeDates.tsx'
import { useHolding } from '../trades/useHolding.ts'
import { useSaleFigures } from '../trades/useSaleFigures.ts'
import { type BulkSellValues, bulkSellRequest, checkBulkSell, EMPTY_BULK_SELL } from './bulk-request.ts'
import { FeeLines } from './FeeLines.tsx'
import { useBulkForm } from './useBulkForm.ts'

/** One bulk sale of what a portfolio holds. */
export function BulkSellForm() {
  const bulk = useBulkForm<BulkSellValues>({ side: 'sell', empty: EMPTY_BULK_SELL, validate: checkBulkSell })
  const { form, values, change, filling, draft } = bulk
  const save = useWrite(batches.saveBulkSell)
  const [banner, show] = useBanner()
  const holding = useHolding(values)
  const live = useSaleFigures(values, holding.method)
  const trade = { ...bulk, live }
  usePickedLot(values, holding, change)
  const reset = async () => {
    const ask = { title: 'Reset the form?', message: 'What you typed is discarded.', confirm: 'Reset' }
    if (bulk.filled && !(await confirm({ ...ask, danger: true }))) return
    bulk.reset()
  }
  const submit = async () => {
    const body = bulkSellRequest(form.getValues(), filling.dealNumber, holding.method)
    const saved = (await save.mutateAsync({ body })) as { deal_number: string; warnings?: string[] }
    for (const warning of saved.warnings ?? []) notify.info(`${saved.deal_number}: ${warning}`)
    bulk.reset()
    show('Bulk sell transactions recorded successfully!')
    window.scrollTo({ top: 0 })
  }
  const { sale, figures, stale } = live
  return (
    <>
      {banner}
      {!bulk.filled && <DraftOffer draft={draft} what="bulk sale" onRestore={bulk.restore} />}
      <FormShell
        form={form}
        onSubmit={submit}
        saveLabel="Submit Bulk Sell Transactions"
        failed="The bulk sale was not recorded. Please try again."
        summaryTitle="Please fill in all required fields:"
        actions={
          <Button variant="default" onClick={() => void reset()}>
            Reset
          </Button>
        }
      >
        <FormSection title="Basic Information">
          <PortfolioField
            label="Portfolio"
            portfolioId={values.portfolioId}
            onChoose={(portfolio) =>
              change((now) => ({ ...now, ...portfolioChosen(now, portfolio), buyContract: '' }))
            }
          />
          <HeldCompany values={values} holding={holding} change={change} />
          <TextField
            name="symbol"
            label="Ticker Symbol"
            required
            readOnly
            placeholder="Follows from the company"
          />
          <CalcField
            label="Valuation Method"
            text
            value={holding.method === null ? '\u2013' : COSTING_METHOD_LABELS[holding.method]}
            {...(holding.hasNoMethod ? { help: 'No costing method assigned to this portfolio.' } : {})}
          />
          <TextField name="contractNumber" label="Contract Number" maxLength={60} />
          <BrokerField name="brokerName" label="Broker Name" />
          <CalcField label="Deal Number" text value={filling.dealNumber || '\u2013'} />
        </FormSection>
        <FormSection title="Transaction Details">
          <SharesField
            name="quantity"
            label="Quantity"
            required
            min={1}
            max={holding.totalShares}
            error={form.errors['quantity'] ?? live.refusal}
            help="Whole shares, at most those held"
          />
          <CalcField
            label="Available Shares"
            unit="shares"
            value={<Quantity value={holding.totalShares} />}
          />
          <MoneyField name="soldPrice" label="Selling Price" required step="0.01" />
          <CalcField
            label="Gross Value"
            unit="LKR"
            required
            value={<Amount value={figures?.grossValue} />}
            stale={stale}
          />
          <CalcField
            label="Bought Price"
            unit="LKR"
            required
            value={<Price value={sale?.boughtPrice} />}
            stale={stale}
          />
          <CalcField
            label="Capital Gain"
            unit="LKR"
            value={<Amount value={sale?.capitalGain} signed />}
            stale={stale}
          />
          {holding.method === 'CHERRY' && <RelatedBuy holding={holding} />}
        </FormSection>
        <FormSection title="Cost Breakdown & Calculations">
          <FeeLines figures={figures} stale={stale} decimals={2} net="Net Proceeds" />
        </FormSection>
        <FormSection title="Dates & Receiving Account">
          <TradeDates trade={trade as never} />
          <PaymentFields trade={trade as never} label="Receiving Account" />
        </FormSection>
        <FormSection title="Net Profit/Loss">
          <CalcField
            label="Holding Days"
            unit="days"
            value={<Quantity value={sale?.holdingDays} />}
            stale={stale}
          />
          <CostOfFundsField trade={trade as never} />
          <CalcField
            label="Closing Price"
            unit="LKR"
            value={<Price value={holding.position?.marketPrice ?? null} />}
          />
          <CalcField
            label="Net Profit/Loss"
            unit="LKR"
            strong
            value={<Amount value={sale?.profitLoss} signed />}
            stale={stale}
          />
        </FormSection>
      </FormShell>
    </>
  )
}

type Holding = ReturnType<typeof useHolding>
type Change = (how: (values: BulkSellValues) => BulkSellValues) => void

function HeldCompany({
  values,
  holding,
  change,
}: {
  values: BulkSellValues
  holding: Holding
  change: Change
}) {
  const { companies } = holding
  const items = useMemo(
    () =>
      (companies.data ?? []).map((one) => ({ key: one.symbol, symbol: one.symbol, name: one.company_name })),
    [companies.data],
  )
  return (
    <CompanyField
      name="companyName"
      label="Company Name"
      required
      items={items}
      loading={values.portfolioId !== '' && companies.isPending}
      recentKey="held"
      onAsk={() => values.portfolioId !== ''}
      placeholder={values.portfolioId === '' ? 'Choose a portfolio first' : 'Select Company'}
      onPick={(company) => change((now) => ({ ...now, ...companyChosen(now, company), buyContract: '' }))}
    />
  )
}

function RelatedBuy({ holding }: { holding: Holding }) {
  const options = (holding.lots.data ?? []).map((lot) => ({
    value: lot.deal_number ?? '',
    label: `${lot.deal_number}: ${lot.remaining_quantity} of ${formatDate(lot.trade_date)}`,
  }))
  return (
    <SelectField
      name="buyContract"
      label="Buy Contract"
      required
      options={options}
      help="All shares of the sale come from this buy; several lots: Sell Transaction Entry"
    />
  )
}

/** With cherry picking the chosen buy gives all shares of the sale. */
function usePickedLot({ buyContract, quantity }: BulkSellValues, holding: Holding, change: Change): void {
  const lot = holding.lots.data?.find((one) => one.deal_number === buyContract)
  const id = holding.method === 'CHERRY' ? lot?.id : undefined
  useEffect(() => {
    const picked =
      id !== undefined && quantity !== '' ? [{ buyTransactionId: id, allocatedQuantity: quantity }] : []
    change((now) =>
      JSON.stringify(now.allocations) === JSON.stringify(picked)
        ? now
        : { ...now, allocations: picked as never },
    )
  }, [id, quantity, change])
}
