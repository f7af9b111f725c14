import type { LadderStep } from '@em/contract/settlements/settlements'

export const STEP_NAMES: Readonly<Record<LadderStep, string>> = {
  failed: 'Failed',
  overdue: 'Overdue',
  today: 'Today',
  t1: 'T+1',
  t2: 'T+2',
  t3: 'T+3',
  later: 'Later',
}
