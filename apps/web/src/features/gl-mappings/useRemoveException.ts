import { type GlMapping, glMappings, type MappedRole } from '@em/contract/books/gl-mappings'
import { useWrite } from '../../lib/query.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import { placeOf } from './mapping.ts'

/** Asks, takes an exception away and moves what its account holds back to the general one. */
export function useRemoveException() {
  const remove = useWrite(glMappings.remove)
  return async (role: MappedRole, exception: GlMapping) => {
    const agreed = await confirm({
      title: 'Remove the exception',
      message: `${role.label} of ${placeOf(exception)} goes to ${role.account_code} ${role.account_name} again, and what ${exception.account_code} holds of it moves there.`,
      confirm: 'Remove',
      danger: true,
    })
    if (!agreed) return
    try {
      const { moved } = await remove.mutateAsync({
        body: {
          role: role.role,
          portfolioId: exception.portfolioId,
          settlementAccount: exception.settlement_account_id,
          move_balance: true,
          date: null,
        },
      })
      notify.success(
        moved.length === 0
          ? `The exception of ${placeOf(exception)} is removed.`
          : `The exception of ${placeOf(exception)} is removed; ${moved.length} entries moved its balance.`,
      )
    } catch (error) {
      notify.error('Failed to remove the exception', error)
    }
  }
}
