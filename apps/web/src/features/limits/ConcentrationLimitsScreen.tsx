import { LimitsTab } from './LimitsTab.tsx'

/** Concentration Limits: how much may lie in one security, issuer, sector or group, and what may not be dealt. */
export default function ConcentrationLimitsScreen() {
  return (
    <LimitsTab
      tab="concentration"
      title="Concentration Limits"
      lead="How much of a portfolio may lie in one security, issuer, sector or group, and which securities may not be dealt."
    />
  )
}
