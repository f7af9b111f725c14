import { useEffect, useState } from 'react'

const PAUSE_MS = 350

/** The answer of `ask` to what stands in `sent`, once typing has paused. `sent` '' asks nothing. */
export function usePreview<Answer>(sent: string, ask: (signal: AbortSignal) => Promise<Answer>) {
  const [answer, setAnswer] = useState<{ sent: string; preview: Answer | null; refusal: unknown }>({
    sent: '',
    preview: null,
    refusal: null,
  })
  useEffect(() => {
    if (sent === '') return
    const asked = new AbortController()
    const timer = setTimeout(() => {
      ask(asked.signal).then(
        (preview) => setAnswer({ sent, preview, refusal: null }),
        (refusal: unknown) => {
          if (!asked.signal.aborted) setAnswer({ sent, preview: null, refusal })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `sent` holds all that `ask` depends on
  }, [sent])
  return answer.sent === sent && sent !== '' ? answer : { sent, preview: null, refusal: null }
}
