import { LimitsTab } from './LimitsTab.tsx'

/** Counterparty Limits: how much may be open with each broker. */
export default function CounterpartyLimitsScreen() {
  return (
    <LimitsTab
      tab="counterparty"
      title="Counterparty Limits"
      lead="How much may be open with each broker, and how much is: what is not settled yet, read from the settlements."
    />
  )
}
