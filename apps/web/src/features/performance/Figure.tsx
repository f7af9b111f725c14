import type { ReactNode } from 'react'
import { Amount, Percent } from '../../ui/Numbers.tsx'
import { StatCard } from '../../ui/Page.tsx'
import { Status } from '../../ui/Status.tsx'
import type { Judged } from './thresholds.ts'

interface FigureProps {
  label: string
  /** Percent, or a plain ratio. Null: too little is known of it. */
  value: number | null | undefined
  kind?: 'percent' | 'ratio'
  signed?: boolean
  /** The note on how it is computed. */
  note: ReactNode
  judge?: (value: number) => Judged
  loading: boolean
}

/** One figure of performance with how it is computed, and its rating by the thresholds. */
export function Figure({
  label,
  value,
  kind = 'percent',
  signed = false,
  note,
  judge,
  loading,
}: FigureProps) {
  const judged = value == null || judge === undefined ? undefined : judge(value)
  return (
    <StatCard
      label={label}
      loading={loading}
      value={kind === 'percent' ? <Percent value={value} signed={signed} /> : <Ratio value={value} />}
      note={
        judged === undefined ? (
          note
        ) : (
          <>
            <Status tone={judged.tone}>{judged.word}</Status> {note}
          </>
        )
      }
    />
  )
}

/** A ratio with two decimals. */
function Ratio({ value }: { value: number | null | undefined }) {
  return <Amount value={value} />
}
