import { type GlMapping, glMappings, type MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import { formatDate, today } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useWrite } from '../../lib/query.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import { subjectOf } from './mapping.ts'

/** Asks, and withdraws a change that is to come, by the day that `plannedDay` answers. */
export function useWithdrawChange() {
  const withdraw = useWrite(glMappings.withdraw)
  return async (role: MappedRole, one: GlMapping, day: string) => {
    const what =
      one.effective_from === day
        ? `${role.label}, ${subjectOf(one)}, was to go to ${one.account_code} ${one.account_name} from ${formatDate(day)} on`
        : `The exception of ${subjectOf(one)} was to end before ${formatDate(day)}`
    const agreed = await confirm({
      title: 'Withdraw the change',
      message: `${what}. The account before it stays; entries that were to move the balance on that day are reversed, and entries posted for that day or later move back.`,
      confirm: 'Withdraw',
      danger: true,
    })
    if (!agreed) return
    try {
      const { reversed, moved } = await withdraw.mutateAsync({
        body: {
          role: role.role,
          portfolioId: one.portfolioId,
          settlementAccount: one.settlement_account_id,
          effective_from: day,
        },
      })
      const entries = reversed + moved.length
      notify.success(
        entries === 0
          ? `The change of ${formatDate(day)} is withdrawn.`
          : `The change of ${formatDate(day)} is withdrawn; ${entries === 1 ? 'one entry' : `${entries} entries`} moved its balance back.`,
      )
    } catch (error) {
      notify.error('Failed to withdraw the change', error)
    }
  }
}

/** Asks, takes an exception away and moves what its account holds back to the general one. */
export function useRemoveException() {
  const remove = useWrite(glMappings.remove)
  return async (role: MappedRole, exception: GlMapping) => {
    const from = exception.effective_from > today() ? exception.effective_from : today()
    const agreed = await confirm({
      title: 'Remove the exception',
      message: `From ${formatDate(from)} on ${role.label} of ${subjectOf(exception)} goes to ${role.account_code} ${role.account_name} again, and what ${exception.account_code} holds of it moves there. Entries before that day stay on ${exception.account_code}.`,
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
          effective_from: from,
        },
      })
      notify.success(
        moved.length === 0
          ? `The exception of ${subjectOf(exception)} is removed.`
          : `The exception of ${subjectOf(exception)} is removed; ${counted(moved.length, 'entry', 'entries')} moved its balance.`,
      )
    } catch (error) {
      notify.error('Failed to remove the exception', error)
    }
  }
}
