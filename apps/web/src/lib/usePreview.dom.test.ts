import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePreview } from './usePreview.ts'

test('nothing is asked once it is saved, and the last answer stays', async () => {
  const ask = vi.fn(async () => 'what it would do')
  const hook = renderHook(({ sent, saving }) => usePreview(sent, ask, saving), {
    initialProps: { sent: 'a', saving: false },
  })
  await waitFor(() => expect(hook.result.current.preview).toBe('what it would do'))
  hook.rerender({ sent: 'a', saving: true })
  expect(hook.result.current.preview).toBe('what it would do')
  // Saved before typing had paused: the preview of b is never asked for.
  hook.rerender({ sent: 'b', saving: false })
  hook.rerender({ sent: 'b', saving: true })
  await new Promise((done) => setTimeout(done, 500))
  expect(ask).toHaveBeenCalledTimes(1)
})
