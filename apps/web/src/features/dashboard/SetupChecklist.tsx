import type { dashboard } from '@em/contract/books/dashboard'
import type { Reply } from '@em/contract/kit/route'
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs'
import { hrefOf } from '../../places/places.ts'
import { Section } from '../../ui/Page.tsx'
import css from './Dashboard.module.css'

export type Setup = Reply<typeof dashboard>['setup']

/** What a new installation needs before its first trade, in order; each with where to do it. */
export function stepsOf(setup: Setup) {
  const step = (count: number, title: string, why: string, href: string) => ({
    done: count > 0,
    count,
    title,
    why,
    href,
  })
  return [
    step(
      setup.equities,
      'Add equities',
      'The securities you trade, by their symbol on the exchange.',
      hrefOf('Master Data Management', 'Equity Master'),
    ),
    step(
      setup.portfolios,
      'Add a portfolio',
      'Holdings and books are kept by portfolio.',
      hrefOf('Master Data Management', 'Portfolio Master'),
    ),
    step(
      setup.settlementAccounts,
      'Add a settlement account',
      'The bank account that trades are settled through.',
      hrefOf('Master Data Management', 'Account Master'),
    ),
    step(
      setup.costOfFunds,
      'Define the cost of funds',
      'The rate used for the money generation cost of each trade.',
      hrefOf('Trade Capture', 'Cost of Funds'),
    ),
    step(
      setup.trades,
      'Record the first buy',
      'This page then shows your holdings and results.',
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
            <a href={one.href} className={css.step} data-done={one.done} data-next={index === next}>
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
            </a>
          </li>
        ))}
      </ol>
    </Section>
  )
}
