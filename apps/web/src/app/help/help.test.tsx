import { groups } from '@em/contract/tabs/tabs'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { placeOf } from '../../places/places.ts'
import { network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { namesWithHelp, sectionOf, unknownSections } from './guide.ts'
import { HelpButton } from './HelpButton.tsx'

beforeEach(() => void network(usual))

it('has a section of the guide for each tab, and names no tab and no section that is not there', () => {
  expect(unknownSections()).toEqual([])
  const names = new Set(groups.flatMap(({ name, tabs }) => [name, ...tabs.map(({ id }) => id as string)]))
  expect(namesWithHelp().filter((name) => !names.has(name))).toEqual([])
  const without = groups
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => (sectionOf(tab)?.lines.length ?? 0) < 3)
    .map(({ id }) => id)
  expect(without).toEqual([])
})

it('opens the guide at the section of the tab, with the other sections to choose', async () => {
  const { user } = show(<HelpButton place={placeOf('#/accounting-entries/period-close')} />)
  await user.click(screen.getByRole('button', { name: 'Help on this screen' }))
  expect(await screen.findByRole('dialog', { name: 'Help: Closing a period' })).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Section of the guide'), 'Keyboard')
  expect(screen.getByRole('dialog', { name: 'Help: Keyboard' }).textContent).toContain('Ctrl-K')
})
