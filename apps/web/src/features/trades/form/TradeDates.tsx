import { Anchor } from '@mantine/core'
import { formatDate } from '../../../lib/dates.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { settlementAutomatic } from './trade-values.ts'
import type { TradeForm } from './useTradeForm.ts'

/** Trade date and settlement date: the second follows from the first until it is typed. */
export function TradeDates({ trade }: { trade: TradeForm }) {
  const { change, started } = trade
  const { tradeDateProblem } = trade.proposals
  return (
    <>
      <DateField
        name="tradeDate"
        label="Trade Date"
        required
        // A settlement date of the last trade belongs to its trade date.
        onChange={() =>
          change((now) =>
            started.remembered['settlementDate'] === undefined ? now : { ...now, settlementTyped: false },
          )
        }
        {...(tradeDateProblem === undefined ? {} : { error: tradeDateProblem })}
      />
      <SettlementDate trade={trade} />
    </>
  )
}

function SettlementDate({ trade }: { trade: TradeForm }) {
  const { change, values } = trade
  const proposed = trade.proposals.settlementDate
  const own = values.settlementTyped && proposed !== undefined && proposed !== values.settlementDate
  return (
    <div>
      <DateField
        name="settlementDate"
        label="Settlement Date"
        required
        onChange={() => change((now) => ({ ...now, settlementTyped: true }))}
        {...(values.tradeDate === '' ? {} : { min: values.tradeDate })}
      />
      {own && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() => change((now) => settlementAutomatic(now, proposed))}
        >
          Use {formatDate(proposed)}, calculated from the trade date
        </Anchor>
      )}
    </div>
  )
}
