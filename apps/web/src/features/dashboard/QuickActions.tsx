import { Button, type ButtonProps } from '@mantine/core'
import IconChartPie from '@tabler/icons-react/dist/esm/icons/IconChartPie.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconScale from '@tabler/icons-react/dist/esm/icons/IconScale.mjs'
import IconShoppingCart from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs'
import { useOpens } from '../../links/offered.ts'
import { hrefOf } from '../../links/tabs.ts'
import css from './Dashboard.module.css'

const ACTIONS = [
  ['Trade Capture', 'Buy', IconShoppingCart],
  ['Dashboard', 'Portfolio Overview', IconChartPie],
  ['Valuation and MTM', 'Mark-to-Market Valuation', IconScale],
  ['Batch Transaction Import', 'Trade Report', IconFileText],
] as const

const buttonProps: ButtonProps = { variant: 'default', justify: 'flex-start', px: 'xs' }

/** Ways to where people go from here, as far as they may. */
export function QuickActions() {
  const opens = useOpens()
  return (
    <nav className={css.quick} aria-label="Quick actions">
      {ACTIONS.filter(([group, tab]) => opens(group, tab)).map(([group, tab, Icon]) => (
        <Button
          key={tab}
          component="a"
          href={hrefOf(group, tab)}
          leftSection={<Icon size={16} />}
          {...buttonProps}
        >
          {tab}
        </Button>
      ))}
    </nav>
  )
}
