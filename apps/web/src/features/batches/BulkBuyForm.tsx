import { batches } from '@em/contract/books/batches'
import type { BuyTransaction } from '@em/contract/books/trades'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { confirm } from '../../ui/Dialog.tsx'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../../ui/form/NumberField.tsx'
import { TextArea, TextField } from '../../ui/form/TextFields.tsx'
import { Amount, Price } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { DraftOffer } from '../../ui/useDraft.tsx'
import { BrokerField } from '../trades/BrokerField.tsx'
import { CostOfFundsField } from '../trades/CostOfFundsField.tsx'
import { isAbove } from '../trades/figures.ts'
import { ListedCompanyField } from '../trades/ListedCompanyField.tsx'
import { PaymentFields } from '../trades/PaymentFields.tsx'
import { PortfolioField } from '../trades/PortfolioField.tsx'
import { TradeDates } from '../trades/TradeDates.tsx'
import type { LiveFigures } from '../trades/useFigures.ts'
import { type BulkBuyValues, bulkBuyRequest, checkBulkBuy, EMPTY_BULK_BUY } from './bulk-request.ts'
import { FeeLines } from './FeeLines.tsx'
import { useBulkForm } from './useBulkForm.ts'

const DECIMALS = 4
const WAIT_MS = 200
const NO_FIGURES: LiveFigures = { schedule: null, figures: null, stale: false, problem: null }

/** One bulk buy: quantity and gross value are stated, price and fees follow. */
export function BulkBuyForm() {
  const bulk = useBulkForm<BulkBuyValues>({ side: 'buy', empty: EMPTY_BULK_BUY, validate: checkBulkBuy })
  const { form, values, change, filling, draft } = bulk
  const save = useWrite(batches.saveBulkBuy, { keepsRefusals: true })
  const { figures, stale } = useBulkFigures(values)
  const trade = { ...bulk, live: NO_FIGURES }
  const reset = async () => {
    const ask = {
      title: 'Reset the form?',
      message: 'Everything you entered in this form is discarded.',
      confirm: 'Reset',
    }
    if (bulk.filled && !(await confirm({ ...ask, danger: true }))) return
    bulk.reset()
  }
  const submit = async () => {
    try {
      const body = bulkBuyRequest(form.getValues(), filling.dealNumber)
      const saved = (await save.mutateAsync({ body })) as BuyTransaction
      notify.success('Bulk Buy Transaction submitted successfully!')
      for (const warning of saved.warnings ?? []) notify.info(`${saved.deal_number}: ${warning}`)
      bulk.reset()
    } catch (error) {
      notify.error(`Failed to save bulk buy transaction: ${messageOf(error, 'Unknown error')}`)
      throw error
    }
  }
  const amount = (value: number | null | undefined) => <Amount value={value} decimals={DECIMALS} />
  return (
    <>
      {!bulk.filled && <DraftOffer draft={draft} what="bulk buy" onRestore={bulk.restore} />}
      <FormShell
        form={form}
        onSubmit={submit}
        saveLabel="Submit Bulk Buy Transaction"
        failed="Failed to save bulk buy transaction: Unknown error"
        summaryTitle="Please fill in all required fields:"
        actions={
          <Button variant="default" onClick={() => void reset()}>
            Reset
          </Button>
        }
      >
        <FormSection title="Security & Trade Information">
          <ListedCompanyField buy={trade as never} />
          <TextField name="symbol" label="Symbol" required readOnly placeholder="Set by the company" />
          <PortfolioField
            label="Portfolio"
            portfolioId={values.portfolioId}
            onChoose={(portfolio) => change((now) => ({ ...now, ...portfolio }))}
          />
          <NumberField name="quantity" label="Quantity" whole unit="shares" required />
          <MoneyField name="grossValue" label="Gross Value" required />
          <CalcField
            label="Price"
            unit="LKR"
            required
            value={<Price value={figures?.price} />}
            stale={stale}
            help="Gross value / quantity"
          />
          <TextField name="contractNumber" label="Contract Number" required maxLength={60} />
          <BrokerField name="brokerName" label="Broker Name" required />
          <CalcField label="Deal Number" text value={filling.dealNumber || '\u2013'} />
          <TradeDates trade={trade as never} />
          <TextArea name="description" label="Description" maxLength={1000} rows={1} />
        </FormSection>
        <FormSection title="Cost Breakdown & Calculations">
          <FeeLines figures={figures} stale={stale} decimals={DECIMALS} net="Net Value" />
          <CostOfFundsField trade={trade as never} />
          <CalcField
            label="Money Generation Cost"
            unit="LKR"
            value={amount(values.costOfFunds === '' ? null : figures?.moneyGenerationCost)}
            stale={stale}
            help="For one day"
          />
        </FormSection>
        <FormSection title="Payment & Settlement Details">
          <PaymentFields trade={trade as never} label="Settlement Account" />
        </FormSection>
      </FormShell>
    </>
  )
}

function useBulkFigures({ quantity, grossValue, costOfFunds, tradeDate, symbol }: BulkBuyValues) {
  const question = useMemo(
    () =>
      isAbove(quantity, 0) && isAbove(grossValue, 2)
        ? { quantity, grossValue, costOfFunds, tradeDate, symbol }
        : null,
    [quantity, grossValue, costOfFunds, tradeDate, symbol],
  )
  const [asked] = useDebouncedValue(question, WAIT_MS)
  const answer = useRoute(
    batches.calculateBulkBuy,
    { body: { ...asked } },
    { enabled: asked !== null && question !== null, keepPrevious: true, staleTime: 60_000 },
  )
  const figures = question === null || answer.isError ? null : (answer.data ?? null)
  return { figures, stale: figures !== null && (question !== asked || answer.isPlaceholderData) }
}
