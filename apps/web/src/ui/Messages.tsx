import '@mantine/notifications/styles.css'
import { Anchor } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import css from './Messages.module.css'
import { type Message, subscribeMessages, takeMessages } from './notify.tsx'

const COLOURS = { success: 'teal', info: 'accent', error: 'red' }

/** Shows what `notify` was told. */
export default function Messages() {
  useEffect(() => {
    const flush = () => takeMessages().forEach(show)
    flush()
    return subscribeMessages(flush)
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

function show({ text, way, tone, ms }: Message) {
  notifications.show({
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
}
