import { costOfFunds } from '@em/contract/cost-of-funds/cost-of-funds'
import type { dashboard } from '@em/contract/dashboard/dashboard'
import { equities } from '@em/contract/equities/equities'
import type { Reply } from '@em/contract/kit/route'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { trades } from '@em/contract/trades/trades'
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs'
import type { ReactNode } from 'react'
import { type Needs, useMay } from '../../lib/may.ts'
import { hrefOf } from '../../links/tabs.ts'
import { Section } from '../../ui/Page.tsx'
import css from './Dashboard.module.css'

export type Setup = Reply<typeof dashboard>['setup']

/** The steps of a new installation before its first trade, in order; each with a link to its screen. */
export function stepsOf(setup: Setup) {
  const step = (count: number, title: string, why: string, call: Needs, href: string) => ({
    done: count > 0,
    count,
    title,
    why,
    call,
    href,
  })
  return [
    step(
      setup.equities,
      'Add equities',
      'The securities you trade, by their symbol on the exchange.',
      equities.routes.create,
      hrefOf('Master Data Management', 'Equity Master'),
    ),
    step(
      setup.portfolios,
      'Add a portfolio',
      'Holdings and books are kept by portfolio.',
      portfolios.routes.create,
      hrefOf('Master Data Management', 'Portfolio Master'),
    ),
    step(
      setup.settlementAccounts,
      'Add a settlement account',
      'The bank account that trades are settled through.',
      settlementAccounts.routes.create,
      hrefOf('Master Data Management', 'Account Master'),
    ),
    step(
      setup.costOfFunds,
      'Define the cost of funds',
      'The rate used for the money generation cost of each trade.',
      costOfFunds.create,
      hrefOf('Trade Capture', 'Cost of Funds'),
    ),
    step(
      setup.trades,
      'Record the first buy',
      'This page then shows your holdings and results.',
      trades.saveBuy,
      hrefOf('Trade Capture', 'Buy'),
    ),
  ]
}

export function SetupChecklist({ setup }: { setup: Setup }) {
  const steps = stepsOf(setup)
  const done = steps.filter((one) => one.done).length
  const next = steps.findIndex((one) => !one.done)
  return (
    <Section
      title="Getting started"
      card
      actions={
        <span className={css.quiet}>
          {done} of {steps.length} done
        </span>
      }
    >
      <ol className={css.steps}>
        {steps.map((one, index) => (
          <li key={one.title}>
            <Step one={one} isNext={index === next}>
              {one.done ? (
                <IconCircleCheck size={20} aria-hidden="true" />
              ) : (
                <IconCircle size={20} aria-hidden="true" />
              )}
              <span>
                <span className={css.stepTitle}>{one.title}</span>
                {one.done && (
                  <span className={css.quiet}>
                    {' '}
                    {one.count.toLocaleString('en-LK')} recorded
                    <span className="em-visually-hidden">, done</span>
                  </span>
                )}
                <span className={css.stepWhy}>{one.why}</span>
              </span>
            </Step>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** A step, with the way to it for who may take it. */
function Step({
  one,
  isNext,
  children,
}: {
  one: ReturnType<typeof stepsOf>[number]
  isNext: boolean
  children: ReactNode
}) {
  const stepProps = { className: css.step, 'data-done': one.done, 'data-next': isNext }
  return useMay()(one.call) ? (
    <a href={one.href} {...stepProps}>
      {children}
    </a>
  ) : (
    <div {...stepProps}>{children}</div>
  )
}
