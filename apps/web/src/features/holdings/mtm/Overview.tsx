import { VALUE_RANGES } from '@em/contract/value-history/value-history'
import { SectorPie } from '../../../ui/chart/SectorPie.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ValueHistory } from '../overview/ValueHistory.tsx'
import css from './Mtm.module.css'
import type { PositionRow } from './position-columns.tsx'
import { sectorsOf } from './sectors.ts'

interface OverviewProps {
  /** Null: all of them. */
  portfolioId: string | null
  rows: readonly PositionRow[]
}

/** The value over time, and what is held by sector. */
export function Overview({ portfolioId, rows }: OverviewProps) {
  return (
    <div className={css.pair}>
      <Section card>
        <ValueHistory portfolio={portfolioId} ranges={VALUE_RANGES} />
      </Section>
      <Section card>
        <SectorPie title="Sectors" sectors={sectorsOf(rows)} empty="Nothing is held" height={240} />
      </Section>
    </div>
  )
}
