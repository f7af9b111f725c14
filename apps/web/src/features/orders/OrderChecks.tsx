import type { Order } from '@em/contract/orders/orders'
import { counted } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import css from './Orders.module.css'

/** The limit checks of an order: exceeded ones as one notice, the others folded away. */
export function OrderChecks({ checks }: Pick<Order, 'checks'>) {
  const exceeded = checks.filter(({ state }) => state === 'exceeded')
  const others = checks.filter(({ state }) => state !== 'exceeded')
  return (
    <>
      {exceeded.length > 0 && (
        <Banner tone="warning">
          <Sentences checks={exceeded} />
        </Banner>
      )}
      {others.length > 0 && (
        <details className={css.folded}>
          <summary>
            {counted(others.length, exceeded.length > 0 ? 'further check' : 'check')}, not exceeded
          </summary>
          <Sentences checks={others} />
        </details>
      )}
    </>
  )
}

function Sentences({ checks }: Pick<Order, 'checks'>) {
  const [only, ...more] = checks
  if (more.length === 0) return <>{only?.text}</>
  return (
    <ul className={css.sentences}>
      {checks.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
