import '@mantine/notifications/styles.css'
import { Anchor } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { parseHash } from '../lib/hash.ts'
import css from './Messages.module.css'
import { type Message, subscribeMessages, takeMessages } from './notify.tsx'

const COLOURS = { success: 'teal', info: 'accent', error: 'red' }

/** Shows the messages of `notify`. */
export default function Messages() {
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
  return (
    <Notifications
      position="top-center"
      limit={4}
      containerWidth={380}
      className={`${css.messages} em-no-print`}
    />
  )
}

/** Errors on the screen, each with the tab it was said on. */
const errors = new Map<string, string>()

/** `group/tab` of the address. */
function tabShown(): string {
  const { group, tab } = parseHash(window.location.hash)
  return `${group}/${tab}`
}

/** What went wrong on a screen says nothing on the next one. */
function hideLeft() {
  for (const [id, tab] of errors) {
    if (tab !== tabShown()) notifications.hide(id)
  }
}

function show({ text, way, tone, ms }: Message) {
  const id = notifications.show({
    onClose: ({ id: closed }) => {
      if (closed !== undefined) errors.delete(closed)
    },
    message:
      way === undefined ? (
        text
      ) : (
        <>
          {text}{' '}
          <Anchor href={way.href} style={{ whiteSpace: 'nowrap' }}>
            {way.label}
          </Anchor>
        </>
      ),
    color: COLOURS[tone],
    autoClose: ms ?? false,
    // What went well stands out of the way, also of a dialog's buttons at the right; on a phone there is no such place.
    position:
      tone !== 'error' && window.matchMedia('(min-width: 48em)').matches ? 'bottom-left' : 'top-center',
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close' },
  })
  if (tone === 'error') errors.set(id, tabShown())
}
