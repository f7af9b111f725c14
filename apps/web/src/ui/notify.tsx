import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'

interface Way {
  label: string
  /** A hash like `#/trade-capture/transactions`. */
  href: string
}

function body(message: ReactNode, way: Way | undefined) {
  if (way === undefined) return message
  return (
    <>
      {message} <Anchor href={way.href}>{way.label}</Anchor>
    </>
  )
}

/** Short messages at the corner of the screen, read out by screen readers. */
export const notify = {
  /** What was done, naming the object, with a way to it. Goes by itself. */
  success(message: ReactNode, way?: Way): void {
    notifications.show({
      message: body(message, way),
      color: 'teal',
      autoClose: way === undefined ? 4000 : 8000,
    })
  },
  info(message: ReactNode, way?: Way): void {
    notifications.show({ message: body(message, way), autoClose: 6000 })
  },
  /** What went wrong; stays until closed. Give the error for the server's own sentence, `fallback` for none. */
  error(fallback: string, error?: unknown): void {
    const said = error === undefined ? fallback : messageOf(error, fallback)
    notifications.show({
      message: said === '' ? fallback : said,
      color: 'red',
      autoClose: false,
      role: 'alert',
    })
  },
}
