import type { SettlementWord } from '@em/contract/settlements/settlements'
import { Status } from './Status.tsx'

const TONES: Readonly<Record<SettlementWord, 'good' | 'warn' | 'bad' | 'quiet'>> = {
  Pending: 'warn',
  Overdue: 'bad',
  'Part settled': 'warn',
  Settled: 'good',
  Failed: 'bad',
  'Settled (assumed)': 'quiet',
}

/** The state of a trade's settlement, the same word on every screen. */
export function SettlementStatus({ word }: { word: SettlementWord }) {
  return <Status tone={TONES[word]}>{word}</Status>
}
