import type { PriceSheet } from '@em/contract/prices/prices'
import { Button } from '@mantine/core'
import { formatDate, today } from '../../lib/dates.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { Banner } from '../../ui/Banner.tsx'

/** Why the day has no prices, with the market days next to it; the prices of the one before count. */
export function NoMarketDay({ sheet: { date, marketDay, closed } }: { sheet: PriceSheet }) {
  const next = closed !== null && closed.after <= today() ? closed.after : null
  return (
    <Banner>
      {formatDate(date)} was no market day{closed !== null && ` (${closed.reason})`}: the prices of{' '}
      {formatDate(marketDay)} count.{' '}
      {closed !== null &&
        `The market days next to it are ${formatDate(closed.before)} and ${formatDate(closed.after)}. `}
      <Button size="compact-sm" variant="default" onClick={() => changeHashQuery({ date: marketDay })}>
        Show them
      </Button>{' '}
      {next !== null && (
        <Button size="compact-sm" variant="default" onClick={() => changeHashQuery({ date: next })}>
          Show {formatDate(next)}
        </Button>
      )}
    </Banner>
  )
}
