import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpens } from './offered.ts'
import { goTo } from './tabs.ts'

interface TabButtonProps extends ButtonProps {
  /** The names of group and tab. */
  to: readonly [group: string, tab: string]
  query?: Record<string, string>
  children: ReactNode
}

/** The way to another tab, for whom it is: `<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>`. */
export function TabButton({ to: [group, tab], query = {}, children, ...buttonProps }: TabButtonProps) {
  if (!useOpens()(group, tab)) return null
  return (
    <Button {...buttonProps} onClick={() => goTo(group, tab, query)}>
      {children}
    </Button>
  )
}
