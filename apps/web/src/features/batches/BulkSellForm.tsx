import { batches } from '@em/contract/books/batches'
import { COSTING_METHOD_LABELS, type CostingMethod } from '@em/contract/registers/costing-methods'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useWrite } from '../../lib/query.ts'
import { useBanner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { MoneyField } from '../../ui/form/NumberField.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { Amount, Price, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Loaded } from '../../ui/States.tsx'
import { DraftOffer } from '../../ui/useDraft.tsx'
import { allocationsOf, sharesOf, typedOf } from '../trades/allocations.ts'
import { BrokerField } from '../trades/BrokerField.tsx'
import { CompanyField } from '../trades/CompanyField.tsx'
import { CostOfFundsField } from '../trades/CostOfFundsField.tsx'
import { LotTable } from '../trades/LotTable.tsx'
import { PaymentFields } from '../trades/PaymentFields.tsx'
import { PortfolioField } from '../trades/PortfolioField.tsx'
import { SharesField } from '../trades/SharesField.tsx'
import { companyChosen, EMPTY_SELL, portfolioChosen, type SellValues } from '../trades/sell-values.ts'
import { TradeDates } from '../trades/TradeDates.tsx'
import { useHolding } from '../trades/useHolding.ts'
import { useSaleFigures } from '../trades/useSaleFigures.ts'
import css from './Batches.module.css'
import { bulkSellRequest, checkBulkSell } from './bulk-request.ts'
import { FeeLines } from './FeeLines.tsx'
import { useBulkForm } from './useBulkForm.ts'

/** One bulk sale of what a portfolio holds. */
export function BulkSellForm() {
  const method = useRef<CostingMethod | null>(null)
  const bulk = useBulkForm<SellValues>({
    side: 'sell',
    empty: EMPTY_SELL,
    validate: (values) => checkBulkSell(values, method.current),
  })
  const { form, values, change, filling, draft } = bulk
  const save = useWrite(batches.saveBulkSell)
  const [banner, show] = useBanner()
  const holding = useHolding(values)
  const live = useSaleFigures(values, holding.method)
  const trade = { ...bulk, live }
  useEffect(() => {
    method.current = holding.method
  })
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
            onChoose={(portfolio) => change((now) => portfolioChosen(now, portfolio))}
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
            help={
              holding.hasNoMethod
                ? 'No costing method assigned to this portfolio.'
                : 'Follows from the portfolio'
            }
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
        </FormSection>
        {holding.method === 'CHERRY' && (
          <FormSection title="Related Buys" columns={1}>
            <RelatedBuys
              values={values}
              holding={holding}
              change={change}
              error={form.errors['allocations']}
            />
          </FormSection>
        )}
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

interface HeldProps {
  values: SellValues
  holding: Holding
  change: (how: (values: SellValues) => SellValues) => void
}

function HeldCompany({ values, holding, change }: HeldProps) {
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
      placeholder={values.portfolioId === '' ? 'Select a portfolio first' : 'Select Company'}
      onPick={(company) => change((now) => companyChosen(now, company))}
    />
  )
}

/** Cherry picking: how many shares each related buy gives. Typed values live in the form as allocations. */
function RelatedBuys({ values, holding, change, error }: HeldProps & { error: ReactNode }) {
  const { lots } = holding
  if (values.symbol === '') return <p className={css.quiet}>Choose a company to see its buys.</p>
  return (
    <Loaded query={lots} failed="Failed to load the buys">
      {(found) =>
        found.length === 0 ? (
          <p className={css.quiet}>The portfolio holds no shares of {values.symbol} on the trade date.</p>
        ) : (
          <>
            <LotTable
              lots={found}
              symbol={values.symbol}
              wanted={sharesOf(values.quantity)}
              typed={typedOf(values.allocations)}
              onChange={(typed) => change((now) => ({ ...now, allocations: allocationsOf(typed, found) }))}
            />
            {error != null && (
              <p role="alert" className={css.fault}>
                {error}
              </p>
            )}
          </>
        )
      }
    </Loaded>
  )
}
