import '@mantine/notifications/styles.css'
import { Anchor, Button } from '@mantine/core'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { parseHash } from '../lib/hash.ts'
import css from './Messages.module.css'
import { type Closing, type Message, subscribeMessages, takeMessages } from './notify.tsx'

const COLOURS = { success: 'teal', info: 'accent', error: 'red' }

/** Shows the messages of `notify`. */
export default function Messages() {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (
          event.type === 'updated' &&
          event.action.type === 'success' &&
          !isPreview(event.mutation.state.variables)
        )
          hideSaidBefore(event.mutation.state.submittedAt)
      }),
    [client],
  )
  useEffect(() => {
    const flush = () => takeMessages().forEach(show)
    flush()
    const unsubscribe = subscribeMessages(flush)
    window.addEventListener('hashchange', hideLeft)
    window.addEventListener('popstate', hideLeft)
    return () => {
      unsubscribe()
      window.removeEventListener('hashchange', hideLeft)
      window.removeEventListener('popstate', hideLeft)
    }
  }, [])
  useEffect(makeRoom, [])
  return (
    <Notifications
      position="top-center"
      withinPortal={false}
      limit={4}
      containerWidth="none"
      className={`${css.messages} em-no-print`}
    />
  )
}

const ROOM = [
  ['top-center', '--em-messages-top'],
  ['bottom-left', '--em-messages-side'],
] as const

/** Messages cover no control: the page, its dialogs and the sidebar leave them the room that they take. */
function makeRoom() {
  const { style } = document.documentElement
  const corners = ROOM.flatMap(([position, variable]) => {
    const corner = document.querySelector<HTMLElement>(`.${css.messages}[data-position="${position}"]`)
    return corner === null ? [] : [{ corner, variable }]
  })
  const observer = new ResizeObserver(() => {
    for (const { corner, variable } of corners) style.setProperty(variable, `${corner.offsetHeight}px`)
  })
  for (const { corner } of corners) observer.observe(corner)
  return () => {
    observer.disconnect()
    for (const [, variable] of ROOM) style.removeProperty(variable)
  }
}

/** Errors on the screen, each with the tab and the time it was said. */
const errors = new Map<string, { readonly tab: string; readonly at: number }>()

/** `group/tab` of the address. */
function tabShown(): string {
  const { group, tab } = parseHash(window.location.hash)
  return `${group}/${tab}`
}

/** Hides error messages of the screen that was left. */
function hideLeft() {
  for (const [id, { tab }] of errors) {
    if (tab !== tabShown()) notifications.hide(id)
  }
}

/** Whether a write was only previewed: nothing was saved. */
const isPreview = (sent: unknown) =>
  (sent as { query?: { dryRun?: string } } | undefined)?.query?.dryRun !== undefined

/** A save that succeeds answers the errors from before it was sent. */
function hideSaidBefore(sentAt: number) {
  for (const [id, { at }] of errors) if (at <= sentAt) notifications.hide(id)
}

/** Messages that may be said again or taken away, also where the person closed them. */
const named = new Set<string>()

function show(message: Message | Closing) {
  if ('close' in message) {
    named.delete(message.close)
    notifications.hide(message.close)
    return
  }
  const { id = crypto.randomUUID(), tone } = message
  if (named.has(id)) {
    notifications.update({ id, ...shown(message, id) })
    return
  }
  if (message.id !== undefined) named.add(id)
  notifications.show({ id, ...shown(message, id) })
  if (tone === 'error') errors.set(id, { tab: tabShown(), at: Date.now() })
}

function shown({ text, way, action, tone, ms, isWork = false }: Message, id: string): NotificationData {
  return {
    onClose: ({ id: closed }) => {
      if (closed !== undefined) errors.delete(closed)
    },
    message: way === undefined && action === undefined ? text : withMore(text, id, { way, action }),
    loading: isWork,
    color: COLOURS[tone],
    autoClose: ms ?? false,
    // Errors are shown at the top; the rest is shown in the sidebar, or above the page where there is none.
    position: tone === 'error' ? 'top-center' : 'bottom-left',
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close' },
  }
}

/** A text with its way, or with what can be done at once: that closes the message. */
function withMore(text: ReactNode, id: string, { way, action }: Pick<Message, 'way' | 'action'>) {
  return (
    <>
      {text}{' '}
      {way !== undefined && (
        <Anchor href={way.href} style={{ whiteSpace: 'nowrap' }}>
          {way.label}
        </Anchor>
      )}
      {action !== undefined && (
        <div className={css.action}>
          <Button
            size="compact-sm"
            onClick={() => {
              notifications.hide(id)
              action.onClick()
            }}
          >
            {action.label}
          </Button>
        </div>
      )}
    </>
  )
}
