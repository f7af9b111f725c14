import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeHashQuery, closeOverList, navigate, openOverList, useHashQuery } from '../lib/hash.ts'
import { stepsSettled } from '../lib/steps.ts'
import { goBack, show } from '../testing/page.tsx'
import { Modal } from './Dialog.tsx'

const LIST = '#/group/list'

beforeEach(() => window.history.replaceState(null, '', `/${LIST}`))
afterEach(cleanup)

/** A list with a record that the address names, and one more dialog above it that it does not. */
function Records({ dirty = false }: { dirty?: boolean }) {
  const query = useHashQuery()
  const [more, setMore] = useState(false)
  return (
    <>
      <button type="button" onClick={() => changeHashQuery({ record: '5' })}>
        Row
      </button>
      <a href="#/group/other">Other tab</a>
      <p>Status {query.get('status')}</p>
      <Modal
        opened={query.get('record') !== null}
        onClose={() => changeHashQuery({ record: '' })}
        title="Record"
        dirty={dirty}
      >
        <button type="button" onClick={() => setMore(true)}>
          More
        </button>
        <a href="#/group/ledger">Ledger</a>
      </Modal>
      <Modal opened={more} onClose={() => setMore(false)} title="More">
        Facts
      </Modal>
    </>
  )
}

const named = (name: string) => screen.queryByRole('dialog', { name })
const isOpen = (name: string) => waitFor(() => expect(named(name)).not.toBeNull())
const isClosed = (name: string) => waitFor(() => expect(named(name)).toBeNull())
const settled = () =>
  act(async () => {
    await stepsSettled()
  })

test('Back closes the dialog on top, then the record under it, and stays on the list', async () => {
  navigate('group/list?status=Open')
  const { user } = show(<Records />)
  await user.click(screen.getByText('Row'))
  await isOpen('Record')
  await user.click(screen.getByText('More'))
  await isOpen('More')
  await goBack()
  await isClosed('More')
  expect(named('Record')).not.toBeNull()
  await goBack()
  await isClosed('Record')
  expect(window.location.hash).toBe(`${LIST}?status=Open`)
  await goBack()
  expect(window.location.hash).toBe(LIST)
})

test('a dialog that is closed by hand leaves no step behind', async () => {
  navigate('group/list?status=Open')
  const { user } = show(<Records />)
  for (const _ of [1, 2, 3]) {
    await user.click(screen.getByText('Row'))
    await isOpen('Record')
    fireEvent.keyDown(named('Record') as HTMLElement, { key: 'Escape' })
    await isClosed('Record')
    await settled()
  }
  expect(window.location.hash).toBe(`${LIST}?status=Open`)
  await goBack()
  expect(window.location.hash).toBe(LIST)
})

test('Back asks before what was typed is lost, and closes after Discard', async () => {
  const { user } = show(<Records dirty />)
  await user.click(screen.getByText('Row'))
  await isOpen('Record')
  await goBack()
  await isOpen('Discard your changes?')
  expect(named('Record')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await isClosed('Record')
  await settled()
  expect(window.location.hash).toBe(LIST)
})

test('Back from a tab that a record led to opens the record again, then the list', async () => {
  const { user } = show(<Records />)
  await user.click(screen.getByText('Row'))
  await isOpen('Record')
  await user.click(screen.getByText('Ledger'))
  await isClosed('Record')
  expect(window.location.hash).toBe('#/group/ledger')
  await goBack()
  await isOpen('Record')
  await goBack()
  await isClosed('Record')
  expect(window.location.hash).toBe(LIST)
})

test('a record in place of its list is a step: Back and its own way back lead to the list', async () => {
  show(<Records />)
  for (const leave of [goBack, async () => closeOverList({ comparison: '' })]) {
    act(() => openOverList({ comparison: '4' }))
    expect(window.location.hash).toBe(`${LIST}?comparison=4`)
    await act(leave)
    await settled()
    expect(window.location.hash).toBe(LIST)
  }
  act(() => navigate('group/list?comparison=7'))
  act(() => closeOverList({ comparison: '' }))
  expect(window.location.hash).toBe(LIST)
})
