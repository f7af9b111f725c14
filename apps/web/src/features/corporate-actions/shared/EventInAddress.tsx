import { idIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { ActionModal } from '../event/ActionModal.tsx'

/** The event that the address names as `event`. */
export function EventInAddress() {
  return <ActionModal id={idIn(useHashQuery(), 'event')} onClose={() => changeHashQuery({ event: '' })} />
}

/** Opens an event above the screen that is open. */
export const openEvent = (id: number): void => changeHashQuery({ event: String(id) })
