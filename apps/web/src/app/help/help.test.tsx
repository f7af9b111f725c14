import { groups } from '@em/contract/tabs/tabs'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openTabOf } from '../../links/tabs.ts'
import { network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { blocksOf } from './blocks.ts'
import { pictureAt, sectionOf } from './guide.ts'
import { HelpButton } from './HelpButton.tsx'

beforeEach(() => void network(usual))

it('has a section of the guide for each tab', () => {
  const without = groups
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => (sectionOf(tab)?.lines.length ?? 0) < 2)
    .map(({ id }) => id)
  expect(without).toEqual([])
})

it('opens the guide at the section of the tab, with its picture and the other sections to choose', async () => {
  const { user } = show(<HelpButton openTab={openTabOf('#/accounting-entries/period-close')} />)
  await user.click(screen.getByRole('button', { name: 'Help on this screen' }))
  expect(await screen.findByRole('dialog', { name: 'Help: Period Close' })).toBeTruthy()
  const picture = screen.getByRole('img', { name: 'The checklist before a period is locked' })
  expect(picture.getAttribute('src')).toBe(pictureAt('pictures/period-lock.webp'))
  await user.selectOptions(screen.getByLabelText('Section of the guide'), 'Keyboard')
  expect(screen.getByRole('dialog', { name: 'Help: Keyboard' }).textContent).toContain('Ctrl-K')
})

it('follows a link to another section', async () => {
  const { user } = show(<HelpButton openTab={openTabOf('#/trade-capture/buy')} />)
  await user.click(screen.getByRole('button', { name: 'Help on this screen' }))
  await screen.findByRole('dialog', { name: 'Help: Buy' })
  await user.click(screen.getByRole('button', { name: 'limits' }))
  const limits = 'Help: Counterparty Limits, Position Limits and Concentration Limits'
  expect(screen.getByRole('dialog', { name: limits })).toBeTruthy()
})

it('reads steps with inner items, lines that go on, pictures and tables', () => {
  const text =
    '![A list](pictures/a.webp)\n\nOne\ntwo\n\n1. first\n   goes on\n   - inner\n2. second\n\n| a | b |\n|---|---|\n| c | d |'
  expect(blocksOf(text.split('\n'))).toEqual([
    { kind: 'picture', alt: 'A list', path: 'pictures/a.webp' },
    { kind: 'text', text: 'One two' },
    {
      kind: 'steps',
      items: [
        { text: 'first goes on', inner: ['inner'] },
        { text: 'second', inner: [] },
      ],
    },
    {
      kind: 'table',
      rows: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    },
  ])
})
