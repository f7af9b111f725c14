import { idIn } from '../../lib/filters.ts'
import { useHashQuery } from '../../lib/hash.ts'
import { StartPage } from './start/StartPage.tsx'
import { WorkPage } from './WorkPage.tsx'

/** Account Reconciliation: the list of reconciliations, or the work page of one. */
export default function ReconciliationScreen() {
  const id = idIn(useHashQuery(), 'reconciliation')
  return id === null ? <StartPage /> : <WorkPage key={id} id={id} />
}
