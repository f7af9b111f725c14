import { batches } from '@em/contract/batches/batches'
import { limits } from '@em/contract/limits/limits'
import type { BuyTransaction } from '@em/contract/trades/trades'
import { MONEY_SCALE, SHARES_SCALE } from '@em/core/values/decimal'
import { isHeld, messageOf } from '../../../lib/api.ts'
import { useMay } from '../../../lib/may.ts'
import { useWrite } from '../../../lib/query.ts'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { MoneyField } from '../../../ui/form/NumberField.tsx'
import { Amount, Price } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { BuyBasics } from '../../trades/buy/BuyBasics.tsx'
import { CostOfFundsField } from '../../trades/form/CostOfFundsField.tsx'
import { dateOf, isAbove, rateOf } from '../../trades/form/figures.ts'
import { PaymentFields } from '../../trades/form/PaymentFields.tsx'
import { DealNumberField, DescriptionField } from '../../trades/form/ReferenceFields.tsx'
import { TradeDates } from '../../trades/form/TradeDates.tsx'
import { TradeFormShell } from '../../trades/form/TradeFormShell.tsx'
import { useCalculation } from '../../trades/form/useCalculation.ts'
import { useTradeForm } from '../../trades/form/useTradeForm.ts'
import { isPreviewAccepted, touchingAct } from './bulk-preview.tsx'
import { type BulkBuyValues, bulkBuyRequest, checkBulkBuy, EMPTY_BULK_BUY } from './bulk-request.ts'
import { FeeLines } from './FeeLines.tsx'

/** The price follows from the gross value, so the amounts are shown as exactly as the price. */
const DECIMALS = 4
const FIRST = ['companyName', 'quantity', 'grossValue', 'contractNumber']

/** One bulk buy: quantity and gross value are typed, price and fees follow. */
export function BulkBuyForm() {
  const bulk = useTradeForm<BulkBuyValues>({
    side: 'buy',
    bulk: true,
    empty: EMPTY_BULK_BUY,
    validate: checkBulkBuy,
  })
  const { values, filling } = bulk
  const save = useWrite(batches.saveBulkBuy, { keepsRefusals: true })
  const { answer: figures, stale } = useCalculation(batches.calculateBulkBuy, questionOf(values), 60_000)
  const mayReadLimits = useMay()(limits.whatIf)
  const submit = async () => {
    try {
      const typed = bulk.form.getValues() as BulkBuyValues
      const body = bulkBuyRequest(typed, filling.dealNumber)
      const act = touchingAct('buy', typed, String(figures?.price ?? ''))
      if (!(await isPreviewAccepted({ route: batches.saveBulkBuy, body, act, mayReadLimits }))) return
      const saved = (await save.mutateAsync({ body })) as BuyTransaction
      notify.success('Bulk Buy Transaction submitted successfully!')
      for (const warning of saved.warnings ?? []) notify.info(`${saved.deal_number}: ${warning}`)
      bulk.reset(typed)
    } catch (error) {
      if (!isHeld(error))
        notify.error(`Failed to save bulk buy transaction: ${messageOf(error, 'Unknown error')}`)
      throw error
    }
  }
  return (
    <TradeFormShell
      trade={bulk}
      what="bulk buy"
      onSubmit={submit}
      saveLabel="Submit Bulk Buy Transaction"
      failed="Failed to save bulk buy transaction: Unknown error"
      summaryTitle="Please fill in all required fields:"
      resetLabel="Reset"
      first={FIRST}
    >
      <FormSection title="Security & Trade Information">
        <BuyBasics trade={bulk}>
          <MoneyField name="grossValue" label="Gross Value" required />
          <CalcField
            label="Price"
            unit="LKR"
            required
            value={<Price value={figures?.price} />}
            stale={stale}
            help="Gross value / quantity"
          />
        </BuyBasics>
        <DealNumberField filling={filling} />
        <TradeDates trade={bulk} />
        <DescriptionField />
      </FormSection>
      <FormSection title="Cost Breakdown & Calculations">
        <FeeLines figures={figures} stale={stale} decimals={DECIMALS} net="Net Value" />
        <CostOfFundsField trade={bulk} />
        <CalcField
          label="Money Generation Cost"
          unit="LKR"
          value={
            <Amount
              value={values.costOfFunds === '' ? null : figures?.moneyGenerationCost}
              decimals={DECIMALS}
            />
          }
          stale={stale}
          help="For one day"
        />
      </FormSection>
      <FormSection title="Payment & Settlement Details">
        <PaymentFields trade={bulk} label="Settlement Account" />
      </FormSection>
    </TradeFormShell>
  )
}

/** The input of the calculation, or null while quantity or gross value cannot be read yet. */
function questionOf({ quantity, grossValue, costOfFunds, tradeDate, symbol }: BulkBuyValues) {
  if (!isAbove(quantity, SHARES_SCALE) || !isAbove(grossValue, MONEY_SCALE)) return null
  return { quantity, grossValue, costOfFunds: rateOf(costOfFunds), tradeDate: dateOf(tradeDate), symbol }
}
