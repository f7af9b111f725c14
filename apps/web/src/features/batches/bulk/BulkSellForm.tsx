import { batches } from '@em/contract/batches/batches'
import { COSTING_METHOD_LABELS, type CostingMethod } from '@em/contract/costing-methods/costing-methods'
import { limits } from '@em/contract/limits/limits'
import { useEffect, useRef, useState } from 'react'
import { useMay } from '../../../lib/may.ts'
import { useWrite } from '../../../lib/query.ts'
import { useBanner } from '../../../ui/Banner.tsx'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { MoneyField } from '../../../ui/form/NumberField.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { Amount, Price, Quantity } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { PaymentFields } from '../../trades/form/PaymentFields.tsx'
import { PortfolioField } from '../../trades/form/PortfolioField.tsx'
import { ContractFields, DealNumberField } from '../../trades/form/ReferenceFields.tsx'
import { TradeDates } from '../../trades/form/TradeDates.tsx'
import { TradeFormShell } from '../../trades/form/TradeFormShell.tsx'
import { useTradeForm } from '../../trades/form/useTradeForm.ts'
import { AssignMethod, NoMethod } from '../../trades/sell/AssignMethod.tsx'
import { HeldCompanyField } from '../../trades/sell/HeldCompanyField.tsx'
import { notListedHint } from '../../trades/sell/not-listed.ts'
import { SharesField } from '../../trades/sell/SharesField.tsx'
import { EMPTY_SELL, portfolioChosen, type SellValues } from '../../trades/sell/sell-values.ts'
import { useHolding } from '../../trades/sell/useHolding.ts'
import { useSaleFigures } from '../../trades/sell/useSaleFigures.ts'
import { isPreviewAccepted, touchingAct } from './bulk-preview.tsx'
import { bulkSellRequest, checkBulkSell } from './bulk-request.ts'
import { FeeLines } from './FeeLines.tsx'
import { RelatedBuys } from './RelatedBuys.tsx'

const FIRST = ['companyName', 'quantity', 'soldPrice', 'contractNumber']

/** One bulk sale of what a portfolio holds. */
export function BulkSellForm() {
  const method = useRef<CostingMethod | null>(null)
  const bulk = useTradeForm<SellValues>({
    side: 'sell',
    bulk: true,
    empty: EMPTY_SELL,
    validate: (values) => checkBulkSell(values, method.current),
  })
  const { form, values, change, filling } = bulk
  const save = useWrite(batches.saveBulkSell, { keepsRefusals: true })
  const [banner, show] = useBanner()
  const [assigning, assign] = useState(false)
  const holding = useHolding(values)
  const live = useSaleFigures(values, holding.method)
  useEffect(() => {
    method.current = holding.method
  })
  const mayReadLimits = useMay()(limits.whatIf)
  const submit = async () => {
    const typed = form.getValues() as SellValues
    const body = bulkSellRequest(typed, filling.dealNumber, holding.method)
    const act = touchingAct('sell', typed, typed.soldPrice)
    if (!(await isPreviewAccepted({ route: batches.saveBulkSell, body, act, mayReadLimits }))) return
    const saved = (await save.mutateAsync({ body })) as { deal_number: string; warnings?: string[] }
    for (const warning of saved.warnings ?? []) notify.info(`${saved.deal_number}: ${warning}`)
    bulk.reset(typed)
    show('Bulk sell transactions recorded successfully!')
    window.scrollTo({ top: 0 })
  }
  const { sale, figures, stale } = live
  return (
    <>
      {banner}
      <TradeFormShell
        trade={bulk}
        what="bulk sale"
        onSubmit={submit}
        saveLabel="Submit Bulk Sell Transactions"
        failed="The bulk sale was not recorded. Please try again."
        summaryTitle="Please fill in all required fields:"
        resetLabel="Reset"
        first={FIRST}
      >
        <FormSection title="Basic Information">
          <PortfolioField
            label="Portfolio"
            portfolioId={values.portfolioId}
            onChoose={(portfolio) => change((now) => portfolioChosen(now, portfolio))}
          />
          <HeldCompanyField
            sale={{ values, form, holding, change }}
            noPortfolio="Choose the portfolio first: only companies that it holds can be sold."
          />
          <TextField name="symbol" label="Symbol" required readOnly placeholder="Set by the company" />
          <CalcField
            label="Valuation Method"
            text
            value={holding.method === null ? '\u2013' : COSTING_METHOD_LABELS[holding.method]}
            help={holding.hasNoMethod ? <NoMethod onAssign={() => assign(true)} /> : 'Set by the portfolio'}
          />
          <ContractFields required={false} />
          <DealNumberField filling={filling} />
        </FormSection>
        <FormSection title="Transaction Details">
          <SharesField
            name="quantity"
            label="Quantity"
            required
            min={1}
            max={holding.sellableShares}
            error={form.errors['quantity'] ?? live.refusal}
            help="Whole shares, not more than those held"
          />
          <CalcField
            label="Available Shares"
            unit="shares"
            value={<Quantity value={holding.sellableShares} />}
            {...(holding.notListed.length === 0 ? {} : { help: notListedHint(holding.notListed) })}
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
        </FormSection>
        <FormSection title="Related Buys" columns={1}>
          <RelatedBuys
            values={values}
            holding={holding}
            live={live}
            change={change}
            error={form.errors['allocations']}
          />
        </FormSection>
        <FormSection title="Cost Breakdown & Calculations">
          <FeeLines figures={figures} stale={stale} decimals={2} net="Net Proceeds" />
        </FormSection>
        <FormSection title="Dates & Receiving Account">
          <TradeDates trade={bulk} />
          <PaymentFields trade={bulk} label="Receiving Account" />
        </FormSection>
        <FormSection title="Net Profit/Loss">
          <CalcField
            label="Holding Days"
            unit="days"
            value={<Quantity value={sale?.holdingDays} />}
            stale={stale}
          />
          <CalcField
            label="Cost of Funds"
            unit="%"
            value={<Amount value={values.costOfFunds === '' ? null : values.costOfFunds} />}
            help="Per year, after tax, as in force on the trade date"
          />
          <CalcField
            label="Money Generation Cost"
            unit="LKR"
            value={<Amount value={values.costOfFunds === '' ? null : sale?.moneyGenerationCost} />}
            stale={stale}
            help="For the holding days"
          />
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
      </TradeFormShell>
      <AssignMethod opened={assigning} onClose={() => assign(false)} values={values} />
    </>
  )
}
