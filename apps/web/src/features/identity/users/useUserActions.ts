import { type UserRecord, users } from '@em/contract/identity/identity'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Needs } from '../../../lib/may.ts'
import { useWrite } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.tsx'

/** The states of an account, in words. */
export const STATES = {
  invited: { word: 'Invited', tone: 'warn' },
  waiting: { word: 'Waiting', tone: 'warn' },
  active: { word: 'Active', tone: 'good' },
  disabled: { word: 'Disabled', tone: 'quiet' },
} as const

/** Somebody who was invited without a name has none until the link is used. */
export const nameOf = (user: UserRecord) => `${user.first_name} ${user.last_name}`.trim() || user.email

/** The question before an account is disabled. */
export const disabling = (user: UserRecord) => ({
  title: `Disable ${nameOf(user)}?`,
  message: `${nameOf(user)} (${user.email}) is signed out everywhere at once and cannot sign in until you enable the account again. What was recorded stays.`,
  confirm: 'Disable',
  danger: true,
})

export interface UserAction {
  label: string
  onClick: () => void
  /** The route that it calls: only who may call it is offered it. */
  call: Needs
  danger?: boolean
  /** The one that most often comes next: it has a button of its own. */
  main?: boolean
  /** Locks the buttons while a change is under way or the rows have just moved. */
  disabled: boolean
}

/** A second click of a double click comes within this time. */
const SETTLE_MS = 600

/** Whether the accounts or their states changed a moment ago, so that another row may lie under the mouse. */
function useRowsMoved(rows: readonly UserRecord[] | undefined): boolean {
  const now = rows?.map(({ id, state }) => `${id} ${state}`).join()
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [now])
  // The first list moves no row.
  if (settled === undefined && now !== undefined) setSettled(now)
  return settled !== undefined && settled !== now
}

/** What the administrator can do with an account of `list`, by its state. `narrow`: it shows names without e-mails. */
export function useUserActions(
  list: UseQueryResult<readonly UserRecord[], Error>,
  { onLink, onEdit }: Record<'onLink' | 'onEdit', (user: UserRecord) => void>,
  narrow: boolean,
): (user: UserRecord) => UserAction[] {
  const { user: me } = useSession()
  const change = useWrite(users.change, { invalidates: ['attention'] })
  const moved = useRowsMoved(list.data)
  const disabled = change.isPending || (change.isSuccess && list.isFetching) || moved
  const running = useRef(false)
  const set = async (user: UserRecord, isActive: boolean, done: string) => {
    // Two clicks can come before the buttons are disabled.
    if (running.current) return
    running.current = true
    try {
      await change.mutateAsync({ params: { id: user.id }, body: { isActive, version: user.version } })
      notify.success(`${nameOf(user)} ${done}`)
    } catch (error) {
      notify.error(`The account of ${nameOf(user)} could not be changed. Please try again.`, error)
    } finally {
      running.current = false
    }
  }
  const approve = async (user: UserRecord) => {
    // Two people may have the same name: who is approved is named by the e-mail, too.
    const agreed =
      !narrow ||
      (await confirm({
        title: `Approve ${nameOf(user)}?`,
        message: `${nameOf(user)} (${user.email}) can sign in then.`,
        confirm: 'Approve',
      }))
    if (agreed) await set(user, true, 'can sign in now.')
  }
  const disable = async (user: UserRecord) => {
    if (await confirm(disabling(user))) await set(user, false, 'was disabled and signed out.')
  }
  const decline = async (user: UserRecord) => {
    const agreed = await confirm({
      title: `Decline ${nameOf(user)}?`,
      message: `${nameOf(user)} (${user.email}) cannot sign in. The account stays in the list as disabled; you can enable it later.`,
      confirm: 'Decline',
      danger: true,
    })
    if (agreed) await set(user, false, 'was declined.')
  }
  const actionsOf = (user: UserRecord): Omit<UserAction, 'disabled'>[] => {
    const call = users.change
    const edit = { label: 'Edit', call, onClick: () => onEdit(user) }
    if (user.state === 'waiting') {
      return [
        { label: 'Approve', call, main: true, onClick: () => void approve(user) },
        edit,
        { label: 'Decline', call, danger: true, onClick: () => void decline(user) },
      ]
    }
    if (user.state === 'disabled') {
      const enable = { label: 'Enable', call, onClick: () => void set(user, true, 'can sign in again.') }
      return [edit, enable]
    }
    const link = {
      label: user.state === 'invited' ? 'Invite again' : 'Password link',
      call: users.passwordLink,
      onClick: () => onLink(user),
    }
    // One's own account is not disabled by mistake; the server refuses it for the last administrator anyway.
    if (user.id === me.id) return [edit, link]
    return [edit, link, { label: 'Disable', call, danger: true, onClick: () => void disable(user) }]
  }
  return (user) => actionsOf(user).map((action) => ({ ...action, disabled }))
}
