import { Alert } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'

interface BannerProps {
  tone?: 'success' | 'info' | 'warning' | 'error'
  children: ReactNode
  onClose?: () => void
}

const COLOURS = { success: 'teal', info: 'accent', warning: 'yellow', error: 'red' } as const

/** A message across the page. Success and info are read out politely, warnings and errors at once. */
export function Banner({ tone = 'info', children, onClose }: BannerProps) {
  const urgent = tone === 'warning' || tone === 'error'
  return (
    <Alert
      color={COLOURS[tone]}
      variant="light"
      role={urgent ? 'alert' : 'status'}
      py="xs"
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Close"
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
      {...(onClose === undefined ? {} : { onClose })}
    >
      {children}
    </Alert>
  )
}

/** Success banners stay this long. */
export const BANNER_MS = 3000

/**
 * A success banner that goes after 3 seconds (or `ms`): `const [banner, show] = useBanner()`, render `{banner}`,
 * call `show('Transaction recorded successfully!')`.
 */
export function useBanner(ms = BANNER_MS): [ReactNode, (message: string) => void] {
  const [shown, setShown] = useState<{ message: string } | null>(null)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), ms)
    return () => clearTimeout(timer)
  }, [shown, ms])
  const show = useCallback((message: string) => setShown({ message }), [])
  const banner = shown === null ? null : <Banner tone="success">{shown.message}</Banner>
  return [banner, show]
}
