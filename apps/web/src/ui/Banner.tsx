import { CloseButton } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import css from './Banner.module.css'

interface BannerProps {
  tone?: 'success' | 'info' | 'warning' | 'error'
  children: ReactNode
  onClose?: () => void
}

/** A message across the page. Success and info are read out politely, warnings and errors at once. */
export function Banner({ tone = 'info', children, onClose }: BannerProps) {
  const urgent = tone === 'warning' || tone === 'error'
  return (
    <div className={css.banner} data-tone={tone} role={urgent ? 'alert' : 'status'}>
      <div className={css.text}>{children}</div>
      {onClose !== undefined && <CloseButton size="sm" aria-label="Close" onClick={onClose} />}
    </div>
  )
}

/** Success banners stay this long. */
export const BANNER_MS = 3000

/**
 * A success banner that goes after 3 seconds (or `ms`): `const [banner, show] = useBanner()`, render `{banner}`,
 * call `show('Transaction recorded successfully!')`.
 */
export function useBanner(ms = BANNER_MS): [ReactNode, (message: ReactNode) => void] {
  const [shown, setShown] = useState<{ message: ReactNode } | null>(null)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), ms)
    return () => clearTimeout(timer)
  }, [shown, ms])
  const show = useCallback((message: ReactNode) => setShown({ message }), [])
  const banner = shown === null ? null : <Banner tone="success">{shown.message}</Banner>
  return [banner, show]
}
