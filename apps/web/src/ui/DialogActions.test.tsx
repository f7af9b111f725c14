import { Button } from '@mantine/core'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../testing/page.tsx'
import { DialogActions } from './DialogActions.tsx'

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
