import type { Reply } from '@em/contract/kit/route'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { notify } from '../../ui/notify.tsx'
import { plural } from './record/lines.ts'
import { type OneReconciliation, useLongChange } from './record/useReconciliation.ts'

type Matches = Pick<Reply<typeof reconciliation.autoMatch>, 'matched' | 'proposed' | 'confirmed'>

const failed = (error: unknown) => notify.error('Auto Match failed', error)

/** Auto Match of a reconciliation; `show` takes its result, in a sentence. */
export function useAutoMatch(one: OneReconciliation, show: (sentence: string) => void) {
  const work = useLongChange(reconciliation.autoMatch, one.id, {
    onFound: (done) => show(inWords(done)),
    onFoundFailed: failed,
  })
  const match = async () => {
    try {
      let [matched, proposed, confirmed, left] = [0, 0, 0, 1]
      // One call confirms a limited number of settlements: it is repeated until none is left.
      while (left > 0) {
        const done = await work.run({ params: { id: one.id }, body: {} })
        matched += done.matched
        confirmed += done.confirmed
        proposed = done.proposed
        left = done.matched === 0 ? 0 : done.left
      }
      show(inWords({ matched, proposed, confirmed }))
    } catch (error) {
      failed(error)
    }
  }
  return { ...work, match }
}

function inWords({ matched, proposed, confirmed }: Matches): string {
  if (matched + proposed === 0) return 'Auto Match found no more matches. Match the remaining lines yourself.'
  const settled = confirmed === 0 ? '' : `, confirmed ${plural(confirmed, 'settlement')}`
  const found = `Auto Match matched ${plural(matched, 'pair')}${settled}`
  return proposed === 0
    ? `${found}.`
    : `${found} and proposes ${plural(proposed, 'match', 'matches')} of several lines.`
}
