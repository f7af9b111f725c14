import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../testing/page.tsx'
import { FileField } from './FileField.tsx'

afterEach(cleanup)

const field = (props: Partial<Parameters<typeof FileField>[0]> = {}) => {
  const onFiles = vi.fn()
  show(<FileField label="Statement file" accept={['.csv', '.xlsx']} onFiles={onFiles} {...props} />)
  const group = screen.getByRole('group', { name: 'Statement file' })
  const drop = (...files: File[]) => fireEvent.drop(group, { dataTransfer: { files } })
  return { onFiles, group, drop }
}
const csv = (name: string, bytes = 5) => {
  const file = new File(['a'], name)
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

it('takes a dropped file and names what cannot be read', () => {
  const { onFiles, drop } = field()
  drop(csv('notes.docx'))
  expect(screen.getByRole('alert').textContent).toBe('notes.docx cannot be read: choose .csv or .xlsx.')
  drop(csv('large.csv', 10 * 1024 * 1024 + 1))
  expect(screen.getByRole('alert').textContent).toBe('large.csv is larger than 10 MB.')
  drop(csv('none.csv', 0))
  expect(screen.getByRole('alert').textContent).toBe('none.csv is empty.')
  drop(csv('a.csv'), csv('b.csv'))
  expect(screen.getByRole('alert').textContent).toBe('Choose one file.')
  expect(onFiles).not.toHaveBeenCalled()
  drop(csv('JUNE.CSV'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onFiles.mock.calls).toEqual([[[expect.objectContaining({ name: 'JUNE.CSV' })]]])
})

it('of several files those that can be read go on; a disabled field takes none', () => {
  const several = field({ multiple: true })
  several.drop(csv('a.csv'), csv('b.png'), csv('c.xlsx'))
  expect(several.onFiles.mock.calls[0]?.[0]).toHaveLength(2)
  expect(screen.getByRole('alert').textContent).toContain('b.png')
  cleanup()
  const still = field({ disabled: true })
  still.drop(csv('a.csv'))
  expect(still.onFiles).not.toHaveBeenCalled()
})

it('shows that a file is over it until it leaves, and is reached by keyboard', async () => {
  const { group } = field({ help: 'At most 10 MB.' })
  const box = group.querySelector('[class*=drop]') as HTMLElement
  const leaveTo = (relatedTarget: Element) => {
    const left = createEvent.dragLeave(group)
    Object.defineProperty(left, 'relatedTarget', { value: relatedTarget })
    fireEvent(group, left)
  }
  fireEvent.dragEnter(group)
  expect(box.dataset.over).toBe('true')
  leaveTo(box)
  expect(box.dataset.over).toBe('true')
  leaveTo(document.body)
  expect(box.dataset.over).toBeUndefined()
  const button = screen.getByRole('button', { name: 'Choose File' })
  button.focus()
  expect(document.activeElement).toBe(button)
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('At most 10 MB.')
})
