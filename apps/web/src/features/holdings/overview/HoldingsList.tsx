import { UnstyledButton } from '@mantine/core'
import { Amount, Percent, Quantity } from '../../../ui/Numbers.tsx'
import { Skeletons } from '../../../ui/States.tsx'
import css from './Overview.module.css'
import type { Holding } from './overview.ts'

/** The holdings on a phone, largest first, each in two lines: symbol and quantity; value, the day's change and total return. */
export function HoldingsList({
  holdings,
  onOpen,
}: {
  /** Undefined while loading. */
  holdings: readonly Holding[] | undefined
  onOpen: (holding: Holding) => void
}) {
  if (holdings === undefined) return <Skeletons rows={8} />
  return (
    <ul className={css.list}>
      {holdings.map((holding) => (
        <li key={holding.symbol}>
          <UnstyledButton className={css.line} onClick={() => onOpen(holding)} aria-haspopup="dialog">
            <span className={css.symbol}>{holding.symbol}</span>
            <span>
              <Amount value={holding.marketValue} decimals={0} />
              {holding.unpriced && <span className={css.atCost}> at cost</span>}
            </span>
            <span className={css.share}>
              <Quantity value={holding.quantity} />
              <span className="em-visually-hidden"> shares</span>
            </span>
            <span className={css.moves}>
              <span className={css.share}>today</span> <Percent value={holding.today?.percent} signed />{' '}
              <span className={css.share}>return</span>{' '}
              <Amount value={holding.totalReturn.total} decimals={0} signed />
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
