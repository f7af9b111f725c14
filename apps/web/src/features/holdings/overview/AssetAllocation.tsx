import { Amount, Percent } from '../../../ui/Numbers.tsx'
import css from './Overview.module.css'
import { sharesOf } from './overview.ts'

/** How what is owned splits into holdings at market and cash by the books. Amounts in rupees. */
export function AssetAllocation({ equity, cash }: { equity: number; cash: number }) {
  const shares = sharesOf(equity, cash)
  return (
    <div className={css.allocation}>
      {shares !== null && (
        <div className={css.split} aria-hidden="true">
          {equity > 0 && <span className={css.equity} style={{ flexGrow: shares.equity }} />}
          {cash > 0 && <span className={css.cash} style={{ flexGrow: shares.cash }} />}
        </div>
      )}
      <dl className={css.parts}>
        <div>
          <dt>
            <span className={`${css.key} ${css.equity}`} aria-hidden="true" />
            Equity
          </dt>
          <dd>
            <Amount value={equity} unit="LKR" />
          </dd>
          <dd className={css.share}>
            <Percent value={shares?.equity ?? null} decimals={1} />
          </dd>
        </div>
        <div>
          <dt>
            <span className={`${css.key} ${css.cash}`} aria-hidden="true" />
            Cash
          </dt>
          <dd>
            <Amount value={cash} unit="LKR" />
          </dd>
          <dd className={css.share}>
            <Percent value={shares?.cash ?? null} decimals={1} />
          </dd>
        </div>
      </dl>
      {cash < 0 && (
        <p className={css.note}>
          Payments exceed the cash in the books. Record opening balances to see the percentages.
        </p>
      )}
    </div>
  )
}
