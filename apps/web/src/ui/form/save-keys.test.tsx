import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/page.tsx'
import { confirm } from '../confirm.tsx'
import { Modal } from '../Dialog.tsx'
import { DialogActions } from '../DialogActions.tsx'
import { FormShell } from './FormShell.tsx'
import { PlainForm } from './PlainForm.tsx'
import { SaveButton } from './SaveButton.tsx'

const CTRL_S = '{Control>}s{/Control}'

it('a dialog without a form or a bar presses its saving button; what lies below it is not saved', async () => {
  const [below, add, remove] = [vi.fn(), vi.fn(), vi.fn()]
  function Page() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <SaveButton onClick={below}>Save Prices</SaveButton>
        <Button variant="default" onClick={() => setOpened(true)}>
          Symbols
        </Button>
        <Modal opened={opened} onClose={() => setOpened(false)} title="Symbols">
          <Button onClick={add}>Add all 2</Button>
          <Button color="red" onClick={remove}>
            Delete
          </Button>
          <Button variant="default">Close</Button>
        </Modal>
      </>
    )
  }
  const { user } = show(<Page />)
  await user.keyboard(CTRL_S)
  expect(below).toHaveBeenCalledTimes(1)
  await user.click(screen.getByText('Symbols'))
  await screen.findByText('Add all 2')
  await user.keyboard(CTRL_S)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(add).toHaveBeenCalledTimes(2)
  expect(below).toHaveBeenCalledTimes(1)
  expect(remove).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByText('Add all 2')).toBeNull())
  await user.keyboard(CTRL_S)
  expect(below).toHaveBeenCalledTimes(2)
})

it('a dialog with nothing to save keeps the keys to itself', async () => {
  const below = vi.fn()
  const { user } = show(
    <>
      <SaveButton onClick={below}>Save</SaveButton>
      <Modal opened onClose={() => undefined} title="Lots">
        <Button variant="default">Close</Button>
      </Modal>
    </>,
  )
  await screen.findByText('Lots')
  await user.keyboard(CTRL_S)
  expect(below).not.toHaveBeenCalled()
})

it('a key that is held down saves once', async () => {
  const save = vi.fn()
  const { user } = show(<SaveButton onClick={save}>Save</SaveButton>)
  await user.keyboard('{Control>}{s>3/}{/Control}')
  expect(save).toHaveBeenCalledTimes(1)
})

it('of several forms the one with the focus is sent, else the newest', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const { user } = show(
    <>
      <PlainForm onSubmit={first}>
        <input aria-label="Password of one.pdf" />
      </PlainForm>
      <PlainForm onSubmit={second}>
        <input aria-label="Password of two.pdf" />
      </PlainForm>
    </>,
  )
  await user.click(screen.getByLabelText('Password of one.pdf'))
  await user.keyboard(CTRL_S)
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  await user.click(document.body)
  await user.keyboard(CTRL_S)
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

it('a button that is off is not pressed', async () => {
  const save = vi.fn()
  const { user } = show(
    <SaveButton disabled onClick={save}>
      Save
    </SaveButton>,
  )
  await user.keyboard(CTRL_S)
  expect(save).not.toHaveBeenCalled()
})

it('a question is not answered by the key that led to it', async () => {
  const recorded = vi.fn()
  const save = async () => {
    if (await confirm({ title: 'Record unusual prices?', confirm: 'Record' })) recorded()
  }
  const { user } = show(<SaveButton onClick={() => void save()}>Save Prices</SaveButton>)
  await user.keyboard(CTRL_S)
  const agree = await screen.findByRole('button', { name: 'Record' })
  await user.keyboard(CTRL_S)
  expect(recorded).not.toHaveBeenCalled()
  await user.click(agree)
  await vi.waitFor(() => expect(recorded).toHaveBeenCalledTimes(1))
})

it('the form with the focus is sent, and not a bar of actions that came later', async () => {
  const [find, order] = [vi.fn(), vi.fn()]
  function Page() {
    const form = useForm({ initialValues: { net: '' } })
    const [isFound, setFound] = useState(false)
    const submit = async () => {
      find()
      setFound(true)
    }
    return (
      <>
        <FormShell form={form} onSubmit={submit} sticky={false}>
          <input aria-label="Cash" />
        </FormShell>
        {isFound && (
          <DialogActions>
            <Button onClick={order}>Make 2 Orders</Button>
          </DialogActions>
        )}
      </>
    )
  }
  const { user } = show(<Page />)
  await user.click(screen.getByLabelText('Cash'))
  await user.keyboard(CTRL_S)
  await screen.findByText('Make 2 Orders')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(2))
  expect(order).not.toHaveBeenCalled()
  await user.click(document.body)
  await user.keyboard(CTRL_S)
  expect(order).toHaveBeenCalledTimes(1)
})
