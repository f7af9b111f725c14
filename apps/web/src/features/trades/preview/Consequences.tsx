import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { Banner } from '../../../ui/Banner.tsx'
import { Section } from '../../../ui/Page.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import { AffectedSales } from './AffectedSales.tsx'
import { EntitlementChanges } from './EntitlementChanges.tsx'
import { GainsByMonth } from './GainsByMonth.tsx'
import { HoldingChange } from './HoldingChange.tsx'
import { PostingsTable } from './PostingsTable.tsx'
import css from './Preview.module.css'

/** The effects of a write on the books beyond the trade; `self` is the trade's id. */
export function Consequences({ dryRun, self }: { dryRun: TradeDryRun; self: number }) {
  const { consequences, warnings } = dryRun
  return (
    <>
      <WillWait preview={dryRun} />
      {warnings.map((warning) => (
        <Banner key={warning} tone="warning">
          {warning}
        </Banner>
      ))}
      <Section title="Affected sales">
        <p className={css.quiet} style={{ margin: 0 }}>
          {summaryOf(dryRun, self)}
          {consequences.lotsRematched > 0 &&
            ` Lots are matched again for ${consequences.lotsRematched === 1 ? '1 sale' : `${consequences.lotsRematched.toLocaleString('en-LK')} sales`}.`}
        </p>
        <AffectedSales consequences={consequences} self={self} />
      </Section>
      <EntitlementChanges changes={consequences} />
      {consequences.gainsByMonth.length > 0 && (
        <Section title="Realized gains by month">
          <GainsByMonth months={consequences.gainsByMonth} />
        </Section>
      )}
      <Section title="Holding">
        <HoldingChange position={dryRun.position} />
      </Section>
      <Section title="Ledger lines">
        {dryRun.postings.length === 0 ? (
          <p className={css.quiet} style={{ margin: 0 }}>
            Nothing is posted.
          </p>
        ) : (
          <PostingsTable postings={dryRun.postings} />
        )}
      </Section>
    </>
  )
}

/** One sentence on what happens beyond the trade itself. */
export function summaryOf({ consequences }: TradeDryRun, self: number): string {
  const others = consequences.affectedSales - (consequences.sales.some((sale) => sale.id === self) ? 1 : 0)
  if (others <= 0) return 'No other sale changes.'
  const sales = others === 1 ? '1 other sale gets' : `${others.toLocaleString('en-LK')} other sales get`
  return `${sales} a new cost and gain; each difference is posted as an entry of its own.`
}
