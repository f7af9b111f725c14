import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../testing/page.tsx'
import { DialogActions } from './DialogActions.tsx'
import { FormShell } from './form/FormShell.tsx'

it('Ctrl-S presses what saves, never what deletes, and sends the form around it', async () => {
  const [save, remove, send] = [
    vi.fn(),
    vi.fn(),
    vi.fn((event: { preventDefault: () => void }) => event.preventDefault()),
  ]
  const bar = (label: string, color: string, onClick: () => void) => (
    <DialogActions>
      <Button variant="default">Cancel</Button>
      <Button color={color} onClick={onClick}>
        {label}
      </Button>
    </DialogActions>
  )
  const { user, unmount } = show(bar('Save', 'blue', save))
  await user.keyboard('{Control>}s{/Control}')
  expect(save).toHaveBeenCalledTimes(1)
  unmount()
  const removing = show(bar('Delete', 'red', remove))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(remove).not.toHaveBeenCalled()
  removing.unmount()
  show(<form onSubmit={send}>{bar('Cancel event', 'red', remove)}</form>)
  await user.keyboard('{Control>}s{/Control}')
  expect(send).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Cancel event')).toBeTruthy()
})

function Form({ onSubmit, children }: { onSubmit: () => void; children?: ReactNode }) {
  const form = useForm({ initialValues: {} })
  return (
    <FormShell form={form} onSubmit={async () => onSubmit()}>
      {children}
    </FormShell>
  )
}

it('of two forms, the one that was opened last is saved, once, with the buttons of its dialog in it', async () => {
  const [below, above] = [vi.fn(), vi.fn()]
  const { user } = show(
    <>
      <Form onSubmit={below} />
      <Form onSubmit={above}>
        <DialogActions>
          <Button type="submit" color="red">
            Cancel event
          </Button>
        </DialogActions>
      </Form>
    </>,
  )
  await user.keyboard('{Control>}s{/Control}')
  await vi.waitFor(() => expect(above).toHaveBeenCalledTimes(1))
  expect(below).not.toHaveBeenCalled()
})
