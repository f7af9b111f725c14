import { type PriceSheet, prices, type SheetRow } from '@em/contract/prices/prices'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMoment } from '../../lib/dates.ts'
import { useWrite } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Price } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'

/** The newest ones; the others are in the sheet above. */
const SHOWN = 10
type Recorded = SheetRow & { price: NonNullable<SheetRow['price']> }

/** The prices that a user typed or pasted today, newest first. Prices read from a file are undone by another file. */
function recordedToday(rows: readonly SheetRow[], person: string): Recorded[] {
  return rows
    .filter((row): row is Recorded => {
      const { price } = row
      if (price === null || price.recorded_by !== person) return false
      return price.recorded_today && ['typed', 'pasted'].includes(price.source)
    })
    .toSorted((a, b) => b.price.recorded_at.localeCompare(a.price.recorded_at))
    .slice(0, SHOWN)
}

/** Prices of the sheet that the person recorded today, each with its undo: the price before is recorded again, or none. */
export function TodaysPrices({ sheet: { date, rows } }: { sheet: PriceSheet }) {
  const { user } = useSession()
  const record = useWrite(prices.record, { invalidates: ['trade-summary'] })
  const [undoing, setUndoing] = useState<string | null>(null)
  const mine = recordedToday(rows, `${user.first_name} ${user.last_name}`.trim())
  if (mine.length === 0) return null
  const undo = async ({ symbol, price: { replaced } }: Recorded) => {
    setUndoing(symbol)
    const row = { symbol, last_trade: replaced?.last_trade ?? null, close: replaced?.close ?? null }
    try {
      await record.mutateAsync({ params: { date }, query: {}, body: { source: 'typed', rows: [row] } })
      notify.success(
        replaced === null
          ? `The price of ${symbol} is taken back.`
          : `The price of ${symbol} is again what it was before.`,
      )
    } catch (error) {
      notify.error(`The price of ${symbol} was not undone.`, error)
    } finally {
      setUndoing(null)
    }
  }
  return (
    <Section title="Recorded by you today">
      <SmallTable label="Recorded by you today">
        <thead>
          <tr>
            <th>Symbol</th>
            <th data-right>Last trade</th>
            <th data-right>Before</th>
            <th data-optional>Recorded at</th>
            <th aria-label="Undo" />
          </tr>
        </thead>
        <tbody>
          {mine.map((row) => (
            <tr key={row.symbol}>
              <td>{row.company_name === null ? row.symbol : <SecurityLink symbol={row.symbol} />}</td>
              <td data-right>
                <Price value={row.price.last_trade} />
              </td>
              <td data-right>
                <Price value={row.price.replaced?.last_trade ?? null} />
              </td>
              <td data-optional>{formatMoment(row.price.recorded_at)}</td>
              <td data-right>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Undo ${row.symbol}`}
                  loading={undoing === row.symbol}
                  onClick={() => void undo(row)}
                >
                  Undo
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Section>
  )
}
