import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../testing/page.tsx'
import { CancelButton, Modal } from './Dialog.tsx'
import { DateField } from './form/DateField.tsx'

afterEach(cleanup)

function Form() {
  const [opened, setOpened] = useState(true)
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="New entry" dirty>
      <button type="button" onClick={() => setOpened(false)}>
        Saved
      </button>
      <CancelButton />
    </Modal>
  )
}
const discard = () => screen.queryByRole('dialog', { name: 'Discard your changes?' })

test('a question whether to discard goes with its dialog, as when a save ends meanwhile', async () => {
  show(<Form />)
  const form = await screen.findByRole('dialog', { name: 'New entry' })
  fireEvent.keyDown(form, { key: 'Escape' })
  await waitFor(() => expect(discard()).not.toBeNull())
  fireEvent.click(screen.getByText('Saved'))
  await waitFor(() => expect(discard()).toBeNull())
})

test('Cancel asks before what was typed is lost', async () => {
  const { user } = show(<Form />)
  const form = await screen.findByRole('dialog', { name: 'New entry' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(discard()).not.toBeNull())
  expect(screen.queryByRole('dialog', { name: 'New entry' })).toBe(form)
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New entry' })).toBeNull())
})

test('the second of two clicks that open a dialog does not close it; a later click outside does', async () => {
  function Row() {
    const [opened, setOpened] = useState(true)
    return (
      <Modal opened={opened} onClose={() => setOpened(false)} title="A row">
        Its fields
      </Modal>
    )
  }
  show(<Row />)
  await screen.findByRole('dialog', { name: 'A row' })
  const outside = document.querySelector('.mantine-Modal-overlay') as Element
  fireEvent.click(outside, { detail: 2 })
  expect(screen.getByRole('dialog', { name: 'A row' })).toBeDefined()
  fireEvent.click(outside, { detail: 1 })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'A row' })).toBeNull())
})

test('Escape closes the dialog on top alone', async () => {
  function Two() {
    const [under, setUnder] = useState(true)
    const [over, setOver] = useState(true)
    return (
      <>
        <Modal opened={under} onClose={() => setUnder(false)} title="Entry">
          Lines
        </Modal>
        <Modal opened={over} onClose={() => setOver(false)} title="Reverse">
          Reason
        </Modal>
      </>
    )
  }
  show(<Two />)
  const named = (name: string) => screen.queryByRole('dialog', { name })
  await waitFor(() => expect([named('Entry'), named('Reverse')]).not.toContain(null))
  fireEvent.keyDown(named('Reverse') as HTMLElement, { key: 'Escape' })
  await waitFor(() => expect(named('Reverse')).toBeNull())
  expect(named('Entry')).not.toBeNull()
  fireEvent.keyDown(named('Entry') as HTMLElement, { key: 'Escape' })
  await waitFor(() => expect(named('Entry')).toBeNull())
})

test('Escape in a calendar closes the calendar, not the dialog around it', async () => {
  function Dated() {
    const [opened, setOpened] = useState(true)
    return (
      <Modal opened={opened} onClose={() => setOpened(false)} title="Entry">
        <DateField label="Date" value="2026-11-20" onChange={() => undefined} />
      </Modal>
    )
  }
  const { user } = show(<Dated />)
  await user.click(await screen.findByRole('button', { name: 'Date: open the calendar' }))
  const day = await screen.findByRole('button', { name: /^20 November 2026/ })
  fireEvent.keyDown(day, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^20 November 2026/ })).toBeNull())
  expect(screen.queryByRole('dialog', { name: 'Entry' })).not.toBeNull()
})
