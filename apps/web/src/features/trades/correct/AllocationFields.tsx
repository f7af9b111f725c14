import { holdings, type Lot } from '@em/contract/holdings/holdings'
import { TextInput } from '@mantine/core'
import { groupNumeral, readNumeral } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { Loaded } from '../../../ui/States.tsx'
import css from './Corrections.module.css'
import { allocatedOf, type EditValues } from './edit-values.ts'
import type { Trade } from './trade.ts'

export interface LotChoice {
  readonly buy: number
  readonly deal: string
  readonly tradeDate: string
  readonly price: number
  /** The shares of the lot that this sale may take: those that no other sale took. */
  readonly available: number
}

/** The lots a sale of that date can name, oldest first: those still open and those it took itself. */
export function lotChoices(trade: Trade, open: readonly Lot[], tradeDate: string): LotChoice[] {
  const own = new Map(trade.lots.map((lot) => [lot.buyTransactionId, lot]))
  const choices = open.map((lot) => ({
    buy: lot.id,
    deal: lot.deal_number ?? '',
    tradeDate: lot.trade_date,
    price: lot.price,
    available: lot.remaining_quantity + (own.get(lot.id)?.quantity ?? 0),
  }))
  const listed = new Set(open.map((lot) => lot.id))
  for (const lot of trade.lots) {
    if (listed.has(lot.buyTransactionId)) continue
    choices.push({
      buy: lot.buyTransactionId,
      deal: lot.deal_number,
      tradeDate: lot.trade_date,
      price: lot.price,
      available: lot.quantity,
    })
  }
  return choices
    .filter((lot) => lot.tradeDate <= tradeDate || own.has(lot.buy))
    .sort((a, b) => a.tradeDate.localeCompare(b.tradeDate) || a.buy - b.buy)
}

interface AllocationFieldsProps {
  trade: Trade
  values: EditValues
  error: string | undefined
  disabled: boolean
  onChange: (allocations: EditValues['allocations']) => void
}

/** Shares by lot of a cherry-picked sale. */
export function AllocationFields({ trade, values, error, disabled, onChange }: AllocationFieldsProps) {
  const { portfolioId, symbol } = trade.trade
  const query = useRoute(holdings.buyLots, { query: { portfolioId, symbol } })
  const set = (buy: number, shares: string) => {
    if (shares !== (values.allocations[buy] ?? '')) onChange({ ...values.allocations, [buy]: shares })
  }
  return (
    <Loaded query={query} failed="Failed to load the lots">
      {(open) => (
        <SmallTable label="Lots to take from" tall>
          <thead>
            <tr>
              <th scope="col">Buy</th>
              <th scope="col">Trade date</th>
              <th scope="col" data-right>
                Price (LKR)
              </th>
              <th scope="col" data-right>
                Available
              </th>
              <th scope="col" data-right>
                Shares to sell
              </th>
            </tr>
          </thead>
          <tbody>
            {lotChoices(trade, open, values.tradeDate).map((lot) => (
              <tr key={lot.buy}>
                <td>{lot.deal}</td>
                <td>
                  <DateText value={lot.tradeDate} />
                </td>
                <td data-right>
                  <Price value={lot.price} />
                </td>
                <td data-right>
                  <Quantity value={lot.available} />
                </td>
                <td data-right>
                  <TextInput
                    size="xs"
                    className={css.input ?? ''}
                    styles={{ input: { textAlign: 'right' } }}
                    inputMode="numeric"
                    aria-label={`Shares to sell of ${lot.deal}`}
                    disabled={disabled}
                    value={values.allocations[lot.buy] ?? ''}
                    onChange={(event) => set(lot.buy, event.currentTarget.value)}
                    onBlur={(event) => set(lot.buy, grouped(event.currentTarget.value))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={4}>Total Allocated</td>
              <td data-right>
                <Quantity value={String(allocatedOf(values))} />
                {error !== undefined && (
                  <div className="em-loss" role="alert">
                    {error}
                  </div>
                )}
              </td>
            </tr>
          </tfoot>
        </SmallTable>
      )}
    </Loaded>
  )
}

/** A typed number with its thousands separated; a text that is no number stays for the form's check to name. */
function grouped(typed: string): string {
  const numeral = readNumeral(typed)
  return numeral === null ? typed : groupNumeral(numeral)
}
