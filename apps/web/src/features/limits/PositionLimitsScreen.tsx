import { LimitsTab } from './LimitsTab.tsx'

/** Position Limits: how much of a security may be held or dealt, and how much cash must stay. */
export default function PositionLimitsScreen() {
  return (
    <LimitsTab
      tab="position"
      title="Position Limits"
      lead="How much of a security may be held, in shares, rupees or of what is issued; how large an order or a day may be; how much cash must stay."
    />
  )
}
