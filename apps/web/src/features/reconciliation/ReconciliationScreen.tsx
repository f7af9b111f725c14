import { useHashQuery } from '../../lib/hash.ts'
import { StartPage } from './StartPage.tsx'
import { WorkPage } from './WorkPage.tsx'

/** Account Reconciliation: the list of reconciliations, or one of them at work. */
export default function ReconciliationScreen() {
  const id = Number(useHashQuery().get('reconciliation'))
  return Number.isSafeInteger(id) && id > 0 ? <WorkPage key={id} id={id} /> : <StartPage />
}
