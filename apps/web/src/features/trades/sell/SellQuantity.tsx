import { useState } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { MoneyField } from '../../../ui/form/NumberField.tsx'
import { Amount, Price, Quantity } from '../../../ui/Numbers.tsx'
import { notListedHint } from './not-listed.ts'
import css from './Sell.module.css'
import { SharesField } from './SharesField.tsx'
import { remainingShares } from './sell-figures.ts'
import type { SellForm } from './useSellForm.ts'

/** Transaction Details: how many of the shares held, at what price, and what they were bought for. */
export function SellQuantity({ sell }: { sell: SellForm }) {
  const { values, holding } = sell
  const { totalShares, total, notListed } = holding
  const remaining = remainingShares(totalShares, values.quantity)
  return (
    <FormSection title="Transaction Details">
      <QuantityField sell={sell} />
      <CalcField
        label="Total Shares"
        unit="shares"
        value={<Quantity value={totalShares} />}
        stale={total.isFetching}
        help={
          total.isError
            ? 'Failed to fetch total quantity'
            : notListedHint(notListed) || 'Held on the trade date'
        }
      />
      <CalcField
        label="Remaining Shares"
        unit="shares"
        value={<Quantity value={remaining} />}
        {...(remaining === null
          ? {}
          : {
              how: [
                { label: 'Total Shares', value: <Quantity value={totalShares} /> },
                { label: '\u2212 Quantity', value: <Quantity value={values.quantity || 0} /> },
                { label: '= Remaining Shares', value: <Quantity value={remaining} /> },
              ],
            })}
      />
      <MoneyField name="soldPrice" label="Sold Price" required />
      <BoughtPrice sell={sell} />
      <ClosingPrice sell={sell} />
    </FormSection>
  )
}

function QuantityField({ sell }: { sell: SellForm }) {
  const { totalShares, sellableShares } = sell.holding
  const { refusal } = sell.live
  const [isLimited, setLimited] = useState(false)
  const own = sell.form.errors['quantity']
  return (
    <SharesField
      name="quantity"
      label="Quantity"
      required
      min={1}
      max={sellableShares}
      onLimited={setLimited}
      error={own ?? refusal}
      help={
        isLimited && sellableShares !== null
          ? `At most the ${formatNumber(sellableShares, { decimals: 0 })} shares ${sellableShares === totalShares ? 'held' : 'that can be sold'}`
          : 'Whole shares, not more than those held'
      }
    />
  )
}

const TAKEN: Record<string, string> = {
  WAP: 'The average of all shares held',
  FIFO: 'The oldest lots first',
  CHERRY: 'The lots that you allocate',
}

function BoughtPrice({ sell }: { sell: SellForm }) {
  const { live, holding, values, form } = sell
  const { sale } = live
  const error = form.errors['boughtPrice']
  return (
    <CalcField
      label="Bought Price"
      unit="LKR"
      required
      value={<Price value={sale?.boughtPrice} />}
      stale={live.stale}
      help={
        error ? (
          <span className={css.fault}>{error}</span>
        ) : holding.method === null ? undefined : (
          TAKEN[holding.method]
        )
      }
      {...(sale === null
        ? {}
        : {
            how: [
              { label: 'Cost of the shares sold', value: <Amount value={sale.costOut} /> },
              { label: '\u00f7 Quantity', value: <Quantity value={values.quantity} /> },
              { label: '= Bought Price', value: <Price value={sale.boughtPrice} /> },
            ],
          })}
    />
  )
}

function ClosingPrice({ sell }: { sell: SellForm }) {
  const { position, isValued } = sell.holding
  const price = position?.marketPrice ?? null
  const updated = position?.lastPriceUpdate ?? null
  return (
    <CalcField
      label="Closing Price"
      unit="LKR"
      value={<Price value={price} />}
      help={
        price !== null && updated !== null
          ? `Of ${formatDate(updated)}`
          : isValued
            ? 'No price is known'
            : 'Set by the company'
      }
    />
  )
}
