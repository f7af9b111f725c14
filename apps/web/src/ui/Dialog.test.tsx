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

test('a dialog opens on its first field, also one that is loaded late, and gives the keyboard back', async () => {
  function Page() {
    const [opened, setOpened] = useState(false)
    const [loaded, setLoaded] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Rename
        </button>
        {/* Taken from the page when it closes, as dialogs of a chosen row are. */}
        {opened && (
          <Modal opened onClose={() => setOpened(false)} title="Rename">
            <button type="button" onClick={() => setLoaded(true)}>
              Load
            </button>
            <input aria-label="Number" readOnly />
            {loaded && <input aria-label="Name" />}
          </Modal>
        )}
      </>
    )
  }
  const { user } = show(<Page />)
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  const load = await screen.findByRole('button', { name: 'Load' })
  // Not by a click: who begins to work keeps the keyboard where it is.
  fireEvent.click(load)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' })))
})

test('a dialog opened from a menu gives the keyboard back to the menu’s button', async () => {
  function Page() {
    const [opened, setOpened] = useState(false)
    const [menu, setMenu] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setMenu(true)}>
          Actions
        </button>
        {menu && (
          <div role="menu">
            <button
              type="button"
              role="menuitem"
              onClick={() => {
                setMenu(false)
                setOpened(true)
              }}
            >
              Edit
            </button>
          </div>
        )}
        <Modal opened={opened} onClose={() => setOpened(false)} title="Edit">
          <input aria-label="Name" />
        </Modal>
      </>
    )
  }
  const { user } = show(<Page />)
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })))
})
