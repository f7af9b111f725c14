import { daysBetween } from '@em/core/values/dates'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDate, isDate } from '../../../lib/dates.ts'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { useField } from '../../../ui/form/FormContext.tsx'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { Amount, type Part, Percent } from '../../../ui/Numbers.tsx'
import { Calculated } from '../form/Calculated.tsx'
import { CostOfFundsField } from '../form/CostOfFundsField.tsx'
import css from './Sell.module.css'
import { SellDetails } from './SellDetails.tsx'
import type { SaleFigures } from './sell-figures.ts'
import type { SellForm } from './useSellForm.ts'

/** Financial Calculations and Net Profit/Loss. */
export function SellResults({ sell }: { sell: SellForm }) {
  const { values, live } = sell
  const { sale, figures, stale } = live
  const funded = values.costOfFunds !== ''
  return (
    <>
      <FormSection title="Financial Calculations">
        <CapitalGain sell={sell} />
        <CalcField
          label="Holding Days"
          unit="days"
          stale={stale}
          value={sale === null ? <Amount value={null} /> : formatNumber(sale.holdingDays, { decimals: 0 })}
          help="From settlement of the buys to settlement of the sale, weighted by quantity"
          {...(sale === null || !isDate(values.settlementDate)
            ? {}
            : { how: daysParts(sale, values.settlementDate) })}
        />
        <CostOfFundsField trade={sell} />
        <Calculated
          label="Money Generation Cost"
          value={funded ? sale?.moneyGenerationCost : null}
          stale={stale}
          help="For the holding days"
          how={
            sale !== null &&
            funded && [
              { label: 'Net Proceeds (After Fees)', value: <Amount value={figures?.netValue} /> },
              { label: '\u00d7 Cost of Funds', value: <Percent value={values.costOfFunds} /> },
              { label: '\u00f7 days of a year', value: '365' },
              { label: '\u00d7 Holding Days', value: formatNumber(sale.holdingDays, { decimals: 0 }) },
              { label: '= Money Generation Cost', value: <Amount value={sale.moneyGenerationCost} /> },
            ]
          }
        />
      </FormSection>
      <FormSection title="Net Profit/Loss">
        <CalcField
          label="Profit/Loss"
          unit="LKR"
          strong
          stale={stale}
          value={<Amount value={sale?.profitLoss} signed />}
          {...(sale === null
            ? {}
            : {
                how: [
                  { label: 'Capital Gain', value: <Amount value={sale.capitalGain} /> },
                  {
                    label: '\u2212 Money Generation Cost',
                    value: <Amount value={sale.moneyGenerationCost} />,
                  },
                  { label: '= Profit/Loss', value: <Amount value={sale.profitLoss} signed /> },
                ],
              })}
        />
        <CalcField
          label="Result After Charges"
          unit="LKR"
          stale={stale}
          value={<Amount value={sale?.afterCostResult} signed />}
          help="After purchase charges and the fees of this sale"
          {...(sale === null || figures === null
            ? {}
            : {
                how: [
                  { label: 'Profit/Loss', value: <Amount value={sale.profitLoss} /> },
                  { label: '\u2212 Charges of buying', value: <Amount value={sale.chargesOut} /> },
                  { label: '\u2212 Fees of this sale', value: <Amount value={figures.totalFees} /> },
                  { label: '= Result After Charges', value: <Amount value={sale.afterCostResult} signed /> },
                ],
              })}
        />
      </FormSection>
    </>
  )
}

/** The gain, and next to it the button that shows its calculation. */
function CapitalGain({ sell }: { sell: SellForm }) {
  const { live, holding, values } = sell
  const { sale, figures, stale } = live
  const [opened, setOpened] = useState(false)
  const details = useField({ name: 'allocations', label: 'View Details' })
  const picking = holding.method === 'CHERRY' && values.allocations.length === 0
  return (
    <div className={css.withButton}>
      <CalcField
        label="Capital Gain"
        unit="LKR"
        stale={stale}
        value={<Amount value={sale?.capitalGain} signed />}
        {...(details.error
          ? { help: <span className={css.fault}>{details.error}</span> }
          : picking
            ? { help: 'Allocate the lots in View Details' }
            : {})}
        {...(sale === null
          ? {}
          : {
              how: [
                { label: 'Gross Value', value: <Amount value={figures?.grossValue} /> },
                { label: '\u2212 Cost of the shares sold', value: <Amount value={sale.costOut} /> },
                { label: '= Capital Gain', value: <Amount value={sale.capitalGain} signed /> },
              ],
            })}
      />
      <Button
        id={details.id}
        variant="default"
        className={css.atField}
        disabled={details.disabled}
        onClick={() => setOpened(true)}
      >
        View Details
      </Button>
      <SellDetails sell={sell} opened={opened} onClose={() => setOpened(false)} />
    </div>
  )
}

/** Lots named in the list that opens. */
const LISTED = 12

function daysParts(sale: SaleFigures, settlementDate: string): readonly Part[] {
  const lots = sale.lots.slice(0, LISTED).map((lot) => {
    const days = daysBetween(lot.settlement_date, settlementDate)
    return {
      label: `${formatNumber(lot.quantity, { decimals: 0 })} settled ${formatDate(lot.settlement_date)}`,
      value: days < 0 ? 'not counted' : counted(days, 'day'),
    }
  })
  const more = sale.lots.length - lots.length
  return [
    ...lots,
    ...(more > 0 ? [{ label: `and ${counted(more, 'more lot')}`, value: '' }] : []),
    { label: '= average by quantity', value: counted(sale.holdingDays, 'day') },
  ]
}
