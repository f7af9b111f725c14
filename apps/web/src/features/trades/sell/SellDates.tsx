import type { Lot } from '@em/contract/holdings/holdings'
import { Anchor } from '@mantine/core'
import { formatDate } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { Quantity } from '../../../ui/Numbers.tsx'
import { PaymentFields } from '../form/PaymentFields.tsx'
import { TradeDates } from '../form/TradeDates.tsx'
import type { SellForm } from './useSellForm.ts'

/** Dates & References: when, from which buys, and where the money goes. */
export function SellDates({ sell }: { sell: SellForm }) {
  return (
    <FormSection title="Dates & References">
      <TradeDates trade={sell} />
      <BuyDates sell={sell} />
      <PaymentFields trade={sell} label="Receiving Account" />
      <BuyContracts sell={sell} />
    </FormSection>
  )
}

/** Lines in the list of buys that opens; the rest is counted. */
const LISTED = 12

/** The dates of the buys that still hold shares. */
function BuyDates({ sell }: { sell: SellForm }) {
  const { lots } = sell.holding
  if (sell.values.symbol === '') return <CalcField label="Buy Dates" text value="–" />
  if (lots.isError) {
    return (
      <CalcField
        label="Buy Dates"
        text
        value="Error loading dates"
        help={
          <Anchor inherit component="button" type="button" onClick={() => void lots.refetch()}>
            Retry
          </Anchor>
        }
      />
    )
  }
  if (lots.data === undefined) return <CalcField label="Buy Dates" text value="Loading..." />
  const parts = lots.data.slice(0, LISTED).map(lotPart)
  const more = lots.data.length - parts.length
  return (
    <CalcField
      label="Buy Dates"
      text
      value={someOf([...new Set(lots.data.map((lot) => formatDate(lot.trade_date)))])}
      help="Buys with shares left, oldest first"
      {...(parts.length === 0
        ? {}
        : {
            how: [
              ...parts,
              ...(more > 0
                ? [{ label: `and ${formatNumber(more, { decimals: 0 })} more buys`, value: '' }]
                : []),
            ],
          })}
    />
  )
}

function lotPart(lot: Lot) {
  return {
    label: `${formatDate(lot.trade_date)}, ${lot.contract_number ?? lot.deal_number ?? lot.id}`,
    value: <Quantity value={lot.remaining_quantity} />,
  }
}

/** The contracts of the buys whose shares this sale takes. */
function BuyContracts({ sell }: { sell: SellForm }) {
  const { sale, stale } = sell.live
  const taken = sale?.lots ?? []
  return (
    <CalcField
      label="Buy Contract"
      text
      stale={stale}
      value={someOf([...new Set(taken.map((lot) => lot.contract_number ?? lot.deal_number))])}
      help="The buys that this sale takes from"
      {...(taken.length === 0
        ? {}
        : {
            how: taken.slice(0, LISTED).map((lot) => ({
              label: `${lot.contract_number ?? lot.deal_number}, ${formatDate(lot.trade_date)}`,
              value: <Quantity value={lot.quantity} />,
            })),
          })}
    />
  )
}

/** The first two and how many more. */
function someOf(names: readonly string[]): string {
  if (names.length === 0) return '–'
  const more = names.length - 2
  return more > 0 ? `${names.slice(0, 2).join(', ')} and ${more} more` : names.join(', ')
}
